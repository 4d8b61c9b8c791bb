"""Why opponents decided so: told on the page and in mails, reckoned from the log."""

from datetime import datetime

import pytest
from msgspec.structs import replace

from games.lobby.new_games import create_game
from games.log import positions
from games.log.seeds import chance_of
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.models.seats import ComparedMove
from games.presentation.replay import load_since_turn
from games.table.opponent_reasons import OpponentReason, reasons_since
from games.thinking import decide_thought, think
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.terms import Terms
from tests.support.pages import page, signed_in, text_of
from tests.support.play import submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def flint(monkeypatch: pytest.MonkeyPatch) -> Opponent:
    hasty = replace(OPPONENTS["Flint"], playouts=4)
    monkeypatch.setitem(OPPONENTS, "Flint", hasty)
    return hasty


def against(opponent: Opponent, alice: User, now: datetime) -> Game:
    game = create_game(
        host=alice, players=[alice, opponent], terms=Terms(2, first_player=0), now=now
    )
    return submit(game, 0, "forest 3", now=now).game


def reasons(game: Game) -> tuple[OpponentReason, ...]:
    seats = read_seats(Game.objects.get(pk=game.pk))
    return reasons_since(seats, load_since_turn(seats[0]))


def test_simple_bot_gives_a_rule_of_thumb(alice: User, now: datetime) -> None:
    game = against(OPPONENTS["Thatch"], alice, now)
    (reason,) = reasons(game)
    decided = game.events.filter(decided_by=1).moves().latest("sequence")
    before = positions.state_at(game, decided.sequence - 1)
    choice = choose(OPPONENTS["Thatch"], before, 1, chance_of(game).reveal())
    assert reason.name == "Thatch"
    assert reason.reason == str(choice.reason)
    path = f"/games/{game.slug}/play/"
    assert 'href="?sheet=why"' in page(signed_in(alice), path)
    shown = text_of(page(signed_in(alice), f"{path}?sheet=why"))
    assert f"{reason.move} {reason.reason}" in shown


def test_searching_bot_gives_its_figures(
    alice: User, flint: Opponent, now: datetime
) -> None:
    game = against(flint, alice, now)
    before = positions.state_of(game)
    thought = think(seat_id=Seat.objects.get(game=game, number=1).pk, now=now)
    assert thought is not None
    assert decide_thought(thought, now=now)
    choice = choose(flint, before, 1, chance_of(game).reveal())
    assert choice.figures is not None
    (reason,) = reasons(game)
    assert f"won {choice.figures.won} of 100 games" in reason.reason
    # Without the row, which the log makes again, a rule of thumb is told.
    ComparedMove.objects.all().delete()
    (reason,) = reasons(game)
    assert "of 100 games" not in reason.reason


def test_reasons_are_not_offered_if_no_bot_decided(
    two_player_game: Game, now: datetime
) -> None:
    host = two_player_game.host
    assert host is not None
    submit(two_player_game, 0, "forest 3", now=now)
    path = f"/games/{two_player_game.slug}/play/"
    assert "sheet=why" not in page(signed_in(host), path)
    shown = text_of(page(signed_in(host), f"{path}?sheet=why"))
    assert "No bot has made a move" in shown
    assert reasons(two_player_game) == ()
