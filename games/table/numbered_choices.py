"""
Choices as a numbered list, in groups, and in words.

The turn page shows the same choices as forms, but an email can only list them. Of very
many ways to pay or to add tools, only sensible ones are listed, and the group says that
there are more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.cards import face_at
from games.table.choices import AskedDecision, Choice, Payment, payment_label
from games.table.questions import (
    AddToolsDecision,
    FeedDecision,
    PickDieDecision,
    PlacementDecision,
    Spot,
    ToolsChoice,
    UseAction,
    UseDecision,
    decision_for,
)
from stoneage_core import commands as c
from stoneage_core import notation
from stoneage_core.commands import Command, PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.state import GameState


@dataclass(frozen=True)
class NumberedChoice:
    """
    A legal command, and its words under the title of its group.

    ``number`` begins with 1, or is 0 without numbers. ``where`` is the title, or '' if
    the words need none. ``brief`` is a detail for short sentences.
    """

    text: str
    label: str
    detail: str
    where: str = ""
    brief: str = ""
    number: int = 0

    @property
    def command(self) -> Command:
        return notation.from_text(self.text)

    @property
    def words(self) -> str:
        """A sentence with all details."""
        return self._sentence(self.detail)

    @property
    def short(self) -> str:
        """A sentence without the expected result."""
        return self._sentence(self.brief)

    @property
    def is_spelled_out(self) -> bool:
        """Whether the command itself says everything: 'forest 3'."""
        match self.command:
            case PlacePeople(people=people):
                return people == 1 or bool(self.detail)
        return False

    def _sentence(self, detail: str) -> str:
        what = f"{self.label} ({detail})" if detail else self.label
        return where_and_what(self.where, what) if self.where else what


@dataclass(frozen=True)
class ChoiceGroup:
    """
    Choices that belong together.

    ``is_complete`` is False if there are more like them. With ``is_place`` all of them
    are at the place in the title.
    """

    title: str
    note: str
    choices: tuple[NumberedChoice, ...]
    is_complete: bool = True
    is_place: bool = False

    @property
    def is_line(self) -> bool:
        """Whether one line is enough: a place with one choice."""
        return self.is_place and len(self.choices) == 1


def number_groups(
    groups: Iterable[ChoiceGroup], first: int = 1
) -> tuple[ChoiceGroup, ...]:
    numbers = count(first)
    return tuple(
        replace(
            group,
            choices=tuple(
                replace(choice, number=next(numbers)) for choice in group.choices
            ),
        )
        for group in groups
    )


def where_and_what(title: str, what: str) -> str:
    return _("%(where)s: %(what)s") % {"where": title, "what": what}


#: Nobody reads a longer list. Placements may be more, because a place takes one line.
MOST = 30

#: How many ways to do the same are listed. The first number that gives a short list.
_WAYS = (10, 6, 3, 2, 1)

#: How many ways are listed that are not better than others.
_WORSE_WAYS = 3


def flat_choices(state: GameState, player: int) -> tuple[ChoiceGroup, ...]:
    """
    Return the numbered choices of ``player``. Empty if they are not awaited.

    The same position always has the same numbers.
    """
    decision = decision_for(state, player, ("",) * state.player_count)
    if decision is None:
        return ()
    return number_groups(_short_list(decision))


def all_groups(state: GameState, player: int) -> Iterable[ChoiceGroup]:
    """Return the choices of ``player`` with all ways to pay and to add tools."""
    decision = decision_for(state, player, ("",) * state.player_count)
    return () if decision is None else _groups(decision, None)


def _short_list(decision: AskedDecision) -> tuple[ChoiceGroup, ...]:
    """Return the groups with as few ways as it takes to keep the list short."""
    if isinstance(decision, PlacementDecision):
        return tuple(_groups(decision, None))
    for ways in _WAYS:
        groups = tuple(_groups(decision, ways))
        if sum(len(group.choices) for group in groups) <= MOST:
            break
    return groups


def _groups(decision: AskedDecision, ways: int | None) -> Iterator[ChoiceGroup]:
    """Yield the groups, each with at most ``ways`` ways to do the same."""
    match decision:
        case PlacementDecision(spots=spots):
            yield from map(_spot, spots)
        case UseDecision(use_actions=use_actions):
            yield from (_use_action(use_action, ways) for use_action in use_actions)
        case AddToolsDecision():
            yield from _tools(decision, ways)
        case PickDieDecision(faces=faces):
            choices = [choice for _face, choice in faces]
            yield _group(_("Pick a die"), "", choices)
        case FeedDecision():
            yield _feeding(decision, ways)
    yield from _takings(decision, ways)


def _spot(spot: Spot) -> ChoiceGroup:
    choices = []
    for choice in spot.choices:
        people = labels.count_people(choice.people)
        detail = choice.detail and labels.estimate_of_good(choice.detail, spot.good)
        choices.append(NumberedChoice(choice.command, people, detail, where=spot.label))
    note = _note(spot)
    return ChoiceGroup(spot.label, note, tuple(choices), is_place=True)


def _use_action(use_action: UseAction, ways: int | None) -> ChoiceGroup:
    choices = [use_action.use] if use_action.use else []
    paid, is_complete = _paid(use_action.payment, ways)
    choices += [*paid, *([use_action.leave] if use_action.leave else [])]
    note = _note(use_action)
    return _group(
        use_action.label, note, choices, is_complete=is_complete, is_place=True
    )


def _tools(decision: AddToolsDecision, ways: int | None) -> Iterator[ChoiceGroup]:
    title = _("You rolled %(pips)d: %(place)s")
    named = title % {"pips": decision.pips, "place": decision.place}
    yield ChoiceGroup(named, "", _alone(decision.best))
    if decision.others:
        worse = None if ways is None else min(ways, _WORSE_WAYS)
        shown = decision.others[:worse]
        is_complete = len(shown) == len(decision.others)
        other = _("Other ways to the same yields")
        yield ChoiceGroup(other, "", _alone(shown), is_complete)


def _feeding(decision: FeedDecision, ways: int | None) -> ChoiceGroup:
    paid, is_complete = _paid(decision.payment, ways)
    missing = _("%(missing)d food short") % {"missing": decision.missing}
    choices = [*paid, decision.hungry]
    return _group(decision.heading, missing, choices, is_complete=is_complete)


def _takings(decision: AskedDecision, ways: int | None) -> Iterator[ChoiceGroup]:
    if decision.takings:
        title = _("Turn over your card for two resources")
        shown = decision.takings[::-1][:ways]
        is_complete = len(shown) == len(decision.takings)
        yield _group(title, "", shown, is_complete=is_complete)


def _paid(payment: Payment | None, ways: int | None) -> tuple[Sequence[Choice], bool]:
    """Return at most ``ways`` ways to pay, and whether these are all."""
    if payment is None:
        return (), True
    shown = payment.choices[:ways]
    return shown, payment.is_complete and len(shown) == len(payment.choices)


def _group(
    title: str,
    note: str,
    choices: Iterable[Choice],
    *,
    is_complete: bool = True,
    is_place: bool = False,
) -> ChoiceGroup:
    listed = tuple(
        NumberedChoice(choice.command, choice.label, choice.detail, where=title)
        for choice in choices
    )
    return ChoiceGroup(title, note, listed, is_complete, is_place)


def _alone(choices: Iterable[ToolsChoice]) -> tuple[NumberedChoice, ...]:
    """Return ways to add tools, whose words need no title."""
    return tuple(
        NumberedChoice(choice.command, choice.label, choice.detail, brief=choice.words)
        for choice in choices
    )


def _note(pane: Spot | UseAction) -> str:
    gain, face = pane.expected_gain, pane.face.text if pane.face else ""
    promise = f"{gain.gain} {gain.lacking}".strip() if gain else ""
    return ". ".join(filter(None, (face, promise)))


def words_of_commands(state: GameState, player: int) -> dict[str, str]:
    """
    Return the words of each legal command, by its text.

    Cards and buildings are described, because others may lie there by now.
    """
    return {
        choice.text: (
            where_and_what(_place_of(state, choice.text), choice.label)
            if group.is_place
            else choice.short
        )
        for group in all_groups(state, player)
        for choice in group.choices
    }


def command_in_words(state: GameState, words: Mapping[str, str], text: str) -> str:
    """
    Return a legal command in words.

    ``words`` are those of ``words_of_commands``. They lack most of very many payments:
    'Card 2 (5 food / pottery): Pay 1 wood'.
    """
    if text in words:
        return words[text]
    match notation.from_text(text):
        case c.BuyCard(_, payment) | c.Build(_, payment):
            return where_and_what(_place_of(state, text), payment_label(payment))
        case c.Feed(resources):
            return where_and_what(_("Feed your tribe"), payment_label(resources))
    return text


def _place_of(state: GameState, text: str) -> str:
    """Return the place of a command: 'Card 2 (5 food / pottery)'."""
    place = getattr(notation.from_text(text), "place", None)
    assert isinstance(place, Place), text
    label, face = labels.place_label(place), face_at(state, place)
    return f"{label} ({face.text})" if face else label
