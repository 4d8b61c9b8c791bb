"""A decision counts only for the question it was made for, and once."""

from datetime import datetime
from http import HTTPStatus
from uuid import uuid4

import pytest

from games.models import Game
from stoneage_core import IllegalMove
from tests.support.play import everything, submit
from tests.support.refusals import refuses

pytestmark = pytest.mark.both_databases

# Versions


def test_decision_on_an_older_question_is_stale(
    two_player_game: Game, now: datetime
) -> None:
    old = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=now)
    submit(two_player_game, 1, "river 2", now=now)
    before = everything(two_player_game)
    with refuses("stale") as caught:
        submit(two_player_game, 0, "quarry 2", now=now, expected_version=old)
    assert caught.value.status == HTTPStatus.CONFLICT
    assert everything(two_player_game) == before


def test_decision_on_a_future_version_is_stale(
    two_player_game: Game, now: datetime
) -> None:
    version = two_player_game.version + 1
    with refuses("stale"):
        submit(two_player_game, 0, "forest 3", now=now, expected_version=version)


def test_second_decision_from_the_same_page_is_stale(
    two_player_game: Game, now: datetime
) -> None:
    old = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=now)
    with refuses("stale"):
        submit(two_player_game, 0, "forest 3", now=now, expected_version=old)


def test_feeding_by_another_player_makes_no_decision_stale(
    hungry_game: Game, now: datetime
) -> None:
    seen = hungry_game.version
    submit(hungry_game, 1, "go hungry", now=now)
    done = submit(hungry_game, 0, "go hungry", now=now, expected_version=seen)
    assert done.state.round == 4


# Request ids


def test_repeated_request_is_answered_and_not_repeated(
    two_player_game: Game, now: datetime
) -> None:
    version, request_id = two_player_game.version, uuid4()
    same = {"expected_version": version, "request_id": request_id, "now": now}
    first = submit(two_player_game, 0, "forest 3", **same)
    before = everything(two_player_game)
    again = submit(two_player_game, 0, "forest 3", **same)
    assert again.replayed
    assert (again.state, again.events) == (first.state, first.events)
    assert again.first_sequence == first.first_sequence
    assert everything(two_player_game) == before


def test_repeated_request_is_answered_after_others_moved(
    two_player_game: Game, now: datetime
) -> None:
    version, request_id = two_player_game.version, uuid4()
    same = {"expected_version": version, "request_id": request_id, "now": now}
    submit(two_player_game, 0, "forest 3", **same)
    submit(two_player_game, 1, "river 5", now=now)
    assert submit(two_player_game, 0, "forest 3", **same).replayed


def test_request_with_another_command_is_refused(
    two_player_game: Game, now: datetime
) -> None:
    version, request_id = two_player_game.version, uuid4()
    submit(two_player_game, 0, "forest 3", now=now, request_id=request_id)
    with refuses("request_reused") as caught:
        submit(
            two_player_game,
            0,
            "forest 4",
            now=now,
            request_id=request_id,
            expected_version=version,
        )
    assert caught.value.status == HTTPStatus.CONFLICT


def test_request_of_another_seat_is_refused(
    two_player_game: Game, now: datetime
) -> None:
    request_id = uuid4()
    submit(two_player_game, 0, "forest 3", now=now, request_id=request_id)
    with refuses("request_reused"):
        submit(two_player_game, 1, "river 2", now=now, request_id=request_id)


def test_refused_request_can_be_retried(two_player_game: Game, now: datetime) -> None:
    request_id = uuid4()
    with pytest.raises(IllegalMove):
        submit(two_player_game, 0, "forest 7", now=now, request_id=request_id)
    done = submit(two_player_game, 0, "forest 5", now=now, request_id=request_id)
    assert not done.replayed
