"""Operations on the proposals of a table: what can be proposed, proposing, voting."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Body, Path, Router
from pydantic import Field

from games.api.caller import PLAY, READ, Caller, caller_of, game_for, own_seat_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.api.views.games import LARGEST, Slug
from games.clocks import PRESETS, with_site_takeback
from games.errors import Refused
from games.log.lookups import mark_of, require_seen
from games.log.table_rows import read_seats
from games.models import Game, Seat
from games.presentation.proposal_text import proposal_choices_of, proposals_of
from games.table.table_page import earlier_decisions, undo_of
from games.table.votes import cast_vote, decide_own
from games.web.pages import game_or_404
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.proposals import Propose
from stoneage_core.match.state import Source

router = Router(auth=PLAY, tags=["proposals"])

FIELD_NEEDED = "A proposal of the kind “{kind}” needs “{field}”."
HEAD_NEEDED = "Send “expected_version” together with “expected_head”."

ProposalId = Annotated[int, Path(ge=1, le=LARGEST)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
Head = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class VoteResource:
    """``agrees`` is null as long as the player has not voted."""

    seat: int
    name: str
    agrees: bool | None


@dataclass(frozen=True)
class ProposalResource:
    """
    An open proposal of the player in ``seat``, with the votes of all who have one.

    ``sequence`` is the event to which the game would go back, and ``offer`` the offer
    of a substitute. ``text``, ``detail``, ``meaning`` and ``rule`` put it into words.
    Without enough votes by ``until``, everything stays as it is. ``may_vote`` and
    ``own`` are the caller's.
    """

    number: int
    kind: ProposalKind
    seat: int
    sequence: int | None
    offer: int | None
    text: str
    detail: str
    meaning: str
    rule: str
    until: datetime
    votes: tuple[VoteResource, ...]
    may_vote: bool
    own: bool | None


@dataclass(frozen=True)
class PaceChoice:
    pace: str
    text: str


@dataclass(frozen=True)
class OfferChoice:
    """``name`` offers to play the seat of the ``absent`` player."""

    offer: int
    name: str
    absent: str


@dataclass(frozen=True)
class DecisionChoice:
    """``decision`` is the first event of one of the caller's latest decisions."""

    decision: int
    text: str


@dataclass(frozen=True)
class ProposalsResource:
    """
    The open proposals of a table, and what the caller could propose now.

    ``may_end`` says whether they can propose to end the game. ``paces``, ``offers`` and
    ``decisions`` are what proposals of the other kinds may name.
    """

    open: tuple[ProposalResource, ...]
    may_end: bool
    paces: tuple[PaceChoice, ...]
    offers: tuple[OfferChoice, ...]
    decisions: tuple[DecisionChoice, ...]


@dataclass(frozen=True, kw_only=True)
class SeenPosition:
    """
    With ``expected_version`` and ``expected_head``, the version and the hash of the
    position that the program saw, a request is refused if a restored backup has
    replaced that position. Numbers may mean something else then.
    """

    expected_version: Annotated[int, Field(ge=0, le=LARGEST)] | None = None
    expected_head: Head | None = None

    def require_seen(self, game: Game) -> None:
        if self.expected_head is None:
            return
        if self.expected_version is None:
            raise Refused("invalid", HEAD_NEEDED)
        require_seen(game, self.expected_version, mark_of(self.expected_head))


@with_example(kind="time_control", pace="relaxed")
@dataclass(frozen=True, kw_only=True)
class ProposalRequest(SeenPosition):
    """
    A proposal: to ``end`` the game, to play at another ``pace`` (``time_control``), to
    go back to before a ``decision`` of the caller (``take_back``), or to let the person
    of an ``offer`` play for an absent player (``substitute``).
    """

    kind: ProposalKind
    pace: Literal[tuple(PRESETS)] | None = None  # type: ignore[valid-type]
    decision: Number | None = None
    offer: Number | None = None


