"""Witnesses sign the site's log, and records prove that they are in it."""

import re
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from games.history.export import record_lines
from games.models import Checkpoint, Cosignature, Game
from games.transparency import sequencer
from games.transparency.logs import current_log
from games.transparency.sequencer import sequence_heads
from stoneage_core import audit
from stoneage_core.__main__ import main
from stoneage_core.audit.moments import parse_moment
from stoneage_core.cli import witness as witness_command
from stoneage_core.cli.outcomes import Refuted, Unusable
from stoneage_core.cli.witness import WitnessTask, run_witness
from stoneage_core.transparency import notes
from stoneage_core.transparency.checkpoints import TreeHead
from tests.core.audit.record_forger import lines_of, record
from tests.red_team.rogue import LATER, game_from
from tests.support.standing_time import NOW
from tests.support.transparency import WITNESS, WitnessAtHand, logged_games

#: The last signature of a note, without its end.
CHECKED = re.compile(r"(— witness.*).{5}\n$")

pytestmark = pytest.mark.django_db


def log_vkey(client: Client) -> str:
    return client.get("/log/key").content.decode().strip()


@pytest.fixture
def kept(witness: WitnessAtHand, tmp_path: Path) -> dict[str, Path]:
    """A game in the log that the witness signed: its record, an older checkpoint."""
    logged_games(3, version=2)
    sequence_heads(now=NOW)
    old = witness.client.get("/log/checkpoint").content
    game = game_from("finished")
    sequence_heads(now=NOW)
    witness.time.now = LATER
    witness.looks()
    token = str(current_log()).rpartition("/")[2]
    proof = witness.client.get(f"/log/{token}/consistency/3/4").content
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
    kept: dict[str, Path], witness: WitnessAtHand, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = ("--key", log_vkey(witness.client), "--key", WITNESS.key.vkey)
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
    code, said = verified(capsys, kept["record"], "--key", WITNESS.key.vkey)
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
        ([kept["record"], "--tree", "x", "y"], 2, "'x' is not a number of entries"),
        ([kept["record"], "--tree", 3, "y"], 2, "--tree: 'y' is not a hash"),
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


def test_site_keeps_signatures_of_known_witnesses(
    witness: WitnessAtHand, client: Client, settings: Settings
) -> None:
    logged_games(2, version=2)
    sequence_heads(now=NOW)
    told = witness.looks()
    assert f"Signed 2 entries of {current_log()}, as {WITNESS.key.vkey}.\n" in told
    assert "The site accepted it." in told
    witness.looks()  # stored only once
    (kept,) = Cosignature.objects.all()
    assert kept.witness == "witness.example"
    assert int(kept.signed_at.timestamp()) == witness.now
    served = client.get("/log/checkpoint").content.decode()
    assert len(notes.read_note(served).signatures) == 2
    page = client.get("/log/").content.decode()
    assert "<strong>witness.example</strong>" in page
    note = str(notes.read_note(served))
    invalid = CHECKED.sub(r"\1AAAA=\n", note)
    late = WITNESS.cosign(served.split("\n\n")[0] + "\n", 2**40)
    for body, status in (
        ("nonsense", 400),
        (note.replace("\n2\n", "\n9\n"), 404),
        (note.replace("— witness.example ", "— stranger.example "), 403),
        (invalid, 400),
        (f"{served.split('— witness')[0]}{late.line}", 400),
    ):
        answer = client.post("/log/cosignatures/", body, content_type="text/plain")
        assert answer.status_code == status, answer.content
    assert Cosignature.objects.count() == 1
    assert client.get("/log/cosignatures/").status_code == 405
    settings.TRANSPARENCY_WITNESSES = []
    assert "The site did not accept it" in witness.looks()


