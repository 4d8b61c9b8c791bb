"""Witnesses cosign the site's log, and records prove that they are in it."""

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from config.monitoring.health import describe_failures, measure_database
from games.background import outgoing_http
from games.history.export import record_lines
from games.models import Attempt, Cosignature, Game
from games.tasks import push_checkpoints
from games.transparency.keys import check_keys
from games.transparency.logs import current_log
from games.transparency.sequencer import sequence_heads
from games.transparency.witnesses import WitnessFailed, silent_witnesses
from stoneage_core import audit
from stoneage_core.__main__ import main
from stoneage_core.audit.moments import parse_moment
from stoneage_core.transparency.notes import read_note
from tests.core.audit.record_forger import lines_of, record
from tests.core.transparency.test_notes import WITNESS
from tests.red_team.rogue import LATER, game_from
from tests.support.cosigning import Cosigner
from tests.support.servers.witness_server import DRIP, WitnessServer
from tests.support.standing_time import NOW, StandingTime
from tests.support.transparency import ask, logged_games, unix_time
from tests.support.triggers import without_triggers

pytestmark = pytest.mark.django_db


def log_vkey(client: Client) -> str:
    return client.get("/log/key").content.decode().strip()


@pytest.fixture
def kept(witness: WitnessServer, client: Client, tmp_path: Path) -> dict[str, Path]:
    """A game in the log that the witness signed: its record, an older checkpoint."""
    logged_games(3, version=2)
    sequence_heads(now=NOW)
    old = client.get("/log/checkpoint").content
    game = game_from("finished")
    sequence_heads(now=NOW)
    ask(witness, LATER)
    token = str(current_log()).rpartition("/")[2]
    proof = client.get(f"/log/{token}/consistency/3/4").content
    told = {
        "record": "".join(record_lines(Game.objects.get(pk=game.pk))).encode(),
        "old": old,
        "proof": proof,
    }
    for name, content in told.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in told}


