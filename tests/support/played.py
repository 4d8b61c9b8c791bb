"""A whole game that is played once and then restored for other tests."""

from collections.abc import Mapping
from copy import copy

from django.db import models

from games.models import Game, GameSeed, Seat, StoredEvent, User
from notifications.models import OutgoingMail

#: The tables that playing writes, in the order of their references, and the column that
#: refers to the game.
WRITTEN: tuple[tuple[type[models.Model], str], ...] = (
    (Game, "id"),
    (GameSeed, "game_id"),
    (Seat, "game_id"),
    (StoredEvent, "game_id"),
    (OutgoingMail, "game_id"),
)


class KeptGame:
    """The rows of a finished game, and the addresses of its players."""

    def __init__(self, game: Game) -> None:
        self._game = game.pk
        self._rows = {
            model: list(model._base_manager.filter(**{column: game.pk}).order_by("pk"))
            for model, column in WRITTEN
        }
        players = User.objects.filter(seats__game=game.pk)
        self._emails = dict(players.values_list("pk", "email"))

    def has_room(self) -> bool:
        """Return whether this test has no rows with the ids of the game's."""
        return not any(
            model._base_manager.filter(pk__in=[row.pk for row in rows]).exists()
            for model, rows in self._rows.items()
        )

    def put_back(self) -> Game:
        """Insert the rows again, for the present users with the players' addresses."""
        pks = dict(User.objects.values_list("email", "pk"))
        people = {old: pks[email] for old, email in self._emails.items()}
        for model, rows in self._rows.items():
            again = [_copied(row, people) for row in rows]
            model._base_manager.bulk_create(again)
        return Game.objects.get(pk=self._game)


def _copied(row: models.Model, people: Mapping[int, int]) -> models.Model:
    """Return a row to insert, with the present users."""
    new = copy(row)
    new._state = copy(row._state)
    new._state.adding = True
    for field in row._meta.fields:
        if field.related_model is User and (old := getattr(row, field.attname)):
            setattr(new, field.attname, people[old])
    return new
