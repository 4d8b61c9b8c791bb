"""A decision as a list to read from top to bottom: headings, and what can be answered.

The turn page shows the same choices as forms; a mail can only list them. Where there
are very many ways to pay or to add tools the sensible ones are listed, and the heading
says that there are others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.cards import CardFace, TileFace
from games.presentation.choices.decide import decision_for
from games.presentation.choices.decision import AskedDecision, Choice
from games.presentation.choices.expected_gains import ExpectedGain
from games.presentation.choices.feeding import FeedDecision
from games.presentation.choices.payments import Payment
from games.presentation.choices.placement import PlacementDecision, Spot
from games.presentation.choices.rolls import (
    AddToolsDecision,
    PickDieDecision,
    ToolsChoice,
)
from games.presentation.choices.use_actions import UseAction, UseDecision
from stoneage_core.state import GameState

#: A list longer than this is no longer read; placements may be more, a line a place.
MOST = 30

#: How many ways to the same thing are listed: fewer until the list is short.
_WAYS = (10, 6, 3, 2, 1)

#: Of other ways to the same yield, of which none is better, so many are enough.
_WORSE_WAYS = 3


@dataclass(frozen=True)
class Option:
    """
    A command's text, and what it says under its heading.

    ``where`` is the heading, '' where it says all without; ``brief`` is what a short
    sentence tells beside the label.
    """

    command: str
    label: str
    detail: str
    where: str = ""
    brief: str = ""

    @property
    def words(self) -> str:
        """What it says in a sentence alone."""
        return self._sentence(self.detail)

    @property
    def short(self) -> str:
        """Where and what, without what is to be expected of it."""
        return self._sentence(self.brief)

    def _sentence(self, detail: str) -> str:
        what = f"{self.label} ({detail})" if detail else self.label
        return where_and_what(self.where, what) if self.where else what


@dataclass(frozen=True)
class Heading:
    """What belongs together: one place, which each command names too; one roll."""

    title: str
    note: str
    options: tuple[Option, ...]
    is_complete: bool = True
    is_place: bool = False


def flat_choices(state: GameState, player: int) -> tuple[Heading, ...]:
    """Return what ``player`` may decide now, nothing when they are not awaited."""
    decision = decision_for(state, player, ("",) * state.player_count)
    if decision is None:
        return ()
    if isinstance(decision, PlacementDecision):
        return tuple(map(_spot, decision.spots))
    for ways in _WAYS:
        headings = tuple(_headings(decision, ways))
        if sum(len(heading.options) for heading in headings) <= MOST:
            break
    return headings


def all_headings(state: GameState, player: int) -> Iterable[Heading]:
    """Return what ``player`` may decide now, with all the ways there are."""
    decision = decision_for(state, player, ("",) * state.player_count)
    if decision is None:
        return ()
    if isinstance(decision, PlacementDecision):
        return map(_spot, decision.spots)
    return _headings(decision, None)


def _headings(decision: AskedDecision, ways: int | None) -> Iterator[Heading]:
    """Yield headings with so many ways to the same thing under each, or with all."""
    match decision:
        case UseDecision(use_actions=use_actions):
            yield from (_use_action(use_action, ways) for use_action in use_actions)
        case AddToolsDecision():
            yield from _tools(decision, ways)
        case PickDieDecision(faces=faces):
            choices = [choice for _face, choice in faces]
            yield _heading(_("Pick a die"), "", choices)
        case FeedDecision():
            yield _feeding(decision, ways)
    yield from _takings(decision, ways)


def _spot(spot: Spot) -> Heading:
    """A place: how many people may go there; the number is the choice's label."""
    options = []
    for choice in spot.choices:
        people = labels.count_people(choice.people)
        detail = choice.detail and labels.estimate_of_good(choice.detail, spot.good)
        options.append(Option(choice.command, people, detail, where=spot.label))
    note = _note(spot.card, spot.tile, spot.expected_gain)
    return Heading(spot.label, note, tuple(options), is_place=True)


def _use_action(use_action: UseAction, ways: int | None) -> Heading:
    """A place where people stand: use it, pay for it, or leave it."""
    choices = [use_action.use] if use_action.use else []
    paid = use_action.payment.choices[:ways] if use_action.payment else ()
    choices += [*paid, *([use_action.leave] if use_action.leave else [])]
    note = _note(use_action.card, use_action.tile, use_action.expected_gain)
    is_complete = use_action.payment is None or _is_complete(use_action.payment, ways)
    return _heading(
        use_action.label, note, choices, is_complete=is_complete, is_place=True
    )


def _tools(decision: AddToolsDecision, ways: int | None) -> Iterator[Heading]:
    """A roll: the best way to each yield, then others to the same yields."""
    title = _("You rolled %(pips)d: %(place)s")
    named = title % {"pips": decision.pips, "place": decision.place}
    yield Heading(named, "", _alone(decision.best))
    if decision.others:
        worse = None if ways is None else min(ways, _WORSE_WAYS)
        shown = decision.others[:worse]
        is_complete = len(shown) == len(decision.others)
        other = _("Other ways to the same yields")
        yield Heading(other, "", _alone(shown), is_complete)


def _feeding(decision: FeedDecision, ways: int | None) -> Heading:
    payment = decision.payment
    paid = payment.choices[:ways] if payment else ()
    missing = _("%(missing)d food short") % {"missing": decision.missing}
    is_complete = payment is None or _is_complete(payment, ways)
    choices = [*paid, decision.hungry]
    return _heading(decision.heading, missing, choices, is_complete=is_complete)


def _takings(decision: AskedDecision, ways: int | None) -> Iterator[Heading]:
    """The open card that gives any resources, the dearest first."""
    if decision.takings:
        title = _("Turn over your card for two resources")
        shown = decision.takings[::-1][:ways]
        is_complete = len(shown) == len(decision.takings)
        yield _heading(title, "", shown, is_complete=is_complete)


def _is_complete(payment: Payment, ways: int | None) -> bool:
    return payment.is_complete and len(payment.choices[:ways]) == len(payment.choices)


def _heading(
    title: str,
    note: str,
    choices: list[Choice] | tuple[Choice, ...],
    *,
    is_complete: bool = True,
    is_place: bool = False,
) -> Heading:
    options = tuple(
        Option(choice.command, choice.label, choice.detail, where=title)
        for choice in choices
    )
    return Heading(title, note, options, is_complete, is_place)


def _alone(choices: Iterable[ToolsChoice]) -> tuple[Option, ...]:
    """Return ways to add tools, which say all without their heading."""
    return tuple(
        Option(choice.command, choice.label, choice.detail, brief=choice.words)
        for choice in choices
    )


def where_and_what(title: str, what: str) -> str:
    """Return 'Forest: 3 people'."""
    return _("%(where)s: %(what)s") % {"where": title, "what": what}


def _note(
    card: CardFace | None, tile: TileFace | None, gain: ExpectedGain | None
) -> str:
    """Say what is to be had at a place, what it would bring, and what is lacking."""
    face = card.text if card else tile.price if tile else ""
    expected_gain = f"{gain.gain} {gain.lacking}".strip() if gain else ""
    return (
        f"{face}. {expected_gain}" if face and expected_gain else face or expected_gain
    )
