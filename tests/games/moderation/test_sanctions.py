"""Sanctions: a word, a warning, a mute, no new games, a temporary ban."""

from datetime import timedelta

import pytest

from games.lobby.new_games import LINKED, OPEN, create_game, create_practice_game
from games.models import Game, Seat, User
from games.moderation.subject_pages import badges_of
from games.privacy.own_data import collect_own_data
from games.seats.invitations import (
    accept_seat,
    automate_seat,
    decline_seat,
    invite_to_seat,
    link_seat,
    open_seat,
    take_seat,
    unlink_seat,
)
from games.seats.offers import offer_to_play
from notifications.models import OutgoingMail
from tests.games.moderation.conftest import REASON, assert_whole, sweep
from tests.games.moderation.doing import do_action, seat
from tests.support.mails import Send
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

UNTIL = NOW + timedelta(days=7)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_moderators_can_impose_everything_short_of_a_ban(
    bob: User, moderator: User
) -> None:
    for key in ("word", "warn", "mute", "no_games", "unmute", "new_games"):
        do_action(key, by=moderator, user=bob, until=UNTIL, reason=REASON, now=NOW)
    with refuses("forbidden"):
        do_action("ban", by=moderator, user=bob, reason=REASON, now=NOW)


def test_barred_player_keeps_playing_but_starts_no_game(
    two_player_game: Game, alice: User, bob: User, carol: User, moderator: User
) -> None:
    invited = create_game(host=alice, players=[alice, bob], now=NOW).seats.get(user=bob)
    free = create_game(host=carol, players=[carol, OPEN], now=NOW).seats.get(number=1)
    do_action("no_games", by=moderator, user=bob, until=UNTIL, reason=REASON, now=NOW)
    bob = fresh(bob)
    later = UNTIL + timedelta(seconds=1)
    for begin in (
        lambda now: create_game(host=bob, players=[bob, alice], now=now),
        lambda now: accept_seat(seat=invited, now=now),
        lambda now: take_seat(seat=free, user=bob, now=now),
    ):
        with refuses("forbidden", match="start or join games with others"):
            begin(NOW)
        begin(later)
    lent = seat(two_player_game, 0)
    with refuses("forbidden", match="start or join games with others"):
        offer_to_play(seat=lent, user=bob, now=NOW)
    # Running games continue, and games against bots are allowed.
    assert not Seat.objects.get(game=two_player_game, user=bob).is_on_autopilot
    create_practice_game(guest=bob, now=NOW)


def test_barred_player_cannot_invite_to_waiting_games(alice: User, bob: User) -> None:
    players = [alice, bob, LINKED]
    waiting = create_game(host=alice, players=players, now=NOW)
    User.objects.filter(pk=alice.pk).update(no_games_until=UNTIL)
    asked, linked, host = seat(waiting, 1), seat(waiting, 2), fresh(alice)
    for ask in (
        lambda: invite_to_seat(seat=asked, by=host, email="c@example.org", now=NOW),
        lambda: open_seat(seat=asked, by=host, now=NOW),
        lambda: link_seat(seat=asked, by=host, now=NOW),
    ):
        with refuses("forbidden", match="start or join games with others"):
            ask()
    # Acts that invite nobody are allowed.
    unlink_seat(seat=linked, by=host, now=NOW)
    automate_seat(seat=asked, by=host, now=NOW)


def test_barred_player_can_decline(alice: User, bob: User) -> None:
    waiting = create_game(host=alice, players=[alice, bob], now=NOW).seats.get(user=bob)
    User.objects.filter(pk=bob.pk).update(no_games_until=UNTIL)
    decline_seat(seat=waiting, now=NOW)


def test_temporary_ban_ends_automatically(
    two_player_game: Game,
    bob: User,
    administrator: User,
    monkeypatch: pytest.MonkeyPatch,
    send: Send,
) -> None:
    send(NOW)
    do_action("ban", by=administrator, user=bob, until=UNTIL, reason=REASON, now=NOW)
    to_bob = next(mail for mail in send(NOW)[-2:] if mail.to == ["bob@example.org"])
    assert "It opens again by itself: " in to_bob.body
    (badge,) = badges_of(fresh(bob), NOW)
    assert badge.startswith("banned until ")
    sweep(monkeypatch, UNTIL - timedelta(seconds=1))
    assert not fresh(bob).is_active
    sweep(monkeypatch, UNTIL)
    assert (fresh(bob).is_active, fresh(bob).banned_until) == (True, None)
    # The seat waits for its player, as after a ban that was lifted.
    assert Seat.objects.get(user=bob).is_on_autopilot
    assert_whole(two_player_game)


def test_ban_for_good_is_only_lifted_by_the_staff(
    bob: User, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    do_action("ban", by=administrator, user=bob, reason=REASON, now=NOW)
    sweep(monkeypatch, NOW + timedelta(days=365 * 20))
    assert not fresh(bob).is_active
    do_action("unban", by=administrator, user=bob, reason=REASON, now=NOW)
    assert fresh(bob).is_active


def test_end_of_a_ban_does_not_revive_a_deleted_account(
    bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=bob.pk).update(
        forgotten_at=NOW, is_active=False, banned_until=NOW
    )
    sweep(monkeypatch, UNTIL)
    assert not fresh(bob).is_active


def test_sanctions_are_in_the_data_export(bob: User, moderator: User) -> None:
    do_action("no_games", by=moderator, user=bob, until=UNTIL, reason=REASON, now=NOW)
    data = collect_own_data(fresh(bob), NOW)
    assert data["account"]["no_games_until"] == UNTIL
    assert data["acts_of_the_staff"][0]["reason"] == REASON


def test_staff_can_send_somebody_their_data(
    bob: User, administrator: User, send: Send
) -> None:
    do_action("export", by=administrator, user=bob, reason=REASON, now=NOW)
    (mail,) = (mail for mail in send(NOW) if mail.to == ["bob@example.org"])
    assert "/data/" in mail.body
    assert OutgoingMail.objects.get(user=bob).act is not None
