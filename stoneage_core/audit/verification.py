"""All checks of a record, in one call."""

from collections.abc import Callable, Sequence
from functools import partial

from stoneage_core import chain
from stoneage_core.audit.decisions import decide_again
from stoneage_core.audit.entries import Entry, read
from stoneage_core.audit.proceedings import Proceedings
from stoneage_core.audit.recorded import RecordedChance
from stoneage_core.audit.verdict import Finding, Verdict, Wrong
from stoneage_core.chance import SealedChance, commitment
from stoneage_core.events import Event, GameCreated, SeedRevealed
from stoneage_core.rules.setup import RULES_VERSION


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


#: So many digits of a hash tell it from all others of a game.
FEWEST_DIGITS = 8


def verify(text: str, head: str | None = None) -> Verdict:
    """
    Check the record of a game, running or finished, and return what was found.

    That the chain holds, that every event came of a legal decision, that the seed fits
    the commitment and every die and card fits the seed, and that the conduct around the
    play was in order. While the game runs its dice are taken as they are recorded.
    ``head`` is the hash at the foot of some mail, or its first digits: it has to be one
    of the chain.
    """
    try:
        entries = read(text)
    except Wrong as wrong:
        return Verdict("", 0, "", False, 0, wrong.finding)
    checks = (_check_chain, _check_play, partial(_check_witness, head=head))
    findings = [_first(check, entries) for check in checks]
    game, events = _name(entries), len(entries)
    is_over = entries[-1].type == "SeedRevealed"
    dice = sum(each for each in findings if isinstance(each, int))
    wrong_at = [each for each in findings if isinstance(each, Finding)]
    finding = min(wrong_at, key=lambda each: each.sequence, default=None)
    witnessed = _event_with(entries, head)
    return Verdict(game, events, entries[-1].hash, is_over, dice, finding, witnessed)


def _event_with(entries: Sequence[Entry], head: str | None) -> int | None:
    """Return the sequence of the event with a hash that begins so, if there is one."""
    if head is None or len(head) < FEWEST_DIGITS:
        return None
    wanted = head.lower()
    found = (entry.sequence for entry in entries if entry.hash.startswith(wanted))
    return next(found, None)


def _check_witness(entries: Sequence[Entry], *, head: str | None) -> int:
    if head is not None and _event_with(entries, head) is None:
        raise Wrong(len(entries), "no event of this record has the hash you gave")
    return 0


def _first(
    check: Callable[[Sequence[Entry]], int], entries: Sequence[Entry]
) -> Finding | int:
    try:
        return check(entries)
    except Wrong as wrong:
        return wrong.finding


def _name(entries: Sequence[Entry]) -> str:
    first = entries[0].decoded()
    return first.game if isinstance(first, GameCreated) else ""


def _check_chain(entries: Sequence[Entry]) -> int:
    """Raise Wrong at the first event whose hash is not that of what it says."""
    game, previous = _name(entries), chain.GENESIS
    for entry in entries:
        previous = chain.link(previous, game, entry.form())
        if previous != entry.hash:
            raise Wrong(entry.sequence, "the hash does not fit the event")
    return 0


def _check_play(entries: Sequence[Entry]) -> int:
    """Decide everything again; return how many dice and draws were checked."""
    events = [entry.decoded() for entry in entries]
    _require_known_rules(entries)
    chance = _chance_of(events)
    proceedings = Proceedings(entries, events)
    decide_again(entries, events, chance, proceedings.watch)
    return chance.drawn


def _require_known_rules(entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.rules_version != RULES_VERSION:
            english = "it was played by rules version {version}, not known here"
            raise Wrong(entry.sequence, english, version=entry.rules_version)


def _chance_of(events: Sequence[Event]) -> CountingChance | RecordedChance:
    """Return the sealed chance of a finished game, if its seed is what was sealed."""
    created, last = events[0], events[-1]
    if not isinstance(created, GameCreated):
        raise Wrong(1, "the record does not begin with the creation of a game")
    if not isinstance(last, SeedRevealed):
        return RecordedChance(events)
    try:
        seed = bytes.fromhex(last.seed)
    except ValueError:
        raise Wrong(len(events), "the seed is not hexadecimal") from None
    if commitment(seed) != created.commitment:
        raise Wrong(len(events), "the seed is not the one that was sealed")
    return CountingChance(seed)
