"""Attacks by strangers: what they can find out, and have sent to somebody."""

import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from statistics import median

from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client

from games.accounts.addresses import confirm_address, request_addition
from games.errors import Refused
from games.limits import JOIN_LINKS_TRIED, UNASKED_MAILS
from games.lobby.new_games import create_game
from games.models import User
from games.now import database_now
from notifications.models import MailStatus, OutgoingMail
from tests.attacks.attack import Attack
from tests.attacks.requests import visitor
from tests.harness.mail_server import MailServer
from tests.support.waiting import wait_for

VICTIM = "victim@example.org"
#: Half of a request's head, and half of a body.
HALVES = (
    b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: ",
    b"POST /account/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99"
    b"\r\n\r\nemail=",
)
#: Seconds within which a page comes beside a crowd of slow clients; on a machine that
#: has much else to do it may take so many times as long as the slowest without them.
#: Whoever has to wait for a slow client waits until that one is cut off.
PAGE, TIMES = 3.0, 4
#: How many pages are asked for, one after the other.
PAGES = 10
#: What is in each page and never twice the same.
_ONCE = re.compile(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"|[\w.]+@example\.org')


def mail_bomb(sink: MailServer, count: int) -> Attack:
    """Have as many mails sent to an address as strangers can; count those that go."""
    attack = Attack("mails that strangers have sent to one address within a day")
    chance = Random(12)
    before = sink.taken.total()
    known = {each.pk for each in OutgoingMail.objects.all()}
    for number in range(count):
        Client(raise_request_exception=False).post(
            "/account/login/", {"email": VICTIM}, REMOTE_ADDR=visitor(chance)
        )
        if number % 10 == 0:
            attacker = User.objects.create_user(f"attacker{number}@example.org")
            invite(attacker)
        attack.tried += 1
    mine = OutgoingMail.objects.filter(user__email=VICTIM).exclude(pk__in=known)
    wait_for(lambda: not mine.filter(status__in=("pending", "sending")).exists())
    sent = mine.filter(status=MailStatus.SENT).count()
    attack.seen.append(
        f"{mine.count()} written, {sent} sent; {UNASKED_MAILS.most} a day at most, and "
        "none after one click"
    )
    if sent > UNASKED_MAILS.most or sent > sink.taken.total() - before:
        attack.succeeded.append(f"{sent} were sent")
    return attack


def invite(attacker: User) -> None:
    """Invite the victim to a game, past all limits of pages."""
    create_game(host=attacker, players=[attacker, VICTIM], now=database_now())


def enumerate_people(count: int) -> Attack:
    """Tell who has an account by answers, or how long they take; guess codes."""
    attack = Attack("accounts told apart; codes of join links guessed")
    chance = Random(3)
    took: dict[bool, list[float]] = {True: [], False: []}
    pages: dict[bool, set[str]] = {True: set(), False: set()}
    for number in range(count):
        User.objects.create_user(f"somebody{number}@example.org")  # else: too often
        for is_known in (True, False):
            name = "somebody" if is_known else "nobody"
            email = f"{name}{number}@example.org"
            began = time.perf_counter()
            answer = Client(raise_request_exception=False).post(
                "/account/login/",
                {"email": email},
                REMOTE_ADDR=visitor(chance),
            )
            took[is_known].append(time.perf_counter() - began)
            pages[is_known].add(_ONCE.sub("", answer.content.decode()))
            attack.tried += 1
    if pages[True] != pages[False]:
        attack.succeeded.append("the answers differ")
    ours, theirs = (1_000 * median(took[is_known]) for is_known in (True, False))
    attack.seen.append(
        f"answers alike, after {ours:.0f} ms if known, {theirs:.0f} if not"
    )
    browser = Client(raise_request_exception=False)
    codes = [
        browser.get(f"/join/{chance.randbytes(5).hex()}/").status_code
        for _ in range(JOIN_LINKS_TRIED.most + 20)
    ]
    attack.note(
        [f"code {code}" for code in codes if code not in (404, 429)], len(codes)
    )
    attack.seen.append(
        f"{codes.count(429)} of {len(codes)} guesses of codes not even read"
    )
    return attack


def race_for_address(rounds: int) -> Attack:
    """Let four people confirm one new address at once: one gets it, none another's."""
    attack = Attack("four confirm one new address at the same moment")
    for number in range(rounds):
        now, new = database_now(), f"wanted{number}@example.org"
        people = [
            User.objects.create_user(f"racer{number}-{each}@example.org")
            for each in range(4)
        ]
        for user in people:
            request_addition(user=user, email=new, now=now)

        def confirm(user: User, new: str = new) -> None:
            try:
                confirm_address(user=user, email=new)
            except Refused:
                pass
            finally:
                connection.close()

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(confirm, people))
        asked = {each.pk: {each.email, new} for each in people}
        rows = EmailAddress.objects.filter(user__in=asked, verified=True)
        after = rows.values_list("user", "email")
        wrong = [f"{email} for {pk}" for pk, email in after if email not in asked[pk]]
        winners = sum(email == new for _pk, email in after)
        attack.note([*wrong, *([] if winners == 1 else [f"{winners} have it"])], 4)
    return attack


def hold_connections(port: int, count: int) -> Attack:
    """Open many connections and finish no request; others get their page."""
    attack = Attack("slow clients: half a request each, held open", tried=count)
    alone = max(page_time(port) for _ in range(PAGES))
    with ExitStack() as stack:
        for number in range(count):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(HALVES[number % 2])
        took = [page_time(port) for _ in range(PAGES)]
    attack.seen.append(
        f"a page beside them within {max(took):.2f} s, without them {alone:.2f}"
    )
    most = max(PAGE, TIMES * alone)
    attack.succeeded += [f"{each:.1f} s" for each in took if each > most]
    return attack


def page_time(port: int) -> float:
    """Return after how many seconds the sign-in page comes."""
    began = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), 60) as client:
        client.sendall(
            f"GET /account/login/ HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        )
        while client.recv(65_536):
            pass
    return time.perf_counter() - began
