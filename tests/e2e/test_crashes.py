"""Crashes: what is killed comes back, and no move and no mail is lost."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from uuid import uuid4

import pytest
from redis import Redis

from tests.e2e.browsing import Browser
from tests.e2e.mail import Mail
from tests.e2e.player import options_of
from tests.e2e.service import Service
from tests.e2e.tables import Table, announce
from tests.support.waiting import wait_for


@pytest.fixture(scope="module")
def killed_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose programs are killed one after the other, and come back."""
    running = Service(tmp_path_factory.mktemp("killed"))
    try:
        yield running.start()
    finally:
        running.stop()


@pytest.fixture
def table(killed_service: Service) -> Table:
    """A game for two that has just begun."""
    domain = f"{uuid4().hex}.example"
    table = announce(
        killed_service,
        host=f"host@{domain}",
        others=[f"ann@{domain}", f"bob@{domain}"],
        host_plays=False,
        taste=5,
    )
    table.begin()
    return table


def test_a_killed_worker_and_an_emptied_broker_lose_nothing(
    killed_service: Service, table: Table
) -> None:
    """The sweep sends what no wake-up tells of any more, once, and the game goes on."""
    play_for(table, mails=6)
    table.wait_for_mail()
    for process in killed_service.programs()["worker"]:
        process.send_signal(signal.SIGKILL)
    version = table.version()
    table.follow_next_mail()  # the move is stored, and nobody is there to mail of it
    assert table.version() > version
    empty(killed_service)  # nor will anybody be told to

    play_for(table, mails=6)
    assert_nothing_twice(table)
    assert "worker was killed" in killed_service.log()


def test_a_killed_supervisor_leaves_no_orphan_and_the_next_start_goes_on(
    killed_service: Service, table: Table
) -> None:
    """Everything ends with it; the same directory serves the same game again."""
    play_for(table, mails=3)
    version = table.version()
    killed_service.kill()
    wait_for(lambda: killed_service.processes() == [])

    killed_service.start()
    assert table.version() == version
    play_for(table, mails=3)
    assert table.version() > version
    assert_nothing_twice(table)


def test_a_web_server_killed_in_the_middle_of_moves_stores_each_once(
    killed_service: Service, table: Table
) -> None:
    """A form sent again after the crash is answered, not carried out again."""
    mail = turn_mail(table)
    player = table.players[mail.recipient]
    page = player.look_around(player.open(mail))
    option = options_of(page)[0]
    form, button = option.form, (option.button, option.command)
    first = player.browser.submit(page, form, button)
    assert first.status == 200
    version = table.version()
    for process in killed_service.programs()["web"]:
        os.kill(process.pid, signal.SIGKILL)

    again = Browser(killed_service.address).submit(page, form, button)
    assert again.status == 200
    assert table.version() == version


def turn_mail(table: Table) -> Mail:
    """Wait for the mail to the first player."""
    while True:
        for mail in table.mailbox.mails:
            if mail.purpose == "play" and not mail.is_mere_news:
                return mail
        table.mailbox.wait()


def play_for(table: Table, *, mails: int) -> None:
    """Go on until so many further mails have been followed."""
    wanted = table.handled + mails
    table.play(until=lambda: table.handled >= wanted)


def empty(service: Service) -> None:
    """Wipe the broker."""
    url = service.broker_url().replace("redis+socket://", "unix://").split("?")[0]
    with closing(Redis.from_url(url)) as broker:
        broker.flushall()


def assert_nothing_twice(table: Table) -> None:
    """No mail came a second time."""
    names = [mail.message["Message-ID"] for mail in table.mailbox.mails]
    assert len(set(names)) == len(names)
