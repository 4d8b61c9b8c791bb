"""The real service, as `manage.py up` runs it, in a directory of its own."""

import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil

from tests.harness.environment import ROOT, environment, free_port
from tests.harness.site import Site
from tests.support.waiting import PATIENCE

#: What the command lines of the programs say, and what we call them.
WORDS = {
    "config.web": "web",
    "worker --without-gossip": "worker",
    "--queues deadlines": "deadlines",
    "receive_mails": "mails",
    "valkey-": "broker",
}


class Service(Site):
    """
    One `manage.py up` on one directory and port; it may be started again.

    An ``installed`` command is started in place of `manage.py`.
    """

    def __init__(
        self, directory: Path, *, installed: Path | None = None, **settings: str
    ) -> None:
        super().__init__(directory)
        self.command = [sys.executable, "manage.py"]
        self.started_in = ROOT
        if installed is not None:
            # In the checkout, its code would be imported instead of the package's.
            self.command, self.started_in = [str(installed)], self.directory
        self.settings = settings
        self.port = free_port()
        self.mails_at = ""  # HOST:PORT, where replies come in
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Return when the service says that it is ready; takes some seconds."""
        options = ["--var", str(self.directory), "--port", str(self.port)]
        with self.log_file.open("a") as log:
            self.process = subprocess.Popen(
                [*self.command, "up", *options],
                cwd=self.started_in,
                env=environment(**self.settings),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self.address = self._read_welcome(r"http://[\w.:]+")
        self.mails_at = self._read_welcome(r"SMTP at ([\w.:]+:\d+)")
        return self

    def manage(self, *arguments: str) -> str:
        """Run a command on the service’s data; return what it says."""
        told = {"VAR_DIR": str(self.directory), "SITE_URL": self.address}
        return subprocess.run(
            [*self.command, *arguments],
            cwd=self.started_in,
            env=environment(**self.settings | told),
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    def stop(self) -> None:
        """Stop as Ctrl-C does; whatever should be left after that is ended too."""
        self.print_open_mails()
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.communicate(timeout=PATIENCE)
        self.kill()
        for process in self.processes():
            with suppress(psutil.Error):
                process.kill()

    def bring_mails(self) -> None:
        """Leave it to the workers."""

    def kill(self) -> None:
        """`kill -9` the supervisor alone."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.communicate()

    def processes(self) -> list[psutil.Process]:
        """Return the service's living processes, without the supervisor."""
        own = self.process.pid if self.process else None
        return [
            process
            for process in psutil.process_iter()
            if process.pid != own and self._is_mine(process)
        ]

    def programs(self) -> dict[str, list[psutil.Process]]:
        """Return the processes of each program that is alive, by its name."""
        found: dict[str, list[psutil.Process]] = {}
        for process in self.processes():
            with suppress(psutil.Error):
                line = " ".join(process.cmdline())
                for word, name in WORDS.items():
                    if word in line:
                        found.setdefault(name, []).append(process)
        return found

    def broker_url(self) -> str:
        """Return the address of the service's own broker."""
        return str(self.programs()["web"][0].environ()["BROKER_URL"])

    def _read_welcome(self, wanted: str) -> str:
        """Read on to the line with what is wanted, and return the last part of it."""
        assert self.process is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(wanted, line):
                return found[found.re.groups]
        raise AssertionError(self.log())

    def _is_mine(self, process: psutil.Process) -> bool:
        """
        Whether a process is of this service, by its directory or, for the broker, its
        cwd.
        """
        with suppress(psutil.Error):
            if process.status() == psutil.STATUS_ZOMBIE:
                return False
            told = process.environ().get("VAR_DIR") == str(self.directory)
            return told or self.directory in Path(process.cwd()).parents
        return False
