"""How a tie for the victory was broken is said as it happened."""

import pytest
from msgspec.structs import replace

from games.presentation.result import tie_in_words
from notifications.mails.blocks.recap import verdict_of
from stoneage_core import GameState
from stoneage_core.chance import RandomChance
from stoneage_core.rules.scoring import ranks
from stoneage_core.simulation import opening
from stoneage_core.terms import TieBreak

#: Points, food track and people of each tribe.
Tribes = tuple[tuple[int, int, int], ...]


def ended(tribes: Tribes, tie_break: TieBreak = TieBreak.SEQUENTIAL) -> GameState:
    state = opening(len(tribes), RandomChance(1)).state
    players = tuple(
        replace(own, score=score, food_track=food, people=people)
        for own, (score, food, people) in zip(state.players, tribes, strict=True)
    )
    terms = replace(state.terms, tie_break=tie_break)
    ranked = ranks(players, terms)
    return replace(state, players=players, ranks=ranked, terms=terms)


@pytest.mark.parametrize(
    ("tribes", "said"),
    [
        (((90, 3, 5), (80, 9, 9)), ""),
        (((90, 3, 5), (90, 3, 5)), ""),
        (((90, 3, 5), (90, 2, 9)), "The scores are tied. The food track decides."),
        (
            ((90, 3, 5), (90, 3, 6), (90, 1, 9)),
            "The scores are tied, and so are food track and tools. People decide.",
        ),
    ],
)
def test_tie_break_is_named(tribes: Tribes, said: str) -> None:
    assert tie_in_words(ended(tribes)) == said


def test_sum_decides_ties_if_the_host_chose_it() -> None:
    state = ended(((90, 3, 5), (90, 2, 9)), TieBreak.SUM)
    assert state.winners == (1,)
    assert tie_in_words(state).endswith("people together decide.")


def test_email_of_the_result_names_the_tie_break() -> None:
    state = ended(((90, 3, 5), (90, 2, 9)))
    told = verdict_of(state, ["Alice", "Bob"], reader=1)
    assert "Alice wins with 90 points. The scores are tied. The food track" in told
