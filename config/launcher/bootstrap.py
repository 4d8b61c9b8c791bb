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
import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements"
OLDEST_PYTHON = (3, 11)
RUN, DEV = "run", "dev"
STARTED_AT = time.monotonic()
#: Seconds after which somebody who waits is told that a program is still at work.
REPORT_EVERY = 10


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
        install_requirements(needed)
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
    """Whether the caller has activated an environment that is not ours."""
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
    """Lock `.venv`, so that two first starts at once do not both fill it."""
    directory = os.open(str(REQUIREMENTS), os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def install_requirements(needed: str) -> None:
    """Fill `.venv` from `requirements/<needed>.txt`, unless that is done already.

    The development file contains the other, so installing it settles both.
    """
    if is_installed(needed):
        return
    say(f"Preparing {ENVIRONMENT}: some seconds, once per change of requirements/ ...")
    if not is_usable(ENVIRONMENT):
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
    return done == digest(needed) and is_usable(ENVIRONMENT)


def is_usable(environment: Path) -> bool:
    """
    Whether `.venv` is whole, and made for this version of Python.

    After an upgrade of the system's Python the packages are invisible to the new one;
    without `pyvenv.cfg` its Python would not know that it belongs to an environment.
    """
    return (
        packages_of(environment).is_dir()
        and os.access(python_of(environment), os.X_OK)
        and os.access(environment / "pyvenv.cfg", os.R_OK)
    )


def digest(name: str) -> str:
    """
    Return a digest of the pinned versions: `.venv` is filled again when it changes.
    """
    return hashlib.sha256((REQUIREMENTS / f"{name}.txt").read_bytes()).hexdigest()


def stamp(name: str) -> Path:
    return ENVIRONMENT / f"{name}.digest"


def python_of(environment: Path) -> Path:
    return program_of(environment, "python")


def program_of(environment: Path, name: str) -> Path:
    return environment / "bin" / name


def packages_of(environment: Path) -> Path:
    return environment / "lib" / f"python{dotted(sys.version_info[:2])}"


def create_environment() -> None:
    """Make an empty `.venv`, without pip: what fills it need not lie in it."""
    if not run(sys.executable, "-m", "venv", "--clear", "--without-pip", ENVIRONMENT):
        stop(f"The virtual environment {ENVIRONMENT} could not be created.")


def install_with_uv(needed: str) -> bool:
    """Install in seconds by uv: the one on PATH, else the pinned one, brought first."""
    uv = shutil.which("uv") or bring_uv()
    if uv is None:
        return False
    # Trust whom the system trusts, as pip does: companies have roots of their own.
    for name in ("UV_SYSTEM_CERTS", "UV_NATIVE_TLS"):
        os.environ.setdefault(name, "1")
    return run(
        *(uv, "pip", "install", "--quiet", "--python", python_of(ENVIRONMENT)),
        *("--require-hashes", "-r", REQUIREMENTS / f"{needed}.txt"),
    )


def bring_uv() -> Path | None:
    """Return the uv in `.venv`, installed there where it is missing; None if it fails.

    Quiet about a failure: pip is tried next, and says what is wrong.
    """
    uv = program_of(ENVIRONMENT, "uv")
    if not uv.exists():
        run(*pip_install("uv"), stderr=subprocess.DEVNULL)
    return uv if uv.exists() else None


def install_with_pip(needed: str) -> bool:
    return run(*pip_install(needed))


def pip_install(name: str) -> list[object]:
    """Return the command by which this Python's pip fills `.venv` from a file."""
    return [
        *(sys.executable, *pip(), "--python", python_of(ENVIRONMENT), "install"),
        *("--quiet", "--disable-pip-version-check", "--use-pep517"),
        *("--require-hashes", "-r", REQUIREMENTS / f"{name}.txt"),
    ]


def pip() -> list[object]:
    """Return the arguments that run pip: this Python's, else the one it carries along.

    Ends with a sentence where there is neither.
    """
    if importlib.util.find_spec("pip"):
        return ["-m", "pip"]
    carried = importlib.util.find_spec("ensurepip")
    kept = sysconfig.get_config_var("WHEEL_PKG_DIR")  # by Debian, for all its Pythons
    for folder in (carried and carried.submodule_search_locations) or ():
        for place in filter(None, (f"{folder}/_bundled", kept)):
            for wheel in Path(place).glob("pip-*.whl"):
                return [wheel / "pip"]
    stop(
        "This Python cannot install packages: it has no pip. On Debian or Ubuntu: "
        f"sudo apt install python{dotted(sys.version_info[:2])}-venv"
    )


def run(*command: object, stderr: int | None = None) -> bool:
    """Return whether a command succeeds; report every ten seconds that it runs."""
    with subprocess.Popen([str(part) for part in command], stderr=stderr) as process:
        while True:
            try:
                return process.wait(timeout=REPORT_EVERY) == 0
            except subprocess.TimeoutExpired:
                waited = time.monotonic() - STARTED_AT
                say(f"Still preparing it ({waited:.0f} s so far) ...")
            except BaseException:  # Ctrl-C
                process.kill()
                raise


def carry_on_inside(arguments: list[str]) -> NoReturn:
    python = str(python_of(ENVIRONMENT))
    os.execv(python, [python, *arguments])


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def stop(sentence: str) -> NoReturn:
    say(sentence)
    sys.exit(2)
