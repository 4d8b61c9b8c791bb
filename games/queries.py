"""Read-only queries of games, seats and decisions."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import (
    Entrant,
    Game,
    Invitation,
    League,
    Seat,
    SeatOffer,
    Status,
    StoredEvent,
    User,
)
from stoneage_core.match.moves import open_move
from stoneage_core.match.state import Source


def game_by_slug(slug: str) -> Game | None:
    return Game.objects.select_related("host").filter(slug=slug).first()


def game_version(slug: str) -> Game | None:
    """Return a game without its state, to see whether it advanced."""
    return Game.objects.filter(slug=slug).defer("state", "table").first()


def seat_for(game: Game, user: User) -> Seat | None:
    seats = Seat.objects.filter(game=game, user=user).select_related("game", "user")
    return seats.first()


def active_seats(user: User) -> list[Seat]:
    """Return the seats of a user's running games, most urgent decision first."""
    seats = Seat.objects.filter(user=user).in_active_games()
    return sorted(seats.with_tables(), key=_urgency)


def awaiting_seats(user: User, *, besides: int) -> list[Seat]:
    """Return a user's seats that wait for them in other games, most urgent first."""
    asked = Seat.objects.filter(user=user, awaited_at__isnull=False)
    others = asked.exclude(game_id=besides).with_tables()
    return sorted((seat for seat in others if seat.is_awaited), key=_urgency)


def _urgency(seat: Seat) -> tuple[bool, float, int]:
    due = seat.deadline_at
    return due is None, 0.0 if due is None else due.timestamp(), -seat.game_id


def waiting_seats(user: User) -> list[Seat]:
    seats = Seat.objects.filter(user=user).accepted().in_waiting_games()
    return list(seats.with_tables().order_by("-game__created_at"))


def invited_seats(user: User) -> list[Seat]:
    seats = Seat.objects.filter(user=user, invitation=Invitation.INVITED)
    newest = seats.in_waiting_games().order_by("-game__created_at")
    return list(newest.with_tables())


def host_of_rematch(game: Game) -> User | None:
    """Return who asked for a rematch that has not begun yet, or None."""
    asked = Game.objects.filter(rematch_of=game, status=Status.INVITING)
    rematch = asked.select_related("host").first()
    return None if rematch is None else rematch.host


def finished_seats(user: User) -> QuerySet[Seat]:
    """Return the seats of a user's finished games, latest first."""
    seats = Seat.objects.filter(user=user).in_finished_games().with_tables()
    return seats.order_by("-game__finished_at", "-game_id")


def has_finished_a_game(user: User) -> bool:
    return Seat.objects.filter(user=user).in_finished_games().exists()


def unseen_moves(seats: Iterable[Seat]) -> dict[int, Counter[int]]:
    """
    Return how often each player decided since a seat's player last decided or had the
    page open, by game id. Takes one query.
    """
    unseen = Q(pk__in=[])
    for seat in seats:
        if seat.game.version > seat.seen_version:
            since = Q(game=seat.game_id, sequence__gt=seat.seen_version)
            if seat.looked_at is not None:
                since &= Q(recorded_at__gt=seat.looked_at)
            unseen |= since & ~Q(decided_by=seat.number)
    made = StoredEvent.objects.moves().filter(unseen)
    moves: dict[int, Counter[int]] = defaultdict(Counter)
    for game, number in made.values_list("game", "decided_by"):
        if number is not None:
            moves[game][number] += 1
    return moves


def games_with_rematch(games: Iterable[int]) -> frozenset[int]:
    rematches = Game.objects.filter(rematch_of__in=list(games)).exclude(
        status=Status.CANCELLED
    )
    return frozenset(game.rematch_of_id or 0 for game in rematches.only("rematch_of"))


def hosted_games(user: User) -> list[Game]:
    games = Game.objects.filter(host=user).waiting()
    return list(games.with_seats().order_by("-created_at"))


def open_games(*, without: int | None = None, limit: int = 50) -> list[Game]:
    """Leaves out games with a seat of the user whose id is ``without``."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    has_open_seat = Exists(seats.filter(invitation=Invitation.OPEN))
    games = Game.objects.waiting().filter(has_open_seat)
    if without is not None:
        games = games.exclude(Exists(seats.filter(user=without)))
    return list(games.with_seats().order_by("-created_at", "-pk")[:limit])


def open_seats(game: Game) -> list[Seat]:
    seats = Seat.objects.filter(game=game, invitation=Invitation.OPEN)
    return list(seats.order_by("number"))


def own_seat(game: Game, user: User) -> Seat | None:
    seat = seat_for(game, user)
    return seat if seat is not None and seat.has_joined else None


def autopilot_seats(*, limit: int = 50) -> list[Seat]:
    """
    Return the seats that a substitute can take. Seats of players who dropped out of a
    league are not among them, because the league's rule decides about their games.
    """
    dropped_out = Entrant.objects.filter(
        season__games=OuterRef("game"), user=OuterRef("user"), dropped_at__isnull=False
    )
    seats = Seat.objects.filter(~Exists(dropped_out), is_on_autopilot=True)
    seats = seats.in_active_games()
    return list(seats.with_tables().order_by("-game_id", "number")[:limit])


def league_left_by(seat: Seat) -> League | None:
    """Return the league of a seat's game if the seat's player dropped out of it."""
    entrants = Entrant.objects.filter(
        season__games=seat.game_id, user=seat.user_id, dropped_at__isnull=False
    )
    entrant = entrants.select_related("season__league").first()
    return None if entrant is None else entrant.season.league


def lent_seats(user: User) -> list[Seat]:
    seats = Seat.objects.filter(absent_user=user).in_active_games()
    return list(seats.with_tables().order_by("-game_id"))


def lent_seat(game: Game, user: User) -> Seat | None:
    seats = Seat.objects.filter(game=game, absent_user=user)
    return seats.select_related("game", "user").first()


def open_offers(game: Game) -> list[SeatOffer]:
    offers = SeatOffer.objects.open().filter(seat__game=game)
    return list(offers.select_related("user", "seat").order_by("number"))


def offers_to_vote_on(game: Game) -> list[SeatOffer]:
    """Return the offers on which the players of a game can vote, by number."""
    return [
        offer
        for offer in open_offers(game)
        if offer.seat.is_on_autopilot and offer.needs_vote
    ]


def open_decision(
    game: Game, number: int, now: datetime, *, source: Source = Source.PAGE
) -> StoredEvent | None:
    """Return the first event of a player's last move if it can still be taken back."""
    last = open_move(game.table_state, number, now, source=source)
    if last is None:
        return None
    return StoredEvent.objects.get(game=game, sequence=last.sequence)


def answer_to(game: Game, request_id: UUID) -> StoredEvent | None:
    return StoredEvent.objects.filter(game=game, request_id=request_id).first()


def commands_of_request(done: StoredEvent) -> list[str]:
    later = StoredEvent.objects.filter(game_id=done.game_id, sequence__gt=done.sequence)
    made = later.moves().order_by("sequence")
    texts = [done.command]
    for decided_by, request_id, text in made.values_list(
        "decided_by", "request_id", "command"
    ):
        if decided_by != done.decided_by or request_id is not None:
            break
        texts.append(text)
    return texts
