"""The sample game: what visitors can step through and review before anybody plays.

Bots played it. Every site has the same record, imported with the tables of the
database. It is in no list of games, is not rated, and is not counted.
"""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connection
from django.db.models.signals import post_migrate

from games.history.importing import store_game
from games.models import Game
from games.models.games import SAMPLE_SLUG
from games.now import database_now
from stoneage_core import audit

RECORD = Path(__file__).with_name("sample.jsonl")


def add_sample_game(now: datetime) -> None:
    """Import the sample game, which our tests have verified. Idempotent."""
    if not Game.objects.filter(slug=SAMPLE_SLUG).exists():
        store_game(audit.read(RECORD.read_text("utf-8")), now)


def add_after_migrating(sender: Any, **_: Any) -> None:
    """Add the game unless SAMPLE_GAME is off or the tables were just removed."""
    has_tables = Game._meta.db_table in connection.introspection.table_names()
    if settings.SAMPLE_GAME and has_tables:
        add_sample_game(database_now())


def connect(app: AppConfig) -> None:
    post_migrate.connect(add_after_migrating, sender=app, dispatch_uid="sample game")
