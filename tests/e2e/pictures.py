"""``python -m tests.e2e.pictures FOLDER``: the table in pictures, to be looked at.

Every question is drawn, wide and on a small phone; the folder's `docs` gets the
pictures of the documents, by their names in `docs/images`. With ``--documents`` only
these are drawn, into the folder itself:

    python -m tests.e2e.pictures --documents docs/images
"""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as PlaywrightPage

from tests.e2e.chromium import PROGRAMS, launch
from tests.e2e.inbox import open_mail
from tests.e2e.pages import Page
from tests.e2e.player import PagePlayer
from tests.harness.page_server import PageServer
from tests.harness.service import Service

SIZES = {"wide": (1280, 720), "phone": (360, 740)}
#: Who is at the table in the documents.
NAMES = ("Anna", "Ben", "Mei", "Tom")
#: A game for four in which all questions are asked.
SEED = 3
#: The same of a table at which dice for all wait for one's own turn.
OPEN_DICE_SEED = 5
#: How many decisions at least are made before the others' steps are replayed.
DECISIONS = 20
#: Of pictures of the documents: how high they are, and how far from each other.
HEIGHT, GAP = 640, 20
#: The pictures of the documents, and the screenshots that are put beside each other.
DOCUMENTS = {
    "turn": ("turn-wide", "turn-phone"),
    "purchase": ("purchase-wide",),
    "phone": ("purchase-phone", "plan-phone", "replay-phone"),
    "replay": ("since-wide",),
    "host": ("host-wide", "host-phone"),
    "moderate": ("moderate-wide",),
    "audit": ("audit-wide",),
    "operate": ("operate-wide",),
    "develop": ("develop-wide",),
}
#: A finished game, and the member of the staff whom `thirty_cases` sets up.
RECORD = Path(__file__).parents[1] / "golden/records/finished.jsonl"
MODERATOR = "mona@example.org"


