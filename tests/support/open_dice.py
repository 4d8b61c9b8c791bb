"""A table for four at which dice for all wait for the players' own turns."""

from datetime import datetime

from msgspec.structs import replace

from games.lobby.new_games import create_game
from games.models import Game, User
from games.seats.invitations import accept_seat
from stoneage_core import GameState
from stoneage_core.chance import RandomChance
from stoneage_core.simulation import opening
from stoneage_core.state import DiceDecision, OpenRoll, Phase, Stack
from stoneage_core.terms import Terms
from tests.support.games import Loaded
from tests.support.play import submit

#: Who sends whom where in round 1, by number; the first card is one of dice for all.
PLACEMENTS = (
    (0, "forest 4"),
    (1, "hunting grounds 4"),
    (2, "clay pit 4"),
    (3, "quarry 4"),
    (0, "card 1"),
    (1, "field"),
    (2, "tool maker"),
    (3, "river 1"),
)
#: What falls in the forest, and then for all.
FOREST, FOR_ALL = (3, 3, 3, 3), (2, 4, 5, 6)


def table_of(*people: User, now: datetime) -> Game:
    """Return a started game of such a table."""
    terms = Terms(len(people), first_player=0, dice_at_own_turn=True)
    game = create_game(host=people[0], players=list(people), terms=terms, now=now)
    for seat in game.seats.order_by("number")[1:]:
        game = accept_seat(seat=seat, now=now)
    return game


def let_dice_wait(*people: User, loaded: Loaded, now: datetime) -> Game:
    """
    Return such a game of four in which the second player is to pick.

    The first player took the card and the 6; 2, 4 and 5 are left for the others.
    """
    game = table_of(*people, now=now)
    for player, text in PLACEMENTS:
        submit(game, player, text, now=now)
    loaded.dice[:] = [*FOREST, *FOR_ALL]
    for text in ("use forest", "buy 1 wood", "pick 6"):
        submit(game, 0, text, now=now)
    return Game.objects.get(pk=game.pk)


def picking_before_the_end() -> GameState:
    """Return a position of three after the last turn: the first player picks 1 or 2."""
    terms = Terms(3, first_player=0, dice_at_own_turn=True)
    state = opening(3, RandomChance(1), first_player=0).state
    return replace(
        state,
        terms=terms,
        phase=Phase.ACTIONS,
        turn=2,
        decision=DiceDecision((1, 2), (0,), 0),
        open_rolls=(OpenRoll(2, (1, 2), (0, 1)),),
        stacks=(Stack(None, 0), *state.stacks[1:]),
    )
