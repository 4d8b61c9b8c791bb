"""What pages, mails and commands read. Nothing here writes."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext, gettext_noop
from msgspec import MsgspecError

from games import undoing
from games.event_store import event_of, load_records, load_stream
from games.models import (
    DecidedHow,
    Game,
    Invitation,
    Seat,
    Status,
    StoredEvent,
    SubstituteOffer,
    User,
)
from stoneage_core import INITIAL, GameState, codec, replay
from stoneage_core.events import Event

_COLOUR_NAMES = (
    gettext_noop("Red"),
    gettext_noop("Blue"),
    gettext_noop("Green"),
    gettext_noop("Yellow"),
)
AUTOMATIC_NAMES = ("Ember", "Flint", "Moss", "Reed")


class Happened(NamedTuple):
    """An event with what is known of its making."""

    sequence: int
    event: Event
    decided_by: int | None
    decided_how: str
    command: str
    recorded_at: datetime


# Positions


def cached_state(game: Game) -> GameState | None:
    """Return the state that the game's row holds, or None if it is not to be used."""
    if game.state_version != codec.STATE_VERSION:
        return None
    try:
        state = codec.decode_state(game.state)
    except MsgspecError:
        return None
    return state if state.version == game.version else None


def state_of(game: Game) -> GameState:
    """Return the present state: the cached one, or that of a full replay."""
    state = cached_state(game)
    return replay(load_stream(game, upto=game.version)) if state is None else state


def state_at(game: Game, sequence: int) -> GameState:
    """Return the state after the event with this sequence; the initial one for 0."""
    return replay(load_stream(game, upto=sequence), INITIAL)


def events_of(game: Game, *, after: int = 0, upto: int | None = None) -> list[Event]:
    """Return the events with sequences from ``after`` + 1 to ``upto``."""
    return load_stream(game, after=after, upto=upto)


def history(game: Game, *, after: int = 0, limit: int | None = None) -> list[Happened]:
    """Return what happened from sequence ``after`` + 1 on, in order."""
    return list(_happened(game, after, limit))


def recap(game: Game, since_version: int) -> list[Happened]:
    """Return what happened since a version, such as a seat's ``seen_version``."""
    return history(game, after=since_version)


def _happened(game: Game, after: int, limit: int | None) -> Iterator[Happened]:
    for record, _ in load_records(game, after=after, limit=limit):
        yield Happened(
            record.sequence,
            event_of(record),
            record.decided_by,
            record.decided_how,
            record.command,
            record.recorded_at,
        )


# Games and seats


def game_by_slug(slug: str) -> Game | None:
    """Return a game by its public address."""
    return Game.objects.select_related("host").filter(slug=slug).first()


def seats_of(game: Game) -> tuple[Seat, ...]:
    """Return a game's seats in order of number, with their users."""
    seats = Seat.objects.filter(game=game).select_related("user").order_by("number")
    return tuple(_of_game(seat, game) for seat in seats)


def seat_for(game: Game, user: User) -> Seat | None:
    """Return the seat of a user in a game."""
    seats = Seat.objects.filter(game=game, user=user).select_related("game", "user")
    return seats.first()


def _of_game(seat: Seat, game: Game) -> Seat:
    seat.game = game
    return seat


def _seats_with_games(user: User) -> QuerySet[Seat]:
    return _with_tables(Seat.objects.filter(user=user))


def _with_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    table = Seat.objects.select_related("user").order_by("number")
    return seats.select_related("game", "user").prefetch_related(
        Prefetch("game__seats", queryset=table)
    )


def active_seats(user: User) -> list[Seat]:
    """Return the seats of a user's running games, the most urgent decision first."""
    seats = _seats_with_games(user).filter(game__status=Status.ACTIVE)
    return sorted(seats, key=_urgency)


def _urgency(seat: Seat) -> tuple[bool, float, int]:
    due = seat.deadline_at
    return due is None, 0.0 if due is None else due.timestamp(), -seat.game_id


def waiting_seats(user: User) -> list[Seat]:
    """Return the accepted seats of games that still lack players, newest first."""
    return list(
        _seats_with_games(user)
        .filter(game__status=Status.INVITING, invitation=Invitation.ACCEPTED)
        .order_by("-game__created_at")
    )


def invited_seats(user: User) -> list[Seat]:
    """Return the seats whose invitation a user has still to answer, newest first."""
    return list(
        _seats_with_games(user)
        .filter(game__status=Status.INVITING, invitation=Invitation.INVITED)
        .order_by("-game__created_at")
    )


def finished_seats(user: User, *, limit: int = 50) -> list[Seat]:
    """Return the seats of a user's finished games, the latest first."""
    seats = _seats_with_games(user).filter(game__status=Status.FINISHED)
    return list(seats.order_by("-game__finished_at")[:limit])


