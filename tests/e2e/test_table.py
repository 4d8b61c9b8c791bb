"""What the table promises: one screen, few words, letters that can be read."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from django.test import RequestFactory
from msgspec import structs
from playwright.sync_api import Browser, Page

from games.presentation.event_text import OutcomeSentence
from games.presentation.replay import Gain, Replay, StepChip
from games.table.hints import FirstNote, hint_in
from games.table.orders_form import DueOrder, placement_offer
from games.table.table_page import Awaited, Undo
from stoneage_core import GameState, awaited
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.components.tools import Tool
from stoneage_core.state import Player, Question
from tests.e2e.chromium import TOUCH
from tests.e2e.table_pages import (
    NAMES,
    asked_or_looked_at,
    early_and_late,
    head_of,
    places_used,
    positions_of,
    positions_with_open_dice,
    put,
    reader_of,
    show,
    showing,
    turn_page,
)

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (390, 844), (360, 740))
PHONES = SIZES[3:]
#: The least room of a wide screen and of a phone.
TIGHT = (SIZES[0], SIZES[-1])
#: Where the steps of a replay come from: nobody asks for them here.
NOWHERE: dict[str, Any] = {"steps_url": "/", "address": "/"}
#: How far a box can be scrolled to the right and down.
SCROLLED = """box => [
  box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]"""
#: Whether the tick at the corner of a chip touches the letters of its name.
TICK_ON_NAME = """chip => {
  const tick = getComputedStyle(chip.querySelector('.chip-face'), '::after');
  const corner = chip.getBoundingClientRect(), name = document.createRange();
  name.selectNodeContents(chip.querySelector('strong'));
  const letters = name.getBoundingClientRect();
  const left = corner.right - parseFloat(tick.right) - parseFloat(tick.width);
  const bottom = corner.top + parseFloat(tick.top) + parseFloat(tick.height);
  return letters.right > left && letters.top < bottom;
}"""
LANGUAGES = ("en", "es", "it", "ko", "pt-br")
Size = tuple[int, int]
#: A game in which all questions are asked, for each number of players.
SEEDS = {2: 3, 3: 1, 4: 37}
#: The fullest table in all languages, others in English; with --slow all in all.
TABLES = [
    pytest.param(language, players, marks=[pytest.mark.slow] if is_more else [])
    for language in LANGUAGES
    for players in SEEDS
    for is_more in [players < 4 and language != "en"]
]
#: English; with --slow in all languages. That the table has room for the words of each
#: language is shown by `test_every_question_fits_on_the_screen`.
IN_ENGLISH = pytest.mark.parametrize(
    "language",
    ["en", *(pytest.param(other, marks=pytest.mark.slow) for other in LANGUAGES[1:])],
)
#: Each question is shown in one of the first two ways; with --slow in all four.
COLOURS = [
    pytest.param((1280, 800), "light", id="wide-light"),
    pytest.param((390, 844), "dark", id="phone-dark"),
    pytest.param((1280, 800), "dark", id="wide-dark", marks=pytest.mark.slow),
    pytest.param((390, 844), "light", id="phone-light", marks=pytest.mark.slow),
]
#: A game in which dice for all wait for one's own turn, in all phases.
OPEN_DICE_SEED = 5
#: Alternatives of an order, as long as they are.
ORDER = (PlacePeople(Place.HUNTING_GROUNDS, 1), PlacePeople(Place.CLAY_PIT, 1))
#: The card that may be turned over for any two resources.
ANY_TWO = 36
MOST_WORDS = 90
LEAST_LETTERS = 11
#: So high the map is drawn at least, in pixels.
LEAST_MAP = 220
#: The same where all is told that a round brought.
LEAST_MAP_BESIDE_A_ROUND = 170
#: What somebody is told whose last person brought food to a round without enough of it.
ROUND_TOLD = [
    OutcomeSentence("You took nothing at building 1."),
    OutcomeSentence("You took nothing at card 4."),
    OutcomeSentence("You rolled 3 and 3 for food.", (3, 3)),
    OutcomeSentence("You got 3 food."),
    OutcomeSentence("Your food track gave 1 food."),
    OutcomeSentence("Your tribe ate 4 food and went hungry and lost 10 points."),
]
#: What a note lies over, and the dock below.
KEPT = ("#board", "#rows", "#cards", "#dock")
#: Smaller than that by more than rounding.
SMALL = LEAST_LETTERS - 0.05

#: How much the page overhangs the window, and what of it is never seen.
OVERHANG = """() => {
  const root = document.documentElement, dock = document.getElementById('dock');
  return [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth,
          dock.scrollHeight - dock.clientHeight];
}"""
#: How high the map is drawn, in the shape of its view box.
DRAWN = """() => {
  const box = document.querySelector('.map').getBoundingClientRect();
  return Math.min(box.height, box.width * 440 / 480);
}"""
#: Where the board is drawn and how large, for each place that is looked at.
BOARDS = """() => [...document.querySelectorAll('.dock-pane')].map(pane => {
  const key = pane.dataset.pane;
  document.querySelector(key ? `.place[data-place="${key}"]` : '[data-look=""]')
    ?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
  const {x, y, width, height} = document.querySelector('.map').getBoundingClientRect();
  return [document.querySelector('#panes').dataset.at === key, x, y, width, height];
})"""
#: What is wider or higher inside than it shows.
CUT_OFF = """chips => chips.filter(chip =>
  chip.scrollWidth > chip.clientWidth || chip.scrollHeight > chip.clientHeight
).map(chip => chip.textContent)"""
#: So much of what was said has to be scrolled to.
HIDDEN_LINES = "said => said.scrollHeight - said.clientHeight"
#: By how much lines of what was said are cut off at the edge of their box.
CUT_LINES = """said => {
  const range = document.createRange(), bottom = said.getBoundingClientRect().bottom;
  range.selectNodeContents(said);
  return [...range.getClientRects()].filter(line => line.height > 0)
    .map(line => Math.min(line.bottom - bottom, bottom - line.top))
    .filter(cut => cut > 1.5);
}"""
#: The words of elements that are broken, each with its element's text.
BROKEN_WORDS = r"""elements => elements.flatMap(element => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), broken = [];
  while (walker.nextNode())
  for (const word of walker.currentNode.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(walker.currentNode, word.index);
    range.setEnd(walker.currentNode, word.index + word[0].length);
    const tops = [...range.getClientRects()].map(line => Math.round(line.top));
    if (new Set(tops).size > 1) broken.push(word[0]);
  }
  return broken;
})"""
#: In how many lines the numbers of a row stand, but for the score.
LINES_OF_NUMBERS = """row => {
  const numbers = [...row.querySelectorAll('.row-number:not(.row-score)')]
    .map(each => each.getBoundingClientRect()).filter(box => box.width);
  const middles = numbers.map(box => box.top + box.height / 2).sort((a, b) => a - b);
  return middles.filter((middle, at) => !at || middle - middles[at - 1] > 6).length;
}"""
#: By how much numbers stand out of their row, in pixels.
OUTSIDE = """row => Math.max(...[...row.querySelectorAll('.row-number')].map(each =>
  each.getBoundingClientRect().right - row.getBoundingClientRect().right))"""
#: What is wider inside than it shows.
TOO_WIDE = """boxes => boxes.filter(box => box.scrollWidth > box.clientWidth)
  .map(box => box.textContent.trim())"""
#: What is written, and how large its letters are on the screen.
LETTERS = """() => {
  const UNSEEN =
    'script, template, title, desc, .hidden-visually, .skip, .change';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    const text = node.textContent.trim();
    if (!text || !parent || parent.closest(UNSEEN)) continue;
    if (!parent.checkVisibility({visibilityProperty: true})) continue;
    const box = parent.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const drawing = parent.closest('svg');
    const scale = drawing && parent.getScreenCTM ? parent.getScreenCTM().a : 1;
    found.push([text, parseFloat(getComputedStyle(parent).fontSize) * scale]);
  }
  return found;
}"""


@pytest.fixture
def sizes(is_slow: bool) -> tuple[Size, ...]:
    """All with --slow; else those with the least room."""
    return SIZES if is_slow else TIGHT


@pytest.fixture
def phones(is_slow: bool) -> tuple[Size, ...]:
    """All with --slow; else the one with the least room."""
    return PHONES if is_slow else PHONES[-1:]


@pytest.mark.parametrize(("language", "players"), TABLES)
def test_every_question_fits_on_the_screen(
    table: Page, language: str, players: int, is_slow: bool
) -> None:
    """
    At five sizes, early and late in the game, for all that can be asked.

    Each table at one of the sizes; with --slow at all.
    """
    at = (LANGUAGES.index(language) + players) % len(SIZES)
    sizes = SIZES if is_slow else SIZES[at : at + 1]
    tables = [
        (name, turn_page(state, reader_of(state), language=language))
        for name, state in early_and_late(players, SEEDS[players])
    ]
    for width, height in sizes:
        table.set_viewport_size({"width": width, "height": height})
        for name, html in tables:
            put(table, html)
            overhang = table.evaluate(OVERHANG)
            assert max(overhang) <= 0, (name, width, height, overhang)
            small = [each for each in table.evaluate(LETTERS) if each[1] < SMALL]
            assert small == [], (name, width, height)
            is_phone = (width, height) in PHONES
            whole = ".die-chip" if is_phone else ".die-chip, .tile-half"
            cut = table.locator(whole).evaluate_all(CUT_OFF)
            assert cut == [], (name, width, height)


@IN_ENGLISH
def test_dice_that_wait_for_turns_fit_on_the_screen(
    table: Page, language: str, sizes: tuple[Size, ...]
) -> None:
    """Picks that begin a turn, and rows with the faces that wait for a tribe."""
    waiting = positions_with_open_dice(OPEN_DICE_SEED)
    assert {"die-before-turn-actions", "die-before-turn-placement"} < set(waiting)
    for width, height in sizes:
        table.set_viewport_size({"width": width, "height": height})
        for name, state in waiting.items():
            put(table, turn_page(state, reader_of(state), language=language))
            overhang = table.evaluate(OVERHANG)
            assert max(overhang) <= 0, (name, width, height, overhang)
            letters = table.locator("#tribe-1 .row-letters")
            assert letters.evaluate("each => each.clientWidth") > 0, (name, width)
            cut = table.locator(".die-chip").evaluate_all(CUT_OFF)
            assert cut == [], (name, width, height)


@IN_ENGLISH
def test_the_map_of_a_phone_stays_large(
    table: Page, language: str, is_slow: bool, phones: tuple[Size, ...]
) -> None:
    """
    Whatever is asked, with all that may be said beside it: nothing is scrolled.

    With --slow also with less beside it.
    """
    everything = all_beside()
    told = {key: everything[key] for key in ("said", "preference")}
    noted = told | {"first_note": everything["first_note"]}
    pages = [
        (name, turn_page(state, reader_of(state), at=at, language=language, **more))
        for name, state, at in asked_or_looked_at(4, SEEDS[4])
        for more in beside(state, told, noted, is_slow=is_slow)
    ]
    late = dict(early_and_late(4, SEEDS[4]))["place-late"]
    pages.append(
        ("since", turn_page(late, reader_of(late), language=language, **everything))
    )
    for width, height in phones:
        table.set_viewport_size({"width": width, "height": height})
        for name, html in pages:
            put(table, html)
            assert max(table.evaluate(OVERHANG)) <= 0, (name, width)
            assert table.evaluate(DRAWN) >= LEAST_MAP, (name, width)
            cut = table.locator(".tile-halves, .tile-half").evaluate_all(CUT_OFF)
            assert cut == [], (name, width)


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((1280, 720), marks=pytest.mark.slow),
        pytest.param((390, 844), marks=pytest.mark.slow),
        (360, 740),
    ],
    ids=str,
)
def test_the_board_keeps_its_size_while_one_looks_around(
    table: Page, size: Size, is_slow: bool
) -> None:
    """
    At every question that is asked about places, whatever stands beside it.

    That is nothing or the most; with --slow also something.
    """
    table.set_viewport_size({"width": size[0], "height": size[1]})
    beside_it: list[dict[str, Any]] = [{}, all_beside() | {"said": ROUND_TOLD}]
    if is_slow:
        beside_it += [all_beside(), {"said": all_beside()["said"]}]
    for name, state, at in asked_or_looked_at(4, SEEDS[4]):
        for more in beside_it:
            put(table, turn_page(state, reader_of(state), at=at, **more))
            looked_at = table.evaluate(BOARDS)
            assert all(is_shown for is_shown, *_box in looked_at), name
            assert len({tuple(box) for _is_shown, *box in looked_at}) <= 1, name


@IN_ENGLISH
def test_a_phone_shows_what_a_roll_brought_whole_beside_a_tip(
    table: Page, language: str
) -> None:
    """Also beside the recap and what may be chosen for always; the tip gives way."""
    told = all_beside()
    with_hint = {key: told[key] for key in told if key != "first_note"}
    for name, state in early_and_late(4, SEEDS[4]):
        if state.question is None:
            continue
        reader = reader_of(state)
        hint = hint_in(state, reader, NAMES)
        for more in told, with_hint | {"hint": hint}:
            put(table, turn_page(state, reader, language=language, **more))
            for width, height in PHONES:
                table.set_viewport_size({"width": width, "height": height})
                said = table.locator("#said")
                if table.locator(".order > :nth-child(5)").count() and height < 780:
                    continue  # with a card to turn over besides
                box = said.bounding_box()
                assert box is not None
                assert box["height"] > LEAST_LETTERS, (name, width)
                assert said.is_visible(), (name, width)
                assert said.evaluate(HIDDEN_LINES) <= 0, (name, width)


@pytest.mark.parametrize(
    ("players", "seed"),
    [
        pytest.param(2, SEEDS[2], marks=pytest.mark.slow),
        (4, SEEDS[4]),
        # three and four dice to pick, and a card to turn over at every question
        (4, 16),
        (4, 30),
    ],
)
@IN_ENGLISH
def test_a_phone_tells_what_a_round_brought_to_its_end(
    table: Page, language: str, players: int, seed: int
) -> None:
    """The loss that comes last, too; the tip and the time to play give way."""
    more = all_beside() | {"said": ROUND_TOLD}
    for name, state in early_and_late(players, seed):
        if state.question is None:
            continue
        put(table, turn_page(state, reader_of(state), language=language, **more))
        for width, height in PHONES:
            table.set_viewport_size({"width": width, "height": height})
            if table.locator(".order > :nth-child(5)").count() and height < 780:
                continue  # with a card to turn over besides
            said = table.locator("#said")
            assert said.evaluate(HIDDEN_LINES) <= 0, (name, width)
            assert said.evaluate(CUT_LINES) == [], (name, width)
            assert max(table.evaluate(OVERHANG)) <= 0, (name, width)
            assert table.evaluate(DRAWN) >= LEAST_MAP_BESIDE_A_ROUND, (name, width)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["wide", "phone"])
def test_a_long_note_lies_over_the_table_until_it_is_closed(
    table: Page, size: tuple[int, int]
) -> None:
    """A refusal, or that moves are lost; everything keeps its place and its size."""
    state, told = placing(), "What was played since is lost, and we are sorry. " * 4
    table.set_viewport_size({"width": size[0], "height": size[1]})
    boxes = []
    for refusal in "", told:
        show(table, turn_page(state, reader_of(state), refusal=refusal))
        assert max(table.evaluate(OVERHANG)) <= 0
        boxes.append([table.locator(each).bounding_box() for each in KEPT])
    assert boxes[0] == boxes[1]
    note, dock = (table.locator(each).bounding_box() for each in (".notes", "#dock"))
    assert note is not None
    assert dock is not None
    assert note["y"] + note["height"] <= dock["y"]
    table.locator(".note-close").click()
    assert table.locator("#refusal").count() == 0


def test_a_phone_shows_the_last_steps_whole(
    table: Page, phones: tuple[Size, ...]
) -> None:
    """In pictures, however many dice they took: none is cut, none is scrolled to."""
    sent = chip(people=10, place="Hunting grounds", sign="food")
    rolled = chip(dice=(1, 2, 3, 4, 5, 6, 6), gains=(Gain("food", "+13"),))
    bought = chip(gains=(Gain("gold", "\N{MINUS SIGN}2"), Gain("points", "+16")))
    state = placing()
    for chips in [(sent,) * 5, (rolled,) * 5, (sent, rolled, bought), (bought,) * 4]:
        replay = Replay(1, 9, at=9, number=8, count=8, chips=chips, **NOWHERE)
        put(table, turn_page(state, reader_of(state), replay=replay))
        for width, height in phones:
            table.set_viewport_size({"width": width, "height": height})
            assert max(table.evaluate(OVERHANG)) <= 0, (chips, width)
            strip = table.locator(".replay-recap .replay-strip")
            assert strip.evaluate_all(CUT_OFF) == [], (chips, width)
            box = strip.bounding_box()
            assert box is not None
            assert box["height"] <= 2 * TOUCH + 10, (chips, width)


def test_a_phone_shows_the_last_steps_apart_from_the_food(
    table: Page, phones: tuple[Size, ...]
) -> None:
    """Their heading has a row of its own, and an arrow parts people from the hut."""
    state = placing()
    chips = (chip(people=2, place="Hut", sign="building"),)
    replay = Replay(1, 9, at=9, number=1, count=1, chips=chips, **NOWHERE)
    put(table, turn_page(state, reader_of(state), replay=replay))
    for width, height in phones:
        table.set_viewport_size({"width": width, "height": height})
        facts = table.locator(".dock-facts").first.bounding_box()
        heading = table.locator(".replay-recap > .small").bounding_box()
        strip = table.locator(".replay-recap .replay-strip").bounding_box()
        assert facts is not None
        assert heading is not None
        assert strip is not None
        assert heading["y"] >= facts["y"] + facts["height"]
        assert strip["y"] >= heading["y"] + heading["height"] - 4
        assert table.locator(".replay-recap .step-arrow").is_visible()


def test_the_menu_of_a_wide_screen_is_whole(table: Page) -> None:
    """Also for a host with everything to switch; nothing is cut, nothing scrolls."""
    everything = {
        "seat_url": "/seat/",
        "game_url": "/game/",
        "game": {"slug": "a" * 12, "is_watchable": True},
        "live_talk": {"key": "key"},
        "turn": {"action": "/play/"},
        "hosts": True,
        "offers_hints": True,
        "user": {"is_authenticated": True},
        "request": RequestFactory().get("/"),
    }
    open_sheet(table, render_to_string("games/table/_sheet_menu.html", everything))
    assert table.locator(".sheet-body .languages").is_visible()
    assert table.locator(".sheet-body").evaluate(SCROLLED) == [0, 0]


def test_the_tick_of_a_chosen_chip_lies_on_no_name(table: Page) -> None:
    context = {
        "start": 3,
        "start_round": 3,
        "game": {"slug": "a" * 12},
        "playable": [(0, "Maximiliane"), (1, "Flint")],
    }
    open_sheet(table, render_to_string("games/replay/_sheet_what_if.html", context))
    chips = table.locator(".sheet-body .chip")
    for chosen in chips.all():
        chosen.locator("input").check()
        assert chosen.evaluate(TICK_ON_NAME) is False
    scrolled_aside, _down = table.locator(".sheet-body").evaluate(SCROLLED)
    assert scrolled_aside == 0


def open_sheet(table: Page, body: str) -> None:
    """Put a sheet beside the table of a screen of 1280 by 800."""
    state = placing()
    table.set_viewport_size({"width": 1280, "height": 800})
    put(table, turn_page(state, reader_of(state)))
    table.evaluate(
        """body => {
          const sheet = document.getElementById('sheet');
          sheet.hidden = false;
          sheet.innerHTML = '<header class="sheet-head"><h2>It</h2></header>'
            + '<div class="sheet-body">' + body + '</div>';
        }""",
        body,
    )


@IN_ENGLISH
def test_the_next_placement_is_offered_without_hiding_anything(
    table: Page, language: str, sizes: tuple[Size, ...]
) -> None:
    """Beside who is awaited, and what can still be taken back; all can be read."""
    state = placing()
    reader = max(set(range(4)) - awaited(state))
    moment = datetime(2026, 1, 5, 12, tzinfo=UTC)
    turn = replace(
        head_of(state, reader),
        awaited=(
            Awaited(
                0,
                "Maximiliane",
                "to place people",
                since=moment,
                deadline=moment + timedelta(days=3),
                is_thinking=False,
                gift="3 days",
            ),
        ),
    )
    undo = Undo(1, moment, 90)
    offers = [
        placement_offer(state, reader, ordered)
        for ordered in ((), (ORDER,), (ORDER,) * 3)
    ]
    for width, height in sizes:
        table.set_viewport_size({"width": width, "height": height})
        for offer in offers:
            more = {"turn": turn, "undo": undo, "next_order": offer} | all_beside()
            put(table, turn_page(state, reader, language=language, **more))
            overhang = table.evaluate(OVERHANG)
            assert max(overhang) <= 0, (width, height, overhang)
            small = [each for each in table.evaluate(LETTERS) if each[1] < SMALL]
            assert small == [], (width, height)
            assert table.evaluate(DRAWN) >= LEAST_MAP, (width, height)


@IN_ENGLISH
@pytest.mark.parametrize("question", [Question.PLACE, Question.USE])
def test_what_orders_play_takes_no_room_from_the_board(
    table: Page, language: str, question: Question, phones: tuple[Size, ...]
) -> None:
    asked = [s for s in positions_of(4, SEEDS[4]) if s.question is question]
    state = min(asked, key=lambda state: len(places_used(state)))
    reader = reader_of(state)
    moment = datetime(2026, 11, 25, 22, 45, tzinfo=UTC)
    turn = replace(head_of(state, reader), deadline=moment)
    due = DueOrder("buy 2 wood 2 brick 2 stone 2 gold 1", "23:45")
    for width, height in phones:
        table.set_viewport_size({"width": width, "height": height})
        drawn = []
        for more in ({}, {"due_order": due}):
            html = turn_page(state, reader, language=language, turn=turn, **more)
            put(table, html)
            assert max(table.evaluate(OVERHANG)) <= 0, (width, height)
            drawn.append(table.evaluate(DRAWN))
        assert drawn[1] >= drawn[0], (width, height, drawn)
        line = table.locator(".dock-pane:not([hidden]) .dock-until").first
        if line.is_visible():
            assert line.locator("a").is_visible(), (width, height)


def test_a_game_that_waits_elsewhere_squeezes_no_button(
    table: Page, phones: tuple[Size, ...]
) -> None:
    """Its link stands beside what can be ordered, and taken back: on one line each."""
    state = placing()
    reader = max(set(range(4)) - awaited(state))
    name = "Stone Age with Maximiliane, Di and Ana, game 2"
    more: dict[str, Any] = {
        "next_game": {"url": "/", "name": name, "deadline": None, "others": 3},
        "next_order": placement_offer(state, reader, ()),
        "turn": head_of(state, reader),
    }
    for width, height in phones:
        table.set_viewport_size({"width": width, "height": height})
        for undo in (None, Undo(1, datetime(2026, 1, 5, 12, tzinfo=UTC), 90)):
            put(table, turn_page(state, reader, **more, undo=undo))
            assert max(table.evaluate(OVERHANG)) <= 0, (width, height)
            for button in table.locator(".dock-go > button").all():
                box = button.bounding_box()
                assert box is not None
                assert box["height"] < TOUCH + 8, (width, height)
            assert table.evaluate(DRAWN) >= LEAST_MAP, (width, height)


@IN_ENGLISH
def test_the_main_button_is_the_widest_beside_what_is_taken_back(
    table: Page, language: str, phones: tuple[Size, ...]
) -> None:
    """Wherever it stands; no word is broken, and no button is of three lines."""
    undo = Undo(1, datetime(2026, 1, 5, 12, tzinfo=UTC), 90)
    using = [s for s in positions_of(4, SEEDS[4]) if s.question is Question.USE]
    asked = [dict(early_and_late(4, SEEDS[4]))["use-most"]]
    for place in (Place.CARD_1, Place.CARD_2, Place.BUILDING_1, Place.RIVER):
        alone = [s for s in using if places_with_people(s) == [place.number]]
        asked += alone[-1:]
    assert len(asked) > 2
    for state in asked:
        put(table, turn_page(state, reader_of(state), language=language, undo=undo))
        for width, height in phones:
            table.set_viewport_size({"width": width, "height": height})
            pane = table.locator(".dock-pane:not([hidden])")
            main = pane.locator(".dock-go > .button-main").bounding_box()
            assert main is not None
            others = pane.locator(".dock-go > :not(.button-main)")
            assert others.count()
            for other in others.all():
                box = other.bounding_box()
                assert box is not None
                assert box["width"] < main["width"], (width, other.text_content())
                assert box["height"] < TOUCH + 12, (width, other.text_content())
            buttons = pane.locator(".dock-go > *")
            if language != "ko":  # where a word may go on in the next line
                assert buttons.evaluate_all(BROKEN_WORDS) == [], width
            assert buttons.evaluate_all(CUT_OFF) == [], width
            assert max(table.evaluate(OVERHANG)) <= 0, width


def test_a_die_cannot_be_picked_before_one_is_chosen(table: Page) -> None:
    """The button is disabled until then, and says what to take as soon as one is."""
    state = dict(early_and_late(4, SEEDS[4]))["die-early"]
    put(table, turn_page(state, reader_of(state)))
    button = table.locator(".dock-go .button-main")
    assert button.is_disabled()
    assert button.inner_text().strip() == "Pick a die"
    table.locator(".numbers input").first.check()
    assert button.is_enabled()
    assert button.inner_text().startswith("Take ")


def test_the_last_steps_are_announced_only_where_they_are_shown(table: Page) -> None:
    """Beside what was said and a tip a phone has no room for them."""
    state, told = placing(), all_beside()
    for width, height in SIZES:
        table.set_viewport_size({"width": width, "height": height})
        for left_out in "", "said", "first_note":
            more = {key: told[key] for key in told if key != left_out}
            put(table, turn_page(state, reader_of(state), **more))
            strip = table.locator(".replay-recap .replay-strip").is_visible()
            heading = table.locator(".replay-recap > .small").is_visible()
            assert heading == strip, (width, left_out)


@pytest.mark.parametrize(
    "size", [(1280, 800), pytest.param((1366, 768), marks=pytest.mark.slow)], ids=str
)
def test_a_narrow_wide_screen_shows_names_whole(
    table: Page, size: Size, is_slow: bool
) -> None:
    """
    Also of the start player, late in a game; no number leaves its place for it.

    With four players, with --slow also with fewer.
    """
    table.set_viewport_size({"width": size[0], "height": size[1]})
    for players in SEEDS if is_slow else (4,):
        for name, state in early_and_late(players, SEEDS[players]):
            put(table, turn_page(state, reader_of(state), names=("Thatch",) * players))
            cut = table.locator(".row-letters, .row-number:not(.row-score)")
            assert cut.evaluate_all(TOO_WIDE) == [], (name, players)


@IN_ENGLISH
def test_the_ten_ways_to_take_two_resources_are_buttons_for_fingers(
    table: Page, language: str, sizes: tuple[Size, ...]
) -> None:
    """Unfolded they stand beside each other and below, as wide as their words."""
    fed = [s for s in positions_of(2, SEEDS[2]) if s.question is Question.FEED][-1]
    reader = reader_of(fed)
    tribe = structs.replace(fed.players[reader], open_cards=(ANY_TWO,))
    players = (*fed.players[:reader], tribe, *fed.players[reader + 1 :])
    html = turn_page(structs.replace(fed, players=players), reader, language=language)
    for width, height in sizes:
        table.set_viewport_size({"width": width, "height": height})
        put(table, html)
        table.evaluate("document.querySelector('.takings').open = true")
        chips = table.locator(".takings .number-chip")
        boxes = [chip.bounding_box() for chip in chips.all()]
        assert len(boxes) == 10
        for box in filter(None, boxes):
            assert box["width"] >= TOUCH, (width, box)
            assert TOUCH <= box["height"] <= 2 * TOUCH, (width, box)
        assert chips.evaluate_all(CUT_OFF) == [], width
        assert table.evaluate(DRAWN) >= LEAST_MAP, width
        assert max(table.evaluate(OVERHANG)) <= 0, width


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (390, 844), (360, 740)])
def test_board_has_one_size_in_all_questions(table: Page, size: Size) -> None:
    """Also beside the outcome of a move, and below notes, which lie over the table."""
    table.set_viewport_size({"width": size[0], "height": size[1]})
    said = {"said": all_beside()["said"]}
    noted = {"refusal": "The game has moved on.", "votes_wanted": 1} | said
    heights = {}
    for name, state, at in asked_or_looked_at(4, SEEDS[4]):
        for more in ({}, said, noted):
            put(table, turn_page(state, reader_of(state), at=at, **more))
            heights[name, len(more)] = table.evaluate(DRAWN)
    assert min(heights.values()) >= LEAST_MAP
    # The longest lists of uses leave a little less.
    assert min(heights.values()) >= 0.87 * max(heights.values()), heights


@IN_ENGLISH
def test_who_waits_for_three_reads_of_each_on_one_screen(
    table: Page, language: str, sizes: tuple[Size, ...]
) -> None:
    """At the feeding: since and until when for each, and what can be taken back."""
    state = next(
        each
        for each in positions_of(4, SEEDS[4])
        if each.question is Question.FEED and len(awaited(each)) == 3
    )
    (reader,) = set(range(4)) - awaited(state)
    moment = datetime(2026, 1, 5, 12, tzinfo=UTC)
    turn = replace(
        head_of(state, reader),
        awaited=tuple(
            Awaited(
                *(seat, "Maximiliane", "to feed the tribe"),
                since=moment,
                deadline=moment + timedelta(days=3),
                is_thinking=False,
                wants_time=True,
                gift="3 days",
            )
            for seat in sorted(awaited(state))
        ),
    )
    more = {"turn": turn, "undo": Undo(1, moment, 90)} | all_beside()
    for width, height in sizes:
        table.set_viewport_size({"width": width, "height": height})
        put(table, turn_page(state, reader, language=language, **more))
        overhang = table.evaluate(OVERHANG)
        assert max(overhang) <= 0, (width, height, overhang)
        small = [each for each in table.evaluate(LETTERS) if each[1] < SMALL]
        assert small == [], (width, height)
        assert table.evaluate(DRAWN) >= LEAST_MAP, (width, height)


@pytest.mark.parametrize(
    "size",
    [pytest.param((1920, 1080), marks=pytest.mark.slow), (390, 844)],
    ids=["wide", "phone"],
)
@IN_ENGLISH
def test_little_is_said_and_all_of_it_can_be_read(
    table: Page, language: str, size: tuple[int, int]
) -> None:
    """
    At every question and while others are awaited, with a note of a first game.

    Whatever has a letter is a word: names, and what a comma follows, too.
    """
    width, height = size
    table.set_viewport_size({"width": width, "height": height})
    waiting = [("waiting", placing(), 0, note) for note in FirstNote]
    asked = [
        (name, state, reader_of(state), FirstNote.UNDO)
        for name, state in early_and_late(4, SEEDS[4])
    ]
    for name, state, reader, note in [*waiting, *asked]:
        put(table, turn_page(state, reader, language=language, first_note=note))
        written = table.evaluate(LETTERS)
        words = [word for text, _size in written for word in text.split()]
        assert sum(map(has_letters, words)) <= MOST_WORDS, (name, note)
        assert [each for each in written if each[1] < SMALL] == []


def test_a_phone_shows_the_names_of_a_result_whole(table: Page) -> None:
    """Eleven letters, and the crown of whoever won."""
    table.set_viewport_size({"width": 390, "height": 844})
    over = dict(early_and_late(4, SEEDS[4]))["over"]
    put(table, turn_page(over, 0))
    cut = table.locator(".bar-name").evaluate_all(CUT_OFF)
    assert [name for name in cut if len(name.strip()) <= 11] == []


def test_a_phone_cuts_through_no_line_of_what_was_said(
    table: Page, phones: tuple[Size, ...]
) -> None:
    """Whole lines are shown; the others can be scrolled to."""
    said = [OutcomeSentence("You took card 2 for 1 wood and 1 brick. ", (3, 4))] * 9
    html = turn_page(placing(), 0, said=said)
    for width, height in phones:
        table.set_viewport_size({"width": width, "height": height})
        put(table, html)
        box = table.locator("#said")
        assert box.evaluate("each => each.scrollHeight > each.clientHeight")
        assert box.evaluate(CUT_LINES) == [], (width, height)


@pytest.mark.parametrize("size", [(390, 844), (360, 740)], ids=["tall", "short"])
def test_a_phone_shows_names_of_eleven_letters_whole(
    table: Page, size: tuple[int, int]
) -> None:
    """And of each tribe all that it has in numbers, where there is the room for it."""
    table.set_viewport_size({"width": size[0], "height": size[1]})
    numbers = "#tribe-1 .row-number"
    if size[0] < 385:  # which of them is what the sheet of the tribe tells
        numbers += ":not(.row-cards, .row-buildings)"
    for name, state in early_and_late(4, SEEDS[4]):
        put(table, turn_page(state, reader_of(state)))
        letters = table.locator("#tribe-1 .row-letters")
        assert letters.evaluate("each => each.scrollWidth - each.clientWidth") == 0
        for number in table.locator(numbers).all():
            assert number.is_visible(), name


def test_a_phone_holds_two_digits_everywhere_in_its_two_lines(
    table: Page, phones: tuple[Size, ...]
) -> None:
    """What a tribe has never makes a third line of numbers, and none is cut."""
    for name, state in early_and_late(4, SEEDS[4]):
        tribes = tuple(with_two_digits(tribe) for tribe in state.players)
        put(table, turn_page(structs.replace(state, players=tribes), reader_of(state)))
        for width, height in phones:
            table.set_viewport_size({"width": width, "height": height})
            for row in table.locator(".tribe-row").all():
                assert row.evaluate(LINES_OF_NUMBERS) == 2, (name, width)
                numbers = row.locator(".row-number:not(.row-score)")
                assert numbers.evaluate_all(TOO_WIDE) == [], (name, width)
                assert row.evaluate(OUTSIDE) <= 1, (name, width)


@IN_ENGLISH
def test_a_phone_names_the_places_of_seven_uses_or_more(
    table: Page, language: str, phones: tuple[Size, ...]
) -> None:
    """By the map's words, whole; cards and buildings are told by their pictures."""
    state = dict(early_and_late(4, SEEDS[4]))["use-most"]
    html = turn_page(state, reader_of(state), language=language)
    for width, height in phones:
        table.set_viewport_size({"width": width, "height": height})
        put(table, html)
        assert table.locator(".order-chip").count() >= 7
        for use in table.locator(".order-name").all():
            name, sign = use.locator(".order-short"), use.locator(".icon")
            assert name.count() != sign.is_visible(), use.text_content()
            assert name.count() == name.filter(visible=True).count()
        short = table.locator(".order-short")
        assert short.count() > 1
        assert short.evaluate_all(BROKEN_WORDS) == [], width
        whole = table.locator(".order-chip, .order-name, .order-short")
        assert whole.evaluate_all(CUT_OFF) == [], width


