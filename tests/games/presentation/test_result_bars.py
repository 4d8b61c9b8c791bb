"""The bars of the final scoring, as the end screen draws them."""

from msgspec.structs import replace

from games.presentation.result import LENGTH, standings_of
from stoneage_core.state import GameState, Phase, Player
from stoneage_core.terms import Terms


def test_points_lost_are_drawn_over_the_end_of_the_bar() -> None:
    rich = Player(score=30)
    poor = replace(rich, score=-10)
    state = GameState(
        terms=Terms(2), players=(rich, poor), phase=Phase.ENDED, scores=(None, None)
    )
    winner, loser = standings_of(state, ("Alice", "Bob"))
    lost = loser.parts[-1]
    assert (lost.key, lost.points) == ("lost", -10)
    assert lost.length == LENGTH * 10 // 30
    assert "lost" not in {part.key for part in winner.parts}
