"""A table whose time stands still, and forms as the turn page sends them."""

from typing import Any

from django.test import Client

from games.models import Game, StoredEvent
from tests.support.pages import (
    page,
    play_path,
    question_on,
    seat_path,
    seen,
    text_of,
    values_of,
)

#: What the forms of the table ask for; all others stand on the page of the seat.
AT_THE_TABLE = {"take-back", "return", "here", "place-ahead", "coach"}


def act(client: Client, game: Game, number: int, action: str, **form: object) -> Any:
    """Send one of the forms of a seat by its link."""
    at_the_table = action in AT_THE_TABLE
    path = play_path(game, number) if at_the_table else seat_path(game, number)
    return client.post(path, {"action": action, **seen(game), **form})


def shown(client: Client, game: Game, number: int) -> str:
    """What the turn page of a seat says."""
    return text_of(page(client, play_path(game, number)))


def arranged(client: Client, game: Game, number: int) -> str:
    """What the page of a seat says."""
    return text_of(page(client, seat_path(game, number)))


def asked(client: Client, game: Game, number: int) -> str:
    """What the turn page of a seat asks."""
    return question_on(page(client, play_path(game, number)))


def offered(client: Client, game: Game, number: int) -> set[str]:
    """Return the actions of all forms on a seat's two pages."""
    pages = (play_path(game, number), seat_path(game, number))
    return {each for path in pages for each in values_of(page(client, path), "action")}


def last_decision(game: Game, number: int) -> int:
    made = StoredEvent.objects.filter(game=game, decided_by=number)
    return made.moves().latest("sequence").sequence
