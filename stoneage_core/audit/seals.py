"""The sealed seeds of a game: checks them, and draws from them again.

A game has one seed, and a new one after each restore of the service.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from stoneage_core.audit.draws import drawn_by, start_is_drawn
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.chance import LoadedChance, SealedChance, commitment
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.service import GameRestored
from stoneage_core.events.setup import GameCreated
from stoneage_core.events.staff import StaffActed


class CountingChance(SealedChance):
    drawn = 0

    def roll(self, label: str) -> int:
        self.drawn += 1
        return super().roll(label)

    def pick(self, items: Sequence[int], label: str) -> int:
        self.drawn += 1
        return super().pick(items, label)


class RecordedChance(LoadedChance):
    """
    A chance that repeats the recorded draws of ``events``; used if no seed is known.

    It never returns an impossible draw. The decision then differs from the record, and
    the wrong event is found. ``draws_start`` says whether the start player was drawn;
    ``seed`` is what ``reveal`` returns.
    """

    #: No draw is checked against a seed.
    drawn = 0

    def __init__(
        self, events: Sequence[Event], *, draws_start: bool, seed: str
    ) -> None:
        dice: list[int] = []
        picks: list[int] = []
        for event in events:
            drawn = drawn_by(event, draws_start=draws_start)
            dice += drawn.dice
            picks += drawn.picks
        super().__init__(dice, picks, seed)

    def roll(self, label: str) -> int:
        die = next(self._dice, 1)
        return die if die in range(1, 7) else 1

    def pick(self, items: Sequence[int], label: str) -> int:
        drawn = super().pick(items, label)
        return drawn if drawn in items else items[0]


class Seals:
    """
    The chance for each decision of a game: its seed, or else the recorded draws.

    The recorded draws are used if the seed is unknown, or if it does not match its
    commitment; ``check_seed`` reports the latter. ``seed`` is the current secret seed,
    if it is given.
    """

    def __init__(self, events: Sequence[Event], seed: bytes | None) -> None:
        start = 0
        #: The sequence of the last event of each period, and the chance of the period.
        self._ends: list[int] = []
        self._chances: list[CountingChance | RecordedChance] = []
        for sealed, end, revealed in seed_periods(events):
            known = _bytes_of(revealed) if revealed or end else seed
            chance: CountingChance | RecordedChance
            if known is not None and self.fits(known, sealed):
                chance = CountingChance(known)
            else:
                chance = RecordedChance(
                    events[start:end],
                    draws_start=start_is_drawn(events[0]),
                    seed=revealed,
                )
            start = end or len(events)
            self._ends.append(start)
            self._chances.append(chance)

    @staticmethod
    def fits(seed: bytes, sealed: str) -> bool:
        return commitment(seed) == sealed

    @property
    def drawn(self) -> int:
        """How many dice and draws were checked against a seed."""
        return sum(chance.drawn for chance in self._chances)

    def chance_at(self, sequence: int) -> CountingChance | RecordedChance:
        """Return the chance of the decision that began with an event."""
        return self._chances[bisect_left(self._ends, sequence)]


def seed_periods(events: Sequence[Event]) -> Iterator[tuple[str, int | None, str]]:
    """
    Yield the commitment, the last event, and the revealed seed or '' of each period.

    A period has one seed. It ends with the restore that replaces the seed, given by its
    sequence, or with the record (None).
    """
    created = events[0]
    sealed = created.commitment if isinstance(created, GameCreated) else ""
    for sequence, event in enumerate(events, start=1):
        if isinstance(event, GameRestored):
            yield sealed, sequence, event.seed
            sealed = event.commitment
    shown = (event.seed for event in events if isinstance(event, SeedRevealed))
    yield sealed, None, next(shown, "")


def check_seed(events: Sequence[Event], seed: bytes | None) -> None:
    """Raise Wrong if a revealed seed, or the given secret one, was not sealed."""
    created, revealed = events[0], _revealed_at(events)
    if not isinstance(created, GameCreated):
        raise Wrong(1, "the record does not begin with the creation of a game")
    for sealed, end, shown in seed_periods(events):
        known = _bytes_of(shown)
        if (shown or end) and not (known and Seals.fits(known, sealed)):
            raise Wrong(end or revealed, "the seed is not the one that was sealed")
        if not end and seed is not None and not Seals.fits(seed, sealed):
            raise Wrong(WHOLE, "the secret seed is not the one that was sealed")
    for sequence, event in enumerate(events[revealed:] if revealed else (), 1):
        if not isinstance(event, StaffActed):  # the staff may still add notes
            raise Wrong(revealed + sequence, "the game was over before that")


def _revealed_at(events: Sequence[Event]) -> int:
    numbered = enumerate(events, start=1)
    return next((at for at, event in numbered if isinstance(event, SeedRevealed)), 0)


def _bytes_of(seed: str) -> bytes | None:
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return None
