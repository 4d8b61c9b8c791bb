"""Open proposals of a table in words, and what a player may propose."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.clocks import PRESETS
from games.log import positions
from games.log.positions import past_events
from games.models import Game, Seat, SeatOffer, Status
from games.presentation import time_control_text
from games.presentation.dates import long_moment_in_words
from games.presentation.result import result_in_words
from games.presentation.text import name_of, names_of, say, say_clause
from stoneage_core import GameState, engine
from stoneage_core.chance import LoadedChance
from stoneage_core.events.proposals import ProposalKind, ProposalMade, votes_in_words
from stoneage_core.match.state import OpenProposal, TableState
from stoneage_core.match.votes import expires_at, voters_at, votes_needed
from stoneage_core.phrases import capitalised
from stoneage_core.state import EndReason
from stoneage_core.wording.sentences import describe_event

#: What happens if a proposal is not accepted in time.
OTHERWISE = gettext_lazy("Without enough votes by then, everything stays as it is.")


@dataclass(frozen=True)
class Proposal:
    """
    An open proposal.

    ``detail`` is what would be undone, or who would sit down. ``meaning`` says what
    happens if it is accepted, and ``otherwise`` what happens if not. ``position_url``
    leads to the position to which the game would return. ``votes`` are seat, name and
    vote, None if there is none yet. ``may_vote`` and ``own`` are the reader's.
    """

    number: int
    text: str
    detail: str
    meaning: str
    position_url: str
    rule: str
    until: datetime
    otherwise: str
    votes: tuple[tuple[int, str, bool | None], ...]
    may_vote: bool
    own: bool | None


@dataclass(frozen=True)
class ProposalChoices:
    """
    What a player may propose: an end, another clock, a substitute.

    ``clocks`` are the keys of presets with their names. ``offers`` are number,
    substitute and absent player. ``lacks_offers`` is set if autopilot plays a seat, and
    nobody offers to play it. ``is_alone`` is set if nobody else has to agree.
    """

    may_end: bool
    clocks: tuple[tuple[str, str], ...]
    offers: tuple[tuple[int, str, str], ...]
    lacks_offers: bool
    is_alone: bool


def proposals_of(
    game: Game, seats: Sequence[Seat], reader: Seat | None
) -> tuple[Proposal, ...]:
    """Return the open proposals of a table. ``reader`` is the reader's seat."""
    if game.status != Status.ACTIVE:
        return ()
    return tuple(
        _proposal(game, seats, proposal, reader)
        for proposal in game.table_state.proposals
    )


def proposal_choices_of(
    seat: Seat, seats: Sequence[Seat], now: datetime
) -> ProposalChoices | None:
    """Return what a seat's player may propose, or None if they have no vote."""
    game = seat.game
    if game.status != Status.ACTIVE or not _has_say(seat):
        return None
    table_state = game.table_state
    asked = {proposal.made.kind for proposal in table_state.proposals}
    names = names_of(seats)
    offers: tuple[tuple[int, str, str], ...] = ()
    if ProposalKind.SUBSTITUTE not in asked:
        offers = tuple(
            (each.number, name_of_offerer(each), names[each.seat.number])
            for each in queries.offers_to_vote_on(game)
        )
    clocks = () if ProposalKind.TIME_CONTROL in asked else _clocks(table_state)
    return ProposalChoices(
        may_end=ProposalKind.END not in asked,
        clocks=clocks,
        offers=offers,
        lacks_offers=ProposalKind.SUBSTITUTE not in asked
        and not offers
        and any(each.is_on_autopilot for each in seats),
        is_alone=len(voters_at(table_state, ProposalKind.END, now)) == 1,
    )