def verified(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    """Run the verifier. Return its exit code and output."""
    code = main(["verify", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out + shown.err


def test_record_proves_its_place_in_the_log(
    kept: dict[str, Path], client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = ("--key", log_vkey(client), "--key", WITNESS.vkey)
    compared = ("--checkpoint", kept["old"], "--consistency", kept["proof"])
    code, said = verified(capsys, kept["record"], *keys, *compared)
    assert code == 0, said
    assert "Up to event 712 it is entry 4 of 4 in the" in said
    assert f"Signed by {current_log()}.\n" in said
    assert "Signed by witness.example, at 2027-" in said
    assert "All up to event 712 was there by 2027-" in said
    assert "It is the log whose 3 entries you, or somebody else, saw." in said
    code, said = verified(capsys, kept["record"])
    assert code == 0
    assert "The signatures of the log were not checked" in said
    assert "was not compared" in said


def test_unchecked_signature_gives_no_time(
    kept: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    missing = "cryptography.hazmat.primitives.asymmetric.ed25519"
    monkeypatch.setitem(sys.modules, missing, None)
    code, said = verified(capsys, kept["record"], "--key", WITNESS.vkey)
    assert code == 0, said
    assert "the library cryptography is missing: witness.example.\n" in said
    assert "was there by" not in said


def test_quotes_in_emails_are_compared_too(
    kept: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    root = kept["old"].read_text().split("\n")[2]
    proof = ("--consistency", kept["proof"])
    code, said = verified(capsys, kept["record"], "--tree", 3, root, *proof)
    assert code == 0, said
    other = root.swapcase()
    code, said = verified(capsys, kept["record"], "--tree", 3, other, *proof)
    assert code == 1
    assert "The log of the site is wrong: the proof does not lead" in said
    code, said = verified(capsys, kept["record"], "--tree", 4, root)
    assert code == 1
    assert "two roots for the same size" in said


def test_invalid_requests_are_explained(
    kept: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = tmp_path / "plain"
    plain.write_text(record("finished"))
    other = tmp_path / "other"
    other.write_text(kept["proof"].read_text().replace("old 3", "old 2", 1))
    aged = (kept["record"], "--checkpoint", kept["old"], "--consistency")
    for arguments, code, sentence in (
        ([kept["record"], "--consistency", kept["proof"]], 2, "needs --checkpoint"),
        ([kept["record"], "--checkpoint", kept["old"]], 2, "/consistency/3/4"),
        ([kept["record"], "--checkpoint", plain], 2, "plain: a note has"),
        ([plain, "--checkpoint", kept["old"]], 2, "has no log"),
        ([kept["record"], "--tree", "x", "y"], 2, "“x” is not a number of entries"),
        ([kept["record"], "--tree", 3, "y"], 2, "--tree: “y” is not a hash"),
        ([*aged, plain], 2, "plain: a proof has"),
        ([*aged, other], 2, "the proof begins at another size or log"),
    ):
        found, said = verified(capsys, *arguments)
        assert (found, sentence in said) == (code, True), said
    with pytest.raises(SystemExit):
        verified(capsys, kept["record"], "--key", "nobody")
    assert "is not a key" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        verified(capsys, *aged, kept["proof"], "--tree", 3, "y")
    assert "not allowed with argument --checkpoint" in capsys.readouterr().err


def test_record_with_a_wrong_place_is_detected(kept: dict[str, Path]) -> None:
    text = kept["record"].read_text()
    events, reasons, place = audit.split_record(text)
    assert audit.verify(text).finding is None
    cut = place.replace('"sequences":[712]', '"sequences":[711]')
    finding = audit.verify(events + reasons + cut).finding
    assert finding is not None
    assert (
        "the log of the site has other entries for this game"
        in str(finding.reason).lower()
    )
    for wrong in (
        *(place.replace('"log"', '"log" '), place + place, place[:-1], place[:90]),
        *(place.replace("[712]", each) for each in ("[]", "[0]", "[9,8]", "[713]")),
    ):
        assert audit.verify(events + reasons + wrong).finding is not None, wrong


def grow(games: int = 1) -> None:
    """Enter the heads of new games into the log."""
    logged_games(games, version=2)
    sequence_heads(now=NOW)


def test_witness_gets_each_new_checkpoint_once(
    witness: WitnessServer, client: Client, time_stands: StandingTime
) -> None:
    for games in (2, 1, 4):
        logged_games(games, version=2)
        push_checkpoints()
        push_checkpoints()
    assert witness.asked == [0, 2, 3]
    assert Cosignature.objects.count() == 3
    served = read_note(client.get("/log/checkpoint").content.decode())
    assert [each.name for each in served.signatures][1:] == ["witness.example"]
    assert "<strong>witness.example</strong>" in client.get("/log/").content.decode()
    assert not Attempt.objects.exists()


def test_cosignature_that_was_lost_on_its_way_is_made_up_for(
    witness: WitnessServer,
) -> None:
    """The witness remembers a checkpoint of which the site has no cosignature."""
    grow(3)
    ask(witness, NOW)
    with without_triggers():
        Cosignature.objects.all().delete()
    grow(2)
    ask(witness, NOW)
    assert witness.asked == [0, 0, 3]
    assert Cosignature.objects.get().checkpoint.size == 5


def drip(witness: WitnessServer) -> None:
    witness.drips = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"


def sign_with_another_key(witness: WitnessServer) -> None:
    witness.signer = Cosigner("witness.example", b"x" * 32)


def sign_badly(witness: WitnessServer) -> None:
    """Name the known key above a signature of something else."""
    line = witness.known.line("another.example/log\n1\nroot\n", unix_time(NOW))
    witness.says = 200, line.encode(), {}


def sign_another_root(witness: WitnessServer) -> None:
    """Answer with a whole checkpoint of another tree below ours."""
    text = f"{witness.log.split('+')[0]}\n1\n{'A' * 43}=\n"
    line = witness.known.line(text, unix_time(NOW))
    witness.says = 200, f"\n{text}\n{line}".encode(), {}


def remember_more_than_there_is(witness: WitnessServer) -> None:
    witness.seen = 99, b"x" * 32


def remember_another_tree(witness: WitnessServer) -> None:
    witness.seen = 1, b"x" * 32


def name_the_size_that_was_sent(witness: WitnessServer) -> None:
    witness.says = 409, b"0\n", {}


def name_a_broken_size(witness: WitnessServer) -> None:
    witness.says = 409, b"007\n", {}


def redirect(witness: WitnessServer) -> None:
    witness.says = 307, b"", {"Location": f"{witness.url}/elsewhere"}


def send_a_huge_body(witness: WitnessServer) -> None:
    witness.says = 200, "— a AAAAAAAA\n".encode() * 1_000_000, {}


def send_other_bytes(witness: WitnessServer) -> None:
    witness.says = 200, b"\xff\xfe\n", {}


def not_know_the_log(witness: WitnessServer) -> None:
    witness.log = "another.example/log" + witness.log[witness.log.index("+") :]


def know_another_key_of_the_log(witness: WitnessServer) -> None:
    witness.log = witness.log[: witness.log.index("+")] + WITNESS.vkey.removeprefix(
        "witness.example"
    )


@pytest.mark.parametrize(
    ("misbehave", "why"),
    [
        (drip, "it did not answer in time"),
        (sign_with_another_key, "not a signature of its key"),
        (sign_badly, "its signature is bad"),
        (sign_another_root, "not a signature of its key"),
        (remember_more_than_there_is, "it has cosigned 99 entries, and we have 2"),
        (remember_another_tree, "422: it says that our log did not only grow"),
        (name_the_size_that_was_sent, "409 without the size"),
        (name_a_broken_size, "409 without the size"),
        (redirect, "it answers 307"),
        (send_a_huge_body, "a note has"),
        (send_other_bytes, "its answer is not UTF-8"),
        (not_know_the_log, "404: it does not know our log"),
        (know_another_key_of_the_log, "403: it does not know the key"),
    ],
)
def test_hostile_answer_is_refused_in_time(
    misbehave: Callable[[WitnessServer], None],
    why: str,
    witness: WitnessServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outgoing_http, "ANSWER_SECONDS", 20 * DRIP)
    grow(2)
    misbehave(witness)
    began = time.monotonic()
    with pytest.raises(WitnessFailed, match=why):
        ask(witness, NOW)
    assert time.monotonic() - began < outgoing_http.PATIENCE[1]
    assert not Cosignature.objects.exists()


@pytest.mark.parametrize("minutes", [-2, 2])
def test_signature_of_another_time_is_refused(
    minutes: int, witness: WitnessServer
) -> None:
    """One from before the checkpoint existed, and one from the future."""
    grow(2)
    sign = witness.signer.line
    witness.signer.line = lambda text, seconds: sign(text, seconds + 60 * minutes)  # type: ignore[method-assign]
    with pytest.raises(WitnessFailed, match="the time of its signature is wrong"):
        ask(witness, NOW)


def test_failures_of_a_witness_are_counted_and_reported(
    witness: WitnessServer, time_stands: StandingTime
) -> None:
    grow(2)
    not_know_the_log(witness)
    push_checkpoints()
    push_checkpoints()  # it is paused now
    attempt = Attempt.objects.get()
    assert attempt.count == 1
    assert "witness.example: it answers 404" in attempt.error
    time_stands.now = NOW + timedelta(minutes=2)
    push_checkpoints()
    attempt.refresh_from_db()
    assert attempt.count == 2
    assert list(describe_failures(measure_database())) == []
    assert silent_witnesses(NOW + timedelta(minutes=59)) == []
    time_stands.now = NOW + timedelta(minutes=61)
    assert silent_witnesses(time_stands.now) == ["witness.example"]
    said = "".join(describe_failures(measure_database()))
    assert "grown for an hour without a cosignature of witness.example" in said


def test_setting_without_key_or_address_is_reported(settings: Settings) -> None:
    settings.TRANSPARENCY_KEYS = []
    for wrong in (
        WITNESS.vkey,
        f"{WITNESS.vkey} witness.example",
        "https://witness.example/",
        f"{Cosigner('x', b'y' * 32).vkey.replace('+', '+0', 1)} https://x.example/",
    ):
        settings.TRANSPARENCY_WITNESSES = [wrong]
        assert "games.E001" in [each.id for each in check_keys()], wrong
    settings.TRANSPARENCY_WITNESSES = [f"{WITNESS.vkey} https://witness.example/w"]
    assert "games.E001" not in [each.id for each in check_keys()]


def test_events_that_were_logged_late_are_named(
    witness: WitnessServer,
    client: Client,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A witness saw the log a day after the game's end, and the game was not in it."""
    logged_games(1, version=2)
    sequence_heads(now=NOW)
    ended = parse_moment(lines_of("finished")[-1]["recorded_at"])
    ask(witness, ended + timedelta(days=1))
    (tmp_path / "old").write_bytes(client.get("/log/checkpoint").content)
    game = game_from("finished")
    sequence_heads(now=NOW)
    token = str(current_log()).rpartition("/")[2]
    proof = client.get(f"/log/{token}/consistency/1/2").content
    (tmp_path / "proof").write_bytes(proof)
    text = "".join(record_lines(Game.objects.get(pk=game.pk)))
    (tmp_path / "record").write_text(text)
    code, said = verified(
        capsys,
        *(tmp_path / "record", "--key", log_vkey(client)),
        *("--checkpoint", tmp_path / "old", "--consistency", tmp_path / "proof"),
    )
    assert code == 0
    assert "were added late" not in said  # the witness is not known
    ask(witness, ended + timedelta(days=2))
    text = "".join(record_lines(Game.objects.get(pk=game.pk)))
    (tmp_path / "record").write_text(text)
    code, said = verified(
        capsys,
        *(tmp_path / "record", "--key", WITNESS.vkey),
        *("--checkpoint", tmp_path / "old", "--consistency", tmp_path / "proof"),
    )
    assert code == 0, said
    assert "Events 1 to 712 have times before that state of" in said
