"""Whatever a page of the staff links to opens for those who see the link."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, TalkMessage, User
from games.moderation.casework import write_note
from games.talk.reports import make_appeal, make_report
from notifications.models import IncomingMail, MailStatus, OutgoingMail, Step
from notifications.outbox.rows import add_step
from tests.games.moderation.doing import do_action, seat
from tests.games.talk.test_talk import say
from tests.support.people import member
from tests.support.play import submit

AtDesk = Callable[[User], Client]
GROUPS = ("Moderators", "Auditors", "Administrators")
#: Where the staff work. Links out of these pages are opened, but not followed further.
STAFF = "/admin/"
#: How many pages of a kind are opened.
MOST = 2
#: End the session, or are no pages of the staff.
SKIPPED = ("/admin/logout/", "/account/", "/static/")


@pytest.fixture
def rude(two_player_game: Game) -> TalkMessage:
    return say(two_player_game, 1, "You cheat!")


@pytest.fixture
def busy_desk(
    two_player_game: Game,
    finished_game: Game,
    rude: TalkMessage,
    alice: User,
    bob: User,
    now: datetime,
) -> Game:
    """A desk on which every list has rows."""
    boss = member("boss", "Administrators")
    game = submit(two_player_game, 0, "forest 3", now=now).game
    case = make_report(reporter=alice, message=rude, reason="Rude", now=now).case
    make_report(reporter=bob, game=finished_game, reason="The dice", now=now)
    write_note(by=boss, text="Seen before.", subject=case, now=now)
    do_action("warn", by=boss, user=bob, case=case, now=now)
    do_action("entrust", by=boss, seat=seat(game, 1), now=now)
    act = do_action("mute", by=boss, user=bob, until=now + timedelta(3), now=now)
    make_appeal(act=act, user=bob, reason="I was here.", now=now)
    mails = list(OutgoingMail.objects.filter(game=game).order_by("pk"))
    for mail in mails:
        OutgoingMail.objects.filter(pk=mail.pk).update(
            status=MailStatus.SENT, sent_at=now, shown_version=game.version
        )
    add_step(mails[0], Step.BOUNCED, "550 no such user", at=now)
    OutgoingMail.objects.filter(pk=mails[-1].pk).update(
        status=MailStatus.FAILED, sent_at=None
    )
    User.objects.filter(pk=alice.pk).update(
        unreachable_since=now, unreachable_why="bounced"
    )
    IncomingMail.objects.create(
        seat=seat(game, 0),
        user=alice,
        sender="alice@example.org",
        source=b"Subject: hi\n\nforest 3",
        received_at=now - timedelta(days=1),
        due_at=now - timedelta(days=1),
    )
    return game


def links_in(address: str, html: str) -> set[str]:
    found = re.findall(r'<a\b[^>]*?href="([^"#][^"]*)"', html)
    return {
        urljoin(address, unescape(link)).split("#")[0]
        for link in found
        if not link.startswith(("mailto:", "http"))
    }


def kind_of_page(address: str, slugs: set[str]) -> str:
    """
    Return the address without numbers, games and what is searched for. Lists of the
    admin have countless orders and filters, so those are left out.
    """
    parts = urlsplit(address)
    path = re.sub(r"\d+", "*", re.sub("|".join(slugs), "*", parts.path))
    names = sorted({name for name, _ in parse_qsl(parts.query)})
    is_desks = path.startswith(reverse("moderation:dashboard"))
    return f"{path} {' '.join(names)}" if is_desks else path


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS)
def test_every_link_of_the_desk_opens(
    busy_desk: Game, at_desk: AtDesk, group: str
) -> None:
    browser = at_desk(member("link", group))
    waiting = [STAFF, reverse("moderation:dashboard"), "/admin/games/desk/?q=a"]
    slugs = set(Game.objects.values_list("slug", flat=True))
    opened, kinds, dead = set(waiting), Counter[str](), []
    while waiting:
        address = waiting.pop()
        answer = browser.get(address, follow=True)
        if answer.status_code != 200:
            dead.append((address, answer.status_code))
        is_staffs = address.startswith(STAFF) and "text/html" in answer["Content-Type"]
        for link in links_in(address, answer.text) if is_staffs else ():
            kind = kind_of_page(link, slugs)
            if link in opened or link.startswith(SKIPPED) or kinds[kind] == MOST:
                continue
            kinds[kind] += 1
            opened.add(link)
            waiting.append(link)
    assert dead == []
    assert f"/admin/games/desk/game/{busy_desk.slug}/" in opened
    assert {
        "/admin/games/desk/mails/*/ ",
        "/admin/games/desk/mails/ game",
        "/admin/notifications/incomingmail/*/change/",
    } <= set(kinds)
