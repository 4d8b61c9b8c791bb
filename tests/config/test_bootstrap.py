"""launcher/bootstrap.py: when `.venv` is filled, and the messages on failure."""

import ast
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from config.launcher import bootstrap


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one pinned package, and installers that only record calls."""
    requirements = tmp_path / "requirements"
    requirements.mkdir()
    (requirements / "run.txt").write_text("django==5.2\n")
    (requirements / "dev.txt").write_text("django==5.2\npytest==9\n")
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", requirements)
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / ".venv")
    return tmp_path


@pytest.fixture
def installed(project, monkeypatch):
    """The names of the files installed so far, in order."""
    names: list[str] = []

    def create():
        made_anew = bootstrap.ENVIRONMENT
        shutil.rmtree(made_anew, ignore_errors=True)
        bootstrap.packages_of(made_anew).mkdir(parents=True)
        (made_anew / "pyvenv.cfg").touch()
        python = bootstrap.python_of(made_anew)
        python.parent.mkdir()
        python.touch(mode=0o755)

    def install(name):
        names.append(name)
        return True

    monkeypatch.setattr(bootstrap, "create_environment", create)
    monkeypatch.setattr(bootstrap, "install_with_uv", lambda name: False)
    monkeypatch.setattr(bootstrap, "install_with_pip", install)
    return names


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (["run", "run"], ["run"]),
        (["dev", "run"], ["dev"]),
        (["run", "dev"], ["run", "dev"]),
    ],
    ids=["once", "dev includes run", "run lacks dev"],
)
def test_environment_is_filled_with_what_is_missing(installed, asked, expected):
    for name in asked:
        bootstrap.install_requirements(name)
    assert installed == expected


def test_changed_requirements_are_installed(installed, project):
    bootstrap.install_requirements("run")
    (project / "requirements" / "run.txt").write_text("django==5.3\n")
    bootstrap.install_requirements("run")
    assert installed == ["run", "run"]


def remove_python():
    bootstrap.python_of(bootstrap.ENVIRONMENT).unlink()


def close_python():
    bootstrap.python_of(bootstrap.ENVIRONMENT).chmod(0o644)


def remove_configuration():
    (bootstrap.ENVIRONMENT / "pyvenv.cfg").unlink()


def upgrade_python():
    packages = bootstrap.packages_of(bootstrap.ENVIRONMENT)
    packages.rename(packages.with_name("python3.10"))


@pytest.mark.parametrize(
    "damage", [remove_python, close_python, remove_configuration, upgrade_python]
)
def test_unusable_environment_is_created_again(installed, damage):
    bootstrap.install_requirements("run")
    damage()
    bootstrap.install_requirements("run")
    bootstrap.install_requirements("run")
    assert installed == ["run", "run"]


def test_user_who_cannot_change_the_environment_gets_a_sentence(
    installed, monkeypatch, capsys
):
    monkeypatch.setattr(bootstrap.os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit) as end:
        bootstrap.install_requirements("run")
    assert end.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "as the owner of" in line
    assert installed == []


@pytest.mark.parametrize(
    ("command", "mode", "is_named"),
    [
        ("version", 0o755, False),
        ("version", 0o700, True),
        ("up", 0o700, False),  # for a trial it does not matter
    ],
)
def test_python_that_other_users_cannot_run_is_named(
    project, command, mode, is_named, monkeypatch, capsys
):
    with TemporaryDirectory() as place:
        python = Path(place, "python3")
        python.touch(mode=0o755)
        Path(place).chmod(mode)
        monkeypatch.setattr(bootstrap.sys, "argv", ["manage.py", command])
        monkeypatch.setattr(bootstrap.sys, "executable", str(python))
        monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
        monkeypatch.setattr(bootstrap, "run", lambda *_: True)
        bootstrap.create_environment()
    said = capsys.readouterr().err
    assert (f"Other users cannot run {python}" in said) is is_named


def test_failed_installation_is_repeated(installed, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "install_with_pip", lambda name: False)
    with pytest.raises(SystemExit) as end:
        bootstrap.install_requirements("run")
    assert end.value.code == 2
    assert "requirements/run.txt could not be installed" in capsys.readouterr().err
    assert not bootstrap.is_installed("run")


def test_old_python_gets_a_message(capsys):
    with pytest.raises(SystemExit) as end:
        bootstrap.require_python((3, 9))
    assert end.value.code == 2
    assert "needs Python 3.11 or newer; this is Python 3.9." in capsys.readouterr().err


def test_old_python_can_parse_the_file():
    source = Path(bootstrap.__file__).read_text()
    ast.parse(source, feature_version=(3, 7))


class Programs:
    """Records commands instead of running them; uv appears when pip installs it."""

    def __init__(self, uv_can_be_had: bool, uv_works: bool = True):
        self.uv_can_be_had, self.uv_works = uv_can_be_had, uv_works
        self.files: list[tuple[str, str]] = []

    def run(self, *command: object, stderr: int | None = None) -> bool:
        program, file = Path(str(command[0])).name, Path(str(command[-1])).name
        self.files.append(("uv" if program == "uv" else "pip", file))
        if file != "uv.txt":
            return self.uv_works or program != "uv"
        if self.uv_can_be_had:
            uv = bootstrap.program_of(bootstrap.ENVIRONMENT, "uv")
            uv.parent.mkdir(parents=True)
            uv.touch()
        return self.uv_can_be_had


@pytest.mark.parametrize(
    ("programs", "expected"),
    [
        (Programs(uv_can_be_had=True), [("pip", "uv.txt"), ("uv", "run.txt")]),
        (Programs(uv_can_be_had=False), [("pip", "uv.txt"), ("pip", "run.txt")]),
        (
            Programs(uv_can_be_had=True, uv_works=False),
            [("pip", "uv.txt"), ("uv", "run.txt"), ("pip", "run.txt")],
        ),
    ],
)
def test_pinned_uv_is_used_and_pip_if_uv_fails(
    project, monkeypatch, programs, expected
):
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    monkeypatch.setattr(bootstrap, "run", programs.run)
    monkeypatch.setattr(bootstrap, "pip", lambda: ["-m", "pip"])
    monkeypatch.setattr(bootstrap, "create_environment", lambda: None)
    (project / ".venv").mkdir()
    bootstrap.install_requirements("run")
    assert programs.files == expected


def test_long_installation_is_reported(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "REPORT_EVERY", 0.2)
    sleep = "import time; time.sleep({}); raise SystemExit({})"
    assert bootstrap.run(sys.executable, "-c", sleep.format(0.7, 0))
    assert re.search(r"Still preparing it \(\d+ s so far\)", capsys.readouterr().err)
    assert not bootstrap.run(sys.executable, "-c", sleep.format(0, 3))


@pytest.mark.parametrize("place", ["ensurepip/_bundled", "python-wheels"])
def test_bundled_pip_is_used(tmp_path, monkeypatch, place):
    """It is beside `ensurepip`, or where Debian keeps its wheels."""
    wheel = tmp_path / place / "pip-25.0-py3-none-any.whl"
    wheel.parent.mkdir(parents=True)
    wheel.touch()
    places = [tmp_path / "ensurepip"]
    found = {"ensurepip": SimpleNamespace(submodule_search_locations=places)}
    kept = {"WHEEL_PKG_DIR": str(tmp_path / "python-wheels")}
    monkeypatch.setattr(bootstrap.sysconfig, "get_config_var", kept.get)
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", found.get)
    assert bootstrap.pip() == [wheel / "pip"]


def test_python_without_pip_names_the_package_to_install(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as end:
        bootstrap.pip()
    assert end.value.code == 2
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f": apt install python{version}-venv" in capsys.readouterr().err


def test_active_foreign_environment_is_used_unchanged(installed, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/somewhere/else")
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    bootstrap.prepare(["manage.py", "test"])
    assert installed == []


def test_project_environment_is_updated_from_inside(installed, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(bootstrap.ENVIRONMENT))
    bootstrap.prepare(["manage.py", "test"])
    assert installed == ["dev"]


@pytest.mark.parametrize("spelling", [["--var", "here"], ["--var=here"]])
def test_directory_option_is_read_before_the_settings(spelling, monkeypatch):
    monkeypatch.setenv("VAR_DIR", "before")
    bootstrap.read_directory_option(["manage.py", "up", "--port", "1", *spelling])
    assert bootstrap.os.environ["VAR_DIR"] == str(Path("here").resolve())


def test_var_option_of_other_commands_is_ignored(monkeypatch):
    monkeypatch.setenv("VAR_DIR", "before")
    bootstrap.read_directory_option(["manage.py", "other", "--var", "here"])
    assert bootstrap.os.environ["VAR_DIR"] == "before"
