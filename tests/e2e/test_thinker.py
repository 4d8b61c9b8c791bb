"""The process that thinks: started when there is something to, beside all else."""

import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.e2e.mail import Mailbox
from tests.e2e.pages import Page
from tests.e2e.player import PagePlayer
from tests.harness.migrated import copy_migrated_database
from tests.harness.service import Service
from tests.support.waiting import wait_for

pytestmark = pytest.mark.long


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    copy_migrated_database(tmp_path)
    running = Service(tmp_path)
    try:
        yield running.start()
    finally:
        running.stop()


def thinkers(service: Service) -> list[psutil.Process]:
    return [
        process
        for process in service.processes()
        if process.cmdline()[-2:] == ["think", "--until-closed"]
    ]


def wait_until_asked(player: PagePlayer, page: Page) -> Page:
    wait_for(lambda: bool(player.browser.get(page.address).question))
    return player.browser.get(page.address)


def play_until_asked_again(player: PagePlayer, page: Page, moves: int) -> Page:
    """Decide so often; each time wait until the bot has answered. It may start."""
    page = wait_until_asked(player, page)
    for _ in range(moves):
        page = wait_until_asked(player, player.decide_once(page))
    return page


def test_mail_goes_out_while_thinking_hangs_and_nothing_is_left_of_it(
    service: Service, tmp_path: Path
) -> None:
    assert thinkers(service) == []
    player = PagePlayer("", service.address, taste=1)
    page = player.browser.get("/")
    form = page.form_with("opponents")
    page = player.browser.submit(page, form, opponents="1", opponent="Ash")
    page = play_until_asked_again(player, page, 3)
    (thinker,) = thinkers(service)
    assert thinker.nice() > 0

    # The coach is asked, and thinks for ever.
    thinker.suspend()
    table = page.address.partition("?")[0]
    coach = player.browser.get(f"{table}?sheet=coach")
    coached = player.browser.submit(coach, coach.form_with("action", "coach"))
    assert "It takes some seconds" in coached.text
    address = "host@example.org"
    mailbox = Mailbox(service, [address])
    began_at = time.monotonic()
    page = player.browser.get("/account/login/")
    player.browser.submit(page, page.form_with("email"), email=address)
    assert mailbox.wait()[0].recipient == address
    print(f"mail after {time.monotonic() - began_at:.1f} s")
    assert thinkers(service) == [thinker], "nobody waits for it, or starts another"

    # `kill -9` of the supervisor ends it with all else.
    thinker.resume()
    service.kill()
    wait_for(lambda: service.processes() == [])
