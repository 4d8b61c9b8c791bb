"""Operations on the talk of players and spectators, on mutes, and reports."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Body, Router, Status
from pydantic import Field

from games import queries
from games.api.caller import PLAY, READ, Caller, caller_of, game_for, own_seat_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.api.views.games import SeatNumber, Slug
from games.errors import Refused
from games.limits import REPORTS, SPECTATORS_TALK, TALK
from games.log.table_rows import read_seats
from games.models import Game, User
from games.models.moderation import ReportKind
from games.models.talk import LONGEST_MESSAGE, LONGEST_REPORT
from games.talk import messages, spectators
from games.talk.messages import mark_talk_read, require_may_read, say_at_table
from games.talk.page import TalkLine, line_of, spectators_talk_of, talk_of, unread_of
from games.talk.reported import reported_by
from games.talk.reports import make_report
from games.web.pages import game_or_404
from games.web.seat_access import SeatAccess

router = Router(auth=PLAY, tags=["talk"])

NO_SUCH_PLAYER = "Nobody else sits there."

Text = Annotated[str, Field(max_length=LONGEST_MESSAGE)]
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]


@with_example(text="Good luck, everybody!")
@dataclass(frozen=True)
class MessageRequest:
    """A message to the table."""

    text: Text


@with_example(upto=17)
@dataclass(frozen=True)
class ReadRequest:
    """The latest message that the caller has read, by its ``pk``."""

    upto: Id


@dataclass(frozen=True)
class UnreadResource:
    """How many messages the caller has not read."""

    unread: int


@with_example(allowed=False)
@dataclass(frozen=True)
class SpectatorsRequest:
    """Whether spectators may talk among themselves."""

    allowed: bool


@dataclass(frozen=True)
class MutesResource:
    """Whether the caller hears nothing of a table, or nothing of players' ``seats``."""

    table: bool
    seats: tuple[int, ...]


@with_example(reason="They insult the others in every message.", kind="abuse", seat=1)
@dataclass(frozen=True)
class ReportRequest:
    """
    A report to the moderators, of the ``message`` with that ``pk``, of the player in
    ``seat``, or of the game as a whole.
    """

    reason: Annotated[str, Field(max_length=LONGEST_REPORT)]
    kind: Literal[tuple(ReportKind.values)] = "other"  # type: ignore[valid-type]
    message: Id | None = None
    seat: Annotated[int, Field(ge=0, le=3)] | None = None


@router.get(
    "/games/{slug}/messages", auth=READ, response={200: list[TalkLine]} | PROBLEMS
)
def list_messages(request: HttpRequest, slug: Slug) -> list[TalkLine]:
    """Return the talk at a table. Only its players may read it."""
    caller, game = caller_of(request), game_or_404(slug)
    require_may_read(game, caller.user)
    return list(talk_of(_access(game, caller), everything=True).lines)


