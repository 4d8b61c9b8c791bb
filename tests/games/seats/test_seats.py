"""Players accept, decline and take seats."""

from datetime import datetime

import pytest

from games.links.purposes import request_seat_link, revoke_links
from games.lobby.new_games import OPEN, cancel_game, create_game, create_practice_game
from games.log.stream import load_stream
from games.models import Game, Invitation, Seat, Status, User
from games.seats.invitations import accept_seat, decline_seat, take_seat
from games.signals import GameAdvanced, GameSignal, LinkRequested, SeatDeclined
from stoneage_core.events.setup import GameStarted
from tests.support.games import Loaded
from tests.support.refusals import refuses


def seat(game: Game, number: int) -> Seat:
    return game.seats.select_related("game").get(number=number)


@pytest.fixture
def open_game(loaded: Loaded, alice: User, now: datetime) -> Game:
    """A game of Alice's with two open seats."""
    return create_game(
        host=alice,
        players=["alice@example.org", OPEN, OPEN],
        now=now,
    )


# Accepting


def test_last_player_to_accept_starts_the_game(
    invited_game: Game, now: datetime
) -> None:
    game = accept_seat(seat=seat(invited_game, 1), now=now)
    assert game.status == Status.ACTIVE
    assert game.started_at == now
    events = load_stream(game)
    assert GameStarted(0) in events


def test_accepting_early_only_joins(loaded: Loaded, alice: User, now: datetime) -> None:
    players = [f"{name}@example.org" for name in ("alice", "bob", "carol")]
    game = create_game(host=alice, players=players, now=now)
    game = accept_seat(seat=seat(game, 1), now=now)
    assert game.status == Status.INVITING
    assert seat(game, 1).invitation == Invitation.ACCEPTED


def test_player_can_set_a_name(invited_game: Game, now: datetime) -> None:
    accept_seat(seat=seat(invited_game, 1), name="  Bob the  Builder", now=now)
    assert seat(invited_game, 1).user.name == "Bob the Builder"  # type: ignore[union-attr]


def test_accepting_is_idempotent(invited_game: Game, now: datetime) -> None:
    accept_seat(seat=seat(invited_game, 1), now=now)
    version = Game.objects.get(pk=invited_game.pk).version
    again = accept_seat(seat=seat(invited_game, 1), now=now)
    assert again.version == version


def test_start_is_published(
    invited_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    accept_seat(seat=seat(invited_game, 1), now=now)
    (told,) = published
    assert isinstance(told, GameAdvanced)
    assert GameStarted(0) in told.events
    assert told.seats[0].awaited_version is not None


def test_cancelled_game_cannot_be_joined(
    invited_game: Game, alice: User, now: datetime
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    with refuses("cancelled"):
        accept_seat(seat=seat(invited_game, 1), now=now)


def test_open_seat_cannot_be_accepted(open_game: Game, now: datetime) -> None:
    with refuses("taken"):
        accept_seat(seat=seat(open_game, 1), now=now)


# Declining


def test_invitation_can_be_declined(
    invited_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    decline_seat(seat=seat(invited_game, 1), now=now)
    assert seat(invited_game, 1).invitation == Invitation.DECLINED
    (told,) = published
    assert isinstance(told, SeatDeclined)


def test_declining_is_idempotent(
    invited_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    decline_seat(seat=seat(invited_game, 1), now=now)
    decline_seat(seat=seat(invited_game, 1), now=now)
    assert len(published) == 1


def test_declined_invitation_cannot_be_accepted(
    invited_game: Game, now: datetime
) -> None:
    decline_seat(seat=seat(invited_game, 1), now=now)
    with refuses("taken", match="no longer open"):
        accept_seat(seat=seat(invited_game, 1), now=now)


def test_accepted_invitation_cannot_be_declined(
    two_player_game: Game, now: datetime
) -> None:
    with refuses("started"):
        decline_seat(seat=seat(two_player_game, 1), now=now)


# Taking an open seat


def test_member_can_take_an_open_seat(
    open_game: Game, outsider: User, now: datetime
) -> None:
    taken = take_seat(seat=seat(open_game, 2), user=outsider, now=now)
    assert (taken.user, taken.invitation) == (outsider, Invitation.ACCEPTED)
    assert seat(open_game, 2).user == outsider


def test_last_open_seat_starts_the_game(
    open_game: Game, bob: User, carol: User, now: datetime
) -> None:
    take_seat(seat=seat(open_game, 1), user=bob, now=now)
    take_seat(seat=seat(open_game, 2), user=carol, now=now)
    assert Game.objects.get(pk=open_game.pk).status == Status.ACTIVE


def test_taking_the_same_seat_is_idempotent(
    open_game: Game, bob: User, now: datetime
) -> None:
    take_seat(seat=seat(open_game, 1), user=bob, now=now)
    again = take_seat(seat=seat(open_game, 1), user=bob, now=now)
    assert again.user == bob


def test_seat_can_be_taken_once(
    open_game: Game, bob: User, carol: User, now: datetime
) -> None:
    take_seat(seat=seat(open_game, 1), user=bob, now=now)
    with refuses("taken"):
        take_seat(seat=seat(open_game, 1), user=carol, now=now)


def test_player_cannot_take_a_second_seat(
    open_game: Game, alice: User, now: datetime
) -> None:
    with refuses("already_seated"):
        take_seat(seat=seat(open_game, 1), user=alice, now=now)


def test_guest_needs_an_address_first(open_game: Game, now: datetime) -> None:
    guest = create_practice_game(now=now).user
    assert guest is not None
    with refuses("address_needed"):
        take_seat(seat=seat(open_game, 1), user=guest, now=now)


def test_invited_seat_cannot_be_taken_by_others(
    invited_game: Game, outsider: User, now: datetime
) -> None:
    with refuses("taken"):
        take_seat(seat=seat(invited_game, 1), user=outsider, now=now)


# Links


def test_fresh_link_is_emailed_on_request(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    request_seat_link(seat=seat(two_player_game, 1), now=now)
    (told,) = published
    assert isinstance(told, LinkRequested)


def test_revoking_emails_a_fresh_link(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    before = seat(two_player_game, 1).link_epoch
    revoke_links(seat=seat(two_player_game, 1), now=now)
    assert seat(two_player_game, 1).link_epoch == before + 1
    assert [type(told) for told in published] == [LinkRequested]
