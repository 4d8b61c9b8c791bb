"""Talk at a table: who may write, who may read, and what is unread."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group

from games.lobby.new_games import create_practice_game
from games.models import Game, Seat, TalkMessage, User
from games.talk import messages
from games.talk.messages import (
    hide_message,
    mark_talk_read,
    say_at_table,
    unhide_message,
)
from tests.support.refusals import refuses
from tests.support.standing_time import NOW


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def say(game: Game, number: int, text: str, minutes: int = 0) -> TalkMessage:
    now = NOW + timedelta(minutes=minutes)
    return say_at_table(seat=seat_of(game, number), text=text, now=now)


def texts(game: Game) -> list[str]:
    return [message.text for message in messages.messages_of(game)]


def test_messages_are_stored_in_order(two_player_game: Game, alice: User) -> None:
    said = say(two_player_game, 0, "Good luck!\r\n\r\n\r\n\r\n  Have fun.  ")
    say(two_player_game, 1, "You too")
    assert texts(two_player_game) == ["Good luck!\n\n  Have fun.", "You too"]
    assert (said.user, said.said_at) == (alice, NOW)


def test_talk_is_open_before_and_after_the_game(
    invited_game: Game, finished_game: Game
) -> None:
    say(invited_game, 0, "Are you coming?")
    say(finished_game, 1, "Well played")
    assert texts(invited_game) == ["Are you coming?"]
    assert texts(finished_game) == ["Well played"]


def test_invited_player_cannot_write(invited_game: Game) -> None:
    with refuses("forbidden", match="Only players"):
        say(invited_game, 1, "Let me think about it")


def test_guest_among_bots_has_nobody_to_talk_to(db: None) -> None:
    seat = create_practice_game(now=NOW, name="Gast")
    with refuses("forbidden"):
        say_at_table(seat=seat, text="Hello?", now=NOW)
    assert not messages.has_talk(seat.game)
    automatic = seat.game.seats.get(number=1)
    with refuses("forbidden"):
        say_at_table(seat=automatic, text="Beep", now=NOW)


@pytest.mark.parametrize("text", ["", "  \n ", "\0\x07", "\u202e", "x" * 1001])
def test_empty_and_too_long_messages_are_refused(
    two_player_game: Game, text: str
) -> None:
    with refuses("invalid"):
        say(two_player_game, 0, text)
    assert texts(two_player_game) == []


def test_message_of_a_thousand_characters_is_accepted(two_player_game: Game) -> None:
    assert len(say(two_player_game, 0, "ä" * 1000).text) == 1000


def test_control_characters_are_removed(two_player_game: Game) -> None:
    assert say(two_player_game, 0, "a\u202eb\0c\td").text == "abc\td"


def test_form_sent_twice_stores_one_message(two_player_game: Game) -> None:
    first = say(two_player_game, 0, "Hello")
    assert say(two_player_game, 0, "Hello").pk == first.pk
    assert say(two_player_game, 1, "Hello").pk != first.pk
    assert say(two_player_game, 0, "Hello", minutes=2).pk != first.pk


def test_muted_player_cannot_write_until_the_end_of_the_mute(
    two_player_game: Game, bob: User
) -> None:
    bob.time_zone = "Europe/Madrid"
    bob.muted_until = NOW + timedelta(hours=1)
    bob.save()
    with refuses("forbidden", match=r"muted you.*Fri 20 Nov 2026, 14:00"):
        say(two_player_game, 1, "You cheat!")
    say(two_player_game, 0, "Calm down")
    say(two_player_game, 1, "Sorry", minutes=60)
    assert texts(two_player_game) == ["Calm down", "Sorry"]


def test_only_messages_of_others_count_as_unread(two_player_game: Game) -> None:
    alice, bob = seat_of(two_player_game, 0), seat_of(two_player_game, 1)
    say(two_player_game, 0, "One")
    second = say(two_player_game, 0, "Two")
    assert (messages.unread(alice), messages.unread(bob)) == (0, 2)
    mark_talk_read(seat=bob, upto=second.pk - 1)
    assert messages.unread(bob) == 1
    mark_talk_read(seat=bob, upto=second.pk)
    mark_talk_read(seat=bob, upto=1)  # a page that was opened earlier
    assert messages.unread(bob) == 0


def test_messages_cannot_be_marked_as_read_in_advance(two_player_game: Game) -> None:
    bob = seat_of(two_player_game, 1)
    mark_talk_read(seat=bob, upto=10**15)
    say(two_player_game, 0, "News")
    assert messages.unread(bob) == 1


def test_staff_hide_and_show_messages(two_player_game: Game, outsider: User) -> None:
    said, bob = say(two_player_game, 0, "Rude"), seat_of(two_player_game, 1)
    hide_message(message=said, by=outsider, now=NOW)
    hide_message(message=said, by=bob.user, now=NOW + timedelta(1))  # type: ignore[arg-type]
    said.refresh_from_db()
    assert (said.hidden_by, said.hidden_at, said.text) == (outsider, NOW, "Rude")
    assert messages.unread(bob) == 0
    unhide_message(message=said)
    said.refresh_from_db()
    assert (said.hidden_by, said.hidden_at) == (None, None)
    assert messages.unread(bob) == 1


def test_talk_is_readable_for_players_and_staff(
    invited_game: Game, alice: User, bob: User, outsider: User, carol: User
) -> None:
    moderator = User.objects.create_user("mod@example.org", None, is_staff=True)
    moderator.groups.add(Group.objects.get(name="Moderators"))
    auditor = User.objects.create_user("aud@example.org", None, is_staff=True)
    auditor.groups.add(Group.objects.get(name="Auditors"))
    people = [alice, bob, outsider, moderator, auditor]
    readers = [user for user in people if messages.may_read(invited_game, user)]
    assert readers == [alice, moderator]  # Bob has not answered yet
    invited_game.seats.filter(number=0).update(user=carol, absent_user=alice)
    assert messages.may_read(invited_game, alice)
    assert messages.may_read(invited_game, carol)
