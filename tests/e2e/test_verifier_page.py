"""The page that checks records in a browser says of each what the program says."""

import base64
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from games.history.views.proofs import VERIFIER, verifier_with
from stoneage_core.audit import verify
from tests.core.audit.record_forger import lines_of, record, sealed
from tests.e2e.chromium import WIDE, visiting
from tests.harness.page_server import PageServer

GOLDEN = Path(__file__).parents[1] / "golden/records"
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))
#: How many are changed, of those that are small, each of another kind; with --slow.
FEW, MANY = 60, 400
SMALL = ("answered", "beacon", "running")
CHECK = """async records => {
  const found = [];
  for (const text of records) {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    found.push(await checkRecord(bytes, ''));
  }
  return found;
}"""
#: What follows from the seed, and how a forger may change it.
DRAWN = {"DiceRolled": "dice", "CardRevealed": "card", "BuildingRevealed": "building"}

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """The page as it is opened from a disk, without a network."""
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto(VERIFIER.as_uri())
    yield page
    context.close()


def told_by(page: Page, records: list[bytes]) -> list[dict[str, Any]]:
    """What the page finds in each record."""
    sent = [base64.b64encode(each).decode() for each in records]
    found: list[dict[str, Any]] = page.evaluate(CHECK, sent)
    return found


def told_by_program(text: bytes) -> int | None:
    """The event at which the program finds something wrong, None if it does not."""
    finding = verify(text.decode("utf-8", "surrogateescape")).finding
    return None if finding is None else finding.sequence


def place_of(found: dict[str, Any]) -> int | None:
    return found["finding"] and int(found["finding"]["sequence"])


def test_all_golden_records_hold_as_the_program_says(page: Page) -> None:
    records = [(GOLDEN / f"{name}.jsonl").read_bytes() for name in RECORDS]
    for name, text, found in zip(RECORDS, records, told_by(page, records), strict=True):
        verdict = verify(text.decode())
        assert found["finding"] is None, name
        assert found["drawn"] == verdict.dice, name
        assert (found["events"], found["head"]) == (verdict.events, verdict.head)


def test_changed_bytes_are_found_where_the_program_finds_them(
    page: Page, is_slow: bool
) -> None:
    random, changed = Random(17), []
    for number in range(MANY if is_slow else FEW):
        text = bytearray(record(SMALL[number % len(SMALL)]).encode())
        at, how = random.randrange(len(text)), random.randrange(3)
        if how == 0:
            text[at] ^= 1 << random.randrange(7)
        elif how == 1:
            del text[at]
        else:
            text.insert(at, random.randrange(32, 127))
        changed.append(bytes(text))
    for text, found in zip(changed, told_by(page, changed), strict=True):
        expected = told_by_program(text)
        assert place_of(found) == expected, (found, verify(text.decode()).finding)


def forged_draws() -> Iterator[bytes]:
    """Records hashed anew in which one thing was drawn otherwise."""
    random = Random(23)
    for name in ("beacon", "finished"):
        places = [
            at
            for at, line in enumerate(lines_of(name))
            if line["event"]["type"] in DRAWN
        ]
        for at in random.sample(places, 8):
            lines = lines_of(name)
            event = lines[at]["event"]
            field = DRAWN[event["type"]]
            if field == "dice":
                event["dice"][-1] = event["dice"][-1] % 6 + 1
            else:
                event[field] = event[field] % 28 + 1
            yield sealed(lines).encode()


def forged_seals() -> Iterator[bytes]:
    """Records hashed anew with another seed, beacon or time."""
    for name, kind, field, value in (
        ("finished", "SeedRevealed", "seed", "00" * 32),
        ("finished", "GameCreated", "commitment", "11" * 32),
        ("beacon", "BeaconRevealed", "value", "44" * 32),
    ):
        lines = lines_of(name)
        next(line for line in lines if line["event"]["type"] == kind)["event"][
            field
        ] = value
        yield sealed(lines).encode()
    lines = lines_of("running")
    lines[90]["recorded_at"] = "2026-01-01T00:00:00.000000Z"
    yield sealed(lines).encode()


def test_forged_dice_and_seals_are_found_though_all_is_hashed_anew(page: Page) -> None:
    draws, seals = list(forged_draws()), list(forged_seals())
    for text, found in zip(draws, told_by(page, draws), strict=True):
        assert place_of(found) == told_by_program(text)
    for text, found in zip(seals, told_by(page, seals), strict=True):
        assert found["finding"] is not None
        assert told_by_program(text) is not None