@router.post("/games/{slug}/messages", response={201: TalkLine} | PROBLEMS)
def say(
    request: HttpRequest, slug: Slug, message: Body[MessageRequest]
) -> Status[TalkLine]:
    """Write a message at the caller's table."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    caller.spend(TALK, seat.pk)
    said = say_at_table(seat=seat, text=message.text, now=caller.now)
    access = SeatAccess(seat.game, seat, caller.user, caller.now)
    return Status(HTTPStatus.CREATED, line_of(said, access))


@router.post("/games/{slug}/messages/read", response={200: UnreadResource} | PROBLEMS)
def mark_messages_read(
    request: HttpRequest, slug: Slug, mark: Body[ReadRequest]
) -> UnreadResource:
    """Note up to which message the caller has read. The mark never goes back."""
    seat = own_seat_of(caller_of(request), slug)
    mark_talk_read(seat=seat, upto=mark.upto)
    return UnreadResource(unread_of(seat, read_seats(seat.game)) or 0)


@router.get(
    "/games/{slug}/spectators-talk",
    auth=READ,
    response={200: list[TalkLine]} | PROBLEMS,
)
def list_spectators_messages(request: HttpRequest, slug: Slug) -> list[TalkLine]:
    """Return what spectators say. Players may read it when the game is over."""
    caller = caller_of(request)
    access = _heard_spectators(slug, caller)
    return list(spectators_talk_of(access, everything=True).lines)


@router.post("/games/{slug}/spectators-talk", response={201: TalkLine} | PROBLEMS)
def say_to_spectators(
    request: HttpRequest, slug: Slug, message: Body[MessageRequest]
) -> Status[TalkLine]:
    """Write a message to the spectators of a game in which the caller has no seat."""
    caller = caller_of(request)
    access = _heard_spectators(slug, caller)
    caller.spend(SPECTATORS_TALK)
    said = spectators.say(
        game=access.game,
        user=caller.user,
        seat=access.seat,
        text=message.text,
        now=caller.now,
    )
    return Status(HTTPStatus.CREATED, line_of(said, access))


@router.put("/games/{slug}/spectators-talk", response={204: None} | PROBLEMS)
def allow_spectators_talk(
    request: HttpRequest, slug: Slug, wanted: Body[SpectatorsRequest]
) -> Status[None]:
    """Switch the talk of spectators on or off. Only the host may do this."""
    caller = caller_of(request)
    spectators.allow(game=game_or_404(slug), by=caller.user, allowed=wanted.allowed)
    return Status(HTTPStatus.NO_CONTENT, None)


@router.get("/games/{slug}/mutes", auth=READ, response={200: MutesResource} | PROBLEMS)
def list_mutes(request: HttpRequest, slug: Slug) -> MutesResource:
    """Return whom the caller does not hear at a table."""
    caller = caller_of(request)
    return _mutes(own_seat_of(caller, slug).game, caller)


@router.put("/games/{slug}/mute", response={200: MutesResource} | PROBLEMS)
def mute_table(request: HttpRequest, slug: Slug) -> MutesResource:
    """Hear nothing more of the talk of a table. Idempotent."""
    caller = caller_of(request)
    game = own_seat_of(caller, slug).game
    messages.mute(user=caller.user, muted=game)
    return _mutes(game, caller)


@router.delete("/games/{slug}/mute", response={200: MutesResource} | PROBLEMS)
def unmute_table(request: HttpRequest, slug: Slug) -> MutesResource:
    """Hear the talk of a table again. Idempotent."""
    caller = caller_of(request)
    game = own_seat_of(caller, slug).game
    messages.unmute(user=caller.user, muted=game)
    return _mutes(game, caller)


@router.put(
    "/games/{slug}/seats/{number}/mute", response={200: MutesResource} | PROBLEMS
)
def mute_player(request: HttpRequest, slug: Slug, number: SeatNumber) -> MutesResource:
    """Hear nothing more of a player, at any table. Idempotent."""
    caller = caller_of(request)
    game = own_seat_of(caller, slug).game
    messages.mute(user=caller.user, muted=_other_player(game, number, caller))
    return _mutes(game, caller)


@router.delete(
    "/games/{slug}/seats/{number}/mute", response={200: MutesResource} | PROBLEMS
)
def unmute_player(
    request: HttpRequest, slug: Slug, number: SeatNumber
) -> MutesResource:
    """Hear a player again. Idempotent."""
    caller = caller_of(request)
    game = own_seat_of(caller, slug).game
    messages.unmute(user=caller.user, muted=_other_player(game, number, caller))
    return _mutes(game, caller)


@router.post("/games/{slug}/reports", response={204: None} | PROBLEMS)
def report(request: HttpRequest, slug: Slug, made: Body[ReportRequest]) -> Status[None]:
    """Ask the moderators to look at a message, a player or a game."""
    caller = caller_of(request)
    access = _access(game_for(caller, slug), caller)
    reported = reported_by(access, caller.user, message=made.message, seat=made.seat)
    caller.spend(REPORTS)
    make_report(
        reporter=caller.user,
        reason=made.reason,
        kind=made.kind,
        now=caller.now,
        **reported,
    )
    return Status(HTTPStatus.NO_CONTENT, None)


def _access(game: Game, caller: Caller) -> SeatAccess:
    own = queries.own_seat(game, caller.user)
    return SeatAccess(game, own, caller.user, caller.now)


def _heard_spectators(slug: str, caller: Caller) -> SeatAccess:
    """Return the access of a caller who may read the talk of spectators."""
    access = _access(game_for(caller, slug), caller)
    if not spectators.may_read(access.game, caller.user, access.seat):
        raise Refused("forbidden", spectators.NOT_SHOWN)
    return access


def _other_player(game: Game, number: int, caller: Caller) -> User:
    for seat in read_seats(game):
        is_other = seat.has_joined and seat.user_id != caller.user.pk
        if seat.number == number and seat.user and is_other:
            return seat.user
    raise Refused("not_there", NO_SUCH_PLAYER)


def _mutes(game: Game, caller: Caller) -> MutesResource:
    muted = messages.muted_people(caller.user)
    return MutesResource(
        table=messages.is_table_muted(caller.user, game),
        seats=tuple(seat.number for seat in read_seats(game) if seat.user_id in muted),
    )
