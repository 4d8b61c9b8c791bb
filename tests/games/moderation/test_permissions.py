"""Permissions: every act with every group."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction

from games.models import Game, ModerationAction, User
from games.models.games import MODERATION
from games.moderation.registry import all_actions
from tests.games.moderation import doing
from tests.games.moderation.conftest import REASON, assert_whole
from tests.support.play import everything, submit
from tests.support.refusals import refuses

NOBODY = ("alice", "bob", "outsider", "auditor")
BAD_REASONS = ("", "   ", "x" * 501, "Ask bob@example.org.")


@pytest.fixture
def game(two_player_game: Game, now: datetime) -> Game:
    """Alice and Bob have placed, and Alice is asked again."""
    submit(two_player_game, 0, "hunting grounds 1", now=now)
    return submit(two_player_game, 1, "hunting grounds 1", now=now).game


@contextmanager
def undone() -> Iterator[None]:
    """Undo all changes of the body."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def rows(game: Game) -> tuple[object, int]:
    return everything(game), ModerationAction.objects.count()


def test_holders_of_the_permission_can_act(
    game: Game, moderator: User, administrator: User, now: datetime
) -> None:
    for name, deed in doing.ALL.items():
        for by in (moderator, administrator):
            with undone():
                doing.prepare(name, administrator, game, now)
                if by == moderator and name in doing.RESERVED:
                    with refuses("forbidden"):
                        deed(by, game, now, REASON)
                    continue
                count = ModerationAction.objects.count()
                row = deed(by, game, now, REASON)
                assert (row.by, row.kind, row.reason) == (by, name, REASON)
                assert ModerationAction.objects.count() == count + 1
                assert_whole(game)


@pytest.mark.parametrize("role", NOBODY)
def test_act_needs_its_permission(
    request: pytest.FixtureRequest, game: Game, now: datetime, role: str
) -> None:
    by = User.objects.get(pk=request.getfixturevalue(role).pk)
    before = rows(game)
    for deed in doing.ALL.values():
        with refuses("forbidden"):
            deed(by, game, now, REASON)
    assert rows(game) == before


def test_reason_is_required(game: Game, administrator: User, now: datetime) -> None:
    before = rows(game)
    for deed in doing.ALL.values():
        for why in BAD_REASONS:
            with refuses("invalid"):
                deed(administrator, game, now, why)
    assert rows(game) == before


def test_nobody_moderates_their_own_game(
    game: Game, alice: User, now: datetime
) -> None:
    alice.groups.add(Group.objects.get(name="Administrators"))
    alice = User.objects.get(pk=alice.pk)
    for deed in doing.ALL.values():
        with refuses("forbidden"):
            deed(alice, game, now, REASON)


def test_every_action_is_declared_completely() -> None:
    powers = {code for code, _words in MODERATION}
    actions = all_actions()
    assert actions.keys() == doing.ALL.keys() | {
        *("hide", "unhide", "resend", "answer", "allow", "dismiss"),
        # tests/games/leagues/test_desk.py
        *("lg_exclude", "lg_admit", "lg_end", "lg_result"),
    }
    for action in actions.values():
        assert action.permission in powers
        assert len(action.key) <= ModerationAction._meta.get_field("kind").max_length
        assert action.headline[0].isupper()
        assert not action.headline.endswith(".")


def test_nobody_can_ban_themselves_or_a_superuser(
    administrator: User, now: datetime
) -> None:
    root = User.objects.create_superuser("root@example.org", "secret")
    for user in (administrator, root):
        with refuses("forbidden"):
            doing.do_action("ban", by=administrator, user=user, reason=REASON, now=now)


@pytest.mark.parametrize("change", ["update", "delete"])
def test_database_refuses_changes_of_acts(
    game: Game, moderator: User, now: datetime, change: str
) -> None:
    doing.ALL["note"](moderator, game, now, REASON)
    rows = ModerationAction.objects.filter(game=game)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(reason="Another.") if change == "update" else rows.delete()
    assert rows.get().reason == REASON
