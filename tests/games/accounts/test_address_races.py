"""Links to the same new address, followed at the same moment."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest

from games.accounts.addresses import change_address, request_address
from games.accounts.guest_upgrade import confirm_keeping, request_keeping
from games.links.purposes import ADDRESS_LINK, AddressMove
from games.links.tokens import Valid
from games.lobby.new_games import create_practice_game
from games.models import User
from tests.games.log.test_races import race
from tests.support.people import person

pytestmark = pytest.mark.django_db(transaction=True)

NEW = "new@example.org"


def asked(user: User, now: datetime) -> AddressMove:
    """Return the targets of the link that ``user`` requested, as a page reads them."""
    request_address(user=user, email=NEW, now=now)
    wanted = User.objects.get(email=NEW)
    token = ADDRESS_LINK.url(user, wanted, now=now).split("/")[-2]
    link = ADDRESS_LINK.parse(token, now=now)
    assert isinstance(link, Valid)
    return link.target


def confirming(move: AddressMove, now: datetime) -> Callable[[], object]:
    return lambda: change_address(user=move.user, wanted=move.wanted, now=now)


def test_only_one_of_many_users_gets_an_address(db: None, now: datetime) -> None:
    people = [person(name) for name in ("alice", "bob", "carol", "dave")]
    outcomes = race([confirming(asked(user, now), now) for user in people])
    assert Counter(outcomes) == {"None": 1, "too_late": 3}
    (winner,) = (n for n, outcome in enumerate(outcomes) if outcome == "None")
    for number, user in enumerate(people):
        user_now = User.objects.get(pk=user.pk)
        assert user_now.email == (NEW if number == winner else user.email)


def test_link_followed_many_times_at_once_works_once(
    alice: User, now: datetime
) -> None:
    move = asked(alice, now)
    assert race([confirming(move, now)] * 4) == ["None"] * 4
    assert User.objects.get(pk=alice.pk).email == NEW
    assert User.objects.get(pk=move.wanted.pk).email == alice.email


def test_guests_games_go_to_the_address_in_the_link(alice: User, now: datetime) -> None:
    """Not to the user who lost that address in the meantime."""
    seat = create_practice_game(now=now)
    assert seat.user is not None
    request_keeping(guest=seat.user, email=NEW, now=now)
    move = asked(alice, now)

    def keeping() -> object:
        return confirm_keeping(seat=seat, user=move.wanted, now=now)

    confirming(move, now)()
    assert race([keeping]) == ["too_late"]
    seat.refresh_from_db()
    assert seat.user.is_guest
