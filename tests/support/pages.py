"""Browsers, links, and a way to see that nothing was changed."""

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.test import Client

from games.links.purposes import INVITATION_LINK, PLAY_LINK
from games.log.lookups import mark_of
from games.models import Game, Seat, StaffTrace, Tally, User
from games.now import database_now
from games.web.reader import BACKEND

_TAG = re.compile(r"<[a-z][^>]*>", re.I)
Dump = Callable[[], dict[str, list[dict[str, Any]]]]


@pytest.fixture
def dump(db: None) -> Dump:
    """Return all rows of games and mails, except counts and traces of views."""

    def rows() -> dict[str, list[dict[str, Any]]]:
        models = [
            model
            for label in ("games", "notifications")
            for model in apps.get_app_config(label).get_models()
            if model not in (Tally, StaffTrace)
        ]
        return {
            model.__name__: list(model.objects.order_by("pk").values())
            for model in models
        }

    return rows


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def path_of(url: str) -> str:
    return urlsplit(url).path


def play_path(game: Game, number: int) -> str:
    """Return the seat's link, as in a mail of this moment."""
    return path_of(PLAY_LINK.url(seat_of(game, number), now=database_now()))


def seat_path(game: Game, number: int) -> str:
    """Return the path of the seat's own page."""
    return f"{play_path(game, number)}seat/"


def invitation_path(game: Game, number: int) -> str:
    return path_of(INVITATION_LINK.url(seat_of(game, number), now=database_now()))


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return html_of(response)


def html_of(response: Any) -> str:
    """Return a page with each tag on one line, however its template is formatted."""
    return with_tags_on_one_line(response.getvalue().decode())


def with_tags_on_one_line(html: str) -> str:
    return _TAG.sub(_one_line, html)


def _one_line(tag: re.Match[str]) -> str:
    line = " ".join(tag[0].split()).replace('=" ', '="')
    return re.sub(r' (?="[ />])| (?=/?>$)', "", line)


def markup_of(html: str) -> str:
    """Return a page's markup without white space that only formats its source."""
    return re.sub(r"\s*([<>])\s*", r"\1", re.sub(r"\s+", " ", html))


def signed_in(user: User) -> Client:
    """Return a browser in which the user has just signed in by email."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "code", "at": time.time(), "email": user.email}
    ]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
    return client


def without_hidden_panes(html: str) -> str:
    """Return a page without the hidden panes of the dock."""
    unseen = r'<section class="dock-pane" data-pane="\w*" hidden>.*?</section>'
    return re.sub(unseen, "", html, flags=re.DOTALL)


def hidden(html: str, name: str) -> str:
    """Return the value of the first hidden field of that name."""
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found, f"no field {name}"
    return found[1]


def values_of(html: str, name: str) -> list[str]:
    """Return the values of a page's fields and buttons of that name, in its order."""
    tags = _TAG.findall(with_tags_on_one_line(html))
    named = [tag for tag in tags if f' name="{name}"' in tag]
    return [found[1] for tag in named if (found := re.search(r' value="([^"]*)"', tag))]


def question_on(html: str) -> str:
    """Return what the table asks its reader, a ``Question``, or '' if nothing."""
    found = re.search(r' data-asks="(\w*)"', html)
    return found[1] if found else ""


#: The fields that each form of a decision sends.
MOVE_FIELDS = ("expected_version", "expected_head", "request_id")


def move(html: str, command: str, **more: object) -> dict[str, object]:
    """Return what the browser sends when a choice of this page is pressed."""
    fields = {name: hidden(html, name) for name in MOVE_FIELDS}
    return {**fields, "command": command, **more}


def seen(game: Game) -> dict[str, object]:
    """Return the fields that identify the page's position, here the present one."""
    game = Game.objects.get(pk=game.pk)
    return {"expected_version": game.version, "expected_head": mark_of(game.head)}


class Visible(HTMLParser):
    """Collects visible text, and violations of a strict security policy."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.offences: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        self._script = tag == "script"
        if tag == "style" or (tag == "script" and "src" not in names):
            self.offences.append(tag)
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.offences.append(f"{tag} {name}")
            is_alternate = names.get("rel") == "alternate"  # nothing loads it
            is_foreign = (value or "").startswith(("http", "//"))
            if name in {"src", "href"} and is_foreign and not is_alternate:
                self.offences.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def text_of(html: str) -> str:
    """Return the page's text with single spaces."""
    parser = Visible()
    parser.feed(html)
    return " ".join(" ".join(parser.words).split())


def offences_of(html: str) -> list[str]:
    parser = Visible()
    parser.feed(html)
    return parser.offences
