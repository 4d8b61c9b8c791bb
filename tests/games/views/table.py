"""A table whose time stands still, and forms as the turn page sends them."""

from typing import Any

from django.test import Client

from games.models import Game, StoredEvent
from tests.support.pages import page, play_path, text_of


def act(client: Client, game: Game, number: int, action: str, **form: object) -> Any:
    """Send one of the page's forms by the seat's link."""
    return client.post(play_path(game, number), {"action": action, **form})


def shown(client: Client, game: Game, number: int) -> str:
    """What the turn page of a seat says."""
    return text_of(page(client, play_path(game, number)))


def types(game: Game) -> list[str]:
    rows = StoredEvent.objects.filter(game=game).order_by("sequence")
    return list(rows.values_list("type", flat=True))


def last_decision(game: Game, number: int) -> int:
    made = StoredEvent.objects.filter(game=game, decided_by=number)
    return made.exclude(command="").latest("sequence").sequence