@with_example(agrees=True)
@dataclass(frozen=True, kw_only=True)
class VoteRequest(SeenPosition):
    """A vote. Until the proposal is settled, it can be changed."""

    agrees: bool


@router.get(
    "/games/{slug}/proposals", auth=READ, response={200: ProposalsResource} | PROBLEMS
)
def list_proposals(request: HttpRequest, slug: Slug) -> ProposalsResource:
    """Return the open proposals of a table, and what the caller could propose."""
    caller = caller_of(request)
    return _proposals(game_for(caller, slug), caller)


@router.post("/games/{slug}/proposals", response={200: ProposalsResource} | PROBLEMS)
def propose(
    request: HttpRequest, slug: Slug, wanted: Body[ProposalRequest]
) -> ProposalsResource:
    """Make a proposal, with the caller's own vote for it."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    wanted.require_seen(seat.game)
    command = _command(seat, wanted)
    decide_own(seat=seat, command=command, now=caller.now, source=Source.API)
    return _proposals(game_or_404(slug), caller)


@router.post(
    "/games/{slug}/proposals/{number}/vote",
    response={200: ProposalsResource} | PROBLEMS,
)
def vote(
    request: HttpRequest, slug: Slug, number: ProposalId, wanted: Body[VoteRequest]
) -> ProposalsResource:
    """Vote on an open proposal. The last vote that is needed settles it."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    wanted.require_seen(seat.game)
    cast_vote(
        seat=seat,
        proposal=number,
        agrees=wanted.agrees,
        now=caller.now,
        source=Source.API,
    )
    return _proposals(game_or_404(slug), caller)


def _command(seat: Seat, wanted: ProposalRequest) -> Propose:
    match wanted.kind:
        case ProposalKind.END:
            return Propose(wanted.kind)
        case ProposalKind.TIME_CONTROL:
            control = PRESETS[_needed(wanted, "pace")]
            return Propose(wanted.kind, control=with_site_takeback(control))
        case ProposalKind.TAKE_BACK:
            return Propose(wanted.kind, sequence=_needed(wanted, "decision") - 1)
        case ProposalKind.SUBSTITUTE:
            number = _needed(wanted, "offer")
            offer = seat.game.table_state.offer(number)
            absent = None if offer is None else offer.player
            return Propose(wanted.kind, seat=absent, offer=number)


def _needed(wanted: ProposalRequest, field: str) -> Any:
    value = getattr(wanted, field)
    if value is None:
        sentence = FIELD_NEEDED.format(kind=wanted.kind.value, field=field)
        raise Refused("invalid", sentence)
    return value


def _proposals(game: Game, caller: Caller) -> ProposalsResource:
    seats = read_seats(game)
    own = next((seat for seat in seats if seat.user_id == caller.user.pk), None)
    shown = proposals_of(game, seats, own)
    choices = None if own is None else proposal_choices_of(own, seats, caller.now)
    decisions: list[tuple[int, str]] = []
    if own is not None and choices is not None:
        decisions = earlier_decisions(own, seats, undo_of(own, caller.now))
    return ProposalsResource(
        open=tuple(
            ProposalResource(
                number=each.number,
                kind=proposal.made.kind,
                seat=proposal.made.player,
                sequence=proposal.made.sequence,
                offer=proposal.made.offer,
                text=each.text,
                detail=each.detail,
                meaning=each.meaning,
                rule=each.rule,
                until=each.until,
                votes=tuple(VoteResource(*vote) for vote in each.votes),
                may_vote=each.may_vote,
                own=each.own,
            )
            for each, proposal in zip(shown, game.table_state.proposals, strict=False)
        ),
        may_end=choices is not None and choices.may_end,
        paces=tuple(PaceChoice(*pace) for pace in choices.clocks) if choices else (),
        offers=tuple(OfferChoice(*one) for one in choices.offers) if choices else (),
        decisions=tuple(DecisionChoice(*one) for one in decisions),
    )
