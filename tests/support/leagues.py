"""Leagues of the tests, whose games end according to the players' strengths."""

from datetime import datetime, timedelta

from games.leagues.entering import enter_league
from games.leagues.hosting import LeagueTerms, create_league
from games.leagues.seasons import LOOKED_AT_EVERY, advance_season
from games.models import Entrant, League, LeagueGame, Season, User
from tests.support.people import person
from tests.support.standing_time import NOW

TERMS = LeagueTerms(pace="a_move_a_day")


def crowd(count: int) -> list[User]:
    """Return so many people, the strongest first."""
    return [person(f"player{number:02}") for number in range(count)]


def league_of(
    host: User,
    people: list[User],
    terms: LeagueTerms = TERMS,
    starts_at: datetime | None = None,
    name: str = "The Club",
    now: datetime = NOW,
) -> League:
    """Return a league that these people have entered and that has not started."""
    league = create_league(
        host=host, name=name, terms=terms, starts_at=starts_at, now=now
    )
    for user in people:
        enter_league(league=league, user=user, now=now)
    return league


def end_games(season: Season, strengths: dict[int, int]) -> None:
    """End all games of a season by the strengths of their players, 0 the best."""
    owners = dict(Entrant.objects.filter(season=season).values_list("pk", "user"))
    for game in LeagueGame.objects.filter(season=season).order_by("pk"):
        seats = [strengths[owners[pk]] for pk in game.entrants]
        game.ranks = [1 + sum(other < own for other in seats) for own in seats]
        game.scores = [200 - 10 * own for own in seats]
        game.save()


def move_on(season: Season, now: datetime) -> datetime:
    """Run the task when a season is due; return the moment after that."""
    now += LOOKED_AT_EVERY + timedelta(seconds=1)
    advance_season(season_id=season.pk, now=now)
    season.refresh_from_db()
    return now
