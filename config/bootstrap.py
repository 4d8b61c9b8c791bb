"""Prepare `.venv` where needed, and carry on inside it.

Runs before anything is installed, so it imports the standard library only and avoids
syntax newer than Python 3.7: an old Python must get as far as the sentence about its
age.

Somebody who has activated a virtual environment of their own has made their choice:
it is used as it is. Everybody else gets `.venv` beside `manage.py`, filled from the
hash-checked files in `requirements/` and filled again only when those change.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements"
OLDEST_PYTHON = (3, 11)
RUN, DEV = "run", "dev"


def prepare(arguments: list[str]) -> None:
    """Return inside an environment that has what the command needs.

    May replace this process by one in `.venv`; ends it with one sentence on standard
    error and exit code 2 where that is impossible.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    require_python(sys.version_info[:2])
    read_directory_option(arguments)
    if in_own_environment():
        require_django()
        return
    needed = DEV if arguments[1:2] == ["test"] else RUN
    with only_one_at_a_time():
        install(needed)
    if not in_project_environment():
        carry_on_inside(arguments)


def require_python(version: tuple[int, ...]) -> None:
    if version < OLDEST_PYTHON:
        stop(
            f"Stone Age by Mail needs Python {dotted(OLDEST_PYTHON)} or newer; "
            f"this is Python {dotted(version)}. Start it with a newer one, "
            "for example: python3.11 manage.py up"
        )


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in version)


def read_directory_option(arguments: list[str]) -> None:
    """Let `up --var DIR` choose the directory before the settings are read."""
    if arguments[1:2] != ["up"]:
        return
    for position, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--var":
            value = value if equals else "".join(arguments[position + 1 : position + 2])
            if value:
                os.environ["VAR_DIR"] = str(Path(value).resolve())


def in_project_environment() -> bool:
    return Path(sys.prefix).resolve() == ENVIRONMENT.resolve()


def in_own_environment() -> bool:
    """Has the caller activated an environment that is not ours?"""
    return sys.prefix != sys.base_prefix and not in_project_environment()


def require_django() -> None:
    if importlib.util.find_spec("django") is None:
        stop(
            f"The active virtual environment {sys.prefix} lacks Django. Install "
            "requirements/run.txt in it, or deactivate it and let manage.py make "
            "its own."
        )


@contextlib.contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Two first starts at once must not both fill `.venv`."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    directory = os.open(str(REQUIREMENTS), os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def install(needed: str) -> None:
    """Fill `.venv` from `requirements/<needed>.txt`, unless that is done already.

    The development file contains the other, so installing it settles both.
    """
    if is_installed(needed):
        return
    say(f"Preparing {ENVIRONMENT}: half a minute, once per change of requirements/ ...")
    if not python_of(ENVIRONMENT).exists():
        create_environment()
    if not (install_with_uv(needed) or install_with_pip(needed)):
        stop(
            f"The packages of requirements/{needed}.txt could not be installed; "
            "the reason stands above."
        )
    for name in {RUN, needed}:
        stamp(name).write_text(digest(name))


def is_installed(needed: str) -> bool:
    try:
        done = stamp(needed).read_text()
    except OSError:
        return False
    return done == digest(needed) and python_of(ENVIRONMENT).exists()


def digest(name: str) -> str:
    """The pinned versions in one word: `.venv` is filled again when it changes."""
    return hashlib.sha256((REQUIREMENTS / f"{name}.txt").read_bytes()).hexdigest()


def stamp(name: str) -> Path:
    return ENVIRONMENT / f"{name}.digest"


def python_of(environment: Path) -> Path:
    folder, suffix = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return environment / folder / ("python" + suffix)


def create_environment() -> None:
    uv = shutil.which("uv")
    if uv and run(
        *(uv, "venv", "--quiet", "--clear", "--python", sys.executable, ENVIRONMENT)
    ):
        return
    if importlib.util.find_spec("ensurepip") is None:
        stop(
            "This Python cannot make virtual environments: its package for that is "
            "missing. On Debian or Ubuntu: "
            f"sudo apt install python{dotted(sys.version_info[:2])}-venv"
        )
    if not run(sys.executable, "-m", "venv", "--clear", ENVIRONMENT):
        stop(f"The virtual environment {ENVIRONMENT} could not be created.")


def install_with_uv(needed: str) -> bool:
    uv = shutil.which("uv")
    if uv is None:
        return False
    # Trust whom the system trusts, as pip does: companies have roots of their own.
    for name in ("UV_SYSTEM_CERTS", "UV_NATIVE_TLS"):
        os.environ.setdefault(name, "1")
    return run(
        *(uv, "pip", "install", "--quiet", "--python", python_of(ENVIRONMENT)),
        *("--require-hashes", "-r", REQUIREMENTS / f"{needed}.txt"),
    )


def install_with_pip(needed: str) -> bool:
    python = python_of(ENVIRONMENT)
    has_pip = any(ENVIRONMENT.glob("[Ll]ib/**/site-packages/pip"))
    if not has_pip and not run(python, "-m", "ensurepip"):
        return False
    return run(
        *(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--use-pep517", "--require-hashes", "-r", REQUIREMENTS / f"{needed}.txt"),
    )


def run(*command: object) -> bool:
    return subprocess.call([str(part) for part in command]) == 0


def carry_on_inside(arguments: list[str]) -> NoReturn:
    command = [str(python_of(ENVIRONMENT)), *arguments]
    if os.name == "nt":  # there, exec returns to the shell before we are done
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def stop(sentence: str) -> NoReturn:
    say(sentence)
    sys.exit(2)
