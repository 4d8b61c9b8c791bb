"""Every shell command in the documents runs in a test, or has a reason not to."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    ROOT / "bench/RESULTS.md",
]
GOLDEN = ROOT / "tests/golden/records"

#: Commands that this module runs, and what is replaced in them: placeholders, and long
#: series of games, of which the first are enough.
RUN_HERE: dict[str, dict[str, str]] = {
    "python -m stoneage_core simulate --players 4 --games 100 --seed 7": {"100": "2"},
    "python -m stoneage_core replay game.jsonl --at 120": {},
    "python -m stoneage_core verify game.jsonl --head HASH": {
        "HASH": "3467a4d0ac822f092553de1794b56e55736115b2fb9fdffc8ca15ce6d2517807"
    },
    "python -m stoneage_core verify FILE --opponents": {
        "FILE": str(GOLDEN / "finished.jsonl")
    },
    'python -m stoneage_core match "exec:python bot.py,random"': {"$": " --games 2"},
    "openssl rand 32 | basenc --base64url | tr -d =": {},
    "install -m 600 stoneage.env.example .env": {},
    "printf 'DATABASE_PASSWORD=%s\\nSITE_HOST=\\n' "
    '"$(openssl rand -hex 16)" >> .env': {},
    'export SECRET_KEY="$(openssl rand -hex 32)" BEHIND_PROXY=on': {},
    "export SITE_URL=https://stoneage.example "
    "EMAIL_URL=smtp+tls://user:password@mail.example:587": {},
}
#: Beginnings of commands, and the test or script that runs them.
RUN_BY = {
    "python3 manage.py up": "tests/config/test_up.py",
    "python3 manage.py test": ".ci/run",
    ".ci/run": ".github/workflows/ci.yml",
    ".ci/long": ".github/workflows/long.yml",
    ".ci/dates": ".ci/long",
    ".ci/containers": ".ci/long",
    ".ci/site": "tests/test_site.py",
    ".ci/audit": ".github/workflows/audit.yml",
    "git clone": ".ci/run",
    ".venv/bin/python manage.py update_translations": ".ci/run",
    ".venv/bin/python manage.py compile_opponents": "tests/config/test_compiling.py",
    "python manage.py compile_opponents": "tests/config/test_compiling.py",
    "stoneage check": "tests/deploy/test_systemd.py",
    "stoneage mail_doctor": "tests/notifications/doctor/test_command.py",
    "stoneage sign_in_link": "tests/games/moderation/test_traces.py",
    "stoneage backup": "tests/config/test_backup.py",
    "stoneage drill": "tests/config/test_backup.py",
    "STONEAGE_DIR=/srv/stoneage-new stoneage drill": "tests/config/test_backup.py",
    "docker": "tests/deploy/__main__.py",
    "python manage.py migrate": "tests/deploy/test_systemd.py",
    "python manage.py serve": "tests/deploy/test_systemd.py",
    "celery": "tests/deploy/test_systemd.py",
    "python manage.py backup": "tests/config/test_backup.py",
    "python manage.py drill": "tests/config/test_backup.py",
    "python manage.py restore": "tests/config/test_backup.py",
    "python manage.py check_streams": "tests/deploy/test_systemd.py",
    "python manage.py check --database": "tests/release/test_documented_upgrade.py",
    "export DATABASE_URL=": "tests/release/test_documented_upgrade.py",
    ".ci/release": "tests/release/test_release_command.py",
    "pg_basebackup": "tests/deploy/test_point_in_time.py",
    "python manage.py mail_doctor": "tests/notifications/doctor/test_command.py",
    "python manage.py receive_mails": "tests/notifications/inbox/test_commands.py",
    "python -m stoneage_core monitor": "tests/core/transparency/test_monitor.py",
    "TRANSPARENCY_WITNESSES=": "tests/games/transparency/test_witnessing.py",
    "python -m stoneage_core verify tests/golden/": "tests/test_disputes.py",
    "sed ": "tests/test_disputes.py",
    "python -m stoneage_core verify k3v9-record.jsonl --origin": (
        "tests/games/history/test_what_if.py"
    ),
    "python -m stoneage_core match": "tests/core/opponents/test_matches.py",
    "python -m stoneage_core train": "tests/core/opponents/test_training.py",
    "python -m tests.faults": ".ci/long",
    "python -m tests.attacks": "tests/test_attacks_command.py",
    "python -m bench": "tests/test_bench.py",
    "MAIL_ALBUM=": "tests/support/mail_album.py",
    "curl ": "tests/games/api/test_tokens.py",
    "openapi-python-client": "tests/games/api/test_generated_client.py",
    "npx openapi-typescript": "tests/clients/__main__.py",
}
#: Beginnings of commands that no test runs, and why.
NOT_RUN = {
    "apt ": "It changes the machine; .ci/install does the same for the tests.",
    "useradd": "It changes the machine.",
    "runuser -u postgres": "It needs a PostgreSQL that belongs to the machine.",
    "install ": "It writes to /etc and /usr; the next test looks for the file.",
    "cp -r deploy/": "It writes to /etc; the next test looks for the file.",
    "cp deploy/": "It writes to /etc; the next test looks for the file.",
    "systemctl": "It needs a running systemd; tests/deploy runs the units' commands.",
    "editor": "A person edits the file.",
    "mkdir -p /etc/": "It writes to /etc.",
    "printf '[Service]": "It writes to /etc.",
    "rm -r /srv/": "It removes what the commands before it made.",
    "git pull": "It needs a newer version at its origin.",
    "/usr/bin/python3 manage.py version": "It fills .venv, as every command does.",
    "uvx": "It needs a package index; tests/config/test_wheel.py uses pip.",
    "pipx": "It needs a package index; tests/config/test_wheel.py uses pip.",
}
#: In an indented block of code, the beginning of a shell command.
PROGRAM = re.compile(r"(?:[A-Z_]+=\S+ )?(?:python3? |\.ci/|\.venv/)")


def commands_in(page: str) -> list[str]:
    """Return the shell commands of a page, without their comments."""
    found, fence = [], ""
    for line in re.sub(r"\\\n\s*", "", page).splitlines():
        if mark := re.match(r" *```(\w*)", line):
            fence = "" if fence else mark[1] or "text"
        elif fence == "console" and (typed := re.match(r" *[$#] (.+)", line)):
            found.append(typed[1])
        elif not fence and (indented := re.match(r" {4,}(\S.*)", line)):
            found += [indented[1]] if PROGRAM.match(indented[1]) else []
    return [re.split(r"\s+# ", command)[0].strip() for command in found]


COMMANDS = sorted({each for page in PAGES for each in commands_in(page.read_text())})
WORDS = "\n".join(page.read_text() for page in PAGES)


def parts_of(command: str) -> list[str]:
    """Return the commands of a line that are joined by `&&`, without `cd`."""
    parts = [part.strip() for part in command.split("&&")]
    return [part for part in parts if not part.startswith("cd ")]


def covered_by(part: str, table: dict[str, str]) -> list[str]:
    return [beginning for beginning in table if part.startswith(beginning)]


def test_documents_have_commands() -> None:
    assert len(COMMANDS) > 50


@pytest.mark.parametrize("command", COMMANDS)
def test_command_runs_in_a_test_or_has_a_reason_not_to(command: str) -> None:
    assert command in RUN_HERE or all(
        covered_by(part, RUN_BY) or covered_by(part, NOT_RUN)
        for part in parts_of(command)
    )


def test_tables_have_only_commands_of_the_documents() -> None:
    parts = [part for command in COMMANDS for part in parts_of(command)]
    needed = {b for part in parts for b in covered_by(part, RUN_BY | NOT_RUN)}

    assert set(RUN_HERE) - set(COMMANDS) == set()
    assert (set(RUN_BY) | set(NOT_RUN)) - needed == set()


@pytest.mark.parametrize("place", sorted(set(RUN_BY.values())))
def test_what_runs_a_command_exists(place: str) -> None:
    assert (ROOT / place).is_file()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the commands name."""
    shutil.copy(GOLDEN / "finished.jsonl", tmp_path / "game.jsonl")
    shutil.copy(ROOT / "deploy/stoneage.env.example", tmp_path)
    [bot] = re.findall(
        r"```python\n(import json\n.*?)```",
        (ROOT / "docs/opponents.md").read_text(),
        re.DOTALL,
    )
    (tmp_path / "bot.py").write_text(bot)
    return tmp_path


