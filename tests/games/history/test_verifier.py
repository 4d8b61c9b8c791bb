"""The page that checks records in a browser is one file without connections."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from games.history.export import record_lines
from games.history.views.proofs import VERIFIER
from games.models import Game
from stoneage_core.audit.draws import drawn_by
from tests.core.samples import EVENTS
from tests.red_team.rogue import game_from

PAGE = "/check/verifier.html"


def test_verifier_is_served_as_it_is_on_disk(client: Client) -> None:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    assert answer.content == VERIFIER.read_bytes()
    assert answer["Content-Type"].startswith("text/html")
    assert "attachment" in client.get(f"{PAGE}?save")["Content-Disposition"]


def test_policy_allows_only_its_own_script_and_style(client: Client) -> None:
    policy = client.get(PAGE)["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy
    assert "default-src 'none'" in VERIFIER.read_text("utf-8")


def test_check_page_links_to_the_verifier(db: None, client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/check/").content.decode()


class _Hidden(HTMLParser):
    """Collects the texts of the hidden fields of the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = dict(attrs).get("id") or "" if tag == "textarea" else ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[self._inside] = self.texts.get(self._inside, "") + data


@pytest.mark.django_db
def test_one_press_opens_the_verifier_with_the_record(client: Client) -> None:
    game = game_from("finished")
    shown = client.get(f"/games/{game.slug}/result/").content.decode()
    assert f'href="/games/{game.slug}/check/"' in shown
    answer = client.get(f"/games/{game.slug}/check/")
    assert answer.status_code == 200
    assert (
        answer["Content-Security-Policy"] == client.get(PAGE)["Content-Security-Policy"]
    )
    hidden = _Hidden(answer.content.decode()).texts
    told = "".join(record_lines(Game.objects.get(pk=game.pk)))
    assert hidden["given"] == f"\n{told}"
    words = json.loads(hidden["words"])
    assert words["title"] == "Check this game"
    assert words["home"] == f"http://testserver/games/{game.slug}/"
    client.cookies["django_language"] = "es"
    hidden = _Hidden(client.get(f"/games/{game.slug}/check/").content.decode()).texts
    assert json.loads(hidden["words"])["language"] == "es"


def test_a_running_game_cannot_be_checked_yet(
    two_player_game: Game, client: Client
) -> None:
    assert client.get(f"/games/{two_player_game.slug}/check/").status_code == 403


def test_verifier_draws_for_the_same_events_as_the_engine() -> None:
    drawing = [each for each in EVENTS if any(drawn_by(each, draws_start=True))]
    assert all(each.is_revealing for each in drawing)
    follow = VERIFIER.read_text("utf-8").partition("follow(event) {")[2]
    cases = follow.partition("\n  }\n")[0].split('case "')
    calls = re.compile(r"this\.(roll|pick|turnUp)\(")
    found = {case.partition('"')[0] for case in cases if calls.search(case)}
    assert found == {each.type_name() for each in drawing}
