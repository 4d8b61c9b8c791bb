"""The whole addresses of pages, as mails, feeds and programs are told them."""

from django.conf import settings
from django.urls import reverse

from games.models import Game


def absolute_url(page: str, *args: object) -> str:
    """Return the address of a page by its name among the addresses of the site."""
    return f"{settings.SITE_URL}{reverse(page, args=args)}"


def game_url(game: Game) -> str:
    """Return the public address of a game's board."""
    return absolute_url("games:game", game.slug)


def result_url(game: Game) -> str:
    """Return the public address of a finished game's scoring."""
    return absolute_url("games:result", game.slug)
