"""Open proposals at a table, and what a player may propose."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.models import Game, Seat, Status, SubstituteOffer
from games.presentation import time_control_text
from games.presentation.text import names_of, say
from games.store.positions import past_events
from games.timekeeping.presets import PRESETS
from stoneage_core.events.proposals import ProposalKind, ProposalMade
from stoneage_core.match.state import OpenProposal, TableState
from stoneage_core.match.votes import votes_needed
from stoneage_core.wording.sentences import describe_event


@dataclass(frozen=True)
class Proposal:
    """
    An open proposal.

    ``detail`` says what would be undone, or who would sit down; ``position_url`` is
    where the game would go back to. ``votes`` are seats with names and what they said:
    yes, no, or None so far; ``may_vote`` and ``own`` are the reader's.
    """

    number: int
    text: str
    detail: str
    position_url: str
    rule: str
    votes: tuple[tuple[int, str, bool | None], ...]
    may_vote: bool
    own: bool | None


@dataclass(frozen=True)
class ProposalChoices:
    """
    What a player may propose: an end, another clock, a substitute who offers to play.

    ``clocks`` are stored names of presets with their names for people, ``offers`` a
    number each, who offers, and for whom. ``is_alone`` says that nobody has to agree.
    """

    may_end: bool
    clocks: tuple[tuple[str, str], ...]
    offers: tuple[tuple[int, str, str], ...]
    is_alone: bool


def proposals_of(
    game: Game, seats: Sequence[Seat], reader: Seat | None
) -> tuple[Proposal, ...]:
    """Return the open proposals of a table; ``reader`` is the seat of whoever looks."""
    if game.status != Status.ACTIVE:
        return ()
    return tuple(
        _proposal(game, seats, proposal, reader)
        for proposal in game.table_state.proposals
    )


def proposal_choices_of(seat: Seat, seats: Sequence[Seat]) -> ProposalChoices | None:
    """Return what a seat's player may propose, None where they have no say."""
    game = seat.game
    if game.status != Status.ACTIVE or not _has_say(seat):
        return None
    table_state = game.table_state
    asked = {proposal.made.kind for proposal in table_state.proposals}
    offers = () if ProposalKind.SUBSTITUTE in asked else _offers(game, seats)
    clocks = () if ProposalKind.TIME_CONTROL in asked else _clocks(table_state)
    return ProposalChoices(
        may_end=ProposalKind.END not in asked,
        clocks=clocks,
        offers=offers,
        is_alone=sum(map(_has_say, seats)) == 1,
    )


def _proposal(
    game: Game, seats: Sequence[Seat], proposal: OpenProposal, reader: Seat | None
) -> Proposal:
    made, names = proposal.made, names_of(seats)
    voters = [seat.number for seat in seats if _has_say(seat)]
    return Proposal(
        number=proposal.number,
        text=say(describe_event(made), names),
        detail=_detail(game, made, names),
        position_url=_position_url(game, made.sequence),
        rule=_rule(made.kind, len(voters)),
        votes=tuple(
            (player, names[player], proposal.votes.get(player)) for player in voters
        ),
        may_vote=reader is not None and _has_say(reader),
        own=None if reader is None else proposal.votes.get(reader.number),
    )


def _position_url(game: Game, sequence: int | None) -> str:
    if sequence is None:
        return ""
    return reverse("games:position", args=[game.slug, sequence])


def _has_say(seat: Seat) -> bool:
    return not (seat.is_automatic or seat.is_on_autopilot)


def _rule(kind: ProposalKind, voters: int) -> str:
    needed = votes_needed(kind, voters)
    if needed == voters:
        return _("Everyone has to agree.")
    values = {"needed": needed, "voters": voters}
    return _("It needs %(needed)d of %(voters)d votes.") % values


def _detail(game: Game, made: ProposalMade, names: Sequence[str]) -> str:
    """Say what an event or an offer is, which the log knows by number only."""
    if made.sequence is not None:
        (undone,) = past_events(game, after=made.sequence, limit=1)
        told = say(describe_event(undone.event), names)
        return _("To be decided anew: %(told)s") % {"told": told}
    if made.offer is not None:
        offers = queries.standing_offers(game)
        found = next((each for each in offers if each.number == made.offer), None)
        if found is not None:
            return _("%(name)s offers to be a substitute.") % {"name": _offering(found)}
    return ""


def _offers(game: Game, seats: Sequence[Seat]) -> tuple[tuple[int, str, str], ...]:
    """Return offers to play on for somebody: by number, who, and for whom."""
    names = names_of(seats)
    return tuple(
        (each.number, _offering(each), names[each.seat.number])
        for each in queries.standing_offers(game)
        if each.seat.is_on_autopilot
    )


def _offering(offer: SubstituteOffer) -> str:
    return offer.user.name or _("someone without a name")


def _clocks(table_state: TableState) -> tuple[tuple[str, str], ...]:
    """Return the other presets; none in practice, which has no clock."""
    if table_state.is_practice:
        return ()
    return tuple(
        (key, _("%(name)s: %(suits)s") % {"name": name, "suits": suits})
        for key, (name, suits) in time_control_text.PRESET_NAMES.items()
        if PRESETS[key] != table_state.control
    )