def test_what_only_the_program_finds_is_said_on_the_page(page: Page) -> None:
    """What the rules forbid, hashed anew: the page cannot see it, and says so."""
    lines = lines_of("running")
    lines[-1]["source"] = "staff"
    (found,) = told_by(page, [sealed(lines).encode()])
    assert found["finding"] is None
    assert told_by_program(sealed(lines).encode()) is not None
    assert "Whether the rules were kept, only the program says" in page.content()


@pytest.mark.parametrize("width", [1280, 320])
def test_files_are_chosen_and_told_of(page: Page, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    head = verify(record("beacon")).head
    page.fill("#head", f"> {head[:32]}\n> {head[32:]}")
    broken = tmp_path / "broken.jsonl"
    broken.write_text(record("running").replace("forest", "quarry", 1), "utf-8")
    page.set_input_files("#files", [GOLDEN / "beacon.jsonl", broken])
    results = page.locator("#results")
    results.get_by_text("1 of 2 records hold").wait_for()
    told = results.inner_text()
    assert "beacon.jsonl: holds" in told
    assert f"The hash you gave is that of event {len(lines_of('beacon'))}." in told
    assert "broken.jsonl: wrong" in told
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(page).violations_count == 0
    page.fill("#head", "12ab")
    page.set_input_files("#files", [])
    page.set_input_files("#files", [GOLDEN / "beacon.jsonl"])
    page.locator("#told").get_by_text("That is no code").wait_for()
    assert "beacon.jsonl: holds" in results.inner_text()


def test_it_works_as_served_under_its_own_policy(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """The browser lets it run, complains of nothing, and lets it reach nothing."""
    with visiting(chromium, WIDE, pictures) as visitor:
        answer = visitor.page.goto(site.address + "/check/verifier.html")
        assert answer is not None
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        visitor.page.set_input_files("#files", [GOLDEN / "beacon.jsonl"])
        visitor.page.get_by_text("beacon.jsonl: holds").wait_for()
        assert visitor.complaints == []
        asked = "fetch('/').then(() => 'reached', () => 'refused')"
        assert visitor.page.evaluate(asked) == "refused"
        assert all("Content Security Policy" in each for each in visitor.complaints)
        visitor.complaints.clear()


def test_a_page_with_a_record_checks_it_without_a_press(
    chromium: Browser, tmp_path: Path
) -> None:
    """It says three sentences, and compares the code of an old email."""
    file = tmp_path / "page.html"
    file.write_text(verifier_with(record("finished"), {"title": "Comprobar"}), "utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    verdict = page.locator("#results .good")
    assert "This game holds" in verdict.inner_text()
    assert verdict.locator("p:not(.code)").count() == 3
    assert "no roll was changed" in verdict.inner_text()
    assert "does not check whether the rules" in verdict.inner_text()
    assert page.locator("h1").inner_text() == "Comprobar"
    assert not page.locator("#drop").is_visible()
    code = lines_of("finished")[599]["hash"]
    told = page.locator("#told")
    for typed in (
        code,
        f"https://stoneage.example/check/?game=bnhqjyhrb4&head={code}",
        f"X-Game-Head: bnhqjyhrb4 600 {code}",
    ):
        page.fill("#head", "")
        page.click("#again")
        told.get_by_text("600").wait_for(state="detached")
        page.fill("#head", typed)
        page.click("#again")
        told.get_by_text("nothing up to event 600 was changed").wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("f" * 64, "A digit is wrong"), ("my email said 42", "it has 64 digits")],
)
def test_a_mistyped_code_is_explained_at_its_field_and_the_game_still_holds(
    chromium: Browser, tmp_path: Path, typed: str, answer: str
) -> None:
    file = tmp_path / "page.html"
    file.write_text(verifier_with(record("finished"), {}), "utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    page.fill("#head", typed)
    page.click("#again")
    page.locator("#told").get_by_text(answer).wait_for()
    verdict = page.locator("#results .good")
    assert verdict.locator("p:not(.code)").count() == 3
    assert page.locator("#results .bad").count() == 0
    reasons = page.locator("#told li").all_inner_texts()
    named = ["digit is wrong", "another game", "changed or removed"]
    assert not reasons or all(map(str.__contains__, reasons, named))
    assert not page.locator("#back").is_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()
