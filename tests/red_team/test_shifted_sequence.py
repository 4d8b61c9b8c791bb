"""
A player who is told the dice adds harmless events until the next roll suits.

It changes no die: a label says what is decided, and not where in the stream it stands.
"""

from stoneage_core.audit import verify
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded
from tests.core.recorder import LoggedGame

_DAYS = ("2026-12-01T00:00:00.000000Z", "2026-12-02T00:00:00.000000Z")


def _rolls(*, padded: bool) -> list[DiceRolled]:
    game = LoggedGame(2)
    while not (rolls := [each for each in game.events if type(each) is DiceRolled]):
        if padded:
            game.happens([AbsenceDeclared(0, *_DAYS)], 0, "page")
            game.happens([AbsenceEnded(0)], 0, "page")
        game.moves()
    assert verify(game.text).finding is None
    return rolls


def test_padding_shifts_no_die() -> None:
    assert _rolls(padded=True) == _rolls(padded=False)