def test_witness_keeps_the_proof_of_a_second_history(
    witness: WitnessAtHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_games(2, version=2)
    sequence_heads(now=NOW)
    witness.looks()
    before = (tmp_path / "state").read_bytes()
    log = current_log()
    assert log is not None
    forged = str(sequencer._signed(TreeHead(log.origin, 3, b"x" * 32)))
    Checkpoint.objects.create(log=log, size=3, note=forged, made_at=NOW)
    log.leaves.create(index=2, game=Game.objects.all()[0], sequence=9, data="[]")
    with pytest.raises(Refuted, match="Not signed: entry 2: a leaf cannot be read"):
        witness.looks()
    assert (tmp_path / "state").read_bytes() == before
    assert (tmp_path / "state.refused").read_text() == forged
    with pytest.raises(Refuted, match="the log signed both checkpoints"):
        witness.looks()
    (tmp_path / "state").unlink()
    with pytest.raises(Refuted, match=r"Keep \S+state\.refused: the log signed it\.\n"):
        witness.looks()


@pytest.mark.parametrize(
    ("key", "missing", "sentence"),
    [
        ("folder", "nothing", "cannot read"),
        ("file/key", "nothing", "cannot write"),
        ("key", "cryptography.hazmat.primitives.asymmetric.ed25519", "is missing"),
    ],
)
def test_witness_without_a_key_says_why(
    key: str,
    missing: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.setitem(sys.modules, missing, None)
    task = WitnessTask("", "a.example/w", tmp_path / "state", tmp_path / key)
    with pytest.raises(Unusable, match=sentence):
        run_witness(task, clock=lambda: 0)


def test_witness_trusts_only_the_given_key(witness: WitnessAtHand) -> None:
    logged_games(1, version=2)
    sequence_heads(now=NOW)
    origin = str(current_log())
    other = notes.signer_of(origin, notes.ED25519, b"x" * 32).key.vkey
    with pytest.raises(Refuted, match="is not signed by") as refused:
        witness.looks(vkey=other)
    assert "the log signed" not in str(refused.value)
    with pytest.raises(Unusable, match="is not a key of"):
        witness.looks(vkey=WITNESS.key.vkey)
    assert "The site accepted it." in witness.looks(vkey=log_vkey(witness.client))


def test_busy_witness_signs_nothing_else_meanwhile(
    witness: WitnessAtHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a slow log could show another past to the next run."""
    logged_games(1, version=2)
    sequence_heads(now=NOW)
    refusals = []

    def drip(address: str, content: bytes | None = None) -> bytes:
        with pytest.raises(Unusable, match="another run holds") as refused:
            witness.looks()
        refusals.append(refused)
        return witness.fetch(address, content)

    monkeypatch.setattr(witness_command, "_fetch", drip)
    assert "Signed 1 entry" in witness.looks()
    assert refusals
    monkeypatch.setattr(witness_command, "_fetch", witness.fetch)
    assert "Signed 1 entry" in witness.looks()


def test_command_witnesses_another_installation(
    witness: WitnessAtHand, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="answers 404"):
        call_command("witness", "http://x.example", name="a.example/w")
    logged_games(1, version=2)
    sequence_heads(now=NOW)
    call_command("witness", "", name="a.example/w")
    assert (
        "The site did not accept it" in capsys.readouterr().out
    )  # it knows no such witness
    assert (tmp_path / "witness" / "witness.json").exists()
    state = ("--state", str(tmp_path / "s"), "--secret", str(tmp_path / "k"))
    assert main(["witness", "", "--name", "bad name", *state]) == 2
    assert "is not a valid name of a key" in capsys.readouterr().err


def test_events_that_were_logged_late_are_named(
    witness: WitnessAtHand, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A witness saw the log a day after the game's end, and the game was not in it."""
    logged_games(1, version=2)
    sequence_heads(now=NOW)
    ended = parse_moment(lines_of("finished")[-1]["recorded_at"])
    witness.time.now = ended + timedelta(days=1)
    witness.looks()
    (tmp_path / "old").write_bytes(witness.client.get("/log/checkpoint").content)
    game = game_from("finished")
    sequence_heads(now=NOW)
    token = str(current_log()).rpartition("/")[2]
    proof = witness.client.get(f"/log/{token}/consistency/1/2").content
    (tmp_path / "proof").write_bytes(proof)
    text = "".join(record_lines(Game.objects.get(pk=game.pk)))
    (tmp_path / "record").write_text(text)
    code, said = verified(
        capsys,
        *(tmp_path / "record", "--key", log_vkey(witness.client)),
        *("--checkpoint", tmp_path / "old", "--consistency", tmp_path / "proof"),
    )
    assert code == 0
    assert "were added late" not in said  # the witness is not known
    witness.time.now = ended + timedelta(days=2)
    witness.looks()
    text = "".join(record_lines(Game.objects.get(pk=game.pk)))
    (tmp_path / "record").write_text(text)
    code, said = verified(
        capsys,
        *(tmp_path / "record", "--key", WITNESS.key.vkey),
        *("--checkpoint", tmp_path / "old", "--consistency", tmp_path / "proof"),
    )
    assert code == 0, said
    assert "Events 1 to 712 have times before that state of" in said
