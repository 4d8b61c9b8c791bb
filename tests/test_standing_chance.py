"""What tests draw at random is the same in each run, and no other test's."""

import re
from collections.abc import Callable
from random import Random
from secrets import choice, token_hex, token_urlsafe
from uuid import uuid4

import pytest

from tests.support.standing_chance import drawn_for

DRAWS: dict[str, Callable[[], object]] = {
    "a token": lambda: token_urlsafe(32),
    "a number of a request": uuid4,
    "a slug": lambda: "".join(choice("abcdefgh") for _ in range(12)),
}


@pytest.mark.parametrize("drawn", DRAWS)
def test_a_name_says_what_is_drawn(drawn: str) -> None:
    draw = DRAWS[drawn]
    with drawn_for("one"):
        first, second = draw(), draw()
    assert first != second
    with drawn_for("one"):
        assert (draw(), draw()) == (first, second)
    with drawn_for("another"):
        assert draw() not in {first, second}
    with drawn_for("one", attempt=2):
        assert draw() not in {first, second}


def test_no_run_has_an_order_of_its_own(pytestconfig: pytest.Config) -> None:
    """Nor numbers of `random`: both have one seed, unless somebody asks for another."""
    told = " ".join(pytestconfig.getini("addopts"))
    assert re.search(r"--randomly-seed=\d+", told)


def test_it_is_the_name_of_the_test(request: pytest.FixtureRequest) -> None:
    assert token_hex(8) == Random(request.node.nodeid).randbytes(8).hex()
