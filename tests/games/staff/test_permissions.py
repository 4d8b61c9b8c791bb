"""Who may do what: every act, for everybody."""

from datetime import datetime

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction

from games.errors import Forbidden, InvalidChoice
from games.models import Act, Game, StaffAct, User
from tests.games.play import everything, submit
from tests.games.staff import deeds
from tests.games.staff.conftest import REASON, assert_whole

EVERY = sorted(deeds.ALL)
ALLOWED = {
    "moderator": set(EVERY) - deeds.RESERVED,
    "administrator": set(EVERY),
}
ROLES = ("alice", "bob", "outsider", "auditor", "moderator", "administrator")


@pytest.fixture
def game(two_player_game: Game, now: datetime) -> Game:
    """Alice has placed, Bob has placed, Alice is asked again."""
    submit(two_player_game, 0, "hunting grounds 1", now=now)
    return submit(two_player_game, 1, "hunting grounds 1", now=now).game


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", EVERY)
def test_who_may(
    request: pytest.FixtureRequest,
    game: Game,
    administrator: User,
    now: datetime,
    name: str,
    role: str,
) -> None:
    deeds.prepare(name, administrator, game, now)
    by = request.getfixturevalue(role)
    by = User.objects.get(pk=by.pk)
    before = everything(game), StaffAct.objects.count()
    if name in ALLOWED.get(role, ()):
        deeds.ALL[name](by, game, now, REASON)
        act = StaffAct.objects.latest("pk")
        assert (act.by, act.act, act.reason) == (by, Act(name), REASON)
        assert StaffAct.objects.count() == before[1] + 1
    else:
        with pytest.raises(Forbidden):
            deeds.ALL[name](by, game, now, REASON)
        assert (everything(game), StaffAct.objects.count()) == before
    assert_whole(game)


@pytest.mark.parametrize("name", sorted(set(EVERY) - {"ban", "unban"}))
@pytest.mark.parametrize("why", ["", "   ", "x" * 501, "Ask bob@example.org."])
def test_a_reason_is_required(
    game: Game, administrator: User, now: datetime, name: str, why: str
) -> None:
    deeds.prepare(name, administrator, game, now)
    before = everything(game), StaffAct.objects.count()
    with pytest.raises(InvalidChoice):
        deeds.ALL[name](administrator, game, now, why)
    assert (everything(game), StaffAct.objects.count()) == before


@pytest.mark.parametrize("name", ["ban", "unban"])
def test_a_ban_needs_a_reason_too(
    game: Game, bob: User, administrator: User, now: datetime, name: str
) -> None:
    deeds.prepare(name, administrator, game, now)
    before = User.objects.get(pk=bob.pk).is_active
    for why in (" ", "Ask <bob@example.org>"):
        with pytest.raises(InvalidChoice), transaction.atomic():
            deeds.ALL[name](administrator, game, now, why)
    assert User.objects.get(pk=bob.pk).is_active is before


@pytest.mark.parametrize("name", sorted(set(EVERY) - deeds.ON_PEOPLE))
def test_nobody_moderates_a_game_they_play_in(
    game: Game, alice: User, administrator: User, now: datetime, name: str
) -> None:
    deeds.prepare(name, administrator, game, now)
    alice.groups.add(Group.objects.get(name="Administrators"))
    alice = User.objects.get(pk=alice.pk)
    with pytest.raises(Forbidden, match="You play in this game"):
        deeds.ALL[name](alice, game, now, REASON)


def test_nobody_bans_themselves_or_the_superuser(
    administrator: User, now: datetime
) -> None:
    from games.services import staff

    root = User.objects.create_superuser("root@example.org", "secret")
    for user in (administrator, root):
        with pytest.raises(Forbidden):
            staff.user_ban(by=administrator, user=user, reason=REASON, now=now)


@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_database_keeps_the_rows(
    game: Game, moderator: User, now: datetime, change: str
) -> None:
    deeds.ALL["note"](moderator, game, now, REASON)
    rows = StaffAct.objects.filter(game=game)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(reason="Another.") if change == "update" else rows.delete()
    assert rows.get().reason == REASON
