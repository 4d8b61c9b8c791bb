"""
``python -m tests.e2e.album FOLDER``: the journeys of players in pictures.

Runs the tests in ``tests/e2e/test_journey_*.py`` on all `SCREENS`, some of which are in
other languages. Each `step` becomes a picture, and `index.html` shows them in order.
"""

import argparse
import os
import re
import sys
from collections import defaultdict
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.chromium import PHONE, Screen, on_screens

#: The environment variable that names the folder; without it no picture is taken.
FOLDER = "JOURNEY_ALBUM"
SMALL_PHONE = Screen("small-phone", 360, 740, is_phone=True, has_javascript=True)
LAPTOP = Screen("laptop", 1280, 800, is_phone=False, has_javascript=True)
WIDE_LAPTOP = Screen("wide-laptop", 1366, 768, is_phone=False, has_javascript=True)
LOCALES = {"ko": "ko-KR", "es": "es-ES"}
SCREENS = (
    SMALL_PHONE,
    PHONE,
    LAPTOP,
    WIDE_LAPTOP,
    *(
        replace(screen, name=f"{screen.name}-{language}", locale=locale)
        for language, locale in LOCALES.items()
        for screen in (SMALL_PHONE, LAPTOP)
    ),
)
_PICTURE = re.compile(r"(?P<step>.+)\.(?P<screen>\d+x\d+\.[\w-]+)\.png")


def on_journey_screens(first: Screen) -> pytest.MarkDecorator:
    """Run a journey on one screen, with --slow on all `SCREENS`."""
    others = tuple(screen for screen in SCREENS if screen != first)
    return on_screens(first, slow=others)


def step(page: Page, name: str) -> None:
    """
    Name a step of a journey, and take its picture if an album is wanted.

    ``name`` is the journey, the step's number and what is done: "host-3-names-friends".
    """
    if folder := os.environ.get(FOLDER):
        page.wait_for_load_state()
        size, language = page.viewport_size, page.locator("html").get_attribute("lang")
        assert size is not None
        file = f"{name}.{size['width']}x{size['height']}.{language}.png"
        # Hiding the caret would be done by a style that our own policy forbids.
        page.screenshot(path=Path(folder) / file, full_page=True, caret="initial")


def main() -> int:
    """Run the journeys, then write the page that shows them."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.album")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("-k", default="", help="only these tests, as of pytest")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    os.environ[FOLDER] = str(options.folder.resolve())
    journeys = sorted(
        str(test) for test in Path(__file__).parent.glob("test_journey_*")
    )
    code = pytest.main(["-n", "0", "-q", "--slow", "-k", options.k, *journeys])
    write_index(options.folder)
    return int(code)


def write_index(folder: Path) -> None:
    """Write a page with a row for each step and its pictures on all screens beside."""
    rows: dict[str, list[str]] = defaultdict(list)
    for picture in folder.glob("*.png"):
        if found := _PICTURE.fullmatch(picture.name):
            rows[found["step"]].append(found["screen"])
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Journeys</title>",
        "<style>body{font:16px sans-serif}div{display:flex;gap:12px;overflow-x:auto}",
        "figure{margin:0}img{height:480px;border:1px solid #999}</style>",
        "<h1>Journeys</h1>",
    ]
    for name in sorted(rows, key=_order):
        figures = "".join(
            f'<figure><a href="{escape(name)}.{screen}.png">'
            f'<img src="{escape(name)}.{screen}.png" alt="" loading=lazy></a>'
            f"<figcaption>{screen}</figcaption></figure>"
            for screen in sorted(rows[name])
        )
        parts.append(f"<h2>{escape(name)}</h2><div>{figures}</div>")
    (folder / "index.html").write_text("".join(parts))


def _order(name: str) -> list[tuple[bool, int, str]]:
    """Return a sort key by which step 10 comes after step 9."""
    parts = re.split(r"(\d+)", name)
    return [
        (part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts
    ]


if __name__ == "__main__":
    sys.exit(main())
