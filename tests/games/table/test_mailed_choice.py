"""The page that confirms one choice of a mail: it shows, and its button acts."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.deadlines import expire_turn
from games.errors import SENTENCES
from games.links.purposes import choices_url, revoke_links
from games.lobby.new_games import cancel_game
from games.log.positions import state_of
from games.models import Game, StoredEvent, User
from games.now import database_now
from games.table.numbered_choices import flat_choices
from games.table.views.mailed_choice import ALREADY_PLAYED, CLOSED, MOVED_ON
from tests.support.pages import (
    Dump,
    hidden,
    html_of,
    move,
    page,
    path_of,
    play_path,
    seat_of,
    text_of,
    values_of,
)
from tests.support.play import submit
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db


def choice_path(game: Game, number: int, choice: str, version: int = 0) -> str:
    """The link that a mail of this moment holds; it shows the present position."""
    choices = path_of(choices_url(seat_of(game, number), now=database_now()))
    if version:
        choices = re.sub(r"\d+(-\w+/)$", rf"{version}\1", choices)
    return f"{choices}{choice.replace(' ', '-')}/"


def placed() -> int:
    return StoredEvent.objects.filter(type="PeoplePlaced").count()


def test_page_of_a_choice_has_one_button(client: Client, two_player_game: Game) -> None:
    html = page(client, choice_path(two_player_game, 0, "forest 3"))
    assert "≈ 3.2" in text_of(html)
    assert re.findall(r'name="command" value="([^"]+)"', html) == ["forest 3"]


def test_opening_a_choice_changes_nothing(
    client: Client, two_player_game: Game, dump: Dump
) -> None:
    address = choice_path(two_player_game, 0, "forest 3")
    before = dump()
    for _time in range(2):
        client.get(address)
        client.head(address)
    assert dump() == before
    assert client.post(address).status_code == 405


def test_button_of_a_choice_decides_once(client: Client, two_player_game: Game) -> None:
    address = choice_path(two_player_game, 0, "forest 3")
    html = page(client, address)
    (action,) = re.findall(r'<form method="post" action="([^"]+)"', html)
    assert re.fullmatch(rf"{re.escape(action)}\d+-\w{{12}}/forest-3/", address)
    sent = move(html, "forest 3")
    assert client.post(action, sent).status_code == 303
    assert client.post(action, sent).status_code == 303
    assert placed() == 1


def test_every_choice_has_its_page_by_words_and_by_number(
    client: Client, two_player_game: Game
) -> None:
    choices = [
        choice
        for group in flat_choices(state_of(two_player_game), 0)
        for choice in group.choices
    ]
    assert len(choices) > 30
    for number, choice in enumerate(choices, 1):
        by_words = page(client, choice_path(two_player_game, 0, choice.text))
        by_number = page(client, choice_path(two_player_game, 0, str(number)))
        for html in (by_words, by_number):
            assert f'name="command" value="{choice.text}"' in html


def test_choice_is_stale_after_the_decision(
    client: Client, two_player_game: Game
) -> None:
    address = choice_path(two_player_game, 0, "forest 3")
    submit(two_player_game, 0, "river 1", now=NOW)
    answer = client.get(address)
    assert answer.status_code == 409
    assertTemplateUsed(answer, CLOSED)
    assert answer.context["sentence"] == ALREADY_PLAYED
    assert answer.context["action"] == play_path(two_player_game, 0)


def test_choice_is_stale_after_time_ran_out(
    client: Client, two_player_game: Game
) -> None:
    address = choice_path(two_player_game, 0, "forest 3")
    own = seat_of(two_player_game, 0)
    assert own.deadline_at
    expire_turn(seat_id=own.pk, now=own.deadline_at)
    assert client.get(address).context["sentence"] == MOVED_ON


def test_choice_is_stale_at_the_next_decision(
    client: Client, two_player_game: Game
) -> None:
    """The same words are open again, but another decision is meant."""
    address = choice_path(two_player_game, 0, "forest 1")
    submit(two_player_game, 0, "river 1", now=NOW)
    submit(two_player_game, 1, "clay pit 1", now=NOW)
    assert client.get(address).status_code == 409
    assert placed() == 2


def test_a_page_left_open_is_answered_as_usual(
    client: Client, two_player_game: Game
) -> None:
    html = page(client, choice_path(two_player_game, 0, "forest 3"))
    submit(two_player_game, 0, "river 1", now=NOW)
    late = client.post(play_path(two_player_game, 0), move(html, "forest 3"))
    assert late.status_code == 409
    assert alert_on(late) == SENTENCES["stale"]


def test_others_may_have_fed_their_tribes_meanwhile(
    client: Client, hungry_game: Game
) -> None:
    """Both are awaited: a number means what it meant in the position shown."""
    address = choice_path(hungry_game, 1, "1")
    before = hidden(page(client, address), "expected_version")
    submit(hungry_game, 0, "go hungry", now=NOW)
    html = page(client, address)
    assert int(hidden(html, "expected_version")) > int(before)
    assert re.findall(r'name="command" value="([^"]+)"', html)[0].startswith("feed")


def test_opponents_link_cannot_decide_for_another(
    client: Client, two_player_game: Game
) -> None:
    answer = client.get(choice_path(two_player_game, 1, "forest 3"))
    assert answer.status_code == 409
    assert values_of(html_of(answer), "command") == []


@pytest.mark.parametrize(
    "choice", ["0", "99", "nowhere", "forest 9", "no", "9" * 30, "buy-1", "²"]
)
def test_unknown_choice_is_refused(
    client: Client, two_player_game: Game, choice: str
) -> None:
    answer = client.get(choice_path(two_player_game, 0, choice))
    assert answer.status_code in {404, 409}
    assert placed() == 0


@pytest.mark.parametrize("version", [10**9, 10**24])
def test_unknown_version_is_refused(
    client: Client, two_player_game: Game, version: int
) -> None:
    address = choice_path(two_player_game, 0, "forest 3", version=version)
    assert client.get(address).status_code == 409


def test_choice_of_a_lost_position_is_refused(
    client: Client, two_player_game: Game
) -> None:
    """The same number, the same choice, and another position."""
    address = choice_path(two_player_game, 0, "forest 3")
    shown = address.split("/")[-3]  # the link's own token may look like it by chance
    lost = address.replace(shown, f"{shown.partition('-')[0]}-0123456789ab")
    answer = client.get(lost)
    assert answer.status_code == 409
    assert answer.context["sentence"] == SENTENCES["position_lost"]
    submit(two_player_game, 0, "river 1", now=NOW)
    assert client.get(lost).context["sentence"] == SENTENCES["position_lost"]
    assert client.get(address).context["sentence"] == ALREADY_PLAYED


def test_link_without_a_choice_leads_to_the_turn_page(
    client: Client, two_player_game: Game
) -> None:
    seat = seat_of(two_player_game, 0)
    address = path_of(choices_url(seat, now=database_now()))
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"] == play_path(two_player_game, 0)


def test_choice_in_a_finished_game_is_refused(
    client: Client, finished_game: Game
) -> None:
    answer = client.get(choice_path(finished_game, 0, "forest 3"))
    assert answer.status_code == 409
    assert answer.context["sentence"] == SENTENCES["game_over"]


def test_choice_in_a_cancelled_game_is_refused(
    client: Client, invited_game: Game, alice: User
) -> None:
    cancel_game(game=invited_game, by=alice, now=NOW)
    answer = client.get(choice_path(invited_game, 0, "forest 3"))
    assert answer.status_code == 409
    assert answer.context["sentence"] == SENTENCES["cancelled"]


def test_choice_behind_a_revoked_link_is_refused(
    client: Client, two_player_game: Game
) -> None:
    address = choice_path(two_player_game, 0, "forest 3")
    revoke_links(seat=seat_of(two_player_game, 0), now=NOW)
    assert client.get(address).status_code == 410


def test_choice_behind_an_unsigned_link_is_refused(client: Client, db: None) -> None:
    assert client.get("/play/nonsense/7-0123456789ab/forest-3/").status_code == 403
