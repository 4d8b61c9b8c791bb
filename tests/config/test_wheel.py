"""The wheel contains everything that the service reads, and works."""

import os
import re
import runpy
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

import pytest
from packaging.licenses import canonicalize_license_expression
from packaging.metadata import Metadata

from tests.e2e.player import PagePlayer
from tests.harness.service import Service

ROOT = Path(__file__).resolve().parents[2]
#: Imports every module of the engine while Django cannot be imported.
IMPORT_ENGINE = """
import pkgutil, sys
sys.modules["django"] = None
import stoneage_core
names = [
    module.name
    for module in pkgutil.walk_packages(stoneage_core.__path__, "stoneage_core.")
    if not module.name.endswith("__main__")
]
for name in names:
    __import__(name)
print(stoneage_core.__file__, len(names))
"""
#: Finds what a page needs through the service's settings.
FIND_RESOURCES = """
import django
django.setup()
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.utils.translation import gettext, override
print(settings.VAR_DIR)
for name in ("base.html", "404.html"):
    print(get_template(name).origin.name)
print(finders.find("games/page.css"))
print([code for code, _ in settings.LANGUAGES])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel of the work tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(
        [*command, "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    [built] = folder.glob("stoneage_by_mail-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The folder with the unpacked wheel."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory) -> Path:
    """
    The command that an installer creates from the wheel, in its own environment.

    It uses the libraries of this environment, because no network is needed then.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([folder / "bin/python", *install, wheel], check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    borrowed = packages / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib"))
    return folder / "bin/stoneage-by-mail"


def run_installed(installed: Path, source: str, home: Path) -> list[str]:
    """Return the output lines of a program that imports from the wheel."""
    done = subprocess.run(
        [sys.executable, "-c", source],
        cwd=home,
        env={
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(installed),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def committed_files(*folders: str) -> set[str]:
    listed = ["git", "ls-files", "--cached", *folders]
    return set(subprocess.check_output(listed, cwd=ROOT, text=True).splitlines())


def test_wheel_has_every_file_of_the_service(wheel):
    served = committed_files("config", "games", "notifications", "stoneage_core")
    shared = {f"config/{n}" for n in committed_files("locale", "templates")}
    of_developers = {
        name
        for name in served | shared
        if name.endswith(".po")
        or Path(name).name in {"test.py", "update_translations.py"}
    }
    packed = set(zipfile.ZipFile(wheel).namelist())

    assert (served | shared) - of_developers - packed == set()
    assert packed & of_developers == set()
    outside = {name.partition("/")[0] for name in packed}
    assert {n for n in outside if not n.endswith(".dist-info")} == {
        "config", "games", "notifications", "stoneage_core",
    }  # fmt: skip


def test_command_of_the_package_starts_ours(wheel):
    [name] = [n for n in zipfile.ZipFile(wheel).namelist() if "entry_points" in n]
    text = zipfile.ZipFile(wheel).read(name).decode()

    assert "stoneage-by-mail = config.command_line:main" in text


#: The licence that each text beside a font begins with.
LICENCES = {
    "SIL Open Font License, Version 1.1": "OFL-1.1",
    "Bitstream Vera is a trademark": "Bitstream-Vera",
}


@pytest.fixture(scope="module")
def metadata(wheel) -> str:
    """The text of the wheel's metadata, with the description."""
    archive = zipfile.ZipFile(wheel)
    [name] = [n for n in archive.namelist() if n.endswith(".dist-info/METADATA")]
    return archive.read(name).decode()


def headers(metadata: str) -> Message:
    return HeaderParser().parsestr(metadata)


def test_metadata_is_valid(metadata):
    assert Metadata.from_email(metadata, validate=True).name == "stoneage-by-mail"


def test_metadata_names_the_licence_of_every_font(wheel, metadata):
    texts = {
        name: zipfile.ZipFile(wheel).read(name).decode()
        for name in committed_files("games")
        if name.endswith(".LICENSE.txt")
    }
    named = {
        name: {licence for words, licence in LICENCES.items() if words in text}
        for name, text in texts.items()
    }
    fonts = {n for n in committed_files("games") if n.endswith((".ttf", ".woff2"))}
    expression = canonicalize_license_expression(
        headers(metadata)["License-Expression"]
    )

    assert {len(found) for found in named.values()} == {1}, named
    assert set(expression.split(" AND ")) == {"MIT"}.union(*named.values())
    assert set(headers(metadata).get_all("License-File")) == {"LICENSE", *texts}
    for font in fonts:
        stem = Path(font).stem
        licences = {stem, stem.split("-")[0]}  # a family may share one
        assert any(
            str(Path(font).with_name(f"{each}.LICENSE.txt")) in texts
            for each in licences
        ), font


def test_description_has_no_links_to_files_beside_it(metadata):
    description = headers(metadata).get_payload()

    assert description.startswith("# Stone Age by Mail")
    assert re.findall(r"\]\((?!https?:)[^)]*\)", description) == []


def test_links_of_the_description_lead_to_the_repository_once_it_is_known():
    hook = runpy.run_path(str(ROOT / "deploy/package_metadata.py"))
    text = hook["describe"](
        (ROOT / "README.md").read_text(), "https://code.example/stone-age", "v1.0.0"
    )
    at = "https://code.example/stone-age"

    assert f"({at}/raw/v1.0.0/docs/images/turn.png)" in text
    assert f"({at}/blob/v1.0.0/docs/play.md)" in text
    assert re.findall(r"\]\((?!https?:)[^)]*\)", text) == []


def test_command_refuses_to_share_an_environment(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    other = tmp_path / "club_site-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: club-site\n")
    (other / "RECORD").write_text("config/__init__.py,,\nconfig/settings.py,,\n")
    done = subprocess.run(
        [sys.executable, "-c", "from config.command_line import main; main()"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "club-site (config)" in done.stderr


def test_engine_of_the_wheel_needs_no_django(installed, tmp_path):
    [line] = run_installed(installed, IMPORT_ENGINE, tmp_path)
    path, count = line.split()

    assert Path(path).is_relative_to(installed)
    assert int(count) > 50


@pytest.mark.long
def test_pages_find_their_files_and_data_is_in_the_users_directory(installed, tmp_path):
    data, *files, languages = run_installed(installed, FIND_RESOURCES, tmp_path)

    assert data == str(tmp_path / ".local/share/stoneage-by-mail")
    assert all(Path(file).is_relative_to(installed) for file in files), files
    assert languages == "['en', 'es', 'pt-br', 'ko', 'it']"


@pytest.mark.slow
def test_installed_command_starts_the_service_and_plays_a_game(command, tmp_path):
    service = Service(tmp_path, installed=command)
    try:
        service.start()
        visitor = PagePlayer("", service.address, taste=4)
        page = visitor.browser.get("/")
        page = visitor.browser.submit(page, page.form_with("opponents"), opponents="1")
        for _ in range(12):
            page = visitor.decide_once(page)
        played = service.rows(
            "SELECT decided_by, COUNT(*) FROM games_storedevent "
            "WHERE command != '' GROUP BY decided_by ORDER BY decided_by"
        )
        assert [seat for seat, _count in played if seat is not None] == [0, 1]
        (web,) = service.programs()["web"]
        assert web.cmdline()[0] == str(command.with_name("python"))
        assert service.log() == ""
    finally:
        service.stop()
