"""Playing by keyboard alone, and by people who press twice."""

import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from games.table.table_page import Undo
from stoneage_core.state import Question
from tests.core.scenario import acting, opened, tribe
from tests.e2e.chromium import (
    MAIN_BUTTON,
    OPEN_PLACE,
    PANE,
    PHONE,
    WIDE,
    WIDE_PLAIN,
    Screen,
    Visitor,
    on_screens,
    visiting,
)
from tests.e2e.table_pages import (
    ADDRESS,
    positions_of,
    reader_of,
    show,
    showing,
    turn_page,
)
from tests.harness.page_server import PageServer

MOST_STOPS = 120
#: No game asks one player for more decisions, however much is bought and built.
MOST_DECISIONS = 400
#: By then people have been used, and mostly been fed.
A_ROUND = 12
#: What is asked, or the end: a decision changes its data, and so does a run of uses.
ASKED = "#panes, #table[data-mode=over]"
#: How many stops of the Tab key are looked at on each page.
STOPS_LOOKED_AT = 14
#: What can be chosen on a pane: one of several, or a way to pay or to add tools.
CHIP = f"{PANE} .dock-choices [type=radio]"
CHOSEN = f"{CHIP}:checked"
PRESET = f"{PANE} .dock-choices button.number-chip"
#: A number of resources to pay, and how many are asked for.
AMOUNT = f"{PANE} [data-worth]"
DEMAND = f"{PANE} .steppers legend"
#: What decides when a card could be turned over first.
QUIET_BUTTON = f"{PANE} .dock-go button[name=whole]"
IS_FOCUSED = "selector => document.activeElement.matches(selector)"
DATA = "element => JSON.stringify(element.dataset)"
#: Something else is asked than before, and the focus is there.
IS_ASKED_ANEW = f"""([selector, before]) => {{
  const asked = document.querySelector(selector);
  return asked && ({DATA})(asked) !== before
    && document.activeElement.matches('#dock h2');
}}"""
#: A sheet over a place that is looked at, on a page whose address says more.
OPEN_SHEET = """() => {
  history.replaceState(null, '', '?plan=forest+2&sheet=tribe-0');
  document.getElementById('sheet').hidden = false;
}"""
SEEN = """() => ({
  hidden: document.getElementById('sheet').hidden,
  at: document.getElementById('panes').dataset.at,
  search: location.search})"""
#: Where the focus is to be seen: at the control, or at the label that stands for it.
FOCUSED_BOX = """() => {
  const control = document.activeElement;
  if (control === document.body) return null;
  const shown = control.matches('[type=radio]') ? control.labels[0] : control;
  const box = shown.getBoundingClientRect();
  const [x, y] = [Math.max(0, box.x - 8), Math.max(0, box.y - 8)];
  return {x, y, width: Math.min(innerWidth - x, box.width + 16),
          height: Math.min(innerHeight - y, box.height + 16)};
}"""


