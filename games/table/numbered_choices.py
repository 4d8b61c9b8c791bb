"""Choices as a list to read from top to bottom: groups of numbered choices, and words.

The turn page shows the same choices as forms; a mail can only list them. If there are
very many ways to pay or to add tools, the sensible ones are listed, and the group says
that there are others.
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
    A legal command as it can be typed, and what it says under its group's title.

    ``number`` is from 1, or 0 where choices have none. ``where`` is the title, '' where
    it says all without; ``brief`` is what a short sentence tells beside the label.
    """

    text: str
    label: str
    detail: str
    where: str = ""
    brief: str = ""
    number: int = 0

    @property
    def command(self) -> Command:
        """The command itself."""
        return notation.from_text(self.text)

    @property
    def words(self) -> str:
        """What it says in a sentence alone."""
        return self._sentence(self.detail)

    @property
    def short(self) -> str:
        """Where and what, without what is to be expected of it."""
        return self._sentence(self.brief)

    @property
    def is_spelled_out(self) -> bool:
        """Whether the command itself says what title and label do: 'forest 3'."""
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
    Choices that belong together; ``is_complete``: there are no others like them.

    With ``is_place`` they are at one place, which the commands name as the title does.
    """

    title: str
    note: str
    choices: tuple[NumberedChoice, ...]
    is_complete: bool = True
    is_place: bool = False

    @property
    def is_line(self) -> bool:
        """Whether one line says all: a place and the one thing to do there."""
        return self.is_place and len(self.choices) == 1


def number_groups(
    groups: Iterable[ChoiceGroup], first: int = 1
) -> tuple[ChoiceGroup, ...]:
    """Return groups with numbers that run through all of them, from ``first`` on."""
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
    """Return 'Forest: 3 people'."""
    return _("%(where)s: %(what)s") % {"where": title, "what": what}


#: A list longer than this is no longer read; placements may be more, a line a place.
MOST = 30

#: How many ways to the same thing are listed: fewer until the list is short.
_WAYS = (10, 6, 3, 2, 1)

#: Of other ways to the same yield, of which none is better, so many are enough.
_WORSE_WAYS = 3


def flat_choices(state: GameState, player: int) -> tuple[ChoiceGroup, ...]:
    """
    Return what ``player`` may decide now, with numbers; () when they are not awaited.

    The same position has the same numbers each time.
    """
    decision = decision_for(state, player, ("",) * state.player_count)
    if decision is None:
        return ()
    return number_groups(_short_list(decision))


def all_groups(state: GameState, player: int) -> Iterable[ChoiceGroup]:
    """Return what ``player`` may decide now, with all the ways there are."""
    decision = decision_for(state, player, ("",) * state.player_count)
    return () if decision is None else _groups(decision, None)


def _short_list(decision: AskedDecision) -> tuple[ChoiceGroup, ...]:
    """Return the groups with as many ways to the same thing as can still be read."""
    if isinstance(decision, PlacementDecision):
        return tuple(_groups(decision, None))
    for ways in _WAYS:
        groups = tuple(_groups(decision, ways))
        if sum(len(group.choices) for group in groups) <= MOST:
            break
    return groups


def _groups(decision: AskedDecision, ways: int | None) -> Iterator[ChoiceGroup]:
    """Yield the groups with so many ways to the same thing in each, or with all."""
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
    """A place: how many people may go there; the number is the choice's label."""
    choices = []
    for choice in spot.choices:
        people = labels.count_people(choice.people)
        detail = choice.detail and labels.estimate_of_good(choice.detail, spot.good)
        choices.append(NumberedChoice(choice.command, people, detail, where=spot.label))
    note = _note(spot)
    return ChoiceGroup(spot.label, note, tuple(choices), is_place=True)


def _use_action(use_action: UseAction, ways: int | None) -> ChoiceGroup:
    """A place where people stand: use it, pay for it, or leave it."""
    choices = [use_action.use] if use_action.use else []
    paid, is_complete = _paid(use_action.payment, ways)
    choices += [*paid, *([use_action.leave] if use_action.leave else [])]
    note = _note(use_action)
    return _group(
        use_action.label, note, choices, is_complete=is_complete, is_place=True
    )


def _tools(decision: AddToolsDecision, ways: int | None) -> Iterator[ChoiceGroup]:
    """A roll: the best way to each yield, then others to the same yields."""
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
    """The open card that gives any resources, the dearest first."""
    if decision.takings:
        title = _("Turn over your card for two resources")
        shown = decision.takings[::-1][:ways]
        is_complete = len(shown) == len(decision.takings)
        yield _group(title, "", shown, is_complete=is_complete)


def _paid(payment: Payment | None, ways: int | None) -> tuple[Sequence[Choice], bool]:
    """Return so many ways to pay, and whether there are no others."""
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
    """Return ways to add tools, which say all without their title."""
    return tuple(
        NumberedChoice(choice.command, choice.label, choice.detail, brief=choice.words)
        for choice in choices
    )


def _note(pane: Spot | UseAction) -> str:
    """Say what is to be had at a place, what it would bring, and what is lacking."""
    gain, face = pane.expected_gain, pane.face.text if pane.face else ""
    promise = f"{gain.gain} {gain.lacking}".strip() if gain else ""
    return ". ".join(filter(None, (face, promise)))


def words_of_commands(state: GameState, player: int) -> dict[str, str]:
    """
    Return what is said of each command that is offered, by its text.

    A card, or a building, is called by what it is: others may lie there by now.
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
    Return a legal command in words, from those of all that is offered.

    A payment among very many is offered by counters: 'Card 2 (5 food / pottery): Pay
    1 wood'.
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
    """Return where a command is carried out: 'Card 2 (5 food / pottery)'."""
    place = getattr(notation.from_text(text), "place", None)
    assert isinstance(place, Place), text
    label, face = labels.place_label(place), face_at(state, place)
    return f"{label} ({face.text})" if face else label
