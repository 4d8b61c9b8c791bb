"""
A release mends a rule and changes an event while a game is in progress.

The next release is made here: a copy of the code in which hunger costs 12 points, by a
second version of the rules, and the event of it has another form, by an upcaster. The
game is begun by this code and finished by the copy, on one database.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("stoneage_core", "games", "notifications", "config", "templates", "locale")

#: The release: in each file, a text and what comes in its place.
CHANGES = {
    "stoneage_core/rules_versions.py": [
        (
            "CHANGES: tuple[Sentences, ...] = ()",
            'CHANGES = (Sentences("From here on hunger costs 12 points."),)',
        )
    ],
    "stoneage_core/rules/feeding.py": [
        (
            "draft.record(TribeStarved(player, HUNGER_POINTS))",
            "points = HUNGER_POINTS if draft.state.rules_version == 1 else 12\n"
            "    draft.record(TribeStarved(player, points))",
        )
    ],
    "stoneage_core/events/feeding.py": [
        (
            "    player: Number\n    points: Count\n",
            "    player: Number\n    lost: Count\n",
        ),
        ('{"count": self.points}', '{"count": self.lost}'),
    ],
    "stoneage_core/evolve.py": [("- event.points", "- event.lost")],
    "stoneage_core/record/transcript.py": [
        ('f"- {event.points} points"', 'f"- {event.lost} points"')
    ],
    "stoneage_core/record/codec.py": [
        (
            "UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}",
            "def tribe_starved_v1_v2(data: dict[str, Any]) -> dict[str, Any]:\n"
            '    return {"lost" if k == "points" else k: v for k, v in data.items()}\n'
            "\n\nUPCASTERS: dict[str, tuple[Upcaster, ...]] = {\n"
            '    "TribeStarved": (tribe_starved_v1_v2,)\n}',
        )
    ],
}


class Played(NamedTuple):
    """The record of a game begun by this release, and as the next one finished it."""

    begun: Path
    finished: Path
    next_release: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("release")
    copied = folder / "next"
    for part in (*PARTS, "tests/release"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, copied / part, ignore=ignored)
    (copied / "tests/__init__.py").touch()
    for name, changes in CHANGES.items():
        file = copied / name
        text = file.read_text(encoding="utf-8")
        for before, after in changes:
            assert text.count(before) == 1, f"{name} has changed: {before}"
            text = text.replace(before, after)
        file.write_text(text, encoding="utf-8")
    result = Played(folder / "begun.jsonl", folder / "finished.jsonl", copied)
    run(ROOT, folder, "tests.release.play", "begin", result.begun)
    run(copied, folder, "tests.release.play", "finish", result.finished)
    return result


def run(code: Path, folder: Path, module: str, *arguments: object) -> str:
    """Run a module of a release, with data in a folder, and return what it prints."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DATABASE", "TEST_", "PYTEST", "CELERY", "BROKER"))
    }
    environment |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(folder),
        "PYTHONPATH": str(code),
        "DATABASE_URL": f"sqlite:///{folder / 'games.sqlite3'}",
        "BROKER_URL": "memory://",
        "THINKING": "off",
    }
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=code,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert module == "stoneage_core" or done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def events_of(record: Path) -> list[dict[str, Any]]:
    lines = map(json.loads, record.read_text(encoding="utf-8").splitlines())
    return [line["event"] | {"v": line["schema_version"]} for line in lines]


def test_the_game_goes_on_by_the_mended_rule_and_says_so(played: Played) -> None:
    begun, finished = events_of(played.begun), events_of(played.finished)
    assert finished[: len(begun)] == begun
    assert finished[len(begun)] == {"type": "RulesChanged", "version": 2, "v": 1}
    starved = [each for each in finished if each["type"] == "TribeStarved"]
    before = [(each["v"], each["points"]) for each in starved if "points" in each]
    after = [(each["v"], each["lost"]) for each in starved if "lost" in each]
    assert set(before) == {(1, 10)}
    assert set(after) == {(2, 12)}
    assert finished[-1]["type"] == "SeedRevealed"


@pytest.mark.parametrize("record", ["begun", "finished"])
def test_the_next_release_verifies_what_either_played(
    played: Played, record: str
) -> None:
    file = getattr(played, record)
    told = run(played.next_release, file.parent, "stoneage_core", "verify", file)
    assert "in order" in told.splitlines()[0]


def test_this_release_says_that_it_does_not_know_the_next_form(played: Played) -> None:
    begun = run(ROOT, played.begun.parent, "stoneage_core", "verify", played.begun)
    assert "in order" in begun.splitlines()[0]
    told = run(ROOT, played.begun.parent, "stoneage_core", "verify", played.finished)
    assert "TribeStarved, schema version 2, is unreadable" in told
    assert "this engine does not know that version" in told


def test_people_read_what_was_mended(played: Played) -> None:
    file = played.finished
    told = run(played.next_release, file.parent, "stoneage_core", "transcript", file)
    assert "From here on hunger costs 12 points." in told