def test_a_turn_by_keyboard_alone_without_script(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """From the front page until all people are placed and the first are used."""
    with visiting(chromium, WIDE_PLAIN, pictures) as visitor:
        visitor.page.goto(site.address)
        tab_to(visitor.page, "form.practice button")
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_url("**/play/**")
        while visitor.page.locator("#panes[data-asks=place]").count():
            before = visitor.mark()
            tab_to(visitor.page, OPEN_PLACE)
            visitor.page.keyboard.press("Enter")
            visitor.page.locator("#panes:not([data-at=''])").wait_for()
            tab_to(visitor.page, MAIN_BUTTON)
            visitor.page.keyboard.press("Enter")
            visitor.wait_until_changed(before)
        before = visitor.mark()
        tab_to(visitor.page, MAIN_BUTTON)
        visitor.page.keyboard.press("Enter")
        visitor.wait_until_changed(before)
        assert visitor.page.locator("#refusal").count() == 0


@pytest.mark.long
def test_a_game_by_keyboard_alone(
    site: PageServer, chromium: Browser, pictures: Path | None, is_slow: bool
) -> None:
    """
    From the front page on, against three bots, with whom it is soon over.

    People are placed and used; with --slow to the final scoring.
    """
    with visiting(chromium, WIDE, pictures) as visitor:
        page = visitor.page
        page.goto(site.address)
        tab_to(page, "form.practice [name=opponents]")
        page.keyboard.press("ArrowLeft")  # from one bot round to three
        tab_to(page, "form.practice button")
        page.keyboard.press("Enter")
        page.wait_for_url("**/play/**")
        for _ in range(MOST_DECISIONS if is_slow else A_ROUND):
            if page.locator("#panes[data-asks=place]").count():
                tab_to(page, OPEN_PLACE, key="Shift+Tab")  # buildings come first
                page.keyboard.press("Enter")
                page.locator("#panes:not([data-at=''])").wait_for()
            before = page.locator(ASKED).evaluate(DATA)
            choose(page)
            tab_to(page, decisive_button(page))
            page.keyboard.press("Enter")
            page.wait_for_function(IS_ASKED_ANEW, arg=[ASKED, before])
            assert page.locator("#refusal").count() == 0
            if page.locator("#table[data-mode=over]").count():
                break
        if is_slow:
            tab_to(page, ".dock-over a[href$='/result/']")
            page.keyboard.press("Enter")
            page.wait_for_url("**/result/")


def test_a_die_is_chosen_by_keys_before_the_button_can_be_reached(
    chromium: Browser,
) -> None:
    """Space or an arrow key chooses, and Enter sends what was chosen."""
    context = chromium.new_context()
    with showing(context) as page:
        show(page, first_page_that_asks(Question.DIE))
        assert page.locator(MAIN_BUTTON).is_disabled()
        page.locator("#dock h2").first.focus()
        tab_to(page, CHIP)
        for key in ("Space", "ArrowRight"):
            page.keyboard.press(key)
            assert page.evaluate(IS_FOCUSED, CHOSEN)
        chosen = page.locator(CHOSEN).input_value()
        tab_to(page, MAIN_BUTTON)
        with page.expect_request(is_decision) as sent:
            page.keyboard.press("Enter")
        assert parse_qs(sent.value.post_data or "")["command"] == [chosen]
    context.close()


def test_without_scripts_the_button_leads_to_the_dice_and_asks_for_one(
    chromium: Browser,
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    with showing(context) as page:
        show(page, first_page_that_asks(Question.DIE))
        page.locator(MAIN_BUTTON).focus()
        page.keyboard.press("Enter")
        assert page.evaluate(IS_FOCUSED, f"{CHIP}:invalid")
        assert page.evaluate("() => document.activeElement.validationMessage")
    context.close()


def test_at_a_place_with_nothing_chosen_the_focus_is_at_the_first_choice(
    chromium: Browser,
) -> None:
    """The button that pays is disabled until a way to pay is chosen."""
    context = chromium.new_context()
    with showing(context) as page:
        state = acting(tribe(card_1=1, card_2=1, resources="wood gold"))
        show(page, turn_page(state, 0))
        page.locator(f"{PANE} [data-look=card_1]").focus()
        page.keyboard.press("Enter")
        assert page.evaluate(IS_FOCUSED, AMOUNT)
        expect(page.locator(MAIN_BUTTON)).to_be_disabled()
        page.keyboard.press("ArrowUp")
        expect(page.locator(MAIN_BUTTON)).to_be_enabled()
        tab_to(page, MAIN_BUTTON)
        with page.expect_request(is_decision):
            page.keyboard.press("Enter")
    context.close()


def test_after_a_decision_the_focus_is_at_what_is_asked_now(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """Who cannot see the page change is told that it did."""
    with visiting(chromium, WIDE, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()
        place_somewhere(visitor, presses=1)
        visitor.page.wait_for_function(IS_FOCUSED, arg="#dock h2")


def test_the_focus_can_be_seen_wherever_it_goes(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """With the focus a control looks different from what it looks like without."""
    with visiting(chromium, WIDE, pictures) as visitor:
        visitor.page.goto(site.address)
        assert stops_without_sign(visitor) == []
        visitor.start_practice()
        assert stops_without_sign(visitor) == []


def test_escape_closes_one_thing_after_the_other(chromium: Browser) -> None:
    """The sheet, then the place below it; what else the address says stays."""
    context = chromium.new_context()
    with showing(context) as page:
        show(page, turn_page(opened(), 0, at="forest"))
        page.evaluate(OPEN_SHEET)
        page.keyboard.press("Escape")
        seen = page.evaluate(SEEN)
        assert seen == {"hidden": True, "at": "forest", "search": "?plan=forest+2"}
        page.keyboard.press("Escape")
        assert page.evaluate(SEEN)["at"] == ""
    context.close()


def test_the_focus_outlives_what_can_no_longer_be_taken_back(
    chromium: Browser,
) -> None:
    context = chromium.new_context()
    with showing(context) as page:
        page.clock.install()
        undo = Undo(1, datetime(2026, 1, 5, 12, tzinfo=UTC), 60)
        show(page, turn_page(opened(), 0, undo=undo))
        page.locator(".undo").focus()
        page.clock.run_for(62_000)
        assert page.locator(".undo").count() == 0
        assert page.evaluate(IS_FOCUSED, "#dock h2")
    context.close()


@on_screens(WIDE_PLAIN, PHONE, slow=(WIDE,))
def test_pressing_twice_does_it_once(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """An impatient double click places people once, and says nothing about it."""
    with visiting(chromium, screen, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()
        slug = visitor.slug()
        place_somewhere(visitor, presses=2)
        visitor.page.wait_for_load_state("networkidle")
        assert visitor.page.locator("#refusal").count() == 0
        placed = site.rows(
            "SELECT 1 FROM games_storedevent e JOIN games_game g ON g.id = e.game_id "
            "WHERE g.slug = ? AND e.type = 'PeoplePlaced' AND source = 'page'",
            slug,
        )
        assert len(placed) == 1


def place_somewhere(visitor: Visitor, *, presses: int) -> None:
    """Choose the first place that is open, and press its button so many times."""
    before = visitor.mark()
    visitor.press(visitor.page.locator(OPEN_PLACE).first)
    visitor.page.locator(MAIN_BUTTON).click(click_count=presses)
    visitor.wait_until_changed(before)


def first_page_that_asks(question: Question) -> str:
    """Return the page of the first position of a game in which this is asked."""
    state = next(each for each in positions_of(4, 3) if each.question is question)
    return turn_page(state, reader_of(state))


def is_decision(request: Request) -> bool:
    return request.method == "POST" and request.url == ADDRESS


def choose(page: Page) -> None:
    """Choose the first thing that the pane offers, if nothing is chosen yet."""
    main = page.locator(MAIN_BUTTON)
    if page.locator(CHIP).count() and not page.locator(CHOSEN).count():
        tab_to(page, CHIP)
        page.keyboard.press("Space")
    elif main.count() and main.is_disabled():
        if page.locator(PRESET).count():
            tab_to(page, PRESET)
            page.keyboard.press("Enter")
        else:
            pay_by_numbers(page)


def pay_by_numbers(page: Page) -> None:
    """Raise the numbers, the first good first, until they are as many as are asked."""
    (missing,) = map(int, re.findall(r"\d+", page.locator(DEMAND).inner_text()))
    for field in page.locator(AMOUNT).all():
        tab_to(page, f"{AMOUNT}[name={field.get_attribute('name')}]")
        most = int(field.get_attribute("max") or 0)
        for _ in range(min(missing, most)):
            page.keyboard.press("ArrowUp")
        missing -= min(missing, most)


def decisive_button(page: Page) -> str:
    """Return the main button, or the quiet one that stands alone."""
    return MAIN_BUTTON if page.locator(MAIN_BUTTON).count() else QUIET_BUTTON


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab, or the key that leads back, until the focus is on something."""
    if page.evaluate(IS_FOCUSED, selector):
        return
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        if page.evaluate(IS_FOCUSED, selector):
            return
    raise AssertionError(f"no stop at {selector}")


def stops_without_sign(visitor: Visitor) -> list[str]:
    """Press Tab again and again; return the controls that look as if nothing was."""
    looked_at, unseen = 0, []
    for _ in range(STOPS_LOOKED_AT):
        visitor.page.keyboard.press("Tab")
        box = visitor.page.evaluate(FOCUSED_BOX)
        if box is None:
            break
        looked_at += 1
        focused = visitor.page.screenshot(clip=box, caret="initial")
        control = visitor.page.evaluate_handle("() => document.activeElement")
        control.evaluate("control => control.blur()")
        if visitor.page.screenshot(clip=box, caret="initial") == focused:
            unseen.append(control.evaluate("control => control.outerHTML"))
        control.evaluate("control => control.focus()")
    assert looked_at > 5
    return unseen
