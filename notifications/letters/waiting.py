"""A game that waits for its reader, with all that it takes to decide from a digest."""

from datetime import UTC, datetime
from typing import NamedTuple

from icalendar import Event

from games import links, selectors
from games.titles import title_of
from notifications.letters.answering import answer_address, how_to_write, mailto
from notifications.models import OutgoingMail
from notifications.parts.calendar_entry import deadline_entry
from notifications.parts.moments import moment_in_words
from notifications.parts.numbered import Group, groups_of
from notifications.parts.wanted import Wanted, wanted_of
from notifications.subjects import about

NEVER = datetime.max.replace(tzinfo=UTC)
#: So many as there are to place five people; more would hide the other games.
MOST_CHOICES = 40


class Waiting(NamedTuple):
    """
    A game, what is wanted in it until when, and how to decide.

    ``groups`` are the choices, none if they are too many; ``version`` is that of the
    position which they belong to. ``address`` is where the answer goes, '' if nowhere;
    ``entry`` is the deadline's in the reader's calendar.
    """

    title: str
    wanted: Wanted
    deadline: str
    by: datetime
    link: str
    choices_url: str
    groups: tuple[Group, ...]
    version: int
    how: str
    address: str
    entry: Event | None

    @property
    def mailto(self) -> str:
        return mailto(self.address, f"{self.wanted.subject} · {self.title}")


def waiting_of(part: OutgoingMail, now: datetime) -> Waiting:
    """Return the game that a part of a digest is about."""
    seat, game = about(part)
    state = selectors.state_of(game)
    groups = _if_few(groups_of(state, seat.number))
    title = title_of(selectors.seats_of(game), seat)
    wanted = wanted_of(state, seat.number)
    return Waiting(
        title=title,
        wanted=wanted,
        deadline=moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        by=seat.deadline_at or NEVER,
        link=links.play_url(seat, now=now),
        choices_url=links.choices_url(seat, state.version, now=now),
        groups=groups,
        version=state.version,
        how=how_to_write([choice for group in groups for choice in group.choices]),
        address=answer_address(part),
        entry=deadline_entry(seat, game, what=wanted.subject, title=title, now=now),
    )


def _if_few(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    count = sum(len(group.choices) for group in groups)
    return groups if count <= MOST_CHOICES else ()
