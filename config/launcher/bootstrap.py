"""Prepare `.venv` if needed, and continue inside it.

This runs before anything is installed, so it imports only the standard library and
avoids syntax newer than Python 3.7: an old Python must get as far as the message about
its age.

An active virtual environment is used as it is. Otherwise `.venv` beside `manage.py` is
filled from the hash-checked files in `requirements/`, and again only when those change.
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
#: Seconds between messages that a program is still running.
REPORT_EVERY = 10


def prepare(arguments: list[str]) -> None:
    """
    Return inside an environment that has what the command needs.

    This may replace the process by one in `.venv`. If that is impossible it ends with
    one sentence on standard error and exit code 2.
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
    """Set VAR_DIR from `up --var DIR` before the settings are read."""
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
    """Return whether an environment other than `.venv` is active."""
    return sys.prefix != sys.base_prefix and not in_project_environment()


def require_django() -> None:
    if importlib.util.find_spec("django") is None:
        stop(
            f"The active virtual environment {sys.prefix} lacks Django. Install "
            "requirements/run.txt in it, or deactivate it and let manage.py create "
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
    """
    Fill `.venv` from `requirements/<needed>.txt`, unless that is done already.

    The development file includes the other one.
    """
    if is_installed(needed):
        return
    if not os.access(str(ENVIRONMENT.parent), os.W_OK):
        stop(
            f"{ENVIRONMENT} is incomplete, or this user cannot run its Python. Run "
            f"`python3 manage.py version` as the owner of {ENVIRONMENT.parent}, with a "
            "Python that all users can run."
        )
    say(f"Preparing {ENVIRONMENT}: some seconds after each change of requirements/ ...")
    if not is_usable(ENVIRONMENT):
        create_environment()
    if not (install_with_uv(needed) or install_with_pip(needed)):
        stop(
            f"The packages of requirements/{needed}.txt could not be installed; "
            "the reason is printed above."
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
    Return whether `.venv` is complete and made for this version of Python.

    After an upgrade of the system's Python, the new one does not see the packages;
    without `pyvenv.cfg` its Python would not use the environment at all.
    """
    return (
        packages_of(environment).is_dir()
        and os.access(python_of(environment), os.X_OK)
        and os.access(environment / "pyvenv.cfg", os.R_OK)
    )


def digest(name: str) -> str:
    """Return a digest of the pinned versions, to notice changes."""
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
    """Create an empty `.venv` without pip; packages are installed from outside."""
    if not run(sys.executable, "-m", "venv", "--clear", "--without-pip", ENVIRONMENT):
        stop(f"The virtual environment {ENVIRONMENT} could not be created.")
    python = Path(sys.executable).resolve()
    is_trial = sys.argv[1:2] in ([], ["up"], ["test"])
    if os.geteuid() == 0 and not is_trial and not can_be_run_by_others(python):
        say(
            f"Other users cannot run {python}, which {ENVIRONMENT} uses. If the "
            "service shall run as another user, use a Python that they can run: "
            f"rm -r {ENVIRONMENT} && /usr/bin/python3 manage.py version"
        )


def can_be_run_by_others(program: Path) -> bool:
    """Return whether every user may run a program and open the folders above it."""
    return all(each.stat().st_mode & 0o001 for each in (program, *program.parents))


def install_with_uv(needed: str) -> bool:
    """Install in seconds with uv: the one on PATH, or else the pinned one."""
    uv = shutil.which("uv") or bring_uv()
    if uv is None:
        return False
    # Trust the system's certificates, as pip does, because companies have their own.
    for name in ("UV_SYSTEM_CERTS", "UV_NATIVE_TLS"):
        os.environ.setdefault(name, "1")
    return run(
        *(uv, "pip", "install", "--quiet", "--python", python_of(ENVIRONMENT)),
        *("--require-hashes", "-r", REQUIREMENTS / f"{needed}.txt"),
    )


def bring_uv() -> Path | None:
    """
    Return the uv in `.venv`, installing it first if needed; None if that fails.

    A failure prints nothing: pip is tried next, and reports the cause.
    """
    uv = program_of(ENVIRONMENT, "uv")
    if not uv.exists():
        run(*pip_install("uv"), stderr=subprocess.DEVNULL)
    return uv if uv.exists() else None


def install_with_pip(needed: str) -> bool:
    return run(*pip_install(needed))


def pip_install(name: str) -> list[object]:
    """Return the command with which this Python's pip fills `.venv` from a file."""
    return [
        *(sys.executable, *pip(), "--python", python_of(ENVIRONMENT), "install"),
        *("--quiet", "--disable-pip-version-check", "--use-pep517"),
        *("--require-hashes", "-r", REQUIREMENTS / f"{name}.txt"),
    ]


def pip() -> list[object]:
    """
    Return the arguments that run pip: this Python's, or else its bundled wheel.

    Ends the process with a sentence if there is neither.
    """
    if importlib.util.find_spec("pip"):
        return ["-m", "pip"]
    carried = importlib.util.find_spec("ensurepip")
    # where Debian keeps it for all its Pythons
    kept = sysconfig.get_config_var("WHEEL_PKG_DIR")
    for folder in (carried and carried.submodule_search_locations) or ():
        for place in filter(None, (f"{folder}/_bundled", kept)):
            for wheel in Path(place).glob("pip-*.whl"):
                return [wheel / "pip"]
    stop(
        "This Python cannot install packages: it has no pip. On Debian or Ubuntu: "
        f"apt install python{dotted(sys.version_info[:2])}-venv"
    )


def run(*command: object, stderr: int | None = None) -> bool:
    """Run a command; return whether it succeeds. Reports its progress."""
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
