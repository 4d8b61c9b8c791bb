"""A round in a real browser: wide, phone-sized, and without JavaScript."""

import re
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.chromium import (
    MAIN_BUTTON,
    PANE,
    PHONE,
    PHONE_PLAIN,
    WIDE,
    Screen,
    Visitor,
    on_screens,
    visiting,
)
from tests.e2e.player import kind_of
from tests.harness.page_server import PageServer

#: What is pressed first of all that is there. Nobody hunts, so hunger comes soon.
WISHES = (
    *(r"use tool maker", r"use (?!hunting)", r"use", r"buy", r"build ", r"leave"),
    *(r"tool maker", r"card 1", r"forest", r"clay pit", r"quarry", r"river"),
    *(r"field", r"hut", r"card", r"building", r"hunting"),
    *(r"tools", r"no tools", r"feed", r"go hungry", r"pick"),
)
#: What has to have been done before the visitor has seen everything of a round.
ALL_KINDS = {"place", "use", "tools", "buy", "feed"}
MOST_DECISIONS = 150
COMMANDS = """() => [...document.querySelectorAll('#panes > [data-pane]')].flatMap(
  pane => [...pane.querySelectorAll('[name=command]:enabled, [name=whole]:enabled')]
    .map(control => [control.value, pane.dataset.pane]))"""
#: Where people stand or can stand on the map: the rings, and who stands in them.
SPOTS = """() => [...document.querySelectorAll(
  '.map a:not([data-place=hunting_grounds]) :is(.map-ring, g[data-seat] > use)')]
  .map(it => (it.getAttribute('transform')?.match(/\\d+/g)
              ?? [it.getAttribute('cx'), it.getAttribute('cy')]).join(' ')).sort()"""


@on_screens(PHONE, slow=(PHONE_PLAIN, WIDE))
def test_a_first_visit_and_a_whole_round(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """From the front page on, until the tribe has been fed by a decision."""
    with visiting(chromium, screen, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.look("home")
        visitor.start_practice()
        spots = visitor.page.evaluate(SPOTS)
        seen: set[str] = set()
        for _ in range(MOST_DECISIONS):
            if not commands_on(visitor):  # over: the dice made a kind needless
                visitor.page.goto(site.address)
                visitor.start_practice()
            seen.add(decide(visitor, seen))
            if seen >= ALL_KINDS:
                break
        assert seen >= ALL_KINDS
        assert visitor.page.evaluate(SPOTS) == spots
        visitor.look("after-the-round")


def decide(visitor: Visitor, seen: set[str]) -> str:
    """Decide once; the first of each kind of decision is looked at closely."""
    command = wish(visitor)
    kind = kind_of(command)
    if kind not in seen:
        visitor.look(kind)
    before = visitor.mark()
    give(visitor, command)
    visitor.wait_until_changed(before)
    return kind


def give(visitor: Visitor, command: str) -> None:
    """Look at the place that a command is about, choose it, and press what sends it."""
    key = commands_on(visitor)[command]
    if key:
        visitor.press(visitor.page.locator(f'.place[data-place="{key}"]'))
        visitor.page.locator(f'#panes[data-at="{key}"]').wait_for()
    control = visitor.page.locator(f'{PANE} [value="{command}"]').first
    if control.get_attribute("type") == "radio":
        visitor.press(control.locator("xpath=ancestor::label"))
        visitor.press(visitor.page.locator(MAIN_BUTTON))
        return
    only_fills = control.evaluate("it => it.matches('[data-preset], [data-tiles]')")
    visitor.press(control)
    if only_fills and visitor.screen.has_javascript:
        visitor.press(visitor.page.locator(MAIN_BUTTON))


def wish(visitor: Visitor) -> str:
    """Return the command to give, of those that can be seen and pressed."""
    commands = commands_on(visitor)
    # Of equal ones the last: most people, most tools.
    for pattern in WISHES:
        for command in reversed(list(commands)):
            if re.match(pattern, command) and not is_verb_only(command):
                return command
    raise AssertionError(f"nothing to wish for: {commands}")


def commands_on(visitor: Visitor) -> dict[str, str]:
    """Return the commands that the dock offers, and the places where they stand."""
    return dict(visitor.page.evaluate(COMMANDS))


def is_verb_only(command: str) -> bool:
    """
    Whether switches beside it say which tools are added.

    The fields of a payment or a meal are filled in, so that their button alone does it.
    """
    return command == "tools"
