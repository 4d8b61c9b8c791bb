"""The spectators' talk: who reads and writes it, when, and how the staff reach it."""

import pytest
from django.contrib.auth.models import Group
from django.template.loader import render_to_string
from django.test import Client

from games.errors import Refused
from games.models import Audience, Game, TalkMessage, User
from games.moderation.case_page import describe_case
from games.moderation.casework import QueueForm
from games.talk import messages, spectators
from games.talk.messages import hide_message
from games.talk.reports import make_report
from tests.games.moderation.doing import do_action
from tests.games.talk.test_talk import say
from tests.support.pages import page, play_path, seat_of, signed_in
from tests.support.play import play_to_the_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def board(game: Game) -> str:
    return f"/games/{game.slug}/"


def write(game: Game, user: User, text: str) -> TalkMessage:
    return spectators.say(game=game, user=user, seat=None, text=text, now=NOW)


def test_signed_in_spectator_writes_what_every_spectator_reads(
    client: Client, two_player_game: Game, outsider: User
) -> None:
    path = f"{board(two_player_game)}talk/"
    sent = {"text": "She should hunt", "back": "table"}
    answer = signed_in(outsider).post(path, sent)
    assert answer["Location"] == f"{board(two_player_game)}?sheet=spectators"
    assert "She should hunt" in page(client, path)
    assert "She should hunt" in page(client, str(answer["Location"]))
    assert not messages.has_messages(two_player_game)


def test_stranger_without_an_account_cannot_write(
    client: Client, two_player_game: Game
) -> None:
    path = f"{board(two_player_game)}talk/"
    assert client.post(path, {"text": "Hello"}).status_code == 403
    assert "<textarea" not in page(client, path)
    assert not TalkMessage.objects.exists()


def test_players_read_it_only_when_the_game_is_over(
    client: Client, two_player_game: Game, alice: User, outsider: User
) -> None:
    write(two_player_game, outsider, "She should hunt")
    path = f"{board(two_player_game)}talk/"
    assert signed_in(alice).get(path).status_code == 403
    for address in (play_path(two_player_game, 0), f"{board(two_player_game)}?at="):
        assert "sheet=spectators" not in page(signed_in(alice), address)
    game = play_to_the_end(two_player_game, now=NOW)
    assert "She should hunt" in page(signed_in(alice), path)
    assert "sheet=spectators" in page(client, play_path(game, 0))
    with pytest.raises(Refused):
        spectators.say(
            game=game, user=alice, seat=seat_of(game, 0), text="Thanks", now=NOW
        )


def test_spectators_read_nothing_of_the_players(
    client: Client, two_player_game: Game, outsider: User
) -> None:
    said = say(two_player_game, 0, "Between ourselves")
    write(two_player_game, outsider, "Hello")
    for reader in (client, signed_in(outsider)):
        assert "ourselves" not in page(reader, f"{board(two_player_game)}talk/")
        news = reader.get(f"{board(two_player_game)}talk/", {"after": 0}).json()
        assert "ourselves" not in str(news)
    report = f"{board(two_player_game)}play/report/"
    assert signed_in(outsider).get(report, {"message": said.pk}).status_code == 404


def test_only_the_host_switches_it_off_and_on(
    client: Client, two_player_game: Game, outsider: User
) -> None:
    write(two_player_game, outsider, "Hello")
    host = play_path(two_player_game, 0)
    other = play_path(two_player_game, 1)
    off = {"action": "spectators", "spectators": "off"}
    assert client.post(other, off).status_code == 403
    assert client.get(f"{board(two_player_game)}talk/").status_code == 200
    assert 'name="spectators"' not in page(client, f"{other}?sheet=menu")
    client.post(host, off)
    assert client.get(f"{board(two_player_game)}talk/").status_code == 403
    assert "sheet=spectators" not in page(client, board(two_player_game))
    two_player_game.refresh_from_db()
    with pytest.raises(Refused):
        write(two_player_game, outsider, "Still here")
    client.post(host, {"action": "spectators", "spectators": "on"})
    assert "Hello" in page(client, f"{board(two_player_game)}talk/")


def test_game_that_nobody_may_watch_has_none(
    client: Client, two_player_game: Game, outsider: User
) -> None:
    Game.objects.update(audience=Audience.NOBODY)
    assert signed_in(outsider).get(f"{board(two_player_game)}talk/").status_code == 403
    two_player_game.refresh_from_db()
    with pytest.raises(Refused):
        write(two_player_game, outsider, "Hello")


def test_spectator_can_be_reported_and_hidden_and_muted(
    client: Client, two_player_game: Game, outsider: User, carol: User
) -> None:
    rude = write(two_player_game, outsider, "You fools")
    report = f"{board(two_player_game)}play/report/?message={rude.pk}"
    path = f"{board(two_player_game)}talk/"
    assert report in page(signed_in(carol), path).replace("&amp;", "&")
    assert "You fools" in page(signed_in(carol), report)
    made = make_report(reporter=carol, message=rude, reason="Rude", now=NOW)
    assert (made.case.person, made.game) == (outsider, two_player_game)
    hide_message(message=rude, by=carol, now=NOW)
    assert "You fools" not in page(client, path)
    messages.mute(user=carol, muted=outsider)
    write(two_player_game, outsider, "Anyone?")
    assert signed_in(carol).get(path, {"after": rude.pk}).json()["unread"] == 0


def test_moderators_see_it_in_a_case_and_hide_it(
    two_player_game: Game, outsider: User, carol: User, alice: User
) -> None:
    """With its writer, who had no seat."""
    carol.groups.add(Group.objects.get(name="Moderators"))
    User.objects.filter(pk=carol.pk).update(is_staff=True)
    rude = write(two_player_game, outsider, "You fools")
    made = make_report(reporter=alice, message=rude, reason="Rude", now=NOW)
    act = do_action("hide", by=User.objects.get(pk=carol.pk), message=rude, now=NOW)
    assert (act.user, act.seat_number) == (outsider, None)
    everything = QueueForm({})
    assert everything.is_valid()
    case = describe_case(made.case, carol, NOW, everything)
    assert case["said"] == [(rude, True)]
    assert "You fools" in render_to_string("games/moderation/case.html", case)