def test_in_forced_colours_the_chosen_place_is_told_by_its_own_edge(
    chromium: Browser,
) -> None:
    """A colour of the system, along the region: not a box across its neighbours."""
    context = chromium.new_context(forced_colors="active")
    with showing(context) as page:
        chosen, other = [
            [strokes_of_places(page, at), page.locator(".place-chosen").count()]
            for at in ("forest", "")
        ]
        assert (chosen[1], other[1]) == (1, 0)
        changed = {key for key, edge in chosen[0].items() if other[0][key] != edge}
        assert changed == {"forest"}
        assert chosen[0]["forest"][1] == "none"
    context.close()


@pytest.mark.parametrize(("size", "scheme"), COLOURS)
def test_nothing_stands_in_anybodys_way(
    chromium: Browser, size: Size, scheme: Literal["light", "dark"], is_slow: bool
) -> None:
    """By the rules of axe-core, for all questions."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
    )
    with showing(context) as page:
        late = [each for each in early_and_late(4, SEEDS[4]) if "early" not in each[0]]
        for name, state in late if is_slow else late[scheme == "dark" :: 2]:
            show(page, turn_page(state, reader_of(state), before=state))
            found = Axe().run(page)
            assert found.violations_count == 0, (name, found.generate_report())
    context.close()


@pytest.mark.parametrize("size", [(320, 640), (640, 360)], ids=["320px", "200%"])
def test_the_narrowest_screens_scroll_downwards_at_the_most(
    table: Page, size: tuple[int, int]
) -> None:
    table.set_viewport_size({"width": size[0], "height": size[1]})
    for name, state in early_and_late(4, SEEDS[4]):
        put(table, turn_page(state, reader_of(state)))
        assert table.evaluate(OVERHANG)[1] <= 0, name


def all_beside() -> dict[str, Any]:
    """Return all that a page may tell beside what is asked, or who is awaited."""
    bought = chip(gains=(Gain("gold", "\N{MINUS SIGN}2"), Gain("points", "+16")))
    chips = (chip(people=10, place="Hunting grounds", sign="food"),) * 4 + (bought,)
    return {
        "said": [OutcomeSentence("You rolled 4 and 5 for brick. You got 2 brick.")],
        "preference": {"text": "x", "words": "food before wood, brick, stone and gold"},
        "first_note": FirstNote.UNDO,
        "replay": Replay(1, 9, at=9, number=8, count=8, chips=chips, **NOWHERE),
        "has_reasons": True,
    }


def beside(
    state: GameState, told: dict[str, Any], noted: dict[str, Any], *, is_slow: bool
) -> list[dict[str, Any]]:
    """Return what is said beside a question, with a note; slow: without one, too."""
    if state.question is None:
        return [told]
    return [noted, told] if is_slow else [noted]


def has_letters(word: str) -> bool:
    return any(letter.isalpha() for letter in word)


def strokes_of_places(page: Page, at: str) -> dict[str, list[str]]:
    """Return the edge of each place on the map, and the box around it."""
    state = placing()
    put(page, turn_page(state, reader_of(state), at=at))
    edges: dict[str, list[str]] = page.evaluate("""() => Object.fromEntries(
      [...document.querySelectorAll('svg a.place')].map(place => [
        place.dataset.place,
        [getComputedStyle(place.querySelector('.place-edge')).stroke,
         getComputedStyle(place).outlineStyle]]))""")
    return edges


def chip(**said: Any) -> StepChip:
    """Return a step's chip with what is told of it, and nothing else."""
    nowhere = {"people": 0, "place": "", "sign": "", "number": 0}
    nothing: dict[str, Any] = {"dice": (), "gains": (), "how": "", "round": 0}
    return StepChip(at=1, seat=1, text="It", **(nowhere | nothing | said))


