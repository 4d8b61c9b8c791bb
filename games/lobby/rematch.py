"""A rematch: the players of a finished game play again, if all of them agree."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games import queries
from games.accounts.users import update_user
from games.decisions.session import Provenance
from games.errors import Refused
from games.limits import NEW_GAMES
from games.lobby.new_games import Wanted, create_game
from games.lobby.options import offered_terms
from games.locks import lock_games, lock_user
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Invitation, Seat, Status, User
from games.presentation.opponents import offered_opponent
from games.seats.invitations import accept_seat
from stoneage_core import GameState
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms

NOT_OVER = _("You can ask for a rematch when the game is over.")
NO_PLAYER = _("Only people who played this game to its end can ask for a rematch.")
DECLINED = _("You’ve declined this rematch. The host may invite you again.")


@transaction.atomic
def agree_to_rematch(
    *, seat: Seat, now: datetime, name: str = "", source: Provenance = Source.PAGE
) -> Seat:
    """
    Return their seat in it. Idempotent. Locks user and game. The first player who
    agrees makes the rematch, and the others are invited. Raise Refused if the player
    cannot agree, and TooMany if they have made too many games.
    """
    if seat.user_id is None:
        raise Refused("forbidden", NO_PLAYER)
    player = lock_user(seat.user_id)
    (over,) = lock_games(Game.objects.filter(pk=seat.game_id))
    if not over.is_finished:
        raise Refused("not_over", NOT_OVER)
    if name:
        update_user(user=player, name=name)
    rematch = find_rematch(over)
    if rematch is None:
        rematch = _create(over, player, now, source)
    else:
        own = _seat_in(rematch, player)
        if own.invitation == Invitation.DECLINED:
            raise Refused("taken", DECLINED)
        accept_seat(seat=own, now=now, source=source)
    return _seat_in(rematch, player)


def find_rematch(game: Game) -> Game | None:
    """Return the rematch of a game, or None if there is none or it was cancelled."""
    rematches = Game.objects.filter(rematch_of=game).exclude(status=Status.CANCELLED)
    return rematches.select_related("host").first()


def start_player_of_rematch(over: GameState) -> int:
    """Return who starts a rematch: the player to the left of the first start player."""
    first = over.start_player - (over.round - 1)
    return (first + 1) % over.player_count


def rematch_terms(over: Game, state: GameState) -> Terms:
    """
    Return the terms of the finished game, with its last clock and the next start
    player. Options that this server no longer offers have their defaults.
    """
    return replace(
        offered_terms(over.terms),
        control=over.time_control,
        first_player=start_player_of_rematch(state),
    )


def _create(over: Game, player: User, now: datetime, source: Provenance) -> Game:
    seats = read_seats(over)
    if all(seat.user_id != player.pk for seat in seats):
        raise Refused("forbidden", NO_PLAYER)
    state = positions.state_of(over)
    NEW_GAMES.spend(player.pk, now=now)
    return create_game(
        host=player,
        players=[_wanted(seat, player) for seat in seats],
        terms=rematch_terms(over, state),
        rematch_of=over,
        now=now,
        source=source,
    )


def _wanted(seat: Seat, player: User) -> Wanted:
    user = seat.user
    if seat.is_automatic:
        return offered_opponent(seat.bot) or DEFAULT_OPPONENT
    if user is None or not user.is_active:
        return DEFAULT_OPPONENT
    is_asked = user.email is not None or user.pk == player.pk
    return user if is_asked else DEFAULT_OPPONENT


def _seat_in(rematch: Game, player: User) -> Seat:
    seat = queries.seat_for(rematch, player)
    if seat is None:
        raise Refused("forbidden", NO_PLAYER)
    return seat
