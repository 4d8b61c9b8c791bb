"""Time banks."""

import pytest

from stoneage_core.time_control import Bank, PerMove, TimeControl

SAVER = TimeControl(Bank(start=1000, increment=100, cap=1500))
QUICK = TimeControl(PerMove(600))


@pytest.mark.parametrize(
    ("bank", "spent", "left"),
    [(1000, 300, 800), (1450, 0, 1500), (None, 0, 1100), (9, 90, 100), (2000, 9, 1991)],
)
def test_a_decision_is_charged_and_adds_the_increment(bank, spent, left):
    assert SAVER.bank_after(bank, spent) == left


@pytest.mark.parametrize("bank", [0, 700, 1500, None])
def test_a_time_out_leaves_half_the_opening_bank(bank):
    assert SAVER.bank_after_time_out(bank) == 500


def test_a_time_out_leaves_the_increment_if_that_is_more_than_half_the_bank():
    assert TimeControl(Bank(100, 70, 300)).bank_after_time_out(100) == 70


def test_a_player_who_comes_back_has_at_least_a_full_bank():
    assert SAVER.bank_after_return(0) == 1000
    assert SAVER.bank_after_return(1200) == 1200


def test_a_new_time_control_keeps_the_bank_up_to_its_cap():
    assert TimeControl(Bank(60, 0, 300)).bank_after_change(SAVER, 1000) == 300
    assert QUICK.bank_after_change(SAVER, 1000) is None
    assert SAVER.bank_after_change(QUICK, None) == 1000


def test_time_per_move_has_no_bank():
    assert QUICK.opening is None
    assert QUICK.bank_after(None, 0) is None
    assert QUICK.bank_after_time_out(None) is None
    assert QUICK.bank_after_return(None) is None