def _proposal(
    game: Game, seats: Sequence[Seat], proposal: OpenProposal, reader: Seat | None
) -> Proposal:
    made, names = proposal.made, names_of(seats)
    return Proposal(
        number=proposal.number,
        text=say(describe_event(made), names),
        detail=about_in_words(game, made, names),
        meaning=meaning_in_words(positions.state_of(game), made, names),
        position_url=""
        if made.sequence is None
        else reverse("games:position", args=[game.slug, made.sequence]),
        rule=rule_in_words(proposal),
        until=expires_at(game.table_state, proposal),
        otherwise=str(OTHERWISE),
        votes=tuple(
            (player, names[player], proposal.votes.get(player))
            for player in proposal.voters
        ),
        may_vote=reader is not None and _has_say(reader),
        own=None if reader is None else proposal.votes.get(reader.number),
    )


def meaning_in_words(state: GameState, made: ProposalMade, names: Sequence[str]) -> str:
    match made.kind:
        case ProposalKind.END:
            ended = engine.end(state, LoadedChance(), EndReason.DECIDED).state
            sentence = _(
                "If it’s accepted, the tribes are scored as they are then, and the "
                "game is over for good. As it stands now: %(result)s"
            )
            return sentence % {"result": result_in_words(ended, names)}
        case ProposalKind.TAKE_BACK:
            return _(
                "If it’s accepted, the game goes back to there, and all that happened "
                "since is undone."
            )
        case ProposalKind.SUBSTITUTE:
            return _(
                "If it’s accepted, the substitute plays at once. The absent player can "
                "still come back."
            )
        case ProposalKind.TIME_CONTROL:
            return _(
                "If it’s accepted, the new pace applies at once, and the clock starts "
                "afresh for this turn."
            )


def rule_in_words(proposal: OpenProposal) -> str:
    voters = len(proposal.voters)
    needed = votes_needed(proposal.made.kind, voters)
    if needed == voters:
        return _("Everyone who is asked has to agree.")
    values = {"needed": needed, "voters": voters}
    return _("It needs %(needed)d of %(voters)d votes.") % values


def open_in_words(table: TableState, proposal: OpenProposal) -> str:
    until = long_moment_in_words(expires_at(table, proposal))
    sentence = _("The vote is open until %(until)s.") % {"until": until}
    return f"{sentence} {OTHERWISE}"


def standing_in_words(proposal: OpenProposal, names: Sequence[str]) -> str:
    votes = {voter: proposal.votes.get(voter) for voter in proposal.voters}
    said = say_clause(votes_in_words(votes), names)
    return _("Votes so far: %(votes)s.") % {"votes": said}


def _has_say(seat: Seat) -> bool:
    return not (seat.is_automatic or seat.is_on_autopilot)


def about_in_words(game: Game, made: ProposalMade, names: Sequence[str]) -> str:
    """
    Return the event or offer to which a proposal refers, or ''.

    Takes one query if there is one.
    """
    if made.sequence is not None:
        (undone,) = past_events(game, after=made.sequence, limit=1)
        told = say(describe_event(undone.event), names)
        return _("To be decided anew: %(told)s") % {"told": told}
    if made.offer is not None:
        offers = SeatOffer.objects.filter(seat__game=game, number=made.offer)
        offer = offers.select_related("seat__user", "user").first()
        return "" if offer is None else offer_in_words(offer)
    return ""


def offer_in_words(offer: SeatOffer) -> str:
    values = {"name": name_of_offerer(offer), "absent": name_of(offer.seat)}
    sentence = _("%(name)s offers to play for %(absent)s until %(absent)s is back.")
    return capitalised(sentence % values)


def name_of_offerer(offer: SeatOffer) -> str:
    """Return the offerer's name. They may have no seat and no name."""
    return offer.user.name or _("someone without a name")


def _clocks(table_state: TableState) -> tuple[tuple[str, str], ...]:
    """Return the other presets. There are none in practice, which has no clock."""
    if table_state.is_practice:
        return ()
    return tuple(
        (key, _("%(name)s: %(suits)s") % {"name": name, "suits": suits})
        for key, (name, suits) in time_control_text.PRESET_NAMES.items()
        if PRESETS[key] != table_state.control
    )
