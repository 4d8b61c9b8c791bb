"""A friend of the site follows its log by a command."""

import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.test import Client

from games.models import Checkpoint, Game
from games.transparency import sequencer
from games.transparency.logs import current_log
from games.transparency.sequencer import sequence_heads
from stoneage_core.__main__ import main
from stoneage_core.cli import monitor
from stoneage_core.cli.monitor import run_monitor
from stoneage_core.cli.outcomes import Refuted, Unusable
from stoneage_core.transparency.checkpoints import TreeHead
from stoneage_core.transparency.notes import ED25519, signer_of
from tests.core.transparency.test_notes import WITNESS
from tests.support.serving import serving
from tests.support.standing_time import NOW
from tests.support.transparency import logged_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def state(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_key: str
) -> Path:
    """The file of a monitor, which reads the site with a test's client."""

    def fetch(address: str) -> bytes:
        answer = client.get(address)
        if answer.status_code != 200:
            raise Unusable(f"{address} answers {answer.status_code}")
        return bytes(answer.content)

    monkeypatch.setattr(monitor, "_fetch", fetch)
    return tmp_path / "state"


def grow(games: int) -> None:
    logged_games(games, version=2)
    sequence_heads(now=NOW)


def forge(size: int) -> str:
    """Sign and publish a checkpoint of another tree, and return it."""
    log = current_log()
    assert log is not None
    forged = str(sequencer._signed(TreeHead(log.origin, size, b"x" * 32)))
    Checkpoint.objects.create(log=log, size=size, note=forged, made_at=NOW)
    return forged


def test_log_that_only_grew_is_followed(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grow(2)
    assert f"{current_log()} has 2 entries, 2 of them new." in run_monitor("", state)
    grow(3)
    assert main(["monitor", "", "--state", str(state)]) == 0
    said = capsys.readouterr().out
    assert "has 5 entries, 3 of them new." in said
    assert "It only grew, and no game has two histories." in said


def test_proof_of_a_second_history_is_kept(state: Path) -> None:
    grow(2)
    run_monitor("", state)
    before = state.read_bytes()
    forged = forge(3)
    log = current_log()
    assert log is not None
    log.leaves.create(index=2, game=Game.objects.all()[0], sequence=9, data="[]")
    with pytest.raises(Refuted, match="The log is wrong: entry 2: a leaf cannot be"):
        run_monitor("", state)
    assert state.read_bytes() == before
    assert state.with_name("state.refused").read_text() == forged
    with pytest.raises(Refuted, match="the log signed both checkpoints"):
        run_monitor("", state)
    state.unlink()
    with pytest.raises(Refuted, match=r"Keep \S+state\.refused: the log signed it\.\n"):
        run_monitor("", state)


def test_only_the_given_key_is_trusted(state: Path, client: Client) -> None:
    grow(1)
    other = signer_of(str(current_log()), ED25519, b"x" * 32).key.vkey
    with pytest.raises(Refuted, match="is not signed by") as refused:
        run_monitor("", state, vkey=other)
    assert "the log signed" not in str(refused.value)
    with pytest.raises(Unusable, match="is not a key of"):
        run_monitor("", state, vkey=WITNESS.vkey)
    shown = client.get("/log/key").content.decode().strip()
    assert "1 entry, 1 of them new" in run_monitor("", state, vkey=shown)


def test_two_runs_cannot_be_shown_two_histories(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow log that answers only when the next run has begun."""
    grow(1)
    fetch, refusals = monitor._fetch, []

    def wait(address: str) -> bytes:
        with pytest.raises(Unusable, match="another run holds") as refused:
            run_monitor("", state)
        refusals.append(refused)
        return fetch(address)

    monkeypatch.setattr(monitor, "_fetch", wait)
    run_monitor("", state)
    assert refusals


def test_state_that_changed_during_a_run_is_not_overwritten(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files on some network drives cannot be locked."""
    grow(1)
    run_monitor("", state)
    fetch, other = monitor._fetch, state.read_bytes() + b" "

    def meanwhile(address: str) -> bytes:
        state.write_bytes(other)
        return fetch(address)

    grow(1)
    monkeypatch.setattr(monitor, "_fetch", meanwhile)
    with pytest.raises(Unusable, match="was changed during this run"):
        run_monitor("", state)
    assert state.read_bytes() == other


class _Dripping(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(b"2")
                time.sleep(0.02)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def test_log_that_drips_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitor, "LONGEST_RUN", 0.5)
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), _Dripping)) as server:
        server.daemon_threads = True
        url = f"http://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(Unusable, match=r"took more than 0\.5 seconds"):
            run_monitor(url, tmp_path / "state")


def test_unusable_files_and_addresses_are_explained(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Unusable, match="answers 404"):
        run_monitor("", state)  # there is no log yet
    state.write_text("[]")
    grow(1)
    with pytest.raises(Unusable, match="is not a valid state"):
        run_monitor("", state)
    with pytest.raises(Unusable, match="cannot write"):
        run_monitor("", state / "below" / "a-file")
    monkeypatch.undo()
    with pytest.raises(Unusable, match="cannot fetch"):
        run_monitor("http://127.0.0.1:1", state.with_name("other"))
