"""Targets of attacks: people, a table, the addresses of all pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bench import matches
from games.links import purposes
from games.models import Game, Seat, User
from games.now import database_now
from tests.support.pages import signed_in

#: A part of an address that is filled in: `<int:version>`.
_PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "ODD")
NONSENSE = ("nonsense", "0", "-1", "99999999999999999999", "%00", "..%2f..", "ä🦴")


@dataclass
class Grounds:
    """A game of two that has been played for a while, and browsers of all roles."""

    game: Game
    seats: list[Seat]
    browsers: dict[str, Client]

    def addresses(self, chance: Random) -> Iterator[str]:
        """Yield an address of every page, filled in by what is there, or nonsense."""
        for pattern in patterns():
            yield _PART.sub(lambda found: self._fill(found, chance), pattern)

    def _fill(self, found: re.Match[str], chance: Random) -> str:
        name, kind = found["name"], found["kind"]
        if not chance.randrange(4) and kind != "int":
            return chance.choice(NONSENSE)
        if name == "token":
            seat = chance.choice(self.seats)
            return purposes.PLAY_LINK.token(seat, now=database_now())
        if name in {"version", "sequence", "first", "second"}:
            return str(chance.randrange(self.game.version + 3))
        if kind == "int" or name in {"pk", "object_id"}:
            return str(chance.randrange(5))
        return self.game.slug if name == "slug" else "forest-3"


def prepared() -> Grounds:
    """Return it, in a database that has its tables and nothing else."""
    game = matches.played_on(matches.invited_game(2), decisions=20)
    seats = list(game.seats.select_related("game", "user").order_by("number"))
    host, other = (seat.user for seat in seats)
    assert host is not None
    assert other is not None
    moderator = User.objects.create_user("moderator@example.org")
    moderator.is_staff = True
    moderator.save()
    moderator.groups.add(*Group.objects.order_by("pk")[:1])
    root = User.objects.create_superuser("root@example.org", "secret")
    stranger = User.objects.create_user("stranger@example.org")
    browsers = {"nobody": Client()} | {
        role: signed_in(user)
        for role, user in {
            "host": host,
            "player": other,
            "stranger": stranger,
            "moderator": moderator,
            "administrator": root,
        }.items()
    }
    for browser in browsers.values():
        browser.raise_request_exception = False
    return Grounds(game, seats, browsers)


def patterns() -> list[str]:
    """Return the pattern of every address that there is."""
    return sorted({plain for plain in _walk(get_resolver(), "/") if "^" not in plain})


def _walk(resolver: URLResolver, before: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        path = before + plain(str(one.pattern))
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from _walk(one, path)


def plain(pattern: str) -> str:
    """Return the pattern of a path; of a regular expression what it is made of."""
    named = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", pattern)
    return named.strip("^$").replace("\\", "").replace("(.*)", "x")
