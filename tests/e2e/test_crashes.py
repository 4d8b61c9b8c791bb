"""Crashes: what is killed comes back, and no move and no mail is lost."""

import os
import signal
from contextlib import closing

import pytest
from redis import Redis

from tests.e2e.browsing import Browser
from tests.e2e.pages import Page
from tests.e2e.player import PagePlayer, options_of
from tests.e2e.tables import Table, announce
from tests.harness.service import Service
from tests.support.waiting import wait_for


@pytest.fixture
def table(own_service: Service) -> Table:
    """A game for two that has just begun, at a service that is killed bit by bit."""
    table = announce(
        own_service.start(),
        host="host@example.org",
        others=["ann@example.org", "bob@example.org"],
        host_plays=False,
        taste=5,
    )
    table.begin()
    return table


@pytest.mark.long
def test_whatever_is_killed_no_move_and_no_mail_is_lost(
    own_service: Service, table: Table, is_slow: bool
) -> None:
    """A worker, the broker's memory, a web server, the supervisor.

    The game goes on after each; with --slow after the last one, too, on another start.
    """
    kill_worker_and_empty_broker(own_service, table)
    kill_web_server_in_a_move(own_service, table)
    version = table.version()
    own_service.kill()
    wait_for(lambda: own_service.processes() == [])
    if is_slow:
        own_service.start()
        assert table.version() == version
        player, page = awaited_player(table)
        player.go_on(page)  # it may be who moved last: no mail ends a visit
        play_for(table, mails=3)
        assert table.version() > version
    assert_nothing_twice(table)


def kill_web_server_in_a_move(service: Service, table: Table) -> None:
    """A form sent again after the crash is answered, not carried out again."""
    player, page = awaited_player(table)
    page = player.look_around(page)
    option = options_of(page)[0]
    form, button = option.form, (option.button, option.command)
    first = player.browser.submit(page, form, button)
    assert first.status == 200
    version = table.version()
    for process in service.programs()["web"]:
        os.kill(process.pid, signal.SIGKILL)

    again = Browser(service.address).submit(page, form, button)
    assert again.status == 200
    assert table.version() == version


def kill_worker_and_empty_broker(service: Service, table: Table) -> None:
    """The sweep sends what no wake-up tells of any more, once, and the game goes on."""
    play_for(table, mails=6)
    table.wait_for_mail()
    for process in service.programs()["worker"]:
        process.send_signal(signal.SIGKILL)
    version = table.version()
    while table.version() == version:  # what comes first may be mere news
        table.follow_next_mail()  # a move is stored, and nobody is there to mail of it
    empty(service)  # nor will anybody be told to

    play_for(table, mails=3)
    assert "worker was killed" in service.log()


def awaited_player(table: Table) -> tuple[PagePlayer, Page]:
    """Return somebody who is asked just now, and the page that asks."""
    for mail in table.mails("play"):
        player = table.players[mail.recipient]
        page = player.open(mail)
        if page.question:
            return player, page
    raise AssertionError("nobody is asked")


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
