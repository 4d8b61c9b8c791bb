"""The sealed seed of a game: whether it fits the commitment, and what it gives."""

from collections.abc import Iterator, Sequence

from stoneage_core import events as e
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.chance import LoadedChance, SealedChance, commitment
from stoneage_core.events import Event, GameCreated, SeedRevealed
from stoneage_core.staff_events import StaffActed


class CountingChance:
    """The chance of a finished game; counts what was drawn again."""

    def __init__(self, seed: bytes) -> None:
        self._sealed = SealedChance(seed)
        self.drawn = 0

    def roll(self, label: str) -> int:
        self.drawn += 1
        return self._sealed.roll(label)

    def pick(self, items: Sequence[int], label: str) -> int:
        self.drawn += 1
        return self._sealed.pick(items, label)

    def reveal(self) -> str:
        return self._sealed.reveal()


class RecordedChance(LoadedChance):
    """
    Chance that says what the record says, draw by draw, where no seed is known.

    What cannot be drawn is never given, so that it is found where it stands.
    """

    #: How many draws were checked against a seed.
    drawn = 0

    def __init__(self, events: Sequence[Event]) -> None:
        at = _revealed_at(events)
        super().__init__(_dice(events), _picks(events), _seed_at(events, at))

    def roll(self, label: str) -> int:
        die = next(self._dice, 1)
        return die if die in range(1, 7) else 1

    def pick(self, items: Sequence[int], label: str) -> int:
        drawn = super().pick(items, label)
        return drawn if drawn in items else items[0]


def _dice(events: Sequence[Event]) -> Iterator[int]:
    for event in events:
        if isinstance(event, e.DiceRolled | e.DiceForAllRolled):
            yield from event.dice


def _picks(events: Sequence[Event]) -> Iterator[int]:
    for event in events:
        match event:
            case e.CardRevealed(card=drawn) | e.CardDrawn(card=drawn):
                yield drawn
            case e.BuildingRevealed(building=drawn):
                yield drawn
            case e.GameStarted(start_player=drawn) if _is_drawn(events[0]):
                yield drawn


def _is_drawn(created: Event) -> bool:
    """Whether the start player was drawn, not chosen by the host."""
    return isinstance(created, GameCreated) and created.first_player is None


def check_seed(events: Sequence[Event], seed: bytes | None) -> None:
    """Raise Wrong if the seed revealed, or kept secret, is not the one sealed."""
    created, revealed = events[0], _revealed_at(events)
    if not isinstance(created, GameCreated):
        raise Wrong(1, "the record does not begin with the creation of a game")
    if revealed and not _fits(_bytes_of(_seed_at(events, revealed)), created):
        raise Wrong(revealed, "the seed is not the one that was sealed")
    if seed is not None and not _fits(seed, created):
        raise Wrong(WHOLE, "the secret seed is not the one that was sealed")
    for sequence, event in enumerate(events[revealed:] if revealed else (), 1):
        if not isinstance(event, StaffActed):  # who may note something for ever
            raise Wrong(revealed + sequence, "the game was over before that")


def _revealed_at(events: Sequence[Event]) -> int:
    """Return the sequence of the event that reveals the seed, or 0."""
    numbered = enumerate(events, start=1)
    return next((at for at, event in numbered if isinstance(event, SeedRevealed)), 0)


def _seed_at(events: Sequence[Event], sequence: int) -> str:
    revealed = events[sequence - 1]
    return revealed.seed if isinstance(revealed, SeedRevealed) else ""


def _bytes_of(seed: str) -> bytes | None:
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return None


def _fits(seed: bytes | None, created: GameCreated) -> bool:
    return seed is not None and commitment(seed) == created.commitment


def chance_of(
    events: Sequence[Event], seed: bytes | None
) -> CountingChance | RecordedChance:
    """
    Return the chance of a game whose seed is known, or else what the record says.

    So it does where the seed is a wrong one, which is found for itself.
    """
    created, revealed = events[0], _revealed_at(events)
    if revealed:
        seed = _bytes_of(_seed_at(events, revealed))
    if seed is not None and isinstance(created, GameCreated) and _fits(seed, created):
        return CountingChance(seed)
    return RecordedChance(events)
