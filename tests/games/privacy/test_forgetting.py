"""Erasing a user leaves an empty row, and games stay complete."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from games import queries
from games.accounts.users import update_user, user_for_email
from games.history.export import record_lines
from games.links.purposes import KEEP_LINK, PLAY_LINK, SIGN_IN_LINK
from games.links.tokens import Invalid, Valid
from games.lobby.new_games import create_game, create_practice_game
from games.models import (
    Game,
    Invitation,
    Report,
    Seat,
    SeatOffer,
    SeatOrders,
    Status,
    TalkMessage,
    User,
)
from games.orders import write_orders
from games.presentation.text import name_of
from games.privacy.forgetting import REMOVED_ADDRESS, forget_user
from games.seats.invitations import accept_seat
from games.seats.offers import offer_to_play
from games.signals import GameAdvanced, GameSignal, SeatDeclined, UserForgotten, bus
from games.talk.reports import make_report
from games.web.reader import BACKEND
from stoneage_core import audit
from stoneage_core.terms import Terms
from tests.games.talk.test_talk import say, seat_of
from tests.support.play import event_types, freeze, play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW


def forget(user: User, minutes: int = 5) -> User:
    forget_user(user=user, now=NOW + timedelta(minutes=minutes))
    user.refresh_from_db()
    return user


def assert_whole(game: Game) -> None:
    verdict = audit.verify("".join(record_lines(Game.objects.get(pk=game.pk))))
    assert verdict.finding is None, str(verdict.finding)


@pytest.mark.both_databases
def test_empty_row_of_the_user_remains(alice: User) -> None:
    update_user(user=alice, time_zone="Europe/Madrid", language="es", quiet_from=0)
    User.objects.filter(pk=alice.pk).update(last_login=NOW, muted_until=NOW)
    forget(alice)
    assert (alice.email, alice.name, alice.time_zone) == (None, "", "UTC")
    assert (alice.language, alice.quiet_from) == ("en", 22 * 60)
    assert (alice.last_login, alice.muted_until) == (None, None)
    assert not alice.is_active
    assert not alice.has_usable_password()
    assert alice.forgotten_at == NOW + timedelta(minutes=5)
    assert str(alice) == f"forgotten {alice.pk}"
    assert not alice.is_guest


def test_erasure_is_idempotent(alice: User, published: list[GameSignal]) -> None:
    forget(alice)
    forget(alice, minutes=10)
    assert alice.forgotten_at == NOW + timedelta(minutes=5)
    assert [type(news) for news in published] == [UserForgotten]


def test_receivers_learn_what_to_erase(
    alice: User, published: list[GameSignal]
) -> None:
    told: list[tuple[str | None, str]] = []

    def hear(payload: UserForgotten, **_: object) -> None:
        told.append((payload.user.email, payload.user.name))

    bus.connect(hear, sender=UserForgotten)
    forget(alice)
    bus.disconnect(hear, sender=UserForgotten)
    assert told == [("alice@example.org", "Alice")]


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_staff_cannot_be_erased(alice: User, right: str) -> None:
    User.objects.filter(pk=alice.pk).update(**{right: True})
    with refuses("forbidden", match="moderator’s account"):
        forget(alice)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_guest_is_erased(db: None) -> None:
    seat = create_practice_game(now=NOW, name="Gast")
    assert seat.user is not None
    guest = forget(seat.user)
    assert guest.name == ""
    seat.refresh_from_db()
    assert seat.is_on_autopilot
    assert_whole(seat.game)


@pytest.mark.both_databases
def test_autopilot_plays_at_once(started_game: Game, alice: User) -> None:
    forget(alice)
    seat = seat_of(started_game, 0)
    assert (seat.user, seat.is_on_autopilot) == (alice, True)
    assert seat_of(started_game, 1).awaited_at is not None
    assert "SeatEntrusted" in event_types(started_game)
    assert name_of(seat) == "Red"
    assert_whole(started_game)


def test_game_continues_to_its_end(alice: User, bob: User) -> None:
    people = [str(user.email) for user in (alice, bob)]
    game = create_game(host=alice, players=people, now=NOW)
    game = accept_seat(seat=seat_of(game, 1), now=NOW)
    forget(bob)
    game = Game.objects.get(pk=game.pk)
    assert_whole(play_to_the_end(game, now=NOW + timedelta(hours=1)))


def test_finished_game_does_not_change(finished_game: Game, alice: User) -> None:
    before = event_types(finished_game)
    forget(alice)
    assert event_types(finished_game) == before
    assert seat_of(finished_game, 0).user == alice


def test_waiting_game_starts_with_autopilot(
    alice: User, bob: User, carol: User
) -> None:
    people = [str(user.email) for user in (alice, bob, carol)]
    game = create_game(
        host=alice, players=people, terms=Terms(len(people), first_player=1), now=NOW
    )
    accept_seat(seat=seat_of(game, 1), now=NOW)
    forget(bob)
    assert Game.objects.get(pk=game.pk).status == Status.INVITING
    later = NOW + timedelta(hours=1)
    game = accept_seat(seat=seat_of(game, 2), now=later)
    assert (game.status, seat_of(game, 1).is_on_autopilot) == (Status.ACTIVE, True)
    assert seat_of(game, 1).awaited_at is None
    assert_whole(play_to_the_end(game, now=later))


def test_hosted_waiting_game_is_cancelled(
    invited_game: Game, alice: User, published: list[GameSignal]
) -> None:
    forget(alice)
    assert Game.objects.get(pk=invited_game.pk).status == Status.CANCELLED
    assert [type(news) for news in published] == [GameAdvanced, UserForgotten]


def test_invitations_are_declined(
    invited_game: Game, bob: User, published: list[GameSignal]
) -> None:
    forget(bob)
    assert seat_of(invited_game, 1).invitation == Invitation.DECLINED
    assert [type(news) for news in published] == [SeatDeclined, UserForgotten]


def test_frozen_game_does_not_prevent_the_erasure(
    started_game: Game, alice: User
) -> None:
    freeze(started_game, NOW)
    forget(alice)
    assert alice.email is None


def test_broken_game_does_not_prevent_the_erasure(
    started_game: Game, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    Game.objects.filter(pk=started_game.pk).update(table="{broken")
    forget(alice)
    assert alice.email is None
    assert "could not be left" in caplog.text


def test_links_sessions_and_sign_ins_become_invalid(
    two_player_game: Game, alice: User
) -> None:
    browser = Client()
    browser.force_login(alice, backend=BACKEND)
    assert browser.get("/account/").status_code == 200
    seat = seat_of(two_player_game, 0)
    play = PLAY_LINK.url(seat, now=NOW)
    sign_in = SIGN_IN_LINK.url(alice, str(alice.email), now=NOW)
    forget(alice)
    assert browser.get("/account/").status_code == 302
    for url, parse in ((play, PLAY_LINK.parse), (sign_in, SIGN_IN_LINK.parse)):
        token = url.split("?")[0].rstrip("/").rpartition("/")[2]
        assert isinstance(parse(token, now=NOW), Invalid)


def test_keep_link_of_an_erased_guest_is_invalid(db: None, bob: User) -> None:
    seat = create_practice_game(now=NOW, name="Gast")
    assert seat.user is not None
    token = KEEP_LINK.url(seat, bob, now=NOW).rstrip("/").rpartition("/")[2]
    forget(seat.user)
    assert not isinstance(KEEP_LINK.parse(token, now=NOW), Valid)


@pytest.mark.both_databases
def test_messages_are_erased(two_player_game: Game, alice: User, bob: User) -> None:
    write_orders(seat=seat_of(two_player_game, 0), text="no tools", now=NOW)
    own = say(two_player_game, 0, "I live in Vigo")
    others = say(two_player_game, 1, "Write to ALICE@example.org, Alice")
    report = make_report(reporter=alice, message=others, reason="My address!", now=NOW)
    about = make_report(
        reporter=bob,
        seat=seat_of(two_player_game, 0),
        reason="alice@example.org",
        now=NOW,
    )
    forget(alice)
    for row in (own, others, report, about):
        row.refresh_from_db()
    assert own.text == ""
    assert others.text == f"Write to {REMOVED_ADDRESS}, Alice"
    assert (report.reason, report.message) == ("", others)
    assert (about.reason, about.case.person) == (REMOVED_ADDRESS, alice)
    assert not SeatOrders.objects.exists()
    assert not seat_of(two_player_game, 0).has_orders
    assert TalkMessage.objects.count() == Report.objects.count() == 2


def test_offers_are_withdrawn_and_keep_their_number(
    started_game: Game, alice: User, outsider: User
) -> None:
    forget(alice)
    seat = seat_of(started_game, 0)
    offer_to_play(seat=seat, user=outsider, now=NOW + timedelta(hours=1))
    forget(outsider, minutes=90)
    offer = SeatOffer.objects.get()
    assert (offer.number, offer.state) == (1, SeatOffer.State.WITHDRAWN)


def test_erased_user_does_not_return_to_a_lent_seat(
    started_game: Game, alice: User, outsider: User
) -> None:
    Seat.objects.filter(game=started_game, number=0).update(
        user=outsider, absent_user=alice
    )
    forget(alice)
    seat = seat_of(started_game, 0)
    assert (seat.user, seat.absent_user) == (outsider, None)
    assert not seat.is_on_autopilot


def test_admin_log_loses_the_name(alice: User, outsider: User) -> None:
    entry = LogEntry.objects.create(
        user=outsider,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(alice.pk),
        object_repr=str(alice),
        action_flag=CHANGE,
    )
    forget(alice)
    entry.refresh_from_db()
    assert entry.object_repr == f"forgotten {alice.pk}"


def test_same_address_can_register_again(two_player_game: Game, alice: User) -> None:
    forget(alice)
    again = user_for_email(email="alice@example.org", now=NOW)
    assert again.pk != alice.pk
    assert queries.seat_for(two_player_game, again) is None
