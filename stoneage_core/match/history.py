"""The history of a game: its steps, and the game after each; for going back."""

from collections.abc import Callable

from stoneage_core.events.catalogue import Return
from stoneage_core.match.state import Match, MatchStep


class History:
    """
    The steps of a game, and the game after each of them.

    Lookups are by the sequence of an event. They raise LookupError if no step begins or
    ends there.
    """

    def __init__(self) -> None:
        self._matches: dict[int, Match] = {}
        self._steps: dict[int, MatchStep] = {}
        self._returns: list[tuple[int, int]] = []

    def note(self, before: Match, step: MatchStep, after: Match) -> None:
        """Add a step, with the game before and after it."""
        self._steps[before.board.version + 1] = step
        self._matches[after.board.version] = after
        first = step.events[0]
        if isinstance(first, Return):
            self._returns.append((after.board.version, first.sequence))

    def match_after(self, sequence: int) -> Match:
        """Return the game after the step that ended with an event."""
        return self._matches[sequence]

    def step_from(self, sequence: int) -> MatchStep:
        return self._steps[sequence]

    def is_taken_back(self, sequence: int) -> bool:
        return any(at > sequence > back_to for at, back_to in self._returns)


#: Loads the history of a game; few decisions need it.
Past = Callable[[], History]
