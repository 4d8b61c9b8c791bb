"""A key for the site's log, games with heads in it, and a witness."""

from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django.fixtures import Settings

from games.background import outgoing_http
from games.models import Game
from games.models.games import columns_of_terms
from games.transparency.keys import signers_of, witnesses
from games.transparency.logs import lock_log
from games.transparency.witnesses import ask_witness, id_of
from stoneage_core.terms import Terms
from tests.support.servers.witness_server import WitnessServer, witness_server
from tests.support.standing_time import NOW, StandingTime

#: 32 bytes each, in URL-safe base64.
KEY, OTHER_KEY = "A" * 43, "B" * 42 + "A"
_NUMBERS = count()


@pytest.fixture
def log_key(settings: Settings, tmp_path: Path) -> str:
    """Enable the log, with its own folder for published files."""
    settings.TRANSPARENCY_KEYS, settings.VAR_DIR = [KEY], tmp_path
    return KEY


def logged_games(number: int, version: int = 0) -> list[Game]:
    """Return games that are only rows, whose streams end after a given event."""
    return [
        Game.objects.create(
            slug=f"{next(_NUMBERS):010d}".translate(str.maketrans("01", "ab")),
            **columns_of_terms(Terms(2)),
            created_at=NOW,
            version=version,
            head="f" * 64 if version else "",
        )
        for _ in range(number)
    ]


@pytest.fixture
def witness(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    time_stands: StandingTime,
    log_key: str,
    db: None,
) -> Iterator[WitnessServer]:
    """A witness that the operator trusts, which knows the site's log."""
    guard = outgoing_http.GUARDED.config
    monkeypatch.setattr(guard, "ip_filter_allow_loopback_ips", True)
    with transaction.atomic():
        log = lock_log(now=NOW)
    (key,) = signers_of(log.origin)
    with witness_server(key.key.vkey, unix_time(time_stands.now)) as server:
        settings.TRANSPARENCY_WITNESSES = [server.setting]
        yield server


def unix_time(moment: datetime) -> int:
    return int(moment.timestamp())


def ask(witness: WitnessServer, now: datetime) -> bool:
    """Let the witness cosign the newest checkpoint at a time."""
    witness.now = unix_time(now)
    (known,) = witnesses()
    return ask_witness(id_of(known), now)
