"""Tokens of links: cut, changed, of another seat, purpose or time, and replayed."""

import string
from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus
from random import Random

from django.test import Client

from bench import matches
from bench.accept import fields
from games.links import purposes
from games.links.tokens import LinkPurpose, Valid
from games.models import Game, StoredEvent
from games.now import database_now
from tests.attacks.attack import Attack
from tests.attacks.grounds import Grounds

LETTERS = string.ascii_letters + string.digits + ":_-=."


def forge_tokens(grounds: Grounds, count: int) -> Attack:
    """Try what can be made of a token that somebody has; nothing else may open."""
    attack = Attack("tokens cut, changed, of another purpose, seat or time")
    chance, now = Random(5), database_now()
    seat, other = grounds.seats
    good = purposes.PLAY_LINK.token(seat, now=now)
    for forged in forgeries(good, chance, count):
        link = purposes.PLAY_LINK.parse(forged, now=now)
        attack.note([f"{forged} opens"] if isinstance(link, Valid) else [])
    for purpose in all_purposes():
        if purpose is not purposes.PLAY_LINK:
            link = purpose.parse(good, now=now)
            is_open = isinstance(link, Valid)
            attack.note([f"a turn's token opens {purpose.name}"] if is_open else [])
    late = now + purposes.PLAY_LINK.lifetime + timedelta(seconds=1)
    is_open = isinstance(purposes.PLAY_LINK.parse(good, now=late), Valid)
    attack.note(["a token too old"] if is_open else [])
    theirs = purposes.PLAY_LINK.parse(purposes.PLAY_LINK.token(other, now=now), now=now)
    wrong = isinstance(theirs, Valid) and theirs.target.pk != other.pk
    attack.note(["another's token opens the seat"] if wrong else [])
    return attack


def forgeries(good: str, chance: Random, count: int) -> Iterator[str]:
    """Yield tokens that differ from a good one: cut, changed, mixed, lengthened."""
    yield from (good[:length] for length in range(len(good)))
    yield from (good + letter for letter in LETTERS)
    for place in range(len(good)):
        yield good[:place] + good[place + 1 :]
    for _ in range(count):
        place = chance.randrange(len(good))
        letter = chance.choice(LETTERS.replace(good[place], ""))
        yield good[:place] + letter + good[place + 1 :]


def all_purposes() -> list[LinkPurpose]:
    found = vars(purposes).values()
    return [each for each in found if isinstance(each, LinkPurpose)]


def replay_moves(grounds: Grounds, count: int) -> Attack:
    """Send a move again, under its own request id and under others."""
    attack = Attack("moves replayed, and sent for another’s seat")
    browser = Client(raise_request_exception=False)
    for _ in range(count):
        seat = matches.awaited_seat(Game.objects.get(pk=grounds.game.pk))
        if seat is None:
            break
        (other,) = (each for each in grounds.seats if each.pk != seat.pk)
        now, form = database_now(), fields(seat)
        own, theirs = (
            f"/play/{purposes.PLAY_LINK.token(each, now=now)}/"
            for each in (seat, other)
        )
        attack.note(accepted(browser, theirs, form, expected=0))
        first = accepted(browser, own, form, expected=1)
        again = accepted(browser, own, form, expected=0)
        attack.note([*first, *again], 2)
    return attack


def accepted(
    browser: Client, path: str, form: dict[str, str], *, expected: int
) -> list[str]:
    """Send a form; say what is wrong if it was stored more, or less, than expected."""
    before = StoredEvent.objects.filter(request_id=form["request_id"]).count()
    answer = browser.post(path, form)
    stored = StoredEvent.objects.filter(request_id=form["request_id"]).count() - before
    is_fault = answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    return (
        [f"{stored} stored, {answer.status_code}"]
        if stored != expected or is_fault
        else []
    )
