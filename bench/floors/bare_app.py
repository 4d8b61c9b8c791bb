"""The floor of accepting a move: a Django service that only stores it.

It has no middleware, sign-in or rules: it locks the game, inserts an event and a row of
the outbox, and updates the game with the ORM in one transaction. ``python -m
bench.floors.bare_app`` creates the tables; ``config.web`` serves ``application``.
DATABASE_URL names the database.
"""

import json
import random
from typing import ClassVar

from django.http import HttpRequest, HttpResponse

from bench.minimal_django import set_up

GAMES = 1_000

set_up(__name__)

from django.db import connection, models, transaction  # noqa: E402 - needs the above
from django.urls import path  # noqa: E402


class BareGame(models.Model):
    """The part of a game that a move updates."""

    version = models.IntegerField(default=0)
    turn = models.SmallIntegerField(default=0)
    deadline = models.DateTimeField(null=True)
    status = models.CharField(max_length=10, default="active")

    objects: ClassVar[models.Manager["BareGame"]] = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return str(self.pk)


class BareEvent(models.Model):
    game = models.ForeignKey(BareGame, on_delete=models.CASCADE)
    seq = models.IntegerField()
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["BareEvent"]] = models.Manager()

    class Meta:
        app_label = "bench"
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="bench_gs")]

    def __str__(self) -> str:
        return str(self.seq)


class BareMail(models.Model):
    """An unsent mail."""

    game = models.ForeignKey(BareGame, on_delete=models.CASCADE)
    kind = models.CharField(max_length=20)
    to = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager["BareMail"]] = models.Manager()

    class Meta:
        app_label = "bench"

    def __str__(self) -> str:
        return self.kind


def move(request: HttpRequest) -> HttpResponse:
    """Store a move."""
    body = json.loads(request.body)
    with transaction.atomic():
        game = BareGame.objects.select_for_update().get(pk=random.randint(1, GAMES))
        game.version += 1
        game.turn = (game.turn + 1) % 4
        BareEvent.objects.create(game=game, seq=game.version, data=body)
        BareMail.objects.create(game=game, kind="your_turn", to="p@example.org")
        game.save(update_fields=["version", "turn"])
    return HttpResponse(str(game.version))


urlpatterns = [path("move", move)]


def make_tables() -> None:
    """Create the tables and the games."""
    with connection.schema_editor() as editor:
        for model in (BareGame, BareEvent, BareMail):
            editor.create_model(model)
    BareGame.objects.bulk_create(BareGame() for _ in range(GAMES))


if __name__ == "__main__":
    make_tables()
else:
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()
