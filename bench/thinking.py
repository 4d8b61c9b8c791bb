"""``python -m bench.thinking``: bots and the coach on a busy site, with and without C.

It runs the service with `manage.py up` twice, from a copy of this checkout: once with
the compiled model, and once where no C compiler is installed. Each time people load
pages and make moves, whose emails are sent, first alone and then while bots and the
coach think. It prints a Markdown table. Everything runs on this machine, the visitors
included; for two cores: ``taskset -c 0,1 python -m bench.thinking``.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psutil
from msgspec.structs import replace

from bench import load
from tests.harness.environment import ROOT
from tests.harness.service import Service

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import Game, Seat
    from notifications.models import OutgoingMail

#: Pages and moves a second, and the seconds without thinking.
PAGES, MOVES, ALONE = 8.0, 1.0, 30.0
#: How many questions the coach gets, and how many decisions each bot makes at least.
QUESTIONS, DECISIONS = 5, 4
BOTS = ("Antler", "Ash")
#: Seconds for one answer, after which the trial fails.
PATIENCE = 300.0
PACKAGES = ("config", "games", "notifications", "stoneage_core", "deploy")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking")
    parser.add_argument("--in", dest="checkout", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.checkout:
        for name, value in measure(options.checkout, plain=options.plain):
            print(f"{name}\t{value}", flush=True)
        return 0
    print(f"Load average {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores at first.")
    columns = [_column(plain=plain) for plain in (False, True)]
    print("\n| | compiled | without a compiler |\n| --- | --- | --- |")
    for name, value in columns[0].items():
        print(f"| {name} | {value} | {columns[1][name]} |")
    return 0


def _column(*, plain: bool) -> dict[str, str]:
    """Run one trial in a process of its own, because Django is set up only once."""
    with tempfile.TemporaryDirectory(prefix="stoneage-thinking-") as folder:
        checkout = Path(folder) / "checkout"
        copy_checkout(checkout, plain=plain)
        command = [sys.executable, "-m", "bench.thinking", "--in", str(checkout)]
        told = subprocess.run(
            [*command, *(["--plain"] if plain else [])],
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
    return dict(line.split("\t") for line in told.splitlines() if "\t" in line)


def copy_checkout(checkout: Path, *, plain: bool) -> None:
    skipped = ("__pycache__", ".compiling", *(["compiled_*"] if plain else []))
    for package in PACKAGES:
        ignored = shutil.ignore_patterns(*skipped)
        shutil.copytree(ROOT / package, checkout / package, ignore=ignored)
    for shared in ("templates", "locale", "requirements", "pyproject.toml"):
        (checkout / shared).symlink_to(ROOT / shared)
    shutil.copy(ROOT / "manage.py", checkout)


def tools_without_compilers(folder: Path) -> Path:
    """Return a folder with links to all programs on PATH but C compilers."""
    tools = folder / "tools"
    tools.mkdir()
    for directory in os.get_exec_path():
        for program in Path(directory).glob("*"):
            is_compiler = program.name.startswith(("cc", "gcc", "g++", "c++", "clang"))
            with suppress(FileExistsError):
                if not is_compiler:
                    (tools / program.name).symlink_to(program)
    return tools


def measure(checkout: Path, *, plain: bool) -> Iterator[tuple[str, str]]:
    """Yield the rows of a column: a name and figures."""
    service = Service(checkout.parent, UNDO_SECONDS="0")
    service.started_in = checkout
    if plain:
        service.settings["PATH"] = str(tools_without_compilers(checkout.parent))
    with _running(service):
        if not plain:
            service.manage("compile_opponents")
        visitors = Visitors(service)
        with sampled(lambda: memory_of(service)) as before, visitors.at_work():
            time.sleep(ALONE)
        quiet = visitors.figures()
        with sampled(lambda: memory_of(service)) as during, visitors.at_work():
            coach = [visitors.ask_coach() for _ in range(QUESTIONS)]
            bots = {name: visitors.seconds_of_bot(name) for name in BOTS}
            # Questions while a bot searches have to wait for it.
            behind = [visitors.ask_coach(behind=BOTS[-1]) for _ in range(QUESTIONS)]
        busy = visitors.figures()
        yield "the coach answers, s", _spread(coach)
        yield "the coach, while a bot searches, s", _spread(behind)
        for name, seconds in bots.items():
            yield f"{name} decides, s", _spread(seconds)
        for name in quiet:
            yield f"{name}, nobody thinks", quiet[name]
            yield f"{name}, while they think", busy[name]
        yield "memory of all processes, MB", f"{median(before):.0f}"
        yield "memory while they think, MB", f"{max(during):.0f}"


@contextmanager
def _running(service: Service) -> Iterator[None]:
    service.start()
    try:
        yield
    finally:
        service.stop()


def _spread(seconds: list[float]) -> str:
    return f"{median(seconds):.1f}, at most {max(seconds):.1f}"


def memory_of(service: Service) -> float:
    """Return the memory of all processes in MB; shared pages count in parts."""
    total = 0
    for process in service.processes():
        with suppress(psutil.Error):
            total += process.memory_full_info().pss
    return total / 1e6


@contextmanager
def sampled(figure: Callable[[], float]) -> Iterator[list[float]]:
    """Yield a list that gets a figure every two seconds until the end of the block."""
    found, is_over = list[float](), Event()

    def sample() -> None:
        while not is_over.wait(2.0):
            found.append(figure())

    thread = Thread(target=sample)
    thread.start()
    try:
        yield found
    finally:
        is_over.set()
        thread.join()


class Visitors:
    """People of a running service: they load pages, make moves and ask the coach."""

    def __init__(self, service: Service) -> None:
        import django

        told = next(
            process.environ()
            for process in service.processes()
            if "BROKER_URL" in process.environ()
        )
        names = ("BROKER_URL", "VAR_DIR", "DATABASE_URL", "SECRET_KEY", "SITE_URL")
        os.environ.update({name: told[name] for name in names if name in told})
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        django.setup()
        from bench import matches
        from games.now import database_now

        self._matches, self._now = matches, database_now
        self._port = urlsplit(service.address).port or 80
        self._game = self._new_game()
        # The workers need some seconds to start.
        _wait(lambda: self._sent().exists())
        self._over = Event()
        self._times, self._begun_at = list[float](), database_now()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Load pages and make moves until the end of the block."""
        self._over.clear()
        self._times, self._begun_at = [], self._now()
        threads = [Thread(target=self._load_pages), Thread(target=self._move)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    def _load_pages(self) -> None:
        page = load.get(f"/games/{self._game.slug}/", self._port)
        while not self._over.is_set():
            answers = load.send_paced([page] * int(PAGES), self._port, PAGES)
            self._times += answers.times

    def _move(self) -> None:
        from django.db import connections

        from games.models import Seat

        while not self._over.wait(1 / MOVES):
            if self._matches.awaited_seat(self._game) is None:
                self._game = self._new_game()
            # An email waits while its player looks at the game, and nobody does.
            Seat.objects.filter(game=self._game).update(looked_at=None)
            self._game = self._matches.played_on(self._game, decisions=1)
        connections.close_all()

    def _new_game(self) -> "Game":
        """Return a game of three people, whose emails are due at once."""
        from stoneage_core.time_control import DEFAULT

        return self._matches.invited_game(3, control=replace(DEFAULT, takeback=0))

    @staticmethod
    def _sent() -> "QuerySet[OutgoingMail]":
        from notifications.models import MailStatus, OutgoingMail

        return OutgoingMail.objects.filter(status=MailStatus.SENT)

    def figures(self) -> dict[str, str]:
        """Return the times of pages and emails since work began."""
        times_of_mails = self._sent().values_list("sent_at", "created_at")
        late = [
            (sent_at - created_at).total_seconds()
            for sent_at, created_at in times_of_mails.filter(
                created_at__gte=self._begun_at
            )
        ]
        times = [1000 * seconds for seconds in self._times]
        pages = f"{median(times):.0f}, 99 % in {quantiles(times, n=100)[98]:.0f}"
        return {
            "pages, ms": pages,
            "emails, s after the move": f"{_spread(late)} ({len(late)})",
        }

    def ask_coach(self, *, behind: str = "") -> float:
        """Return the seconds to an answer about a first placement in practice."""
        from games.models.seats import CoachedDecision
        from games.table.hints import ask_coach

        if behind:
            self._practice(behind, has_moved=True)
        seat = self._practice("Ochre")
        begun = time.monotonic()
        ask_coach(seat=seat, now=self._now())
        asked = CoachedDecision.objects.filter(seat=seat)
        _wait(lambda: asked.filter(moves__isnull=False).exists())
        return time.monotonic() - begun

    def seconds_of_bot(self, name: str) -> list[float]:
        """Return the seconds of a bot's decisions, each after a person's."""
        seconds = list[float]()
        seat = self._practice(name)
        while len(seconds) < DECISIONS:
            version = self._decide(seat)
            while not self._is_asked(seat):
                begun = time.monotonic()
                version = self._next_version(seat, version)
                seconds.append(time.monotonic() - begun)
        return seconds

    def _practice(self, bot: str, *, has_moved: bool = False) -> "Seat":
        """Return a person's seat in a game of three against two bots."""
        from games.lobby.new_games import create_game
        from games.log.table_rows import read_seats
        from stoneage_core.opponents.ladder import OPPONENTS
        from stoneage_core.terms import Terms

        host = self._game.host
        assert host is not None
        game = create_game(
            host=host,
            players=[str(host.email), OPPONENTS[bot], OPPONENTS[bot]],
            now=self._now(),
            terms=Terms(3, first_player=0),
        )
        seat = read_seats(game)[0]
        if has_moved:
            self._decide(seat)
        return seat

    def _decide(self, seat: "Seat") -> int:
        """Make a person's move; return the version of the game after it."""
        from games.log import positions
        from games.table.submit import submit_command
        from stoneage_core.autopilot import choose

        seat.game.refresh_from_db()
        submitted = submit_command(
            seat=seat,
            command=choose(positions.state_of(seat.game), seat.number),
            expected_version=seat.game.version,
            request_id=None,
            now=self._now(),
        )
        return submitted.game.version

    def _next_version(self, seat: "Seat", version: int) -> int:
        """Wait until a game is ahead of a version; return its version then."""

        def is_ahead() -> bool:
            seat.game.refresh_from_db()
            return seat.game.version > version

        _wait(is_ahead)
        return seat.game.version

    def _is_asked(self, seat: "Seat") -> bool:
        seat.refresh_from_db()
        return seat.awaited_version is not None


def _wait(is_done: Callable[[], bool]) -> None:
    """Poll until done; raise RuntimeError after a time-out."""
    end = time.monotonic() + PATIENCE
    while not is_done():
        if time.monotonic() > end:
            raise RuntimeError("nobody thought in time")
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
