"""If any statement of a move fails, nothing has happened and a retry works."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection

from games.models import Game
from tests.games.log.test_races import assert_whole
from tests.support.play import everything, submit

pytestmark = pytest.mark.django_db(transaction=True)


class Failing:
    """Executes statements until the n-th, which fails."""

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        if self.allowed == 0:
            raise OperationalError("the connection is gone")
        self.allowed -= 1
        return execute(*arguments)


def move(game: Game, now: datetime, request_id: UUID) -> None:
    submit(game, 0, "forest 3", now=now, request_id=request_id)


def test_move_is_all_or_nothing(two_player_game: Game, now: datetime) -> None:
    before, request_id = everything(two_player_game), uuid4()
    for statement in range(100):
        try:
            with connection.execute_wrapper(Failing(statement)):
                move(two_player_game, now, request_id)
            break
        except OperationalError:
            assert everything(two_player_game) == before
    assert statement >= 4
    assert everything(two_player_game) != before
    assert_whole(two_player_game)
