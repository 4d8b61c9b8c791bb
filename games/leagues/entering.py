"""Entering a league: now, for the next season, or on the waiting list."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.errors import Refused
from games.leagues.schedule import (
    check_in_from,
    needs_check_in,
    schedule_after_pause,
)
from games.locks import lock_league, lock_user
from games.models import Entrant, League, Season, User
from games.sanctions import require_may_begin
from games.signals import LeagueEntered, publish
from stoneage_core.fields import FEWEST_SEATS

#: How many play a season: ten divisions of four. Their games all start within one
#: request.
MOST_PLAYING = 40
#: How many can enter. Those who find no place play the season after it.
MOST_ENTRANTS = 80

FULL = _("The waiting list is full, too.")
TAKEN_OUT = _("The host took you out of it. Ask them to invite you again.")
NO_CHECK_IN = _("Check-in isn’t open at the moment.")
NOT_ENTERED = _("You’re not in this round.")
CLOSED = _("This league has ended.")
ROUNDS_STARTED = _("This tournament has started already.")


@transaction.atomic
def enter_league(
    *, league: League, user: User, now: datetime, name: str = ""
) -> Entrant:
    """
    Enter the season that is open: the next one, if one is being played.

    Idempotent. Locks user and league. A season that was postponed gets a date again
    once two players have entered. Raise Refused: (too_late) for a closed league and a
    tournament that has started, (invalid) if the waiting list is full or the user has
    no name, (address_needed) for guests, (forbidden) if the user is barred from new
    games, or was excluded from this league by its host or the staff.
    """
    if user.is_guest:
        raise Refused("address_needed")
    user = lock_user(user.pk)
    league = lock_league(league.pk)
    season = require_open(league)
    require_may_begin(user, now)
    excluded = Entrant.objects.filter(season__league=league, excluded_at__isnull=False)
    if excluded.filter(user=user).exists():
        raise Refused("forbidden", _("The moderators took you out of this league."))
    if league.kept_out.filter(pk=user.pk).exists():
        raise Refused("forbidden", TAKEN_OUT)
    if name:
        users.update_user(user=user, name=name)
    if not user.name:
        raise Refused("invalid", users.NAME_WANTED)
    entrants = Entrant.objects.filter(season=season)
    if own := entrants.filter(user=user).first():
        return own
    if entrants.count() >= MOST_ENTRANTS:
        raise Refused("invalid", FULL)
    entrant = Entrant.objects.create(season=season, user=user, entered_at=now)
    league.invitations.filter(user=user).delete()
    has_enough = entrants.count() >= FEWEST_SEATS
    if season.postponed_at is not None and has_enough and not league.is_tournament:
        schedule_after_pause(season, now)
    publish(LeagueEntered(entrant, now=now))
    return entrant


@transaction.atomic
def check_in(*, league: League, user: User, now: datetime) -> None:
    """
    Say that one is there for the live round that starts soon. Idempotent. Raise
    Refused: (too_late) if none waits, (invalid) before check-in opens and for users who
    are not in it.
    """
    league = lock_league(league.pk)
    season = league.current_season()
    season.league = league
    if not (season.is_open and needs_check_in(league)):
        raise Refused("too_late", NO_CHECK_IN)
    opens = check_in_from(season)
    if opens is not None and now < opens:
        raise Refused("invalid", NO_CHECK_IN)
    own = season.entrants.filter(user=user, excluded_at=None)
    if not own.exists():
        raise Refused("invalid", NOT_ENTERED)
    own.filter(checked_in_at=None).update(checked_in_at=now)


def require_open(league: League) -> Season:
    """May raise Refused (too_late)."""
    season = league.open_season()
    if season is None:
        raise Refused("too_late", ROUNDS_STARTED if league.is_tournament else CLOSED)
    return season


def find_league(slug: str) -> League:
    """Raise Refused (not_there) if there is none."""
    league = League.objects.select_related("host").filter(slug=slug).first()
    if league is None:
        raise Refused("not_there")
    return league
