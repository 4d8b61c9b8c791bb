"""The service in containers, started and maintained as docs/installing.md describes."""

import re
import secrets
import shlex
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.engine import Engine
from tests.harness.environment import QUICK, ROOT, free_port
from tests.harness.mail_server import MailServer

GUIDE = (ROOT / "docs" / "installing.md").read_text().partition("## Containers")[2]
CODE = ("config", "games", "notifications", "stoneage_core", "templates", "locale")
#: Additions of the tests to the compose file: other ports, an image built without the
#: containers' isolated network, and shorter waits.
BESIDE = """
services:
  migrate: {{build: {{network: host}}}}
  web: {{healthcheck: {{interval: 5s}}}}
  proxy: {{ports: !override ["127.0.0.1:{port}:443"]}}
  mails: {{ports: ["{mails_at}:2525"]}}
"""
#: The name that authenticates the senders of incoming mails.
AUTHORITY = "mx.example.org"
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"


def commands_of(words: str) -> Iterator[list[str]]:
    """Yield the arguments of each `docker` command after some words."""
    block = GUIDE.partition(words)[2].partition("```console")[2].partition("```")[0]
    for line in re.findall(r"docker (.+?)(?: &&|$)", block, re.MULTILINE):
        yield shlex.split(line)


class Containers:
    """A checkout whose compose file is used with the example's settings."""

    def __init__(self, engine: Engine, folder: Path, mail_server: MailServer) -> None:
        self.engine = engine
        self.root, self.folder = folder, folder / "deploy"
        port = free_port()
        self.address = f"https://localhost:{port}"
        self.mails_at = f"127.0.0.1:{free_port()}"
        for package in (*CODE, "requirements", "deploy"):
            shutil.copytree(ROOT / package, folder / package, ignore=without_compiled)
        for name in (".dockerignore", "manage.py"):
            shutil.copy(ROOT / name, folder)
        beside = BESIDE.format(port=port, mails_at=self.mails_at)
        (self.folder / "compose.override.yaml").write_text(beside)
        given = {
            "SITE_URL": self.address,
            "SITE_HOST": "localhost",
            "SECRET_KEY": secrets.token_hex(32),
            "DATABASE_PASSWORD": secrets.token_hex(16),
            "EMAIL_URL": f"smtp://{own_address()}:{mail_server.port}",
            "COMPOSE_PROFILES": "replies",
            "REPLY_TO": "play@stoneage.example.org",
            "AUTHSERV_ID": AUTHORITY,
        }
        lines = [f"{name}={value}\n" for name, value in (QUICK | given).items()]
        example = (self.folder / "stoneage.env.example").read_text()
        (self.folder / ".env").write_text(example + "".join(lines))

    def follow(self, words: str) -> str:
        """Run the guide's commands after some words; return their output."""
        return "".join(map(self._call, commands_of(words)))

    def _call(self, arguments: list[str]) -> str:
        if arguments[0] == "compose":
            return self.compose(*arguments[1:])
        return self.engine.run("docker", *arguments)

    def compose(self, *arguments: str) -> str:
        """Return what `docker compose` prints."""
        return self.engine.compose(*arguments, folder=self.folder)

    def save_root_certificate(self, file: Path) -> None:
        """Copy the root certificate of the proxy's own certificate authority."""
        self.compose("cp", f"proxy:{ROOT_CERTIFICATE}", str(file))

    def remove(self) -> None:
        """Remove containers, networks and volumes."""
        self.compose("down", "--volumes", "--timeout", "1")


@contextmanager
def set_up(
    engine: Engine, folder: Path, mail_server: MailServer
) -> Iterator[Containers]:
    """Yield a checkout that is ready to start; remove everything at the end."""
    containers = Containers(engine, folder, mail_server)
    try:
        yield containers
    finally:
        containers.remove()


def own_address() -> str:
    """Return this machine's address for containers; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])


def without_compiled(_folder: str, names: list[str]) -> set[str]:
    """Return the names that a fresh checkout lacks."""
    return {name for name in names if name.startswith(("__pycache__", "compiled_"))}
