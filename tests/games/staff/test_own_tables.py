"""Nobody of the staff looks behind the tables that they play at, or acts there."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import Group

from games import services
from games.errors import Forbidden
from games.models import Game, Invitation, Seat, Status, User
from games.services import staff
from tests.games.staff.conftest import REASON, assert_whole


def promoted(user: User, group: str = "Administrators") -> User:
    """Somebody becomes one of the staff."""
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return User.objects.get(pk=user.pk)


PEOPLE: dict[str, Callable[[User, User, datetime], object]] = {
    "ban": lambda by, user, now: staff.user_ban(
        by=by, user=user, reason=REASON, now=now
    ),
    "unban": lambda by, user, now: staff.user_unban(
        by=by, user=user, reason=REASON, now=now
    ),
    "mute": lambda by, user, now: staff.user_mute(
        by=by, user=user, until=now + timedelta(days=1), reason=REASON, now=now
    ),
    "unmute": lambda by, user, now: staff.user_unmute(
        by=by, user=user, reason=REASON, now=now
    ),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_nobody_moderates_whom_they_play_with(
    two_player_game: Game,
    alice: User,
    bob: User,
    administrator: User,
    now: datetime,
    name: str,
) -> None:
    alice = promoted(alice)
    if name in ("unban", "unmute"):
        PEOPLE[name.removeprefix("un")](administrator, bob, now)
    with pytest.raises(Forbidden, match="You play in a game with this person"):
        PEOPLE[name](alice, bob, now)
    # An invitation that waits keeps nobody from moderating.
    Seat.objects.filter(user=alice).update(invitation=Invitation.INVITED)
    PEOPLE[name](alice, bob, now)


def test_once_a_game_is_over_its_players_moderate_each_other(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    Game.objects.update(status=Status.FINISHED)
    staff.user_ban(by=promoted(alice), user=bob, reason=REASON, now=now)


def test_a_ban_before_the_game_begins_gives_the_seat_to_the_steward(
    alice: User, bob: User, carol: User, administrator: User, now: datetime
) -> None:
    emails = [str(user.email) for user in (alice, bob, carol)]
    game = services.game_create(host=alice, players=emails, start_choice=1, now=now)
    services.seat_accept(seat=game.seats.get(number=1), now=now)
    staff.user_ban(by=administrator, user=bob, reason=REASON, now=now)
    game = services.seat_accept(seat=game.seats.get(number=2), now=now)
    assert game.status == Status.ACTIVE
    assert game.seats.get(number=1).is_stewarded
    assert game.seats.get(number=1).awaited_at is None  # the steward began
    assert_whole(game)


def test_who_is_banned_declines_what_they_were_invited_to(
    alice: User, bob: User, administrator: User, now: datetime
) -> None:
    emails = [str(user.email) for user in (alice, bob)]
    game = services.game_create(host=alice, players=emails, now=now)
    staff.user_ban(by=administrator, user=bob, reason=REASON, now=now)
    assert game.seats.get(number=1).invitation == Invitation.DECLINED
