"""All checks of a record, in one call."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import inf

from stoneage_core import chain
from stoneage_core.audit.acts import check_acts
from stoneage_core.audit.decisions import decide_again
from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.ladder import Ladder
from stoneage_core.audit.origins import Origins
from stoneage_core.audit.plainness import check_plain
from stoneage_core.audit.proceedings import Proceedings
from stoneage_core.audit.recorded import RecordedChance
from stoneage_core.audit.standstills import Standstills
from stoneage_core.audit.times import Times
from stoneage_core.audit.verdict import WHOLE, Finding, Verdict, Wrong
from stoneage_core.chance import SealedChance, commitment
from stoneage_core.events import Event, GameCreated, SeedRevealed
from stoneage_core.phrases import Phrase
from stoneage_core.rules.setup import RULES_VERSION
from stoneage_core.state import GameState


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


#: So many digits of a hash no one finds again by trying.
FEWEST_DIGITS = 16

#: All that is checked of a game beside its moves.
_WATCHERS = (Origins, Ladder, Times, Proceedings, Standstills)

#: Wrong about the record as a whole: another one than the hash was taken from.
_NOT_WITNESSED = Finding(
    WHOLE, Phrase("audit.head", "no event of this record has the hash you gave")
)


def verify(text: str, head: str | None = None, event: int | None = None) -> Verdict:
    """
    Check the record of a game, running or finished, and return what was found.

    That the chain holds, that every event came of a legal decision, that the seed fits
    the commitment and every die and card fits the seed, and that the conduct around the
    play was in order. While the game runs its dice are taken as they are recorded.
    ``head`` is the hash at the foot of some mail, or its first digits: it has to be one
    of the chain, and that of the event with the number ``event`` if one is given.
    """
    entries, unreadable = _read(text)
    late: list[int] = []
    checks = (_check_chain,) if unreadable else (*_CHECKS, partial(_check_play, late))
    findings = [_first(check, entries) for check in checks] + [unreadable]
    found = [each for each in findings if isinstance(each, Finding)]
    witnessed = _event_with(entries, head)
    acts = _first(lambda entries: check_acts(text, _name(entries), entries), entries)
    if isinstance(acts, Finding):
        found.append(acts)
    if witnessed is not None and event not in (None, witnessed):
        found.append(_elsewhere(witnessed))
    if head is not None and witnessed is None:
        found.append(_NOT_WITNESSED)
    return Verdict(
        game=_name(entries),
        events=len(entries),
        head=entries[-1].hash if entries else "",
        is_over=any(entry.type == "SeedRevealed" for entry in entries),
        dice=sum(each for each in findings if isinstance(each, int)),
        finding=min(found, key=_place, default=None),
        witnessed=witnessed,
        acts=acts if isinstance(acts, int) else 0,
        late=tuple(late),
    )


def _elsewhere(witnessed: int) -> Finding:
    english = "the hash you gave is that of event {event}, not of the one you named"
    return Finding(WHOLE, Phrase("audit.elsewhere", english, {"event": witnessed}))


def _read(text: str) -> tuple[list[Entry], Finding | None]:
    """Return the entries up to the first line that is none, and what is wrong there."""
    entries: list[Entry] = []
    try:
        entries.extend(entries_of(text))
    except Wrong as wrong:
        return entries, wrong.finding
    return entries, None


def _place(finding: Finding) -> float:
    """What is wrong at an event tells more than what is wrong as a whole."""
    return finding.sequence or inf


def _event_with(entries: Sequence[Entry], head: str | None) -> int | None:
    """Return the sequence of the event with a hash that begins so, if there is one."""
    if head is None or len(head) < FEWEST_DIGITS:
        return None
    wanted = head.lower()
    found = (entry.sequence for entry in entries if entry.hash.startswith(wanted))
    return next(found, None)


def _first(
    check: Callable[[Sequence[Entry]], int], entries: Sequence[Entry]
) -> Finding | int:
    try:
        return check(entries)
    except Wrong as wrong:
        return wrong.finding


def _name(entries: Sequence[Entry]) -> str:
    with suppress(Wrong, IndexError):
        first = entries[0].decoded()
        return first.game if isinstance(first, GameCreated) else ""
    return ""


def _check_chain(entries: Sequence[Entry]) -> int:
    """Raise Wrong at the first event whose hash is not that of what it says."""
    game, previous = _name(entries), chain.GENESIS
    for entry in entries:
        previous = chain.link(previous, game, entry.form())
        if previous != entry.hash:
            raise Wrong(entry.sequence, "the hash does not fit the event")
    return 0


def _check_seed(entries: Sequence[Entry]) -> int:
    """Raise Wrong if the seed that was revealed is not the one that was sealed."""
    created, last = entries[0].decoded(), entries[-1].decoded()
    if not isinstance(created, GameCreated):
        raise Wrong(1, "the record does not begin with the creation of a game")
    if isinstance(last, SeedRevealed) and not _fits(last, created):
        raise Wrong(len(entries), "the seed is not the one that was sealed")
    for entry, following in pairwise(entries):
        if entry.type == "SeedRevealed":
            raise Wrong(following.sequence, "the game was over before that")
    return 0


def _fits(revealed: SeedRevealed, created: GameCreated) -> bool:
    try:
        return commitment(bytes.fromhex(revealed.seed)) == created.commitment
    except ValueError:
        return False


def _check_play(late: list[int], entries: Sequence[Entry]) -> int:
    """
    Decide everything again; return how many dice and draws were checked.

    Note in ``late`` which decisions came after the bare time for them.
    """
    events = [entry.decoded() for entry in entries]
    _require_known_rules(entries)
    chance = _chance_of(events)
    watchers = [each(entries, events) for each in _WATCHERS]

    def watch(before: GameState, at: int, after: GameState) -> None:
        for watcher in watchers:
            watcher.watch(before, at, after)

    state = decide_again(entries, events, chance, watch)
    for watcher in watchers:
        watcher.finish(state)
        late += watcher.late if isinstance(watcher, Times) else ()
    return chance.drawn


#: What is checked of a record that can be read before its play is decided again.
_CHECKS = (_check_chain, _check_seed, check_plain)


def _require_known_rules(entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.rules_version != RULES_VERSION:
            english = "it was played by rules version {version}, not known here"
            raise Wrong(entry.sequence, english, version=entry.rules_version)


def _chance_of(events: Sequence[Event]) -> CountingChance | RecordedChance:
    """Return the chance of a finished game, or what the record says of a running one.

    So it does where the seed is a wrong one, which is found for itself.
    """
    created, last = events[0], events[-1]
    if (
        isinstance(created, GameCreated)
        and isinstance(last, SeedRevealed)
        and _fits(last, created)
    ):
        return CountingChance(bytes.fromhex(last.seed))
    return RecordedChance(events)
