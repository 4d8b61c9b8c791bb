"""The history of a game, step by step, as going back to a position needs it."""

from collections.abc import Callable

from stoneage_core.events.catalogue import Return
from stoneage_core.match.state import Match, MatchStep


class History:
    """
    The steps of a game, and the game as it was after each of them.

    It is asked by the sequence of an event; LookupError where no step ends or begins.
    """

    def __init__(self) -> None:
        self._matches: dict[int, Match] = {}
        self._steps: dict[int, MatchStep] = {}
        self._returns: list[tuple[int, int]] = []

    def note(self, before: Match, step: MatchStep, after: Match) -> None:
        """Add a step."""
        self._steps[before.board.version + 1] = step
        self._matches[after.board.version] = after
        first = step.events[0]
        if isinstance(first, Return):
            self._returns.append((after.board.version, first.sequence))

    def match_after(self, sequence: int) -> Match:
        """Return the game as it was after an event."""
        return self._matches[sequence]

    def step_from(self, sequence: int) -> MatchStep:
        """Return the step that began with an event."""
        return self._steps[sequence]

    def is_taken_back(self, sequence: int) -> bool:
        """Whether the game went back, later, to before an event."""
        return any(at > sequence > back_to for at, back_to in self._returns)


#: Reads the history of a game, for those who need it.
Past = Callable[[], History]
