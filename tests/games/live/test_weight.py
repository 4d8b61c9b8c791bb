"""Weight of pages: a first visit is light, and what is cached is not sent again."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from config.web.compression import CompressionMiddleware
from config.web.static_files import compressed
from games.models import Game
from tests.support.pages import play_path
from tests.support.play import play_on
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

#: Bytes of a page with all that it loads, for somebody who was never here.
FIRST_VISIT = 45 * 1024
#: Of a table to which somebody comes back.
LATER = 10 * 1024
PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def size_of(client: Client, path: str) -> int:
    answer = client.get(path, headers=PACKED)
    assert answer.status_code == 200, path
    assert answer["Content-Encoding"] == "br", path
    return len(answer.content) + CompressionMiddleware.max_random_bytes


def loaded_by(html: str) -> Iterator[str]:
    """Yield the names of the files that a page, or its icons, load."""
    yield from set(re.findall(r'(?:href|src)="/static/([^"?#]+)', html))


def first_visit(client: Client, path: str) -> dict[str, int]:
    """Return the bytes of a page and of each file that comes with it."""
    html = client.get(path).content.decode()
    files = {name: len(compressed(name, "br")) for name in loaded_by(html)}
    return files | {path: size_of(client, path)}


def test_the_first_page_is_light(client: Client, db: None) -> None:
    weights = first_visit(client, "/")
    assert sum(weights.values()) <= FIRST_VISIT, weights


def test_so_is_a_table_late_in_a_game(client: Client, started_game: Game) -> None:
    game = play_on(started_game, now=NOW, decisions=150)
    for path in (*[play_path(game, seat) for seat in range(4)], f"/games/{game.slug}/"):
        weights = first_visit(client, path)
        assert sum(weights.values()) <= FIRST_VISIT, weights
        assert weights[path] <= LATER, weights


def test_what_is_loaded_is_named_by_its_content(client: Client, db: None) -> None:
    """So it comes once, and again when it has changed."""
    html = client.get("/").content.decode()
    loaded = re.findall(r'(?:href|src)="(/static/[^"#]+)', html)
    assert loaded
    assert all(re.search(r"\?v=[0-9a-f]{12}$", each) for each in loaded)
