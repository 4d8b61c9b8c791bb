"""A key for the site's log, and games whose heads come into it."""

from itertools import count
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from games.models import Game
from tests.support.standing_time import NOW

#: 32 bytes each, in URL-safe base64.
KEY, OTHER_KEY = "A" * 43, "B" * 42 + "A"
_NUMBERS = count()


@pytest.fixture
def log_key(settings: Settings, tmp_path: Path) -> str:
    """Let there be a log, with a folder of its own for what was published."""
    settings.TRANSPARENCY_KEYS, settings.VAR_DIR = [KEY], tmp_path
    return KEY


def logged_games(number: int, version: int = 0) -> list[Game]:
    """Return games that are nothing but rows, whose logs end after some event."""
    return [
        Game.objects.create(
            slug=f"{next(_NUMBERS):010d}".translate(str.maketrans("01", "ab")),
            seat_count=2,
            tie_break="sequential",
            created_at=NOW,
            version=version,
            head="f" * 64 if version else "",
        )
        for _ in range(number)
    ]
