"""Leaving leagues: before a season, for good, or because the staff exclude somebody."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.leagues.entering import require_open
from games.leagues.hosting import end_seasons, pass_league, possible_hosts
from games.locks import lock_league
from games.models import Entrant, HostAct, League, LeagueInvitation, User
from games.models.leagues import SeasonStatus
from games.signals import CollectOwnData, receives

_ENTRANT = (
    *("season__league__slug", "season__number", "entered_at", "division", "rank"),
    *("checked_in_at", "dropped_at", "excluded_at"),
)


@transaction.atomic
def leave_league(*, league: League, user: User) -> None:
    """Leave the season that is open. Idempotent."""
    season = require_open(lock_league(league.pk))
    Entrant.objects.filter(season=season, user=user).delete()


def exclude_entrant(entrant: Entrant, now: datetime) -> None:
    """Exclude a player for good. They stay in the tables, last of their division."""
    if entrant.excluded_at is None:
        entrant.excluded_at = now
        entrant.save(update_fields=["excluded_at"])
    following = Entrant.objects.filter(
        season__league=entrant.season.league,
        season__status=SeasonStatus.ENTERING,
        user=entrant.user,
    )
    following.exclude(pk=entrant.pk).delete()


@receives(CollectOwnData)
def collect_leagues(survey: CollectOwnData) -> dict[str, Any]:
    user = survey.user
    acts = HostAct.objects.filter(by=user).order_by("pk")
    invited = LeagueInvitation.objects.filter(user=user).order_by("pk")
    return {
        "hosted_leagues": [*user.hosted_leagues.order_by("pk").values("slug", "name")],
        "acts_as_host": [*acts.values("league__slug", "what", "words", "at")],
        "league_invitations": [
            *invited.values("league__slug", "invited_at", "declined_at")
        ],
        "league_seasons": [*user.entrants.order_by("pk").values(*_ENTRANT)],
    }


def lock_leagues_of(user: User) -> list[League]:
    """Lock the leagues that a user hosts, or whose open season they entered."""
    entries = Entrant.objects.filter(user=user, season__status=SeasonStatus.ENTERING)
    theirs = (
        Q(host=user) | Q(second_host=user) | Q(pk__in=entries.values("season__league"))
    )
    keys = League.objects.filter(theirs).order_by("pk").values_list("pk", flat=True)
    return [lock_league(pk) for pk in keys]


def leave_leagues(user: User, leagues: list[League], now: datetime) -> None:
    """
    Leave open seasons, drop invitations, and pass the user's own leagues on to the
    second host or, if there is none, to the player who entered first. A league without
    other players ends.
    ``leagues`` are locked. Finished games stay in the tables, without the name. Running
    games are not handled here.
    """
    LeagueInvitation.objects.filter(user=user).delete()
    entries = Entrant.objects.filter(user=user, season__league__in=leagues)
    entries.filter(season__status=SeasonStatus.ENTERING).delete()
    for league in leagues:
        if league.second_host_id == user.pk:
            league.second_host = None
            league.save(update_fields=["second_host"])
        if league.host_id != user.pk:
            continue
        heirs = possible_hosts(league).exclude(user=user)
        heir = heirs.filter(user=league.second_host_id).first() or heirs.first()
        if league.closed_at is not None:
            heir = None
        if heir is not None:
            pass_league(league, heir, user, now)
            continue
        league.host = None
        league.save(update_fields=["host"])
        end_seasons(league, now)
