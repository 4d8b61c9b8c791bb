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


@pytest.mark.parametrize(("bank", "left"), [(0, 100), (700, 100), (None, 100)])
def test_a_time_out_empties_the_bank_and_adds_the_increment(bank, left):
    assert SAVER.bank_after_time_out(bank) == left


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
