"""Programs at a table at which the dice for all wait for one's own turn."""

from datetime import datetime

import pytest

from games.lobby.games import create_game
from games.models import Game, User
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms
from tests.games.api.conftest import Programs, read, refused
from tests.support.games import Loaded
from tests.support.open_dice import let_dice_wait
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db


def test_a_position_tells_of_its_open_rolls(
    loaded: Loaded,
    alice: User,
    bob: User,
    carol: User,
    dave: User,
    now: datetime,
    program_of: Programs,
) -> None:
    game = let_dice_wait(alice, bob, carol, dave, loaded=loaded, now=now)
    program = program_of(bob)
    path = f"/games/{game.slug}"
    assert read(program.get(path))["options"]["dice_at_own_turn"] is True
    seen = read(program.get(f"{path}/position"))
    assert (seen["awaited"], seen["legal"]) == ([1], ["pick 2", "pick 4", "pick 5"])
    assert seen["state"]["open_rolls"] == [
        {"taker": 0, "dice": [2, 4, 5], "waiting": [1, 2, 3]}
    ]


def test_bots_are_refused_with_a_sentence(
    alice: User, bob: User, now: datetime, program_of: Programs
) -> None:
    sentence = "Bots don’t know the rules of this table yet."
    terms = Terms(3, dice_at_own_turn=True)
    players = [alice, bob, DEFAULT_OPPONENT]
    with refuses("invalid", sentence):
        create_game(host=alice, players=players, terms=terms, now=now)
    seats = [{"fill": "me"}, {"fill": "open"}, {"fill": "automatic"}]
    asked = {"seats": seats, "dice_at_own_turn": True}
    assert sentence in refused(program_of(alice).send("/games", asked), 400, "invalid")
    assert not Game.objects.exists()


def test_the_coach_is_refused_with_a_sentence(
    alice: User, program_of: Programs
) -> None:
    seats = [{"fill": "me"}, {"fill": "open"}, {"fill": "open"}]
    asked = {"seats": seats, "dice_at_own_turn": True, "coached": True}
    told = refused(program_of(alice).send("/games", asked), 400, "invalid")
    assert "The coach doesn’t know dice for all at one’s own turn yet." in told