def main() -> None:
    """Draw all of it; takes about a minute."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.pictures")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument(
        "--documents", action="store_true", help="only those of the documents"
    )
    options = parser.parse_args()
    documents: Path = options.folder / ("" if options.documents else "docs")
    documents.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    with sync_playwright() as playwright:
        browser = launch(playwright, *PROGRAMS)
        if not options.documents:
            draw_questions(browser, options.folder)
        draw_documents(browser, documents)


def draw_questions(browser: Browser, folder: Path) -> None:
    """Draw what is asked, early and late, and what is looked at."""
    from tests.e2e.table_pages import (
        asked_or_looked_at,
        positions_with_open_dice,
        reader_of,
        turn_page,
    )

    questions = list(asked_or_looked_at(len(NAMES), SEED))
    waiting = positions_with_open_dice(OPEN_DICE_SEED)
    questions += [(name, state, "") for name, state in waiting.items()]
    for name, state, at in questions:
        html = turn_page(state, reader_of(state), at=at, names=NAMES)
        for size in SIZES:
            draw_html(browser, html, size, folder / f"{name}-{size}.png")


def draw_documents(browser: Browser, folder: Path) -> None:
    """Draw the pictures of `docs/images`."""
    with TemporaryDirectory() as passing:
        parts = Path(passing)
        draw_positions(browser, parts)
        draw_replays_and_health(browser, parts)
        draw_pages(browser, parts)
        draw_verifier(browser, parts)
        for name, drawn in DOCUMENTS.items():
            join_pictures(
                [parts / f"{part}.png" for part in drawn], folder / f"{name}.png"
            )


def draw_positions(browser: Browser, folder: Path) -> None:
    """Draw people being placed, a card being paid for, and a plan."""
    from games.presentation.event_text import OutcomeSentence
    from games.table.plan import PlanAddress
    from stoneage_core import notation
    from stoneage_core.components.places import Place
    from stoneage_core.plan import PlanStep, plan_text
    from stoneage_core.state import Question
    from tests.e2e.table_pages import (
        places_used,
        planning_page,
        positions_of,
        reader_of,
        turn_page,
    )

    states = positions_of(len(NAMES), SEED)
    late = states[len(states) // 2 :]
    placing = next(s for s in late if s.question is Question.PLACE and s.round > 7)
    reader = reader_of(placing)
    html = turn_page(placing, reader, at="forest", names=NAMES, before=late[0])
    for size in SIZES:
        draw_html(browser, html, size, folder / f"turn-{size}.png")
    paying = next(
        state
        for state in late
        if state.question is Question.USE
        and state.players[reader_of(state)].on(Place.CARD_2)
        and len(places_used(state)) < 3
    )
    said = [OutcomeSentence("You rolled 5 and 3 for wood.", dice=(5, 3))]
    html = turn_page(paying, reader_of(paying), at="card_2", names=NAMES, said=said)
    for size in SIZES:
        draw_html(browser, html, size, folder / f"purchase-{size}.png")
    step = PlanStep(reader, notation.from_text("hunting grounds 2"))
    plan = PlanAddress(text=plan_text((step,)), player=reader, at="forest")
    html = planning_page(placing, reader, plan, names=NAMES)
    draw_html(browser, html, "phone", folder / "plan-phone.png")


def draw_replays_and_health(browser: Browser, folder: Path) -> None:
    """
    Play a while against three bots, and draw what they did since, and a position.

    Then draw the page about the service, which all parts of it are needed for.
    """
    service = Service(folder)
    try:
        visitor = PagePlayer("", service.start().address, taste=1)
        page = visitor.browser.get("/")
        page = visitor.browser.submit(page, page.form_with("opponents"), opponents="3")
        while visitor.decisions.total() < DECISIONS or not offers_replay(page):
            page = visitor.decide_once(page)
        with browser.new_context(**screen("wide")) as context:
            table = context.new_page()
            table.goto(page.address)
            table.locator("[data-replay-open]").click()
            table.locator("#replay:not([hidden])").wait_for()
            table.locator("#replay [data-step=next]").click()
            table.screenshot(path=folder / "since-wide.png")
            steps = table.locator(".replay-strip a").first.get_attribute("href")
        with browser.new_context(**screen("phone")) as context:
            table = context.new_page()
            table.goto(f"{service.address}{steps}")
            table.screenshot(path=folder / "replay-phone.png")
        signing_in = ("sign_in_link", "root@example.org", "--superuser")
        link = service.manage(*signing_in).splitlines()[-1].strip()
        with browser.new_context(**screen("wide")) as context:
            status = context.new_page()
            sign_in(status, link, "/admin/service/")
            status.screenshot(path=folder / "operate-wide.png")
    finally:
        service.stop()


def draw_pages(browser: Browser, folder: Path) -> None:
    """Draw the form of a new game, a case on the desk, and a mail in the mailbox."""
    directory = folder / "site"
    directory.mkdir()
    site = PageServer(directory).start()
    scenes = "tests.e2e.scenes"
    try:
        for size in SIZES:
            with browser.new_context(**screen(size)) as context:
                page = context.new_page()
                page.goto(f"{site.address}/games/new/")
                page.screenshot(path=folder / f"host-{size}.png")
        site.set_scene(f"{scenes}.seat_two", "friends", 0)
        with browser.new_context(**screen("wide")) as context:
            page = context.new_page()
            open_mail(page, site, "anna@friends.example")
            page.screenshot(path=folder / "develop-wide.png")
        site.set_scene("tests.games.moderation.thirty_cases.fill")
        link = site.set_scene(f"{scenes}.sign_in_link", MODERATOR)
        with browser.new_context(**screen("wide")) as context:
            desk = context.new_page()
            sign_in(desk, link, "/admin/games/desk/cases/")
            unread = desk.locator("#content li").filter(has_text="unread")
            unread.filter(has_text=", in ").get_by_role("link").first.click()
            desk.wait_for_url("**/case/*/")
            desk.screenshot(path=folder / "moderate-wide.png")
    finally:
        site.stop()


def sign_in(page: PlaywrightPage, link: str, following: str) -> None:
    """Sign in by the link of an email, and go on to an address."""
    page.goto(f"{link}?next={following}")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{following}")


def draw_verifier(browser: Browser, folder: Path) -> None:
    """Draw the page that checks a record, without a network."""
    from games.history.views.proofs import verifier_with

    file = folder / "verifier.html"
    file.write_text(verifier_with(RECORD.read_text(), {}))
    with browser.new_context(**screen("wide"), offline=True) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        page.locator("#results li, #results p").first.wait_for()
        page.screenshot(path=folder / "audit-wide.png")


def offers_replay(page: Page) -> bool:
    return "data-replay-open" in page.html


def draw_html(browser: Browser, html: str, size: str, picture: Path) -> None:
    """Draw a rendered page with the files that belong to it."""
    from tests.e2e.table_pages import show, showing

    with (
        browser.new_context(**screen(size)) as context,
        showing(context) as page,
    ):
        show(page, html)
        page.screenshot(path=picture)


def screen(size: str) -> dict[str, Any]:
    """Return the options of a browser context in which nothing moves."""
    width, height = SIZES[size]
    shape = {"width": width, "height": height}
    return {"viewport": shape, "reduced_motion": "reduce", "locale": "en-GB"}


def join_pictures(pictures: list[Path], joined: Path) -> None:
    """Put pictures beside each other, all of the same height."""
    parts = [resized(Image.open(picture).convert("RGB")) for picture in pictures]
    width = sum(part.width for part in parts) + GAP * (len(parts) - 1)
    whole = Image.new("RGB", (width, HEIGHT), "white")
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width + GAP
    whole.quantize(256, Image.Quantize.FASTOCTREE).save(joined, optimize=True)


def resized(picture: Image.Image) -> Image.Image:
    width = round(picture.width * HEIGHT / picture.height)
    return picture.resize((width, HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
