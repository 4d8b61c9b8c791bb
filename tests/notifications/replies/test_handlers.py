"""Requests by mail other than moves."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils.timezone import override

from games.accounts.users import update_user
from games.errors import SENTENCES
from games.lobby.new_games import cancel_game, create_practice_game
from games.models import (
    Game,
    Invitation,
    Seat,
    SeatOrders,
    StoredEvent,
    TalkMessage,
    User,
)
from games.presentation.dates import moment_in_words
from games.privacy.forgetting import forget_user
from notifications.models import IncomingMail, Kind, Reading
from notifications.replies.handle import handle_reply
from stoneage_core.match.state import Source
from tests.notifications.replies.conftest import (
    Reply,
    fates,
    fresh,
    incoming,
    typed,
    words,
)
from tests.support.mails import Send, kind_of, seat_of
from tests.support.play import event_types, everything, freeze, submit
from tests.support.proposals import propose_end

MOMENT = timedelta(seconds=1)


def last(game: Game) -> StoredEvent:
    return StoredEvent.objects.filter(game=game).latest("sequence")


def how_of(game: Game, kind: str) -> str:
    return StoredEvent.objects.filter(game=game, type=kind).latest("pk").source


# Joining


def test_invitation_is_accepted(invited_game: Game, bob: User, reply: Reply) -> None:
    assert fates(reply(invited_game, bob, "accept")) == ["done"]
    assert Game.objects.get(pk=invited_game.pk).status == "active"
    assert how_of(invited_game, "PlayerJoined") == Source.REPLY


def test_invitation_is_declined(invited_game: Game, bob: User, reply: Reply) -> None:
    assert fates(reply(invited_game, bob, "decline")) == ["done"]
    assert seat_of(invited_game, bob).invitation == Invitation.DECLINED
    assert fates(reply(invited_game, bob, "accept")) == ["failed"]


def test_nothing_is_played_before_the_start(
    invited_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(invited_game, alice, "forest 3")
    assert words(mail) == SENTENCES["not_started"]


# Taking back


def test_last_decision_is_taken_back(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    reply(two_player_game, alice, "hut")
    mail = reply(two_player_game, alice, "undo\nfield", at=now + MOMENT)
    assert fates(mail) == ["done", "done"]
    assert how_of(two_player_game, "DecisionTakenBack") == Source.REPLY


def test_decision_on_the_page_is_taken_back_by_mail(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    assert fates(reply(two_player_game, alice, "undo")) == ["done"]


def test_final_decision_is_not_taken_back(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    reply(two_player_game, alice, "hut")
    mail = reply(two_player_game, alice, "undo", at=now + timedelta(hours=1))
    assert fates(mail) == ["failed"]
    assert "DecisionTakenBack" not in event_types(two_player_game)


def test_next_player_waits_until_the_move_is_final(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    from notifications.models import Kind
    from tests.support.mails import mails

    reply(two_player_game, alice, "hut")
    (mail,) = mails(Kind.YOUR_TURN, bob)
    assert mail.due_at == now + timedelta(minutes=2)


# Absences


@pytest.fixture
def in_madrid(alice: User) -> User:
    return update_user(user=alice, time_zone="Europe/Madrid")


def test_absence_lasts_until_the_end_of_a_local_day(
    two_player_game: Game, in_madrid: User, reply: Reply
) -> None:
    mail = reply(two_player_game, in_madrid, "away until 3 Dec")
    assert fates(mail) == ["done"], words(mail)
    (span,) = Game.objects.get(pk=two_player_game.pk).table_state.seats[0].away
    assert span.ends == datetime(2026, 12, 3, 23, tzinfo=UTC)  # midnight in Madrid
    with override("Europe/Madrid"):  # as the mail about the absence words it
        assert moment_in_words(span.ends) in words(mail)
    assert how_of(two_player_game, "AbsenceDeclared") == Source.REPLY


def test_absence_may_begin_later(
    two_player_game: Game, in_madrid: User, reply: Reply
) -> None:
    mail = reply(two_player_game, in_madrid, "away from 1 December until 5 December")
    assert fates(mail) == ["done"], words(mail)
    (span,) = Game.objects.get(pk=two_player_game.pk).table_state.seats[0].away
    assert span.begins == datetime(2026, 11, 30, 23, tzinfo=UTC)


def test_absence_ends_early(two_player_game: Game, alice: User, reply: Reply) -> None:
    reply(two_player_game, alice, "away until 3 Dec")
    assert fates(reply(two_player_game, alice, "back")) == ["done"]
    assert how_of(two_player_game, "AbsenceEnded") == Source.REPLY


@pytest.mark.parametrize(
    "text",
    [
        "away",
        "away until 31 February",
        "away until whenever",
        "away until 9999-12-31",
        "away until 2020-01-01",
        "away until 3 December 2027",
    ],
)
def test_invalid_or_too_many_days_are_refused(
    two_player_game: Game, alice: User, reply: Reply, text: str
) -> None:
    before = everything(two_player_game)
    mail = reply(two_player_game, alice, text)
    assert fates(mail) == ["failed"]
    assert words(mail)
    assert everything(two_player_game) == before


# Table talk


def test_table_talk_is_posted(two_player_game: Game, alice: User, reply: Reply) -> None:
    mail = reply(two_player_game, alice, "say Hello, Bob! It’s 3:0 “for me”.")
    assert fates(mail) == ["done"]
    assert TalkMessage.objects.get().text == "Hello, Bob! It’s 3:0 “for me”."


def test_long_table_talk_plays_nothing(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    """Mail programs wrap long lines, so the following lines belong to it."""
    said = "I have been thinking long about where all of my people should go, maybe"
    mail = reply(two_player_game, alice, f"say {said}\nforest 3\n\nhut")
    assert fates(mail) == ["done", "done"], words(mail)
    assert TalkMessage.objects.get().text == f"{said} forest 3"
    assert [event.command for event in StoredEvent.objects.moves()] == ["hut"]


def test_muted_player_cannot_talk(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(muted_until=now + timedelta(days=1))
    mail = reply(two_player_game, alice, "say Hello\nforest 3")
    assert fates(mail) == ["failed", "untried"]
    assert "muted" in words(mail)
    assert fates(reply(two_player_game, alice, "forest 3")) == ["done"]


def test_talk_is_limited(two_player_game: Game, alice: User, reply: Reply) -> None:
    text = "\n".join(f"say {number} is a number" for number in range(30))
    assert fates(reply(two_player_game, alice, text)).count("done") == 20


# Orders


def test_orders_are_set(two_player_game: Game, bob: User, reply: Reply) -> None:
    assert fates(reply(two_player_game, bob, "orders place hut; feed wood")) == ["done"]
    orders = SeatOrders.objects.get()
    assert orders.text == "hut\nfeed wood"
    assert fates(reply(two_player_game, bob, "no orders")) == ["done"]
    assert not SeatOrders.objects.exists()


def test_invalid_orders_are_refused(
    two_player_game: Game, bob: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, bob, "orders win the game")) == ["failed"]
    assert not SeatOrders.objects.exists()


# States of seats and games


def test_seat_on_autopilot_is_taken_back_before_playing(
    left: tuple[Game, datetime], alice: User, reply: Reply
) -> None:
    game, now = left
    refused = reply(game, alice, "forest 1", at=now)
    assert "“return”" in words(refused)
    assert fates(reply(game, alice, "return", at=now)) == ["done"]
    assert not seat_of(game, alice).is_on_autopilot
    assert how_of(game, "PlayerReturned") == Source.REPLY


def test_return_without_autopilot_is_refused(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    before = everything(two_player_game)
    assert fates(reply(two_player_game, alice, "return\n1")) == ["failed", "untried"]
    assert everything(two_player_game) == before


def test_frozen_game_refuses_moves(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    freeze(two_player_game, now)
    mail = reply(two_player_game, alice, "forest 3")
    assert words(mail) == SENTENCES["frozen"]
    assert not re.search(r"^ *1\. ", str(send(now)[-1].body), re.M)


def test_cancelled_game_refuses_moves(
    invited_game: Game, alice: User, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    for user, line in ((bob, "accept"), (alice, "forest 3")):
        mail = reply(invited_game, user, line)
        assert fates(mail) == ["failed"]
        assert words(mail) == SENTENCES["cancelled"]


def test_finished_game_refuses_moves(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
) -> None:
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    reply(two_player_game, bob, "yes")
    mail = reply(two_player_game, alice, "forest 3\nsay Good game!")
    assert words(mail) == SENTENCES["game_over"]
    thanks = reply(two_player_game, alice, "say Good game!")
    assert fates(thanks) == ["done"], words(thanks)
    assert "/result/" in str(send(now)[-1].body)


def test_paused_game_accepts_moves(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    """A pause stops the clocks, not the players."""
    staff = User.objects.create(email="staff@example.org", is_staff=True)
    from django.contrib.auth.models import Permission

    staff.user_permissions.set(Permission.objects.all())
    from tests.games.moderation.doing import do_action

    do_action(
        "pause",
        by=staff,
        game=two_player_game,
        until=now + timedelta(days=1),
        reason="asked for",
        now=now,
    )
    assert fates(reply(two_player_game, alice, "forest 3")) == ["done"]


def test_banned_player_plays_nothing_and_is_notified(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    before = everything(two_player_game)
    mail = reply(two_player_game, alice, "forest 3\nsay Hello")
    assert everything(two_player_game) == before
    assert not TalkMessage.objects.exists()
    assert fates(mail) == ["untried", "untried"]
    answer = send(now)[-1]
    assert kind_of(answer) == Kind.REPLY_READ
    assert "/play/" not in str(answer.body)


def test_guests_cannot_reply(now: datetime, db: None) -> None:
    seat = create_practice_game(now=now)
    mail = incoming(Seat.objects.select_related("game", "user").get(pk=seat.pk), now)
    handle_reply(fresh(mail), typed("forest 3"), now)
    assert fresh(mail).reading == Reading.IGNORED
    assert fresh(mail).why


def test_reply_of_a_deleted_player_is_deleted(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    forget_user(user=alice, now=now)
    assert not IncomingMail.objects.filter(pk=mail.pk).exists()


def test_reply_of_a_player_without_address_is_refused(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    User.objects.filter(pk=alice.pk).update(email=None)
    before = everything(two_player_game)
    handle_reply(fresh(mail), typed("forest 3"), now)
    assert fresh(mail).reading == Reading.IGNORED
    assert everything(two_player_game) == before
