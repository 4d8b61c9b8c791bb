"""The pages of table talk: who can read and write, and what counts as read."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.errors import too_long
from games.models import Game, TalkMessage, User
from games.now import database_now
from games.privacy.forgetting import forget_user
from games.seats.invitations import accept_seat
from games.talk import messages
from games.talk.messages import hide_message
from tests.games.talk.test_talk import say
from tests.support.pages import (
    Dump,
    hidden,
    html_of,
    offences_of,
    page,
    play_path,
    seat_of,
    signed_in,
    text_of,
)
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db


def talk_path(game: Game) -> str:
    return f"/games/{game.slug}/play/talk/"


def texts() -> list[str]:
    return list(TalkMessage.objects.order_by("pk").values_list("text", flat=True))


def test_link_of_a_seat_can_talk(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 1)
    assert "?sheet=talk" in page(client, path)
    answer = client.post(f"{path}talk/", {"action": "say", "text": "Hi\nthere"})
    assert answer.status_code == 303
    html = page(client, str(answer["Location"]))
    assert '<p class="talk-text" dir="auto">Hi\nthere</p>' in html
    assert texts() == ["Hi\nthere"]


def test_table_talks_and_is_shown_again(two_player_game: Game, alice: User) -> None:
    client, url = signed_in(alice), f"/games/{two_player_game.slug}/play/?sheet=talk"
    assert hidden(page(client, url), "back") == "table"
    answer = client.post(talk_path(two_player_game), {"text": "Hello", "back": "table"})
    assert answer["Location"] == url
    assert "Hello" in text_of(page(client, url))


def test_message_text_is_escaped(two_player_game: Game, alice: User) -> None:
    say(two_player_game, 1, "<script>alert(1)</script> https://example.net/ & so")
    html = page(signed_in(alice), talk_path(two_player_game))
    assert "&lt;script&gt;" in html
    assert 'href="https://example.net' not in html
    assert offences_of(html) == []


def test_strangers_cannot_read_or_write(
    client: Client, two_player_game: Game, outsider: User
) -> None:
    say(two_player_game, 0, "Between ourselves")
    url = f"/games/{two_player_game.slug}/"
    stranger = signed_in(outsider)
    for reader in (client, stranger):
        assert "ourselves" not in page(reader, url)
        assert 'id="talk"' not in page(reader, url)
    assert client.get(talk_path(two_player_game)).status_code == 302
    for answer in (
        stranger.get(talk_path(two_player_game)),
        stranger.post(talk_path(two_player_game), {"text": "Let me in"}),
    ):
        assert answer.status_code == 403
        assertTemplateUsed(answer, "games/refused.html")
    assert client.get("/play/nonsense/talk/").status_code == 403
    assert len(texts()) == 1


def test_invited_player_can_read_after_accepting(invited_game: Game, bob: User) -> None:
    say(invited_game, 0, "Come on")
    assert signed_in(bob).get(talk_path(invited_game)).status_code == 403
    accept_seat(seat=seat_of(invited_game, 1), now=NOW)
    assert "Come on" in page(signed_in(bob), talk_path(invited_game))


def test_talk_exists_before_the_start(client: Client, invited_game: Game) -> None:
    path = play_path(invited_game, 0)
    assert f"{path}talk/" in page(client, path)
    assert client.post(f"{path}talk/", {"text": "Soon"}).status_code == 303


def test_staff_can_read_but_not_write(two_player_game: Game, outsider: User) -> None:
    say(two_player_game, 0, "Hello")
    right = Permission.objects.get(codename="view_talkmessage")
    outsider.user_permissions.add(right)
    client = signed_in(outsider)
    html = page(client, talk_path(two_player_game))
    assert "Hello" in html
    assert "<textarea" not in html
    answer = client.post(talk_path(two_player_game), {"text": "Stop"})
    assert answer.status_code == 403
    assert len(texts()) == 1


def test_game_against_bots_has_no_talk(client: Client) -> None:
    path = client.post("/practice/", follow=True).redirect_chain[-1][0]
    assert "talk/" not in page(client, path)
    assert client.get(talk_path(Game.objects.get())).status_code == 404
    assert client.get(f"{path}talk/").status_code == 404


def test_refused_text_is_kept(two_player_game: Game, alice: User) -> None:
    until = database_now() + timedelta(days=1)
    User.objects.filter(pk=alice.pk).update(muted_until=until)
    client = signed_in(alice)
    shown = client.get(talk_path(two_player_game))
    assert shown.context["talk"].silence in text_of(html_of(shown))
    assert "<textarea" not in html_of(shown)
    answer = client.post(talk_path(two_player_game), {"text": "But"})
    assert answer.status_code == 403
    User.objects.filter(pk=alice.pk).update(muted_until=None)
    answer = client.post(talk_path(two_player_game), {"text": "y" * 1001})
    assert answer.status_code == 400
    assert alert_on(answer) == str(too_long(1000))
    assert "y" * 1001 in answer.content.decode()
    assert texts() == []


def test_messages_of_a_seat_are_limited(client: Client, two_player_game: Game) -> None:
    mine, other = (f"{play_path(two_player_game, number)}talk/" for number in (0, 1))
    for number in range(20):
        assert client.post(mine, {"text": f"{number}"}).status_code == 303
    answer = client.post(mine, {"text": "One more"})
    assert answer.status_code == 429
    assert "One more" in answer.content.decode()
    assert client.post(other, {"text": "My turn"}).status_code == 303


def test_new_messages_are_counted_until_they_are_read(
    client: Client, two_player_game: Game, dump: Dump
) -> None:
    say(two_player_game, 0, "One")
    say(two_player_game, 0, "Two")
    path = play_path(two_player_game, 1)
    assert "2 new" in text_of(page(client, path))
    before = dump()
    html = page(client, f"{path}talk/")  # viewing alone marks nothing
    assert dump() == before
    upto = hidden(html, "upto")
    answer = client.post(f"{path}talk/", {"action": "read", "upto": upto})
    assert answer.status_code == 204
    assert "new" not in text_of(page(client, path)).split("Talk")[1][:10]
    assert messages.unread(seat_of(two_player_game, 1)) == 0


@pytest.mark.parametrize("upto", ["", "x", "-1", "9" * 30, "²"])
def test_invalid_read_mark_is_ignored(
    client: Client, two_player_game: Game, upto: str
) -> None:
    say(two_player_game, 0, "One")
    path = f"{play_path(two_player_game, 1)}talk/"
    assert client.post(path, {"action": "read", "upto": upto}).status_code == 204
    assert messages.unread(seat_of(two_player_game, 1)) == 1


def test_hidden_and_erased_messages_leave_a_note(
    two_player_game: Game, alice: User, bob: User, outsider: User
) -> None:
    rude = say(two_player_game, 1, "Rude words")
    hide_message(message=rude, by=outsider, now=NOW)
    say(two_player_game, 1, "Kind words", minutes=2)
    forget_user(user=bob, now=NOW + timedelta(minutes=5))
    shown = signed_in(alice).get(talk_path(two_player_game))
    lines = shown.context["talk"].lines
    assert [(line.is_hidden, line.text) for line in lines] == [(True, ""), (False, "")]
    assert html_of(shown).count("talk-gone") == 2
    for word in ("Rude", "Kind", "Bob"):
        assert word not in html_of(shown)


def test_latest_messages_are_shown_first_and_all_on_request(
    two_player_game: Game, alice: User
) -> None:
    for number in range(35):
        say(two_player_game, number % 2, f"Message {number}.")
    client = signed_in(alice)
    shown = client.get(talk_path(two_player_game))
    assert shown.context["talk"].earlier == 5
    text = text_of(html_of(shown))
    assert "Message 4." not in text
    assert "Message 5." in text
    assert "Message 0." in page(client, talk_path(two_player_game) + "?all")


def test_who_wrote_can_be_muted_where_the_talk_is(
    two_player_game: Game, alice: User
) -> None:
    say(two_player_game, 1, "Hello")
    say(two_player_game, 0, "Hi")
    game = f"/games/{two_player_game.slug}/play/"
    for path in (f"{game}?sheet=talk", talk_path(two_player_game)):
        html = page(signed_in(alice), path)
        lines = html.partition('<ol class="talk">')[2].partition("</ol>")[0]
        assert lines.count(f'href="{game}mute/?seat=1"') == 1
        assert f'href="{game}mute/?seat=0"' not in html
        assert f'href="{game}mute/"' in html  # the whole table
