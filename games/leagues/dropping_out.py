"""Dropping out of a season that is being played, by the rule that the league states.

A player who drops out leaves the next season, too. Autopilot takes over their games.
What these count as is the league's rule (``DropOut``): they come last in each game that
they left; or autopilot's result counts; or a substitute whom they name by email plays
on for good.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email
from games.errors import Refused
from games.locks import lock_league
from games.models import Entrant, League, Seat, User
from games.models.leagues import DropOut, SeasonStatus
from games.seats.leaving import ask_to_take_seat, give_up_seat
from games.signals import PlayerDroppedOut, SeatPassed, publish, receives

NOT_PLAYING = _("You play no game of this season.")


@transaction.atomic
def drop_out(
    *, league: League, user: User, now: datetime, substitute: str = ""
) -> None:
    """
    Leave all games of the current season, and the league.

    ``substitute`` is the address of the person who is asked to take the games over, if
    the league's rule allows one. Raise Refused: (invalid) if the user plays no game of
    the season, or for a wrong address.
    """
    league = lock_league(league.pk)
    season = league.current_season()
    entrant = season.entrants.filter(user=user).first()
    if (
        entrant is None
        or not entrant.has_games
        or season.status != SeasonStatus.PLAYING
    ):
        raise Refused("invalid", NOT_PLAYING)
    if substitute.strip() and league.drop_out == DropOut.SUBSTITUTE:
        email = clean_email(substitute)
        for seat in played_seats(entrant):
            if not seat.is_on_autopilot:
                ask_to_take_seat(seat=seat, email=email, now=now)
    drop_out_of_season(entrant, now)


def drop_out_of_season(entrant: Entrant, now: datetime) -> None:
    """Let a player of a locked league drop out. Idempotent."""
    entrants = Entrant.objects.filter(
        season__league=entrant.season.league,
        season__status=SeasonStatus.ENTERING,
        user=entrant.user,
    )
    if entrant.season.status == SeasonStatus.PLAYING and entrant.dropped_at is None:
        entrant.dropped_at = now
        entrant.save(update_fields=["dropped_at"])
        for seat in played_seats(entrant):
            give_up_seat(seat=seat, now=now)
        publish(PlayerDroppedOut(entrant, now=now))
    entrants.delete()


def played_seats(entrant: Entrant) -> list[Seat]:
    """Return the player's seats in the running games of the season, in lock order."""
    seats = Seat.objects.filter(
        user=entrant.user, game__league_game__season=entrant.season
    ).in_active_games()
    return list(seats.select_related("game", "user").order_by("game_id"))


@receives(SeatPassed)
def note_substitute(signal: SeatPassed) -> None:
    """Show in the table who plays on for a player who dropped out."""
    offer, game = signal.offer, signal.seat.game
    if offer is not None and offer.for_good and game.league_id is not None:
        former = [user.pk for user in signal.before]
        entrants = Entrant.objects.filter(
            season__games=game.pk, user__in=former, dropped_at__isnull=False
        )
        entrants.update(substitute=signal.seat.user)