def hosted_games(user: User) -> list[Game]:
    """Return the games a user hosts that still lack players, newest first."""
    games = Game.objects.filter(host=user, status=Status.INVITING)
    return list(_with_seats(games).order_by("-created_at"))


def open_games(*, limit: int = 50) -> list[Game]:
    """Return the games with a seat that anyone signed in may take, newest first."""
    games = Game.objects.filter(
        status=Status.INVITING, seats__invitation=Invitation.OPEN
    ).distinct()
    return list(_with_seats(games).order_by("-created_at")[:limit])


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    table = Seat.objects.select_related("user").order_by("number")
    return games.select_related("host").prefetch_related(
        Prefetch("seats", queryset=table)
    )


def open_seats(game: Game) -> list[Seat]:
    """Return the seats of a game that anyone signed in may take."""
    seats = Seat.objects.filter(game=game, invitation=Invitation.OPEN)
    return list(seats.order_by("number"))


# Deadlines


def due_seats(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of seats whose time has run out, the longest overdue first."""
    due = _due(now).order_by("deadline_at").values_list("pk", flat=True)
    return list(due[:limit])


def oldest_overdue_age(now: datetime) -> timedelta | None:
    """Return for how long the longest overdue deadline has been waiting, or None."""
    deadline = _due(now).order_by("deadline_at").values_list("deadline_at", flat=True)
    oldest = deadline.first()
    return None if oldest is None else now - oldest


def _due(now: datetime) -> QuerySet[Seat]:
    # The condition of the partial index seat_awaited_deadline, and nothing that joins.
    return Seat.objects.filter(Q(awaited_at__isnull=False), deadline_at__lte=now)


def due_reminders(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of seats whose players are to be reminded, oldest first."""
    due = Seat.objects.filter(remind_at__lte=now, remind_at__isnull=False)
    return list(due.order_by("remind_at").values_list("pk", flat=True)[:limit])


def due_orders(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of seats whose standing orders are to be looked into."""
    due = Seat.objects.filter(orders_at__lte=now, orders_at__isnull=False)
    return list(due.order_by("orders_at").values_list("pk", flat=True)[:limit])


def due_reveals(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of games that the staff ended and whose seed is to be revealed."""
    due = Game.objects.filter(reveal_at__lte=now, reveal_at__isnull=False)
    return list(due.order_by("reveal_at").values_list("pk", flat=True)[:limit])


# Taking back


def open_decision(game: Game, number: int, now: datetime) -> StoredEvent | None:
    """
    Return the first event of a player's last decision while it can be taken back.

    That is for a while, if nobody else decided since and nothing was revealed.
    """
    made = StoredEvent.objects.filter(game=game, decided_by=number).exclude(command="")
    last = made.order_by("-sequence").first()
    if last is None or not DecidedHow(last.decided_how).is_by_hand:
        return None
    if now >= last.recorded_at + undoing.window(game.clock):
        return None
    since = StoredEvent.objects.filter(game=game, sequence__gte=last.sequence)
    rows = since.values_list("type", "decided_by", "decided_how", "command")
    return last if undoing.is_open(number, rows) else None


# Seats without players


def stewarded_seats(*, limit: int = 50) -> list[Seat]:
    """Return the seats that the steward plays for want of their players."""
    seats = _with_tables(Seat.objects.filter(is_stewarded=True))
    active = seats.filter(game__status=Status.ACTIVE)
    return list(active.order_by("-game_id", "number")[:limit])


def lent_seats(user: User) -> list[Seat]:
    """Return the seats on which substitutes sit for a user, the newest game first."""
    seats = _with_tables(Seat.objects.filter(absent_user=user))
    return list(seats.filter(game__status=Status.ACTIVE).order_by("-game_id"))


def lent_seat(game: Game, user: User) -> Seat | None:
    """Return the seat of a game on which a substitute sits for a user."""
    seats = Seat.objects.filter(game=game, absent_user=user)
    return seats.select_related("game", "user").first()


def standing_offers(game: Game) -> list[SubstituteOffer]:
    """Return who would play on for absent players of a game, by number."""
    offers = SubstituteOffer.objects.filter(seat__game=game, withdrawn_at=None)
    return list(offers.select_related("user", "seat").order_by("number"))


# Requests


def answer_to(game: Game, request_id: UUID) -> StoredEvent | None:
    """Return the first event that a request led to, if it was carried out."""
    return StoredEvent.objects.filter(game=game, request_id=request_id).first()


# Names


def name_of(seat: Seat) -> str:
    """Return how a seat's player is called; never an address."""
    if seat.is_automatic:
        return AUTOMATIC_NAMES[seat.number]
    if seat.user is not None and seat.user.name:
        return seat.user.name
    return gettext(_COLOUR_NAMES[seat.number])


def names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names of all seats, by number."""
    return tuple(name_of(seat) for seat in sorted(seats, key=lambda seat: seat.number))
