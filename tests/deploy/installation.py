"""An installation as described by the systemd unit files, but without systemd.

Their commands run with the example file's settings, on a PostgreSQL and a Valkey of the
test. What systemd itself does, such as permissions and the order of units, is not
tested.
"""

import shlex
import socket
import subprocess
import sys
from configparser import RawConfigParser
from contextlib import ExitStack, closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

from config.launcher.broker import OwnBroker
from config.launcher.service import ask_health
from config.launcher.sockets import listen_on
from config.launcher.supervisor import Program
from tests.harness.environment import QUICK, ROOT, environment, free_port
from tests.harness.mail_server import open_mail_server
from tests.harness.servers import running
from tests.support.waiting import PATIENCE, wait_for

DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
#: The paths of programs in the unit files, and their paths here.
INSTALLED, HERE = "/srv/stoneage/.venv/bin/", f"{Path(sys.executable).parent}/"
#: Passes a socket with the given descriptor as systemd does (sd_listen_fds(3)).
HAND_ON = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); "
    "os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'}; "
    "os.execv(sys.argv[2], sys.argv[2:])"
)


def read_unit(name: str) -> RawConfigParser:
    """Return the sections of a unit file, with the exact spelling of options."""
    unit = RawConfigParser(strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((UNITS / name).read_text())
    return unit


def command_of(name: str, option: str = "ExecStart") -> list[str]:
    """Return the command of a service, or that of another option."""
    line = read_unit(f"stoneage-{name}.service")["Service"][option]
    return shlex.split(line.replace(INSTALLED, HERE).replace("%%", "%"))


def example_settings() -> dict[str, str]:
    lines = (DEPLOY / "stoneage.env.example").read_text().splitlines()
    pairs = [line.partition("=") for line in lines if not line.startswith("#")]
    return {name: value for name, _, value in pairs}


class Installation:
    """A database, a broker, the services of the units, and the proxy."""

    def __init__(self, directory: Path, database_url: str) -> None:
        self.directory = directory
        self.stack = ExitStack()
        self.mail_server = self.stack.enter_context(open_mail_server())
        broker = OwnBroker(directory)
        self.supervisor = self.stack.enter_context(running(broker))
        self.pages: socket.socket = self.stack.enter_context(listen_on("127.0.0.1", 0))
        self.web_at = f"127.0.0.1:{self.pages.getsockname()[1]}"
        self.address = f"http://localhost:{free_port()}"
        self.settings = environment(**example_settings() | QUICK) | {
            "SITE_URL": self.address,
            "SECRET_KEY": "of the tests",
            "DATABASE_URL": database_url,
            "BROKER_URL": broker.url,
            "EMAIL_URL": f"smtp://127.0.0.1:{self.mail_server.port}",
            "VAR_DIR": str(directory),
            "METRICS_TOKEN": "of-the-tests",
        }
        #: The folder of the version that is started next.
        self.root = ROOT
        self.web: Program | None = None
        self.workers: list[Program] = []

    def migrate(self, *to: str) -> None:
        """Apply the migrations, or migrate to a given one, and wait for the end."""
        self.run(command_of("migrate", "ExecStartPre"))
        self.run([*command_of("migrate"), *to])

    def run(self, command: list[str]) -> str:
        """Return the output of a command of the version that is started next."""
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.settings,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> "Installation":
        """Start the proxy and all services, in the order of the units."""
        self.migrate()
        self.start_web()
        for name in ("worker", "deadlines"):
            self.workers.append(self._program(name, command_of(name)))
            self.supervisor.add(self.workers[-1])
        self.supervisor.add(self._proxy())
        wait_for(self.is_well, step=0.2)
        return self

    def start_web(self) -> None:
        """Start the pages on the socket, which stays open without them."""
        number = self.pages.fileno()
        command = [sys.executable, "-c", HAND_ON, str(number), *command_of("web")]
        self.web = self._program("web", command, [number])
        self.web.start()
        self.stack.callback(self.web.stop, lambda: False)

    def stop_web(self) -> None:
        """Stop the pages as `systemctl stop` does, after running requests."""
        assert self.web is not None
        self.web.stop(lambda: False)

    def stop(self) -> None:
        """Let pages and workers finish their work, and stop them."""
        self.stop_web()
        for worker in self.workers:
            worker.stop(lambda: False)

    def start_again(self) -> None:
        """Start the pages and workers of the version at ``root``."""
        self.start_web()
        for worker in self.workers:
            worker.folder = self.root
            worker.start()

    def is_well(self) -> bool:
        """Return whether the pages report a healthy service, without the proxy."""
        host, port = self.pages.getsockname()
        with closing(HTTPConnection(host, port)) as connection, suppress(OSError):
            return ask_health(connection, self.address).status == HTTPStatus.OK
        return False

    def check_health(self) -> str:
        """Return the output of `check_health`."""
        command = [f"{HERE}python", "manage.py", "check_health", "--at", self.web_at]
        return self.run(command)

    def close(self) -> None:
        self.stack.close()

    def _program(
        self, name: str, command: list[str], inherited: tuple[int, ...] | list[int] = ()
    ) -> Program:
        log = self.directory / f"{name}.log"
        return Program(
            name,
            command,
            self.settings,
            folder=self.root,
            inherited=inherited,
            log=log,
            grace=60,
        )

    def _proxy(self) -> Program:
        """Caddy with the original file, but without its admin endpoint."""
        config = self.directory / "Caddyfile"
        config.write_text("{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text())
        own = {
            "SITE_ADDRESS": self.address,
            "WEB": self.web_at,
            "XDG_DATA_HOME": str(self.directory),
            "XDG_CONFIG_HOME": str(self.directory),
        }
        return Program(
            "caddy",
            ["caddy", "run", "--config", str(config)],
            self.settings | own,
            log=self.directory / "caddy.log",
        )