@pytest.mark.parametrize("command", RUN_HERE)
def test_command_succeeds(command: str, folder: Path) -> None:
    for placeholder, value in RUN_HERE[command].items():
        command = re.sub(placeholder, value, command)
    command = re.sub(r"\bpython\b", shlex.quote(sys.executable), command)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_copied_files_exist() -> None:
    copied = re.findall(r"\b(?:cp|install)\b.*? (deploy/[\w./-]+)", "\n".join(COMMANDS))

    assert copied
    assert [each for each in copied if not (ROOT / each).exists()] == []


#: `manage.py NAME --option`, also as the command of an installation. Django answers
#: `version` itself, and `test` gives its options to pytest.
MANAGED = re.compile(
    r"(?:manage\.py|`stoneage) (?!version|test\b)([a-z_]+)([^`\n|&;]*)"
)


@pytest.mark.parametrize("name", sorted({name for name, _ in MANAGED.findall(WORDS)}))
def test_named_management_command_has_the_options(name: str) -> None:
    command = load_command_class(get_commands()[name], name)
    parser: ArgumentParser = command.create_parser("manage.py", name)
    written = "".join(rest for given, rest in MANAGED.findall(WORDS) if given == name)
    options = set(re.findall(r"(?<=\s)--[\w-]+", written))

    assert options <= {o for a in parser._actions for o in a.option_strings}
