"""A key for the site's log, games with heads in it, and a witness."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Game
from games.models.games import columns_of_terms
from stoneage_core.cli import witness as witness_command
from stoneage_core.cli.outcomes import Unusable
from stoneage_core.cli.witness import WitnessTask, run_witness
from stoneage_core.terms import Terms
from stoneage_core.transparency.notes import COSIGNATURE, signer_of
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


#: The key of a test's witness, and its vkey.
WITNESS = signer_of("witness.example", COSIGNATURE, bytes(range(32)))


class WitnessAtHand:
    """A witness with files in a folder, which reads the site with a test's client."""

    def __init__(self, client: Client, folder: Path, time: StandingTime) -> None:
        self.client, self.folder, self.time = client, folder, time
        (folder / "key").write_text(WITNESS.secret.hex())

    def fetch(self, address: str, content: bytes | None = None) -> bytes:
        if content is None:
            answer = self.client.get(address)
        else:
            answer = self.client.post(address, content, content_type="text/plain")
        if answer.status_code != 200:
            raise Unusable(f"{address} answers {answer.status_code}")
        return bytes(answer.content)

    def looks(self, **changed: Any) -> str:
        """Run the command once; return its output."""
        state, key = self.folder / "state", self.folder / "key"
        task = WitnessTask("", WITNESS.key.name, state, key)
        return run_witness(task._replace(**changed), clock=lambda: self.now)

    @property
    def now(self) -> int:
        """Return the Unix time for the witness and the site."""
        return int(self.time.now.timestamp())


@pytest.fixture
def witness(
    client: Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    time_stands: StandingTime,
    log_key: str,
) -> WitnessAtHand:
    """A witness that the operator trusts."""
    settings.TRANSPARENCY_WITNESSES = [WITNESS.key.vkey]
    at_hand = WitnessAtHand(client, tmp_path, time_stands)
    monkeypatch.setattr(witness_command, "_fetch", at_hand.fetch)
    return at_hand
