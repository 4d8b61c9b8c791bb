"""A moderator, a player and the sweep at the same moment."""

from datetime import datetime, timedelta

import pytest

from games.deadlines import expire_turn
from games.models import Game, ModerationAction, StoredEvent
from tests.games.log.test_races import moving, race
from tests.games.moderation.conftest import REASON, assert_whole
from tests.games.moderation.doing import do_action, seat
from tests.support.people import member
from tests.support.play import submit

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def moderator(transactional_db: None) -> object:
    return member("mona", "Moderators")


def test_roll_back_races_with_a_move(
    two_player_game: Game, moderator: object, now: datetime
) -> None:
    game = submit(two_player_game, 0, "forest 3", now=now).game
    target = StoredEvent.objects.get(game=game, command="forest 3").sequence - 1
    race(
        [
            lambda: submit(game, 1, "hut", now=now, expected_version=game.version),
            lambda: do_action(
                "roll_back",
                by=moderator,
                game=game,
                sequence=target,
                reason=REASON,
                now=now,
            ),
        ]
    )
    assert ModerationAction.objects.get().kind == "roll_back"
    assert seat(game, 0).awaited_at is not None
    assert seat(game, 1).awaited_at is None
    assert_whole(game)


def test_freeze_races_with_a_move_and_the_sweep(
    two_player_game: Game, moderator: object, now: datetime
) -> None:
    late = now + timedelta(days=3)
    own = seat(two_player_game, 0)
    race(
        [
            moving(two_player_game, "forest 3", late),
            lambda: expire_turn(seat_id=own.pk, now=late),
            lambda: do_action(
                "freeze", by=moderator, game=two_player_game, reason=REASON, now=late
            ),
        ]
    )
    assert ModerationAction.objects.get().kind == "freeze"
    placed = StoredEvent.objects.filter(game=two_player_game, type="PeoplePlaced")
    assert placed.filter(decided_by=0).count() <= 1
    assert seat(two_player_game, 0).game.frozen_at == late
    assert_whole(two_player_game)


def test_only_one_of_many_ends_counts(
    two_player_game: Game, moderator: object, now: datetime
) -> None:
    from stoneage_core.state import EndReason

    ending = [
        lambda: do_action(
            "end",
            by=moderator,
            game=two_player_game,
            how=EndReason.DRAWN,
            reason=REASON,
            now=now,
        )
    ] * 4
    outcomes = race(ending)
    assert outcomes.count("too_late") == 3
    assert ModerationAction.objects.count() == 1
    assert_whole(two_player_game)
