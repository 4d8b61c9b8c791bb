"""Personal data in leagues: handed out to a user, and removed with them."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from games.leagues.entering import end_seasons
from games.models import Entrant, League, User
from games.models.leagues import SeasonStatus
from games.signals.bus import receives
from games.signals.people import CollectOwnData
from games.store.locks import lock_league

_ENTRANT = (
    *("season__league__slug", "season__number", "entered_at", "division", "rank"),
    "excluded_at",
)


@receives(CollectOwnData)
def collect_leagues(survey: CollectOwnData) -> dict[str, Any]:
    """Return the leagues that a user hosts, and the seasons that they entered."""
    user = survey.user
    return {
        "hosted_leagues": [*user.hosted_leagues.order_by("pk").values("slug", "name")],
        "league_seasons": [*user.entrants.order_by("pk").values(*_ENTRANT)],
    }


def lock_leagues_of(user: User) -> list[League]:
    """Lock the leagues that a user hosts, or whose open season they entered."""
    entries = Entrant.objects.filter(user=user, season__status=SeasonStatus.ENTERING)
    theirs = Q(host=user) | Q(pk__in=entries.values("season__league"))
    keys = League.objects.filter(theirs).order_by("pk").values_list("pk", flat=True)
    return [lock_league(pk) for pk in keys]


def leave_leagues(user: User, leagues: list[League], now: datetime) -> None:
    """
    Leave seasons that have not started, and let leagues of one's own have no other.

    ``leagues`` are locked. What somebody has played stays in the tables, without a
    name; games that go on are left as all games are.
    """
    entries = Entrant.objects.filter(user=user, season__league__in=leagues)
    entries.filter(season__status=SeasonStatus.ENTERING).delete()
    for league in leagues:
        if league.host_id == user.pk:
            end_seasons(league, now)
            League.objects.filter(pk=league.pk).update(host=None)
