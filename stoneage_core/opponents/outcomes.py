"""
The possible outcomes of a command, with their probabilities.

A command is decided again and again, each time with other draws, until all sequences of
draws are known. Dice of one roll are interchangeable, so only their sorted order is
tried. If there are too many outcomes, random ones stand for all.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial

from msgspec import Struct

from stoneage_core import engine
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command
from stoneage_core.errors import Irregular
from stoneage_core.rules.draft import Decision
from stoneage_core.state import GameState


class Outcome(Struct, frozen=True):
    """Dice, and drawn cards and buildings, in order; and how probable they are."""

    dice: tuple[int, ...]
    draws: tuple[int, ...]
    probability: float


class Outcomes(Struct, frozen=True):
    """All outcomes, or a random part of them if there are too many."""

    outcomes: tuple[Outcome, ...]
    is_complete: bool


class TooFewDraws(Exception):
    """A draw that was not given; ``roll`` names the roll of a die, '' for a draw."""

    def __init__(self, options: Sequence[int], roll: str) -> None:
        super().__init__()
        self.options = options
        self.roll = roll


class GivenChance:
    """A chance with given dice and draws; more of them are drawn by ``spare``."""

    def __init__(
        self,
        dice: Sequence[int],
        draws: Sequence[int],
        spare: RandomChance | None = None,
    ) -> None:
        self._given = list(dice), list(draws)
        self._spare = spare
        self.dice: list[int] = []
        self.draws: list[int] = []

    def roll(self, label: str) -> int:
        given, _ = self._given
        if given:
            self.dice.append(given.pop(0))
        elif self._spare is None:
            raise TooFewDraws(range(1, 7), label.rpartition("/")[0])
        else:
            self.dice.append(self._spare.roll(label))
        return self.dice[-1]

    def pick(self, items: Sequence[int], label: str) -> int:
        _, given = self._given
        if given:
            if given[0] not in items:
                raise Irregular("{number} cannot be drawn now.", number=given[0])
            self.draws.append(given.pop(0))
        elif self._spare is None:
            raise TooFewDraws(items, "")
        else:
            self.draws.append(self._spare.pick(items, label))
        return self.draws[-1]

    def reveal(self) -> str:
        return ""

    def require_used(self) -> None:
        """Raise Irregular if some of the given dice or draws were not needed."""
        dice, draws = map(len, self._given)
        if dice or draws:
            raise Irregular(
                "{dice} dice and {draws} draws too many were given.",
                dice=dice,
                draws=draws,
            )


def play_given(
    state: GameState,
    player: int,
    command: Command,
    spare: RandomChance,
    *,
    dice: Sequence[int] = (),
    draws: Sequence[int] = (),
) -> tuple[Decision, Outcome]:
    """
    Play a command with given dice and draws; those that are not given are drawn.

    Raise Irregular if they are impossible or too many, and the errors of
    ``engine.decide``.
    """
    chance = GivenChance(dice, draws, spare)
    decision = engine.decide(state, player, command, chance)
    chance.require_used()
    return decision, Outcome(tuple(chance.dice), tuple(chance.draws), 1.0)


def outcomes_of(
    state: GameState, player: int, command: Command, most: int, spare: RandomChance
) -> Outcomes:
    """
    Return what can happen after a command, with probabilities that add up to 1.

    If that is more than ``most``, return as many random outcomes, each as probable as
    the others. Raise the errors of ``engine.decide``.
    """
    found: list[Outcome] = []
    for outcome in _outcomes(state, player, command):
        found.append(outcome)
        if len(found) > most:
            drawn = [play_given(state, player, command, spare)[1] for _ in range(most)]
            even = tuple(Outcome(one.dice, one.draws, 1 / most) for one in drawn)
            return Outcomes(even, is_complete=False)
    return Outcomes(tuple(found), is_complete=True)


class _Branch(Struct, frozen=True):
    """Draws so far: the dice with their roll, the cards, and their probability."""

    rolled: tuple[tuple[str, int], ...] = ()
    draws: tuple[int, ...] = ()
    probability: float = 1.0


def _outcomes(state: GameState, player: int, command: Command) -> Iterator[Outcome]:
    left = [_Branch()]
    while left:
        branch = left.pop()
        dice = tuple(die for _, die in branch.rolled)
        try:
            engine.decide(state, player, command, GivenChance(dice, branch.draws))
        except TooFewDraws as missing:
            left += reversed(list(_continued(branch, missing)))
            continue
        orders = 1
        for roll in {roll for roll, _ in branch.rolled}:
            faces = [die for own, die in branch.rolled if own == roll]
            orders *= factorial(len(faces))
            for count in Counter(faces).values():
                orders //= factorial(count)
        yield Outcome(dice, branch.draws, branch.probability * orders)


def _continued(branch: _Branch, missing: TooFewDraws) -> Iterator[_Branch]:
    part = branch.probability / len(missing.options)
    if not missing.roll:
        for item in missing.options:
            yield _Branch(branch.rolled, (*branch.draws, item), part)
        return
    last = max((die for roll, die in branch.rolled if roll == missing.roll), default=1)
    for face in range(last, 7):
        rolled = (*branch.rolled, (missing.roll, face))
        yield _Branch(rolled, branch.draws, part)
