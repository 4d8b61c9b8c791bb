"""What the host can do with seats that nobody has accepted."""

from datetime import datetime

import pytest

from games.links.purposes import INVITATION_LINK
from games.links.tokens import Invalid, Revoked
from games.lobby.new_games import create_game
from games.log.table_rows import read_seats
from games.models import Game, Seat, Status, User
from games.presentation.text import names_of
from games.seats.invitations import (
    accept_seat,
    automate_seat,
    decline_seat,
    invite_to_seat,
    open_seat,
    take_seat,
)
from games.signals import GameSignal, SeatInvited
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from tests.support.refusals import refuses


def seat(game: Game, number: int) -> Seat:
    return game.seats.select_related("game").get(number=number)


@pytest.fixture
def declined_game(invited_game: Game, now: datetime) -> Game:
    decline_seat(seat=seat(invited_game, 1), now=now)
    return invited_game


def test_host_can_invite_somebody_else(
    declined_game: Game, alice: User, now: datetime, published: list[GameSignal]
) -> None:
    invite_to_seat(
        seat=seat(declined_game, 1), by=alice, email="carol@example.org", now=now
    )
    invited = seat(declined_game, 1)
    assert (str(invited.user), invited.invitation) == ("carol@example.org", "invited")
    (told,) = published
    assert isinstance(told, SeatInvited)


def test_link_of_a_replaced_invitation_is_invalid(
    invited_game: Game, alice: User, now: datetime
) -> None:
    token = INVITATION_LINK.url(seat(invited_game, 1), now=now).split("/")[-2]
    invite_to_seat(
        seat=seat(invited_game, 1), by=alice, email="carol@example.org", now=now
    )
    assert INVITATION_LINK.parse(token, now=now) == Invalid()


def test_repeated_invitation_revokes_the_first_link(
    invited_game: Game, alice: User, now: datetime
) -> None:
    token = INVITATION_LINK.url(seat(invited_game, 1), now=now).split("/")[-2]
    invite_to_seat(
        seat=seat(invited_game, 1), by=alice, email="bob@example.org", now=now
    )
    assert isinstance(INVITATION_LINK.parse(token, now=now), Revoked)


def test_invitation_to_a_seat_opened_since_is_invalid(
    invited_game: Game, alice: User, now: datetime
) -> None:
    token = INVITATION_LINK.url(seat(invited_game, 1), now=now).split("/")[-2]
    open_seat(seat=seat(invited_game, 1), by=alice, now=now)
    assert isinstance(INVITATION_LINK.parse(token, now=now), Revoked)


def test_player_who_declined_can_be_invited_again(
    declined_game: Game, alice: User, now: datetime
) -> None:
    invite_to_seat(
        seat=seat(declined_game, 1), by=alice, email="bob@example.org", now=now
    )
    game = accept_seat(seat=seat(declined_game, 1), now=now)
    assert game.status == Status.ACTIVE


def test_player_of_the_game_cannot_be_invited_again(
    declined_game: Game, alice: User, now: datetime
) -> None:
    with refuses("already_seated", match="That person"):
        invite_to_seat(
            seat=seat(declined_game, 1), by=alice, email="alice@example.org", now=now
        )


def test_host_can_open_a_seat(
    declined_game: Game, alice: User, outsider: User, now: datetime
) -> None:
    open_seat(seat=seat(declined_game, 1), by=alice, now=now)
    take_seat(seat=seat(declined_game, 1), user=outsider, now=now)
    assert Game.objects.get(pk=declined_game.pk).status == Status.ACTIVE


def test_host_can_give_a_seat_to_a_bot(
    declined_game: Game, alice: User, now: datetime
) -> None:
    automate_seat(seat=seat(declined_game, 1), by=alice, now=now)
    game = Game.objects.get(pk=declined_game.pk)
    assert game.status == Status.ACTIVE
    assert names_of(read_seats(game)) == ("Alice", "Thatch")


def test_game_needs_at_least_one_person(alice: User, now: datetime) -> None:
    players = ["bob@example.org", DEFAULT_OPPONENT]
    game = create_game(host=alice, players=players, now=now)
    with refuses("invalid"):
        automate_seat(seat=seat(game, 0), by=alice, now=now)


def test_only_the_host_fills_seats(
    declined_game: Game, outsider: User, now: datetime
) -> None:
    with refuses("forbidden"):
        open_seat(seat=seat(declined_game, 1), by=outsider, now=now)


def test_accepted_seat_stays_with_its_player(
    invited_game: Game, alice: User, now: datetime
) -> None:
    with refuses("taken"):
        automate_seat(seat=seat(invited_game, 0), by=alice, now=now)


def test_seats_cannot_be_filled_after_the_start(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    with refuses("started"):
        open_seat(seat=seat(two_player_game, 1), by=alice, now=now)
