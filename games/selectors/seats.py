"""Games and their seats: of somebody, and of everybody who may join."""

from django.db.models import Prefetch, Q, QuerySet

from games.models import Game, Invitation, Seat, Status, User


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


def seats_of_others(user: User) -> QuerySet[Seat]:
    """Return who else sits in all games of a user, the oldest first: names only."""
    games = Seat.objects.filter(user=user).values("game")
    others = Seat.objects.filter(game__in=games).exclude(user=user)
    wanted = others.only("game", "number", "is_automatic", "user__name")
    return wanted.select_related("user").order_by("game_id", "number")


def _of_game(seat: Seat, game: Game) -> Seat:
    seat.game = game
    return seat


def _seats_with_games(user: User) -> QuerySet[Seat]:
    return with_tables(Seat.objects.filter(user=user))


def with_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Read seats together with their games and all who sit there."""
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


def seats_reached_by(user: User) -> QuerySet[Seat]:
    """Return the seats that somebody has, is invited to, or can come back to."""
    return Seat.objects.filter(Q(user=user) | Q(absent_user=user))


def own_seat(game: Game, user: User) -> Seat | None:
    """Return the seat on which a user plays a game, not one they are only asked to."""
    seat = seat_for(game, user)
    is_taken = seat is not None and seat.invitation == Invitation.ACCEPTED
    return seat if is_taken else None
