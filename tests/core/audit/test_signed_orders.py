"""One signature over an order of uses: all of it was decided so, or none."""

import json

import pytest

from stoneage_core.audit import verify
from stoneage_core.components.places import Place
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.proposals import Propose
from stoneage_core.notation import from_text
from stoneage_core.use_order import UseOrder
from tests.core.audit.record_forger import finding_in, sealed
from tests.core.beaconed import BeaconedGame
from tests.core.signing import opened, signed, signs

ORDER = UseOrder((Place.RIVER, Place.FOREST))


def ordered() -> BeaconedGame:
    """A game in which player 1 has signed in which order to use two places of three."""
    game = opened()
    for player, text in (
        (0, "forest 1"),
        (1, "hunt 5"),
        (0, "river 1"),
        (0, "quarry 3"),
    ):
        game.decides(PlayMove(from_text(text)), player)
    game.takes_beacon()
    signs(game, ORDER.text, order=ORDER)
    return game


def used() -> BeaconedGame:
    """The same, after both uses."""
    game = ordered()
    for text in ("use river", "use forest"):
        game.decides(PlayMove(from_text(text)), 0)
    return game


def test_an_order_of_uses_is_signed_as_a_whole():
    verdict = verify(used().text)
    assert verdict.finding is None
    assert len(verdict.signed.signed) == 2


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(PlayMove(from_text("use quarry")), id="another place"),
        pytest.param(Propose(ProposalKind.END), id="no move"),
    ],
)
def test_an_order_is_signed_for_nothing_else(command):
    game = ordered()
    at = len(game.entries)
    game.decides(command, 0)
    assert finding_in(game.text).sequence == at


def test_what_was_sent_by_itself_is_not_part_of_an_order():
    """Each request of its own has a number of its own."""
    game = used()
    lines = [json.loads(line) for line in game.text.splitlines()]
    last = max(n for n, line in enumerate(lines) if line["command"] == "use forest")
    lines[last]["request_id"] = "00000000-0000-4000-8000-000000000007"
    verdict = verify(sealed(lines))
    assert verdict.finding is None
    assert len(verdict.signed.signed) == 1
    assert verdict.signed.unsigned[-1] == last + 1


def test_a_command_that_nobody_can_read_was_not_signed():
    lines = [json.loads(line) for line in signed().text.splitlines()]
    made = next(n for n, line in enumerate(lines) if line["command"] == "forest 3")
    lines[made]["command"] = "fly"
    assert finding_in(sealed(lines)).sequence == made
