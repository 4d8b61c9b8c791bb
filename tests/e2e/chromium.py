"""A real browser, and what may be said of any page in it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Playwright

from tests.support.waiting import PATIENCE, wait_for

WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: The engine alone comes first: it starts a page in a sixth of the CPU time.
PROGRAMS = ("chromium-headless-shell", *WHOLE_BROWSERS)
TOUCH = 44
NAMED = (
    "button|link|radio|checkbox|textbox|searchbox|spinbutton|combobox|img|navigation"
)

#: Controls that are seen and smaller than a finger; links within a sentence may be.
TOO_SMALL = """least => {
  const small = [];
  const all = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  for (const control of document.querySelectorAll(all)) {
    if (!control.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(control);
    if (control.matches('a') && style.display === 'inline') continue;
    if (control.matches('.skip')) continue;
    const chosen = control.matches('[type=radio], [type=checkbox]');
    const box = (chosen && control.labels[0] || control).getBoundingClientRect();
    if (box.width < least - 0.5 || box.height < least - 0.5)
      small.push(`${control.outerHTML.slice(0, 120)} ${box.width}x${box.height}`);
  }
  return small;
}"""
#: A place where people may go, the pane on view, the button that does what is chosen.
OPEN_PLACE = "a.place:not(.place-closed)"
PANE = "#panes > :not([hidden])"
MAIN_BUTTON = f"{PANE} .dock-go .button-main"
OVERHANGING = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')]
    .filter(element => element.getBoundingClientRect().right > width + 1)
    .map(element => element.outerHTML.slice(0, 120));
}"""
OPEN_ALL = """() => document.querySelectorAll('details:not([open])')
  .forEach(details => { details.open = true; details.dataset.opened = ''; })"""
MARK = """() =>
  document.readyState === 'loading' || document.querySelector('.htmx-settling') ? '' :
  document.querySelector('#panes')?.dataset.version
  ?? document.querySelector('h1').textContent"""
CLOSE_AGAIN = """() => document.querySelectorAll('details[data-opened]')
  .forEach(details => { details.open = false; delete details.dataset.opened; })"""


@dataclass(frozen=True)
class Screen:
    """What somebody holds in their hands."""

    name: str
    width: int
    height: int
    is_phone: bool
    has_javascript: bool
    locale: str = "en-GB"

    def options(self) -> dict[str, Any]:
        """Return the options of a browser context."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "java_script_enabled": self.has_javascript,
            "has_touch": self.is_phone,
            "is_mobile": self.is_phone,
            "locale": self.locale,
            "timezone_id": "Europe/Madrid",
        }


WIDE = Screen("wide", 1280, 900, is_phone=False, has_javascript=True)
WIDE_PLAIN = Screen("wide-plain", 1280, 900, is_phone=False, has_javascript=False)
PHONE = Screen("phone", 390, 844, is_phone=True, has_javascript=True)
PHONE_PLAIN = Screen("phone-plain", 390, 844, is_phone=True, has_javascript=False)


def on_screens(*always: Screen, slow: tuple[Screen, ...] = ()) -> pytest.MarkDecorator:
    """Run a test on these screens, with --slow on more of them."""
    more = [pytest.param(screen, marks=pytest.mark.slow) for screen in slow]
    return pytest.mark.parametrize("screen", [*always, *more], ids=lambda s: s.name)


def launch(playwright: Playwright, *programs: str) -> Browser:
    """
    Start the first of the programs that is installed; skip the test if none is.

    It ends with Playwright.
    """
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        pytest.skip("no Chromium is installed")
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


@dataclass
class Visitor:
    """Somebody at a screen; whatever the browser complains about is kept."""

    page: Page
    screen: Screen
    pictures: Path | None
    complaints: list[str] = field(default_factory=list)
    presses: int = 0

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def press(self, control: Locator) -> None:
        """Click, or tap with a finger."""
        self.presses += 1
        if self.screen.is_phone:
            control.tap()
        else:
            control.click()

    def start_practice(self) -> None:
        """Ask for a game against one automatic opponent on the front page."""
        self.press(self.page.get_by_role("button", name="Play now"))
        self.page.wait_for_url("**/play/**")

    def slug(self) -> str:
        """Return the public name of the game that is being played."""
        address = self.page.locator(".top-name").get_attribute("href")
        return (address or "").split("/")[2]

    def look(self, name: str) -> None:
        """Take a picture, then hold the page to what every page owes its readers."""
        self.page.wait_for_load_state()
        self.take_picture(name)
        self.assert_structure()
        with self.everything_open():
            assert self.page.evaluate(OVERHANGING) == []
            assert self.nameless() == []
            if self.screen.is_phone:
                assert self.page.evaluate(TOO_SMALL, TOUCH) == []

    def take_picture(self, name: str) -> None:
        """Write the whole page as it is seen into the folder of pictures, if any."""
        if self.pictures is not None:
            picture = self.pictures / f"{self.screen.name}-{name}.png"
            # Hiding the caret would be done by a style that our own policy forbids.
            self.page.screenshot(path=picture, full_page=True, caret="initial")

    def assert_structure(self) -> None:
        """
        One first heading, and the landmarks by which a page is walked through.

        A table fills the screen: what frames other pages stands in its menu.
        """
        assert self.page.locator("h1").count() == 1
        assert self.page.get_by_role("main").count() == 1
        frames = 0 if self.page.locator("#table").count() else 1
        assert self.page.get_by_role("banner").count() == frames
        assert self.page.get_by_role("contentinfo").count() == frames
        assert self.page.get_by_role("navigation").count() >= 1
        assert self.page.locator("html").get_attribute("lang")
        assert self.page.title()

    def nameless(self) -> list[str]:
        """Return the controls and pictures that a screen reader could not name."""
        lines = self.page.locator("body").aria_snapshot().splitlines()
        return [line for line in lines if re.match(rf'\s*- ({NAMED})(?! ")\b', line)]

    @contextmanager
    def everything_open(self) -> Iterator[None]:
        """Unfold what is folded, and fold it again."""
        self.page.evaluate(OPEN_ALL)
        yield
        self.page.evaluate(CLOSE_AGAIN)

    def wait_until_changed(self, before: str) -> None:
        """Return when the decision on the page is another one than ``before``."""
        wait_for(lambda: self.mark() not in {before, ""})

    def mark(self) -> str:
        """
        Return what tells this showing of a turn from all others, '' in between.

        A page of which a part has come so far is none yet, nor is one whose new parts
        still have attributes of the old ones.
        """
        try:
            return str(self.page.evaluate(MARK))
        except Error:  # just now it leads to another page
            return ""

    def _note_console(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)


@contextmanager
def visiting(
    browser: Browser, screen: Screen, pictures: Path | None
) -> Iterator[Visitor]:
    """A fresh browser profile; in the end it must have had nothing to complain of."""
    context = browser.new_context(**screen.options())
    try:
        visitor = Visitor(context.new_page(), screen, pictures)
        yield visitor
        assert visitor.complaints == []
    finally:
        context.close()
