"""Rules for every page: its policy, its outline, and that GET changes nothing."""

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.template.loader import render_to_string
from django.test import Client, override_settings
from pytest_django.asserts import assertTemplateUsed

from games.accounts.profiles import show_profile
from games.leagues.seasons import start_season
from games.lobby.new_games import LINKED, create_game
from games.models import Game, User
from games.models.seats import JoinLink
from tests.support.leagues import league_of
from tests.support.pages import (
    Dump,
    html_of,
    invitation_path,
    move,
    offences_of,
    play_path,
    signed_in,
    without_hidden_panes,
)
from tests.support.play import play_on
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages(started_game: Game, finished_game: Game, alice: User, bob: User) -> list[str]:
    """Return URLs of pages of all kinds."""
    waiting = create_game(
        host=alice,
        players=["alice@example.org", "bob@example.org", LINKED],
        now=NOW,
    )
    linked = create_game(host=bob, players=[bob, LINKED], now=NOW)
    started, finished = f"/games/{started_game.slug}", f"/games/{finished_game.slug}"
    open_league, playing = league_of(alice, [bob]), league_of(alice, [alice, bob])
    start_season(league=playing, by=alice, now=NOW)
    return [
        "/",
        "/rules/",
        "/learn/",
        "/learn/9/",
        "/learn/10/",
        "/open-seats/",
        "/watch/",
        "/games/",
        "/games/new/",
        "/leagues/",
        "/leagues/new/",
        "/leagues/finished/",
        f"/leagues/{open_league.slug}/",
        f"/leagues/{playing.slug}/",
        "/account/",
        "/account/forget/",
        "/forgotten/",
        "/account/login/",
        "/sign-in/nonsense/",
        "/play/nonsense/",
        f"/games/{waiting.slug}/",
        play_path(waiting, 0),
        invitation_path(waiting, 1),
        f"{started}/",
        f"{started}/play/",
        f"{started}/play/talk/",
        f"{started}/play/report/?seat=1",
        f"{started}/history/",
        f"{started}/at/{started_game.version}/",
        play_path(started_game, 0),
        play_path(started_game, 1),
        f"{play_path(started_game, 0)}{started_game.version}/forest-3/",
        f"{play_path(started_game, 1)}{started_game.version}/forest-3/",
        f"{play_path(started_game, 0)}talk/",
        f"{play_path(started_game, 0)}report/?seat=1",
        f"{finished}/",
        f"{finished}/result/",
        f"{finished}/report/",
        f"{finished}/play/rematch/",
        f"/join/{JoinLink.objects.get(seat__game=linked).code}/",
        f"/players/{show_profile(user=alice, shows_games=True, now=NOW).slug}/",
        f"{finished}/at/40/",
        "/check/",
        f"/check/?head={finished_game.head}",
        "/check/?head=0123456789abcdef",
        f"{finished}/play/",
        "/games/nothere234/",
    ]


def test_pages_have_no_inline_code_and_load_nothing_foreign(
    pages: list[str], alice: User
) -> None:
    client = signed_in(alice)
    for page in pages:
        answer = client.get(page)
        policy = answer["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert offences_of(html_of(answer)) == [], page
        assert answer["Referrer-Policy"] == "same-origin"


def test_pages_have_an_accessible_outline(pages: list[str], alice: User) -> None:
    client = signed_in(alice)
    for page in pages:
        html = html_of(client.get(page, follow=True))
        assert html.count("<h1") == 1, page
        assert html.count("<main") == 1
        assert re.search(r'<html lang="\w+', html)
        for field in re.findall(r"<input[^>]*>", html):
            assert is_labelled(field, html), (page, field)
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), page
        for described in re.findall(r'aria-describedby="([^"]*)"', html):
            assert set(described.split()) <= set(ids), (page, described)


def is_labelled(field: str, html: str) -> bool:
    """Return whether an input is hidden, is a button, or has a label."""
    if 'type="hidden"' in field:
        return True
    identity = re.search(r'id="([^"]+)"', field)
    if identity and f'for="{identity[1]}"' in html:
        return True
    before = html[: html.index(field)]
    return before.rfind("<label") > before.rfind("</label>")


def test_get_changes_nothing(
    pages: list[str], alice: User, client: Client, dump: Dump
) -> None:
    owner = signed_in(alice)
    before = dump()
    for page in pages:
        for browser in (client, owner):
            browser.get(page)
            browser.head(page)
    assert dump() == before


def test_only_post_acts(client: Client, two_player_game: Game) -> None:
    token = play_path(two_player_game, 0)
    for page in ("/practice/", "/account/logout/", token + "renew/"):
        assert client.get(page).status_code == 405


def test_forms_of_members_need_a_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post("/account/", {"name": "x"})
    assert answer.status_code == 403
    assert answer.context["form_expired"]


def test_link_plays_in_a_browser_without_cookies(two_player_game: Game) -> None:
    path = play_path(two_player_game, 0)
    client = Client(enforce_csrf_checks=True)
    html = html_of(client.get(path))
    client.cookies.clear()
    assert client.post(path, move(html, "forest 2")).status_code == 303


def test_every_choice_is_a_form_that_works_without_scripts(
    started_game: Game, client: Client
) -> None:
    """Each tapped place answers with a form that posts to the page itself."""
    path = play_path(play_on(started_game, now=NOW, decisions=0), 0)
    places = set(
        re.findall(r'href="\?at=([a-z_0-9-]+)', client.get(path).content.decode())
    )
    assert len(places) > 8
    for place in places:
        html = without_hidden_panes(html_of(client.get(f"{path}?at={place}")))
        forms = re.findall(r"<form\b[^>]*>.*?</form>", html, re.DOTALL)
        (form,) = [form for form in forms if 'name="command"' in form]
        assert f'method="post" action="{path}"' in form
        assert 'name="expected_version"' in form
        assert 'name="request_id"' in form
        assert "<button" in form


@override_settings(DEBUG=False)
def test_errors_have_calm_pages(client: Client) -> None:
    lost = client.get("/nowhere/at/all/")
    assert lost.status_code == 404
    assertTemplateUsed(lost, "404.html")
    for template in ("400.html", "403.html", "404.html"):
        html = render_to_string(template, request=lost.wsgi_request)
        assert "<h1>" in html
        assert offences_of(html) == []


def test_error_page_needs_no_database(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    with django_assert_num_queries(0):
        html = render_to_string("500.html")
    assert "<h1" in html
    assert offences_of(html) == []


def test_static_files_are_named_by_their_content(client: Client, db: None) -> None:
    """So a file is loaded once, and again only after it changed."""
    html = html_of(client.get("/"))
    loaded = re.findall(r'(?:href|src)="(/static/[^"#]+)', html)
    assert loaded
    assert all(re.search(r"\?v=[0-9a-f]{12}$", each) for each in loaded)


def test_htmx_sets_no_style_attributes_because_the_policy_forbids_them(
    client: Client,
) -> None:
    page = client.get("/").content.decode()
    config = re.search(r"name=\"htmx-config\"\s+content='([^']*)'", page)
    assert config is not None
    assert "style" not in json.loads(config[1])["attributesToSettle"]
