"""Each signal is turned into outbox rows once, in its own transaction."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction

from games.accounts.guest_upgrade import request_keeping
from games.deadlines import expire_turn
from games.links.purposes import request_seat_link, revoke_links
from games.lobby.new_games import cancel_game, create_practice_game
from games.models import Game, User
from games.seats.invitations import decline_seat, invite_to_seat
from games.signals import SignInRequested, publish
from notifications.mails.turn import LONGEST_VISIT
from notifications.models import Kind, OutgoingMail
from tests.support.mails import UNDO, ask_to_sign_in, mails, seat_of
from tests.support.play import play_on, submit


def test_invitation_is_posted(invited_game: Game, bob: User) -> None:
    (mail,) = mails(Kind.INVITATION)
    assert (mail.user, mail.game) == (bob, invited_game)
    assert mail.seat == seat_of(invited_game, bob)


def test_invitation_of_another_person_is_another_mail(
    invited_game: Game, alice: User, carol: User, now: datetime
) -> None:
    seat = invited_game.seats.get(number=1)
    invite_to_seat(seat=seat, by=alice, email=str(carol.email), now=now)
    assert len(mails(Kind.INVITATION)) == 2
    assert len(mails(Kind.INVITATION, carol)) == 1


def test_host_gets_a_mail_about_a_declined_invitation(
    invited_game: Game, alice: User, now: datetime
) -> None:
    decline_seat(seat=invited_game.seats.get(number=1), now=now)
    (mail,) = mails(Kind.INVITATION_DECLINED)
    assert mail.user == alice


def test_first_player_gets_a_turn_mail_and_the_others_the_start(
    started_game: Game, alice: User, bob: User, carol: User, dave: User
) -> None:
    (turn,) = mails(Kind.YOUR_TURN)
    assert turn.user == alice
    assert turn.about_version == seat_of(started_game, alice).awaited_version
    assert {mail.user for mail in mails(Kind.GAME_STARTED)} == {bob, carol, dave}


def test_next_player_gets_one_mail_after_the_time_to_take_back(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    (mail,) = mails(Kind.YOUR_TURN, bob)
    assert mail.due_at == now + UNDO
    assert mail.about_version == seat_of(two_player_game, bob).awaited_version


def test_player_who_stays_on_the_page_gets_a_held_mail(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    """Bob has placed all people; Alice goes on placing on the page before her."""
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    before = len(mails(Kind.YOUR_TURN, alice))
    submit(two_player_game, 0, "quarry 1", now=now)
    *_, mail = mails(Kind.YOUR_TURN, alice)
    assert len(mails(Kind.YOUR_TURN, alice)) == before + 1
    assert mail.held_until == now + LONGEST_VISIT


def test_player_who_missed_a_deadline_gets_a_mail_at_once(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    late = seat_of(two_player_game, alice).deadline_at
    assert late is not None
    expire_turn(seat_id=seat_of(two_player_game, alice).pk, now=late)
    newest = OutgoingMail.objects.order_by("pk").last()
    assert newest is not None
    assert newest.due_at == late


def test_hungry_players_are_asked_once_at_the_same_time(
    hungry_game: Game, alice: User, bob: User, now: datetime
) -> None:
    asked = [mail.user for mail in mails(Kind.CHOICE_WANTED)]
    assert asked == [alice, bob]
    submit(hungry_game, 0, "go hungry", now=now)
    assert len(mails(Kind.CHOICE_WANTED, bob)) == 1


def test_everybody_gets_the_result(finished_game: Game) -> None:
    told = [mail.user.name for mail in mails(Kind.GAME_OVER) if mail.user]
    assert sorted(told) == ["Alice", "Bob"]


def test_bots_and_guests_get_no_mail(db: None, now: datetime) -> None:
    seat = create_practice_game(now=now)
    play_on(seat.game, now=now, decisions=4)
    assert not OutgoingMail.objects.exists()


def test_cancelled_game_is_announced_to_the_invited(
    invited_game: Game, alice: User, bob: User, now: datetime
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    (mail,) = mails(Kind.GAME_CANCELLED)
    assert mail.user == bob


def test_sign_in_link_is_mailed_once_a_minute(bob: User, now: datetime) -> None:
    for seconds in (0, 10, 90):
        moment = now + timedelta(seconds=seconds)
        ask_to_sign_in("bob@example.org", next="/games/", now=moment)
    first, second = mails(Kind.SIGN_IN)
    assert first.user == second.user == bob
    assert first.next_page == "/games/"


def test_each_request_for_a_code_gets_its_own_mail(bob: User, now: datetime) -> None:
    """Each browser that asks waits for a code of its own."""
    for code in ("BCDF-GHJK", "LMNP-QRST"):
        asked = SignInRequested(bob, "bob@example.org", code=code, now=now)
        publish(asked)
    assert [mail.code for mail in mails(Kind.SIGN_IN)] == ["BCDF-GHJK", "LMNP-QRST"]


@pytest.mark.parametrize("page", ["/" + "a" * 500, "/a\x00b", "/a\nb"])
def test_unstorable_page_is_left_out(bob: User, now: datetime, page: str) -> None:
    ask_to_sign_in("bob@example.org", next=page, now=now)
    (mail,) = mails(Kind.SIGN_IN)
    assert mail.next_page == ""


def test_fresh_link_is_mailed_once_a_minute_and_after_a_revocation(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    seat = seat_of(two_player_game, bob)
    request_seat_link(seat=seat, now=now)
    request_seat_link(seat=seat, now=now)
    assert len(mails(Kind.FRESH_LINK)) == 1
    revoke_links(seat=seat, now=now)
    assert len(mails(Kind.FRESH_LINK)) == 2


def test_address_is_asked_once_a_minute_to_keep_a_game(
    bob: User, now: datetime
) -> None:
    seat = create_practice_game(now=now)
    assert seat.user is not None
    for seconds in (0, 10, 90):
        moment = now + timedelta(seconds=seconds)
        request_keeping(guest=seat.user, email="bob@example.org", now=moment)
    assert [mail.user for mail in mails(Kind.KEEP)] == [bob, bob]


def test_repeated_signal_posts_one_mail(
    two_player_game: Game, published: list[object], now: datetime
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    before = OutgoingMail.objects.count()
    for news in list(published):
        publish(news)  # type: ignore[arg-type]
    assert OutgoingMail.objects.count() == before


def test_mails_are_rolled_back_with_the_move(
    two_player_game: Game, now: datetime
) -> None:
    before = OutgoingMail.objects.count()
    with transaction.atomic():
        submit(two_player_game, 0, "forest 3", now=now)
        assert OutgoingMail.objects.count() == before + 1
        transaction.set_rollback(True)
    assert OutgoingMail.objects.count() == before


def test_mail_keeps_its_message_id(invited_game: Game) -> None:
    (mail,) = mails(Kind.INVITATION)
    assert mail.message_id.startswith("<invitation.")
    assert mail.message_id.endswith("@127.0.0.1>")
