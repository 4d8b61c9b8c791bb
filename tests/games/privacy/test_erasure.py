"""Erased data is in no file of an SQLite database."""

import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games.accounts.users import user_for_email
from games.lobby.new_games import create_game
from games.models import Game
from games.privacy.forgetting import forget_user
from notifications.models import Channel, IncomingMail, Reading
from notifications.privacy import prune_incoming_mails
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("sqlite"),
]

ADDRESS = "zyxwanda@trust.example"


def files() -> Iterator[Path]:
    """Return the file of the database and those beside it."""
    main = Path(str(connection.settings_dict["NAME"]))
    return main.parent.glob(f"{main.name}*")


def found_in() -> list[str]:
    return [file.name for file in files() if ADDRESS.encode() in file.read_bytes()]


@pytest.fixture
def game(db: None, now: datetime) -> Game:
    host = user_for_email(email=ADDRESS, now=now)
    return create_game(host=host, players=[ADDRESS, DEFAULT_OPPONENT], now=now)


def test_no_file_contains_the_erased_address(game: Game, now: datetime) -> None:
    assert game.host is not None
    assert found_in()
    forget_user(user=game.host, now=now)
    assert found_in() == []


def test_no_file_contains_the_address_after_pruning(game: Game, now: datetime) -> None:
    IncomingMail.objects.create(
        message_id="<quotes@other.example>",
        recipient="play@stoneage.example",
        channel=Channel.SMTP,
        reading=Reading.IGNORED,
        source=ADDRESS.encode(),
        received_at=now,
        due_at=now,
    )
    assert game.host is not None
    forget_user(user=game.host, now=now)
    assert found_in()
    prune_incoming_mails(now=now + timedelta(days=settings.INCOMING_MAIL_DAYS + 1))
    assert found_in() == []


def test_erasure_does_not_fail_while_the_database_is_read(
    game: Game, now: datetime
) -> None:
    """In that case the next erasure truncates the log."""
    reader = sqlite3.connect(str(connection.settings_dict["NAME"]))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM games_user").fetchone()
    connection.cursor().execute("PRAGMA busy_timeout=50")
    try:
        assert game.host is not None
        forget_user(user=game.host, now=now)
    finally:
        reader.close()
        connection.cursor().execute("PRAGMA busy_timeout=20000")
    forget_user(user=user_for_email(email="other@x.example", now=now), now=now)
    assert found_in() == []


def test_deleted_data_is_overwritten() -> None:
    built_otherwise = sqlite3.connect(":memory:")
    built_otherwise.execute("PRAGMA secure_delete=OFF")
    built_otherwise.executescript(
        settings.DATABASES["default"]["OPTIONS"]["init_command"]
    )
    assert built_otherwise.execute("PRAGMA secure_delete").fetchone() == (1,)
