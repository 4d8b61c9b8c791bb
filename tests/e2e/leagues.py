"""A league with a season behind it, and a tournament that is being played.

Whoever wants to look at them has them made in the database of a service of their own:
`manage.py shell -c "from tests.e2e import leagues; leagues.fill()"` prints a session of
their host, and their links.
"""

from django.conf import settings
from django.test import Client

from games.leagues.corrections import end_season_now
from games.leagues.seasons import start_season
from games.now import database_now
from tests.support.leagues import TERMS, crowd, end_games, league_of


def fill() -> None:
    """Make both; the host has entered each, and not yet the league's next season."""
    now, people = database_now(), crowd(9)
    host = people[0]
    league = league_of(host, people, TERMS._replace(is_listed=True), now=now)
    season = start_season(league=league, by=host, now=now)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    end_season_now(league, now)
    terms = TERMS._replace(is_tournament=True, games_each=1)
    tournament = league_of(host, people[:4], terms, name="One evening", now=now)
    start_season(league=tournament, by=host, now=now)
    client = Client()
    client.force_login(host, backend="games.accounts.backends.MailLinkBackend")
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    print(session, league.slug, tournament.slug)
