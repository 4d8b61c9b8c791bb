"""A pending decision in a digest, with all that its reader needs to decide."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from icalendar import Event

from games.links.purposes import PLAY_LINK, choices_url
from games.presentation.dates import long_moment_in_words
from games.table.numbered_choices import (
    ChoiceGroup,
    NumberedChoice,
    flat_choices,
    number_groups,
)
from notifications.mails.blocks.calendar_entry import deadline_entry
from notifications.mails.blocks.numbered_choices import recommend_choices
from notifications.mails.blocks.prompt import Prompt, prompt_of
from notifications.mails.context import MailContext
from notifications.models import OutgoingMail

NEVER = datetime.max.replace(tzinfo=UTC)


class Waiting(NamedTuple):
    """
    A game with its question, its deadline and the choices.

    ``groups`` are choices, fewer than ``choice_count`` if ``is_cut``. ``liked`` are the
    recommended ones, ``version`` is that of their position. ``entry`` is the deadline's
    calendar entry.
    """

    part: OutgoingMail
    title: str
    wanted: Prompt
    deadline: str
    by: datetime
    link: str
    choices_url: str
    groups: tuple[ChoiceGroup, ...]
    liked: tuple[str, ...]
    choice_count: int
    version: int
    entry: Event | None
    is_cut: bool = False

    @property
    def choices(self) -> list[NumberedChoice]:
        return [choice for group in self.groups for choice in group.choices]

    @property
    def texts(self) -> list[str]:
        return [choice.text for choice in self.choices]

    @property
    def recommended(self) -> list[NumberedChoice]:
        """The listed choices that are recommended, best first."""
        by_text = {choice.text: choice for choice in self.choices}
        return [by_text[text] for text in self.liked if text in by_text]

    @property
    def others(self) -> int:
        """The number of choices that are not recommended."""
        return self.choice_count - len(self.recommended)

    def numbered_from(self, first: int, *, most: int) -> "Waiting":
        """Return the game with at most so many choices, numbered from ``first``."""
        groups = _cut(self.groups, most)
        is_cut = groups != self.groups
        return self._replace(groups=number_groups(groups, first), is_cut=is_cut)


def waiting_of(part: OutgoingMail, now: datetime) -> Waiting:
    """Return the game of a digest's part, with all of its choices."""
    case = MailContext(part, now)
    seat, state, title = case.seat, case.state, case.title
    wanted = prompt_of(state, seat.number)
    groups = flat_choices(state, seat.number)
    liked = recommend_choices(state, seat.number, groups)
    return Waiting(
        part=part,
        title=title,
        wanted=wanted,
        deadline=long_moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        by=seat.deadline_at or NEVER,
        link=PLAY_LINK.url(seat, now=now),
        choices_url=choices_url(seat, now=now),
        groups=groups,
        liked=tuple(choice.text for choice in liked),
        choice_count=sum(len(group.choices) for group in groups),
        version=state.version,
        entry=deadline_entry(
            seat, case.game, what=wanted.subject, title=title, now=now
        ),
    )


def _cut(groups: tuple[ChoiceGroup, ...], most: int) -> tuple[ChoiceGroup, ...]:
    """Drop choices from the longest group until few enough are left."""
    left = list(groups)
    while sum(len(group.choices) for group in left) > most:
        at = max(range(len(left)), key=lambda at: len(left[at].choices))
        longest = left[at]
        # At a place the last choice sends most people; elsewhere the first are the
        # best.
        kept = longest.choices[1:] if longest.is_place else longest.choices[:-1]
        left[at] = replace(longest, choices=kept)
    return tuple(group for group in left if group.choices)
