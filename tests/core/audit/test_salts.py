"""What verify says about salts: when they were shown, and who could know them."""

import pytest

from stoneage_core.audit import in_words, verify
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.staff import GameRolledBack
from tests.core.audit.record_forger import finding_in, lines_of, sealed
from tests.core.audit.test_recorded import by_staff, game_at
from tests.core.recorder import LoggedGame

THREE_DAYS = 3 * 24 * 60 * 60


def test_salts_that_the_service_knows_are_shown_at_once():
    verdict = verify(LoggedGame().text)
    assert (verdict.finding, verdict.own_seals, verdict.unrevealed) == (None, (), ())
    assert "the service, which had the seed, knew them all" in in_words(verdict)
    late = finding_in(LoggedGame(waited=1).text)
    assert (late.sequence, str(late.reason)) == (
        4,
        "It has to happen together with what led to it",
    )


def test_nothing_is_said_of_salts_before_they_are_shown():
    verdict = verify(sealed(lines_of("finished")[:4]))
    assert verdict.finding is None
    assert not verdict.has_salts
    assert "salts" not in in_words(verdict)


@pytest.mark.parametrize("waited", [0, 1, THREE_DAYS])
def test_a_salt_of_ones_own_may_take_a_while(waited):
    verdict = verify(LoggedGame(3, own_seals=[1, 2], waited=waited).text)
    assert (verdict.finding, verdict.own_seals) == (None, (1, 2))
    words = in_words(verdict)
    assert "not even the service knew in time what seats 2, 3 added." in words


def test_one_that_is_never_revealed_is_named():
    game = LoggedGame(own_seals=[0, 1], unrevealed=[1], waited=THREE_DAYS)
    verdict = verify(game.text)
    assert (verdict.finding, verdict.own_seals, verdict.unrevealed) == (
        None,
        (0,),
        (1,),
    )
    assert "Sealed by their players and never revealed: seat 2." in in_words(verdict)


def test_nobody_is_passed_over_before_three_days_have_gone():
    game = LoggedGame(own_seals=[1], unrevealed=[1], waited=THREE_DAYS - 1)
    finding = finding_in(game.text)
    assert finding.sequence == 4
    assert str(finding.reason) == "Player 2 still had time to reveal the salt"


def test_going_back_over_dice_is_told():
    game = game_at()
    while not any(isinstance(event, DiceRolled) for event in game.events):
        before = game.state.version
        game.moves()
    at = game.state.version + 2  # after the act
    by_staff(game, GameRolledBack(before))
    game.moves(10)
    verdict = verify(game.text)
    assert (verdict.finding, verdict.redrawn) == (None, (at,))
    told = f"Went back over dice, which were drawn anew: events {at}."
    assert told in in_words(verdict)
