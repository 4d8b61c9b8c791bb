"""A stranger sees the game before playing, and the end of a game is a party."""

from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser, expect

from tests.e2e.album import LAPTOP, SMALL_PHONE, on_journey_screens, step
from tests.e2e.chromium import Screen, visiting
from tests.harness.page_server import PageServer

SCENES = "tests.e2e.scenes"


@on_journey_screens(SMALL_PHONE)
def test_a_stranger_sees_the_game_in_one_press(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """From the first page to the board in play, its steps, its result and review."""
    site.set_scene(f"{SCENES}.add_sample")
    with visiting(chromium, screen, pictures) as stranger:
        page = stranger.page
        page.goto(site.address)
        expect(page.locator(".sample .map")).to_be_in_viewport()
        expect(page.locator(".practice button")).to_be_in_viewport(ratio=1)
        step(page, "stranger-1-home")
        stranger.press(page.locator(".sample a"))
        page.locator("#replay [data-step=next][href]").wait_for()
        step(page, "stranger-2-sees-the-board-in-play")
        shown = page.locator("#replay").get_attribute("data-shown")
        stranger.press(page.locator("#replay [data-step=next]"))
        expect(page.locator(f"#replay[data-shown='{shown}']")).to_have_count(0)
        step(page, "stranger-3-steps-on")
        assert stranger.presses == 2
        page.goto(f"{site.address}/games/watchagame/result/")
        page.locator("#highlights").wait_for()
        step(page, "stranger-4-result")
        page.goto(f"{site.address}/games/watchagame/report/")
        step(page, "stranger-5-looks-back")
        for number, address in enumerate(("watch", "open-seats", "rules"), 6):
            page.goto(f"{site.address}/{address}/")
            step(page, f"stranger-{number}-{address}")


@on_journey_screens(LAPTOP)
def test_the_end_is_a_party_for_winner_and_loser(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """The winner is told so; the others see at once who wants a rematch."""
    crowd = uuid4().hex
    slug, *_links = site.set_scene(f"{SCENES}.seat_two", crowd, 0)
    site.set_scene(f"{SCENES}.play_until", slug, "ended")
    result = f"{site.address}/games/{slug}/result/"
    with (
        visiting(chromium, screen, pictures) as anna,
        visiting(chromium, screen, pictures) as ben,
    ):
        for who, visitor in (("anna", anna), ("ben", ben)):
            email = f"{who}@{crowd}.example"
            page = visitor.page
            page.goto(site.set_scene(f"{SCENES}.sign_in_link", email))
            visitor.press(page.get_by_role("main").get_by_role("button").first)
            page.wait_for_url("**/games/")
            step(page, f"end-1-{who}-is-asked-for-a-name")
            page.locator(".name-form [name=name]").fill(who.title())
            visitor.press(page.locator(".name-form button"))
            page.locator(".name-form").wait_for(state="detached")
            page.goto(result)
            page.locator(".podium-winner.is-counted").wait_for()
            page.locator("#highlights").wait_for()
            step(page, f"end-2-{who}-sees-the-scores")
        won = [one.page.locator(".result-won").count() for one in (anna, ben)]
        assert sorted(won) == [0, 1]
        # Anna asks; Ben finds her answer beside the button.
        anna.page.locator(".result-rematch button").click()
        anna.page.wait_for_url(lambda address: address != result)
        step(anna.page, "end-3-anna-asks-for-a-rematch")
        ben.page.reload()
        answers = ben.page.locator(".result-answers")
        expect(answers.locator(".badge-good")).to_have_count(1)
        step(ben.page, "end-4-ben-sees-who-said-yes")
        ben.press(ben.page.locator(".result-rematch button"))
        ben.page.locator("#table").wait_for()
        step(ben.page, "end-5-the-rematch-begins")
