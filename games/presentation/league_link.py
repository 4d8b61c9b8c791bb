"""The league that a game is part of, for the pages of the game."""

from dataclasses import dataclass

from django.urls import reverse

from games.models import Game, League


@dataclass(frozen=True)
class LeagueLink:
    """A league: what it is called, and the path of its page."""

    name: str
    url: str


def league_link(game: Game) -> LeagueLink | None:
    """Return the league of a game, None for a game of its own. One query."""
    league = League.objects.filter(seasons__games=game.pk).first()
    if league is None:
        return None
    return LeagueLink(league.name, reverse("games:league", args=[league.slug]))
