"""What is in a bank: the rules of the clock's account."""

import pytest

from stoneage_core import banks
from stoneage_core.clock import Bank, Clock, PerMove

SAVER = Clock(Bank(start=1000, increment=100, cap=1500))
QUICK = Clock(PerMove(600))


@pytest.mark.parametrize(
    ("bank", "spent", "left"),
    [(1000, 300, 800), (1450, 0, 1500), (None, 0, 1100), (9, 90, 100), (2000, 9, 1991)],
)
def test_a_decision_is_paid_and_brings_the_increment(bank, spent, left):
    assert banks.after_decision(SAVER, bank, spent) == left


@pytest.mark.parametrize(("bank", "left"), [(0, 100), (700, 100), (None, 100)])
def test_a_time_out_uses_a_bank_up(bank, left):
    assert banks.after_time_out(SAVER, bank) == left


def test_who_comes_back_has_at_least_a_full_bank():
    assert banks.on_return(SAVER, 0) == 1000
    assert banks.on_return(SAVER, 1200) == 1200


def test_a_new_clock_keeps_what_was_left_up_to_its_cap():
    assert banks.on_clock_change(SAVER, Clock(Bank(60, 0, 300)), 1000) == 300
    assert banks.on_clock_change(SAVER, QUICK, 1000) is None
    assert banks.on_clock_change(QUICK, SAVER, None) == 1000
    assert banks.on_clock_change(None, SAVER, None) == 1000


def test_time_for_each_move_knows_no_bank():
    assert banks.opening(QUICK) is None
    assert banks.after_decision(QUICK, None, 0) is None
    assert banks.after_time_out(QUICK, None) is None
    assert banks.on_return(QUICK, None) is None
