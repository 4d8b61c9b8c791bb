"""installation.py and command_line.py: checkout or package, and the default command."""

from pathlib import Path

import pytest

from config import command_line, installation

HOME = Path("/home/somebody")


@pytest.fixture(autouse=True)
def home(monkeypatch):
    monkeypatch.setenv("HOME", str(HOME))


def test_checkout_keeps_data_beside_manage_py(tmp_path):
    (tmp_path / "manage.py").touch()

    assert installation.find_resources(tmp_path) == tmp_path
    assert installation.choose_data_directory(tmp_path) == tmp_path / "var"


@pytest.mark.parametrize(
    ("platform", "given", "expected"),
    [
        ("linux", {}, HOME / ".local/share/stoneage-by-mail"),
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/stoneage-by-mail")),
        ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/stoneage-by-mail"),
        ("linux", {"XDG_DATA_HOME": ""}, HOME / ".local/share/stoneage-by-mail"),
        ("darwin", {}, HOME / "Library/Application Support/stoneage-by-mail"),
    ],
)
def test_package_keeps_data_in_the_users_directory(tmp_path, platform, given, expected):
    assert installation.find_resources(tmp_path) == tmp_path / "config"
    found = installation.choose_data_directory(tmp_path, given, platform)
    assert found == expected


@pytest.mark.parametrize(
    ("arguments", "completed"),
    [
        ([], ["up"]),
        (["--port", "8001"], ["up", "--port", "8001"]),
        (["up", "--var", "x"], ["up", "--var", "x"]),
        (["backup", "folder"], ["backup", "folder"]),
        (["--help"], ["--help"]),
    ],
)
def test_up_is_the_default_command(arguments, completed):
    assert command_line.add_default_command(["p", *arguments]) == ["p", *completed]


def test_environment_of_our_own_is_accepted():
    owners = {"config": ["stoneage_by_mail"], "django": ["Django"]}

    assert installation.refuse_sharing(owners) == ""


def test_other_distribution_with_a_package_of_ours_is_named():
    owners = {
        "config": ["stoneage-by-mail", "club-site"],
        "games": ["club-site"],
        "api": ["club-site"],
    }

    assert "club-site (config, games)" in installation.refuse_sharing(owners)


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_version_is_ours(monkeypatch, capsys, asked):
    monkeypatch.setattr("sys.argv", ["stoneage-by-mail", asked])
    monkeypatch.setattr(command_line, "find_version", lambda: "1.2.3")

    command_line.main()

    assert capsys.readouterr().out == "1.2.3\n"


def test_version_of_a_package_and_of_a_checkout(monkeypatch, tmp_path):
    monkeypatch.setattr(installation, "version", {installation.NAME: "1.2.3"}.get)
    assert installation.find_version(tmp_path) == "1.2.3"

    (tmp_path / "manage.py").touch()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "2.0.0"\n')
    assert installation.find_version(tmp_path) == "2.0.0"
