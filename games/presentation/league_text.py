"""Leagues in words: links, seasons, divisions, entrants."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entrant, Game, League, Season
from games.models.leagues import SeasonStatus
from games.presentation.dates import long_moment_in_words
from games.presentation.text import name_of_user


@dataclass(frozen=True)
class LeagueLink:
    """A league: its name, and the path of its page."""

    name: str
    url: str


def league_url(league: League) -> str:
    return reverse("games:league", args=[league.slug])


def league_link(game: Game) -> LeagueLink | None:
    """Return the league of a game, or None. At most one query."""
    league = game.league
    return None if league is None else LeagueLink(league.name, league_url(league))


def season_name(season: Season) -> str:
    """Return 'Season 2', or 'Round 2' or 'Final' of a tournament."""
    if season.is_final:
        return _("Final")
    if season.league.is_tournament:
        return _("Round %(number)d") % {"number": season.number}
    return _("Season %(number)d") % {"number": season.number}


def division_name(season: Season, number: int) -> str:
    """Return 'Division 2', or 'Group 2' or 'Final' of a tournament."""
    if season.is_final:
        return _("Final")
    if season.league.is_tournament:
        return _("Group %(number)d") % {"number": number}
    return _("Division %(number)d") % {"number": number}


def progress_of_season(season: Season) -> str:
    return str(SeasonStatus(season.status).label)


def name_of_entrant(entrant: Entrant) -> str:
    """Return the name of an entrant, or 'someone' if they were forgotten."""
    return name_of_user(entrant.user) or _("someone")


def start_in_words(season: Season) -> str:
    """Return a sentence about when an open season starts."""
    names = {"season": season_name(season)}
    if season.starts_at is not None:
        names["start"] = long_moment_in_words(season.starts_at)
        return _("%(season)s starts on %(start)s.") % names
    if season.postponed_at is not None:
        return _("%(season)s waits for more players.") % names
    if season.number == 1:
        return _("The host starts %(season)s.") % names
    sentence = ngettext(
        "%(season)s starts %(count)d day after the end of the one being played.",
        "%(season)s starts %(count)d days after the end of the one being played.",
        season.league.pause_days,
    )
    return sentence % {"count": season.league.pause_days, **names}
