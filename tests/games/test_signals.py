"""Signals and surveys, through which other apps plug in."""

from collections.abc import Iterator

import pytest

from games.signals import GameSignal, Survey, bus, collect, publish, receives
from tests.support.standing_time import NOW


class DiceLost(GameSignal, frozen=True):
    how_many: int


class CollectDice(Survey[str], frozen=True):
    color: str


def red_dice(survey: CollectDice) -> str:
    return "a red die" if survey.color == "red" else ""


def any_dice(survey: CollectDice) -> str:
    return "any die"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    receivers = list(bus.receivers)
    yield
    bus.receivers = receivers
    bus.sender_receivers_cache.clear()


def test_signal_reaches_receivers_of_its_class() -> None:
    lost: list[int] = []
    receives(DiceLost)(lambda signal: lost.append(signal.how_many))
    publish(DiceLost(3, now=NOW))
    assert lost == [3]
    assert collect(CollectDice("red")) == []


def test_exception_of_a_receiver_is_raised() -> None:
    @receives(DiceLost)
    def fail(signal: DiceLost) -> None:
        raise RuntimeError("the cup is empty")

    with pytest.raises(RuntimeError, match="the cup is empty"):
        publish(DiceLost(1, now=NOW))


def test_survey_leaves_out_empty_answers() -> None:
    receives(CollectDice)(red_dice)
    receives(CollectDice)(any_dice)
    assert collect(CollectDice("red")) == ["a red die", "any die"]
    assert collect(CollectDice("blue")) == ["any die"]


def test_connecting_is_idempotent() -> None:
    for _ in range(2):
        receives(CollectDice)(any_dice)
    assert collect(CollectDice("blue")) == ["any die"]
