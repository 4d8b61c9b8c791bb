"""Who won a season or a tournament, in words for pages, emails and profiles."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Entrant, League, Season, User
from games.models.leagues import SeasonStatus
from games.presentation.league_text import league_url, name_of_entrant, season_name
from games.presentation.text import join_list


@dataclass(frozen=True)
class Title:
    """What somebody won: a sentence, and the URL of its tables."""

    sentence: str
    url: str
    won_at: datetime | None


def winners() -> QuerySet[Entrant]:
    """
    Return who won: the first of the highest division of a season that is over, or of
    the final of a tournament. They have a rank only if something was played.
    """
    decides = Q(season__league__is_tournament=False) | Q(season__is_final=True)
    first = Entrant.objects.filter(division=1, rank=1, excluded_at=None)
    over = first.filter(decides, season__status=SeasonStatus.OVER)
    return over.select_related("user", "season__league").order_by("pk")


def winners_by_season(seasons: Iterable[Season]) -> dict[int, list[Entrant]]:
    """Return the winners of the seasons that have any, by season id (one query)."""
    found: dict[int, list[Entrant]] = {}
    for entrant in winners().filter(season__in=[season.pk for season in seasons]):
        found.setdefault(entrant.season_id, []).append(entrant)
    return found


def winners_in_words(season: Season, won: Collection[Entrant]) -> str:
    """Return 'Iris won Season 2 of The Club.', or '' if nobody won."""
    if not won:
        return ""
    values = {"names": join_list([name_of_entrant(each) for each in won])}
    if len(won) > 1:
        sentence = _("%(names)s won %(what)s together.")
    else:
        sentence = _("%(names)s won %(what)s.")
    return sentence % {**values, "what": what_was_won(season)}


def own_victory_in_words(season: Season, won: Collection[Entrant]) -> str:
    """Return the sentence to one of the winners."""
    if len(won) > 1:
        return _("You share the victory in %(what)s!") % {"what": what_was_won(season)}
    return _("You won %(what)s!") % {"what": what_was_won(season)}


def what_was_won(season: Season) -> str:
    """Return the name of a tournament, or 'Season 2 of The Club'."""
    league: League = season.league
    if league.is_tournament:
        return league.name
    names: dict[str, Any] = {"season": season_name(season), "league": league.name}
    return _("%(season)s of %(league)s") % names


def titles_of(user: User) -> tuple[Title, ...]:
    """Return what a user has won, the latest first (two queries)."""
    own = list(winners().filter(user=user))
    shared = winners_by_season(entrant.season for entrant in own)
    titles = (
        Title(
            sentence=winners_in_words(entrant.season, shared[entrant.season_id]),
            url=f"{league_url(entrant.season.league)}?season={entrant.season.number}",
            won_at=entrant.season.ended_at,
        )
        for entrant in own[::-1]
    )
    return tuple(titles)
