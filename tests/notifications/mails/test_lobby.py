"""A host sees only addresses that they typed."""

from collections.abc import Callable
from datetime import datetime

import pytest

from games.accounts.addresses import replace_address
from games.lobby.new_games import create_game
from games.lobby.rematch import agree_to_rematch
from games.models import Game, Unreachable, User
from games.people.reachability import mark_unreachable
from games.seats.invitations import accept_seat, decline_seat
from notifications.models import Kind, OutgoingMail
from tests.notifications.mails.test_contents import both, only
from tests.support.mails import seat_of

TYPED, OWN = "bob@example.org", "bob@private.example"

Told = Callable[[Game, User, datetime], str]


@pytest.fixture
def waiting_game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """Alice waits for Bob and Carol, who have no names."""
    User.objects.filter(pk__in=[bob.pk, carol.pk]).update(name="")
    players = ["alice@example.org", TYPED, "carol@example.org"]
    return create_game(host=alice, players=players, now=now)


def move(user: User, now: datetime) -> None:
    """Change somebody's address."""
    replace_address(user=user, email=OWN)
    user.refresh_from_db()


def read(kind: Kind, now: datetime) -> str:
    """Return the text of the only mail of a kind."""
    message = only(kind, now)
    return "\n".join([str(message.subject), *both(message)])


def told_of_loss(game: Game, user: User, now: datetime) -> str:
    """Return the host's mail when somebody is unreachable."""
    lost = User.objects.get(pk=user.pk)
    mark_unreachable(user=lost, why=Unreachable.BOUNCED, now=now)
    return read(Kind.UNREACHABLE, now)


def told_of_refusal(game: Game, user: User, now: datetime) -> str:
    """Return the host's mail when somebody declines."""
    decline_seat(seat=seat_of(game, user), now=now)
    return read(Kind.INVITATION_DECLINED, now)


@pytest.mark.parametrize("told", [told_of_loss, told_of_refusal])
def test_typed_address_is_shown(
    waiting_game: Game, bob: User, now: datetime, told: Told
) -> None:
    assert TYPED in told(waiting_game, bob, now)


@pytest.mark.parametrize("told", [told_of_loss, told_of_refusal])
def test_address_of_a_named_player_is_not_shown(
    waiting_game: Game, bob: User, now: datetime, told: Told
) -> None:
    User.objects.filter(pk=bob.pk).update(name="Bob")
    assert TYPED not in told(waiting_game, bob, now)


@pytest.mark.parametrize("told", [told_of_loss, told_of_refusal])
def test_changed_address_is_not_shown(
    waiting_game: Game, bob: User, now: datetime, told: Told
) -> None:
    move(bob, now)
    text = told(waiting_game, bob, now)
    assert OWN not in text
    assert TYPED not in text
    assert "Seat 2" in text


def test_changed_address_is_not_shown_even_if_declined_before(
    waiting_game: Game, bob: User, now: datetime
) -> None:
    """Mails are rendered when they are sent."""
    decline_seat(seat=seat_of(waiting_game, bob), now=now)
    move(bob, now)
    assert OWN not in read(Kind.INVITATION_DECLINED, now)


def test_address_of_a_joined_player_is_not_shown(
    waiting_game: Game, bob: User, now: datetime
) -> None:
    accept_seat(seat=seat_of(waiting_game, bob), now=now)
    move(bob, now)
    text = told_of_loss(waiting_game, bob, now)
    assert OWN not in text
    assert "Our emails don’t reach Blue" in text


def test_rematch_is_mentioned(finished_game: Game, bob: User, now: datetime) -> None:
    OutgoingMail.objects.all().delete()
    agree_to_rematch(seat=finished_game.seats.get(number=0), now=now)
    message = only(Kind.INVITATION, now, bob)
    assert message.subject == "Alice wants a rematch"
    for part in both(message):
        assert "would like to play again" in part
        assert "because you played with Alice" in part
