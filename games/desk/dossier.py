"""All that the staff need to see of one game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games import clock_words, labels, positions, queries
from games.desk.actions import Action, on_games
from games.desk.fitting import invitation
from games.desk.queue import called, report_row
from games.desk.sections import of_game
from games.errors import Forbidden
from games.event_store import load_records
from games.history.chronicle import undone_in
from games.models import DecidedHow, Game, Report, Seat, StaffAct, Status, User
from games.pages.board import board_of
from games.pages.seat_clocks import SeatClock, seat_clocks
from games.pages.tribes import tribes_of
from games.positions import PastEvent
from games.projections.steps import begins
from games.services.staff.desk import require_not_playing
from games.text import name_in, names_of, say
from stoneage_core import awaited
from stoneage_core import events as e
from stoneage_core.sentences import describe
from stoneage_core.state import Phase

#: So many events of the timeline are shown; the history has all.
RECENT = 40


@dataclass(frozen=True)
class Moment:
    """An event with who decided it and how; ``ends`` that one may go back to it."""

    sequence: int
    text: str
    seat: int | None
    how: str
    at: datetime
    is_undone: bool
    ends: bool


@dataclass(frozen=True)
class Place:
    """A seat, who has it, how its clock stands."""

    seat: Seat
    name: str
    clock: SeatClock | None


def dossier(game: Game, by: User, now: datetime) -> dict[str, Any]:
    """Return the context of a game's page on the desk."""
    seats, state = queries.seats_of(game), positions.state_of(game)
    names = names_of(seats)
    reports = Report.objects.filter(game=game).select_related("game", "about")
    return {
        "game": game,
        "title": called(game),
        "where": _where(game),
        "has_started": state.round > 0,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state)),
        "places": _places(game, seats, names, now),
        "clock_name": clock_words.name_of(game.clock),
        "clock_terms": clock_words.term_list(game.clock),
        "pauses": [pause for pause in game.match_state.pauses if pause.ends > now],
        "motions": [
            say(describe(motion.made), names) for motion in game.match_state.proposals
        ],
        "invitation": invitation(game),
        "timeline": timeline(game, names),
        "acts": StaffAct.objects.filter(game=game).select_related("by").order_by("-pk"),
        "reports": [report_row(report) for report in reports.order_by("-pk")],
        "sections": [section(game) for section in of_game],
        "why_not": why_not(game, by),
        "actions": offered(game, by, now),
    }


def offered(game: Game, by: User, now: datetime) -> tuple[Action, ...]:
    """Return what somebody may do to a game now."""
    if why_not(game, by):
        return ()
    return tuple(
        action
        for action in on_games
        if by.has_perm(f"games.{action.permission}") and action.fits(game, now)
    )


def why_not(game: Game, by: User) -> str:
    """Say why somebody may do nothing here, or return ''."""
    try:
        require_not_playing(by, queries.seats_of(game))
    except Forbidden as refusal:
        return str(refusal)
    return ""


def timeline(game: Game, names: Sequence[str]) -> tuple[Moment, ...]:
    """Return the last events, the latest first."""
    return tuple(_moments(game, names))[: -RECENT - 1 : -1]


def _moments(game: Game, names: Sequence[str]) -> Iterator[Moment]:
    records = [record for record, _hash in load_records(game)]
    happened = positions.past_events(game)
    undone = undone_in(happened)
    following = [*records[1:], None]
    began = False
    for one, record, after in zip(happened, records, following, strict=True):
        began = began or isinstance(one.event, e.GameStarted)
        yield Moment(
            sequence=one.sequence,
            text=say(describe(one.event), names),
            seat=getattr(one.event, "player", None),
            how=_how(one, names),
            at=one.recorded_at,
            is_undone=one.sequence in undone,
            ends=began and after is not None and begins(after, record),
        )


def _how(one: PastEvent, names: Sequence[str]) -> str:
    """Say who decided, and how: nothing is kept from the staff."""
    how = str(DecidedHow(one.decided_how).label)
    if one.decided_by is None:
        return how
    name = name_in(names, one.decided_by)
    return _("%(name)s, %(how)s") % {"name": name, "how": how}


def _places(
    game: Game, seats: Sequence[Seat], names: Sequence[str], now: datetime
) -> tuple[Place, ...]:
    clocks = {clock.seat: clock for clock in seat_clocks(game, seats, now)}
    return tuple(
        Place(seat, names[seat.number], clocks.get(seat.number)) for seat in seats
    )


def _where(game: Game) -> str:
    if game.status == Status.ACTIVE:
        return labels.round_and_phase(game.round, Phase(game.phase))
    return str(Status(game.status).label)
