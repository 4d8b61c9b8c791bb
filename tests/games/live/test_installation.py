"""Installing the site as an app, and reading it offline."""

import json
import re

import pytest
from django.test import Client

from games.models import Game, User
from tests.support.pages import offences_of, page, play_path, signed_in, text_of

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n"


def test_manifest_names_existing_icons(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    described = answer.json()
    assert {each["sizes"] for each in described["icons"]} >= {"192x192", "512x512"}
    for each in described["icons"]:
        drawn = client.get(each["src"])
        assert drawn["Content-Type"] == each["type"] == "image/png"
        assert drawn.content.startswith(PNG)
        sides = (drawn.content[16:20], drawn.content[20:24])  # in the header of a PNG
        width, height = map(int.from_bytes, sides)
        assert f"{width}x{height}" == each["sizes"]
    assert page(client, described["start_url"])


def test_icons_of_other_sizes_are_not_drawn(client: Client) -> None:
    assert client.get("/icon-4096.png").status_code == 404


def test_every_page_links_to_the_manifest(client: Client) -> None:
    html = page(client, "/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in html
    assert '<link rel="apple-touch-icon" href="/icon-180.png">' in html


def test_worker_is_served_from_the_root_and_caches_existing_files(
    client: Client,
) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer["Cache-Control"]
    script = answer.content.decode()
    shell = json.loads(re.findall(r"^const SHELL = (.*);$", script, re.M)[0])
    for address in shell:
        found = client.get(address)
        assert found.status_code == 200, address
        found.close()


def test_offline_page_explains_itself(client: Client) -> None:
    html = page(client, "/offline/")
    assert "You’re offline" in text_of(html)
    assert offences_of(html) == []


def test_page_says_to_which_reader_it_belongs(
    client: Client, alice: User, two_player_game: Game
) -> None:
    """So cached pages of one reader are dropped when the reader changes."""
    assert '<html lang="en" data-reader="">' in page(client, "/")
    assert f'data-reader="{alice.pk}">' in page(signed_in(alice), "/")
    # A link opens a seat but signs nobody in.
    assert 'data-reader="">' in page(client, play_path(two_player_game, 0))
