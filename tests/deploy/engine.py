"""Docker's engine for the duration of a test, and stand-ins for foreign images.

It uses its own folder and changes no firewall: containers reach only each other and
this machine. Builds use this machine's network.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from config.launcher.supervisor import CannotStart, Program, Supervisor

STAND_INS = Path(__file__).parent / "stand_ins"
#: The images that deploy/ uses, by the stages that replace them.
IMAGES = {
    "python": "python:3.13-slim-trixie",
    "postgres": "postgres:17",
    "valkey": "valkey/valkey:9",
    "caddy": "caddy:2.11",
}
DEBIAN = "debian:trixie-slim"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
#: Files of a running Docker, whose network ours would break.
BRIDGE = Path("/sys/class/net/docker0")
COMPOSE = "/usr/libexec/docker/cli-plugins/docker-compose"
#: A Debian from which Compose is extracted, with this machine's trusted certificates.
BOOTSTRAP = (
    *("mmdebstrap", "--quiet", "--variant=minbase"),
    "--include=ca-certificates,docker-compose",
    "--dpkgopt=path-exclude=/usr/share/doc/*",
    "--dpkgopt=path-exclude=/usr/share/locale/*",
    "--dpkgopt=force-unsafe-io",
    f"--customize-hook=copy-in {CERTIFICATES} {Path(CERTIFICATES).parent}",
)


class NoEngine(Exception):
    """This machine cannot run containers or lacks Debian; the message says why."""


class Engine:
    """A `dockerd` that keeps everything in one folder, and Compose."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "DOCKER_HOST": f"unix://{folder}/socket"}
        self.program = Program(
            "dockerd",
            [
                *("dockerd", f"--host=unix://{folder}/socket"),
                *(f"--data-root={folder}/data", f"--exec-root={folder}/run"),
                *(f"--pidfile={folder}/pid", "--oom-score-adjust=0"),
                *("--bridge=none", "--iptables=false", "--ip6tables=false"),
                "--ip-forward=false",
            ],
            log=folder / "log",
            grace=60,
        )

    def answers(self) -> bool:
        """Return whether the engine is running."""
        asked = ["docker", "version"]
        done = subprocess.run(asked, env=self.environment, capture_output=True)
        return done.returncode == 0

    def run(self, *command: str | Path, folder: Path | None = None) -> str:
        """Return the output of a command that uses this engine."""
        done = subprocess.run(
            command,
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def compose(self, *arguments: str, folder: Path) -> str:
        """Return the output of `docker compose` in a folder."""
        return self.run(self.folder / "docker-compose", *arguments, folder=folder)

    def bring_debian(self) -> None:
        """Create a Debian image, and extract Compose from it."""
        root = self.folder / "debian.tar"
        taken = f"--customize-hook=copy-out {COMPOSE} {self.folder}"
        self.run(*BOOTSTRAP, taken, "trixie", root)
        self.run("docker", "import", root, DEBIAN)
        root.unlink()

    def make_stand_ins(self) -> None:
        """Build the stand-ins for foreign images from Debian."""
        for stage, image in IMAGES.items():
            build = ("docker", "build", "--network=host", f"--target={stage}")
            self.run(*build, f"--tag={image}", STAND_INS)


@contextmanager
def open_engine() -> Iterator[Engine]:
    """
    Run an engine with the images; leave no process, mount or file behind.

    Raises NoEngine.
    """
    if BRIDGE.exists():
        raise NoEngine("Docker's engine runs here already.")
    folder = Path(tempfile.mkdtemp(prefix="stoneage-"))
    engine = Engine(folder)
    supervisor = Supervisor(say=print)
    try:
        try:
            supervisor.add(engine.program)
            supervisor.wait_until(engine.answers)
            engine.bring_debian()
        except (CannotStart, AssertionError) as error:
            raise NoEngine(error) from error
        engine.make_stand_ins()
        yield engine
    finally:
        supervisor.stop()
        unmount(folder)
        shutil.rmtree(folder)


def unmount(folder: Path) -> None:
    """Unmount everything below a folder, the innermost first."""
    mounted = {part.mountpoint for part in psutil.disk_partitions(all=True)}
    within = [each for each in mounted if folder in Path(each).parents]
    for each in sorted(within, key=len, reverse=True):
        with suppress(subprocess.CalledProcessError):
            subprocess.run(["umount", "--lazy", each], check=True)
