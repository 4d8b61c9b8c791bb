"""A program that plays on SQLite while the disk fills up and files are removed.

``python -m tests.config.sqlite_accidents FOLDER`` prints, as JSON, the response to each
form, and the versions of the games before and after. A full disk is simulated by a
limit on file sizes. The process writes no byte code, because Python would leave
truncated files.
"""

import json
import os
import resource
import sys
from io import StringIO
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True

FOLDER = Path(sys.argv[1])
GAMES = 3
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "VAR_DIR": str(FOLDER),
    "SECRET_KEY": "for tests only",
    "BROKER_URL": "memory://",
    "UNDO_SECONDS": "0",
}
os.environ.pop("DATABASE_URL", None)


def main() -> None:
    """Play through one accident after the other, and print the results."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from bench import matches

    games = [matches.invited_game(2).pk for _ in range(GAMES)]
    report: dict[str, Any] = {"before": versions(games)}
    forms = [form_of(game) for game in games]
    _soft, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most))
    report["full"] = [send(*form) for form in forms]
    report["read while full"] = versions(games)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    report["room again"] = [send(*form)[0] for form in forms]
    report["after"] = versions(games)

    forms = [form_of(game) for game in games]
    away = FOLDER / "away"
    move_files(FOLDER, away)
    report["gone"] = [send(*form) for form in forms]
    move_files(away, FOLDER)
    report["back"] = [send(*form)[0] for form in forms]
    report["in the end"] = versions(games)
    checked = StringIO()
    call_command("check_streams", stdout=checked)
    report["checked"] = checked.getvalue()
    print(json.dumps(report))


def versions(games: list[int]) -> list[int]:
    """Return how many events each game has."""
    from games.models import Game

    return [Game.objects.get(pk=game).version for game in games]


def form_of(game: int) -> tuple[str, dict[str, str]]:
    """Return the path and fields of the next move of a game."""
    from bench import matches
    from bench.accept import fields
    from games.links.purposes import PLAY_LINK
    from games.models import Game
    from games.now import database_now

    seat = matches.awaited_seat(Game.objects.get(pk=game))
    assert seat is not None
    return f"/play/{PLAY_LINK.token(seat, now=database_now())}/", fields(seat)


def send(address: str, form: dict[str, str]) -> tuple[int, str]:
    """Send a form; return the status and the text of the page."""
    from django.test import Client

    browser = Client(headers={"Host": "127.0.0.1"}, raise_request_exception=False)
    answer = browser.post(address, form)
    return answer.status_code, answer.content.decode()


def move_files(source: Path, target: Path) -> None:
    """Move the database's files, replacing those at the target."""
    target.mkdir(exist_ok=True)
    for file in source.glob("stoneage.sqlite3*"):
        file.replace(target / file.name)


if __name__ == "__main__":
    main()
