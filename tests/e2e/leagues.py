"""A league with a season behind it, and a tournament that is being played.

They are a scene for a site: ``fill`` is called where the pages are.
"""

from django.conf import settings
from django.test import Client

from games.leagues.dropping_out import drop_out
from games.leagues.seasons import end_season_now, start_season
from games.now import database_now
from games.web.reader import BACKEND
from tests.support.leagues import TERMS, crowd, end_games, league_of


def fill() -> tuple[str, str, str]:
    """
    Make both; return a session of their host, who plays in each, and their names.

    The league has a second season that is being played, with a result and a drop-out.
    The next season of it is open, and somebody has won the tournament before this one.
    """
    now, people = database_now(), crowd(9)
    host = people[0]
    league = league_of(host, people, TERMS._replace(is_listed=True), now=now)
    season = start_season(league=league, by=host, now=now)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    end_season_now(league, now)
    second = start_season(league=league, by=host, now=now)
    played = second.games.order_by("pk")[0]
    played.ranks, played.scores, played.seed = [1, 1, 3], [150, 150, 90], "5eed"
    played.save()
    drop_out(league=league, user=people[7], now=now)
    cup = league_of(
        host,
        people[:3],
        TERMS._replace(is_tournament=True, games_each=1, is_listed=True),
        name="Autumn cup",
        now=now,
    )
    final = start_season(league=cup, by=host, now=now)
    end_games(final, {user.pk: number for number, user in enumerate(people)})
    end_season_now(cup, now)
    terms = TERMS._replace(is_tournament=True, games_each=1)
    tournament = league_of(host, people[:4], terms, name="One evening", now=now)
    start_season(league=tournament, by=host, now=now)
    client = Client()
    client.force_login(host, backend=BACKEND)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return session, league.slug, tournament.slug