def with_two_digits(tribe: Player) -> Player:
    """Return a tribe with ten or more of everything that it can have so many of."""
    return structs.replace(
        tribe,
        people=10,
        food=16,
        food_track=10,
        tools=(Tool(4), Tool(4), Tool(3)),
        resources=Resources(28, 17, 10, 12),
        cards=tuple(range(1, 18)),
        buildings=tuple(range(1, 11)),
    )


def places_with_people(state: GameState) -> list[int]:
    """Return where people of whoever is asked stand, as numbers of places."""
    placed = state.players[reader_of(state)].placed
    return [at for at, people in enumerate(placed) if people]


def placing() -> GameState:
    """A position in the middle of a game for four, with people on the board."""
    states = [s for s in positions_of(4, SEEDS[4]) if s.question is Question.PLACE]
    return next(
        s for s in states[len(states) // 2 :] if sum(map(bool, s.players[0].placed))
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (360, 740)])
def test_every_question_shows_its_deadline_beside_a_tip(
    table: Page, size: Size
) -> None:
    table.set_viewport_size({"width": size[0], "height": size[1]})
    moment = datetime(2026, 11, 25, 22, 45, tzinfo=UTC)
    seen = set()
    for name, state in early_and_late(4, SEEDS[4]):
        if state.question is None:
            continue
        seen.add(state.question)
        reader = reader_of(state)
        turn = replace(head_of(state, reader), deadline=moment)
        hint = {"first_note": FirstNote.ODDS}
        put(table, turn_page(state, reader, turn=turn, **hint))
        times = table.locator(
            ":is(.top-until, .dock-pane:not([hidden]) .dock-until) time"
        )
        shown = [each for each in times.all() if each.is_visible()]
        assert len(shown) == 1, (name, size)
        assert "23:45" in shown[0].inner_text()
    assert seen == set(Question)
