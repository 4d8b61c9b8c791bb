"""What an open page of a league needs to notice that something has changed."""

from hashlib import sha256

from django.db.models import Count, Q
from django.urls import reverse

from games.leagues.schedule import needs_check_in
from games.live.live_page import OFTEN, SELDOM, LivePage
from games.models import League, LeagueGame
from games.models.leagues import GOING_ON


def live_league_page(league: League) -> LivePage:
    """Return what the page of a league needs. Takes the queries of its mark."""
    mark = mark_of_league(league)
    url = reverse("games:league_since", args=[league.slug, mark])
    is_over = not league.seasons.filter(status__in=GOING_ON).exists()
    every = OFTEN if needs_check_in(league) else SELDOM
    return LivePage(
        url=url.removesuffix(f"{mark}/"),
        version=mark,
        every=0 if is_over else every,
        seat=None,
        is_awaited=False,
    )


def mark_of_league(league: League) -> str:
    """
    Return a text that changes when a season starts, ends or gets another date, somebody
    enters, leaves, checks in or drops out, or a result comes. Moves in its games do not
    change it. Takes two queries.
    """
    seasons = league.seasons.order_by("-number").annotate(
        entered=Count("entrants"),
        there=Count("entrants", filter=Q(entrants__checked_in_at__isnull=False)),
        dropped=Count("entrants", filter=Q(entrants__dropped_at__isnull=False)),
    )
    # Everybody in a season may be in the next one already.
    latest = seasons.values_list(
        *("pk", "status", "starts_at", "entered", "there", "dropped")
    )[:2]
    results = LeagueGame.objects.filter(
        season__in=[pk for pk, *_rest in latest], ranks__isnull=False
    )
    counted = results.order_by("pk").values_list("pk", "ranks")
    known = (league.closed_at, league.host_id, *latest, *counted)
    return sha256(repr(known).encode()).hexdigest()[:16]
