"""A verdict in words, for the command line."""

from collections.abc import Iterator, Sequence

from stoneage_core.audit.verdict import (
    BeaconRounds,
    MailedDecisions,
    Verdict,
)
from stoneage_core.transparency.checkpoints import read_tree_head

#: How many late decisions are told one by one.
MOST_TOLD = 20


def in_words(verdict: Verdict) -> str:
    """Say what was checked and what was found, a line each."""
    return "\n".join(map(_printable, _lines(verdict)))


def _printable(line: str) -> str:
    """Return a line without control characters, which a record may hold."""
    return "".join(each if each.isprintable() else "�" for each in line)


def _lines(verdict: Verdict) -> Iterator[str]:
    if verdict.finding is not None:
        sequence, reason = verdict.finding
        wrong = f"Event {sequence}" if sequence else "The record"
        yield f"{wrong} is wrong: {reason}"
        return
    yield f"Game {verdict.game}: {verdict.events} events, all in order."
    yield f"The chain of hashes holds; it ends in {verdict.head}."
    yield "Every event came of a legal decision, and none was left out."
    yield from _dice(verdict)
    yield from _strength(verdict)
    if verdict.origin is not None:
        game, event = verdict.origin.game, verdict.origin.sequence
        yield f"It is said to go on from event {event} of game {game}, whose record can"
        yield "show it: --origin FILE."
    yield from _mailed(verdict.mailed)
    if verdict.redrawn:
        yield f"Went back over dice, which were drawn anew: {_told(verdict.redrawn)}."
    if verdict.late:
        yield f"Decided after their time was over: {_told(verdict.late)}."
        yield "The service saw it later, or it is a favour."
    if verdict.outages:
        yield f"Outages, in which no clock ran: {_told(verdict.outages)}."
        yield "They are the service’s word: other records of those days tell the same."
    if verdict.restored:
        told = _told(verdict.restored)
        yield f"Restored from a back-up, and sealed by other seeds since: {told}."
        yield "What had come before that and is lost is the service’s word, too."
    if verdict.acts:
        yield _acts(verdict.acts, verdict.without_reason)
    yield from _places_of_hashes(verdict)


def _dice(verdict: Verdict) -> Iterator[str]:
    """Say how far the dice could be checked."""
    if verdict.is_over:
        yield "The seed is the one that was sealed before the first move."
        yield f"All {verdict.dice} dice and draws follow from it; so do the scores."
    elif verdict.is_cancelled:
        yield "It was called off before it began, so nothing was ever drawn."
    elif verdict.is_overdue:
        yield f"It is overdue: it had to go on by {verdict.due_by}, and did not."
        yield "Whoever keeps it withholds its end, and with it the proof of its dice."
    else:
        yield "The game may go on: its dice can be checked once the seed is revealed."
        if verdict.due_by:
            yield f"It has to go on by {verdict.due_by}; a week later it is overdue."


def _strength(verdict: Verdict) -> Iterator[str]:
    """Say who could have known the dice, and whether anybody could have chosen them."""
    rounds = verdict.beacon_rounds
    if verdict.is_cancelled:
        return
    if rounds is None:
        yield "No public beacon is used: the service knows all dice from the beginning,"
        yield "and may have tried many seeds before it sealed this one."
    elif any(rounds):
        yield from _beacon(rounds)


def _beacon(rounds: BeaconRounds) -> Iterator[str]:
    """Say what the dice owe to a public beacon, and how sure that is."""
    taken = len(rounds.checked) + len(rounds.unchecked)
    yield f"Its dice took rounds of a public beacon, {taken} in all. If the moments in"
    yield "the record are true, each was named before anybody could know it. The record"
    yield "does not prove them: the service writes them and may have waited to choose."
    if rounds.unchecked:
        yield "Their signatures were not checked: the library pyblst is missing here."
    else:
        yield "Every one was signed by the beacon’s organizations."
    if rounds.missed:
        yield f"The beacon could not be had, says the service: {_told(rounds.missed)}."
        yield "What was drawn then comes from the sealed seed alone, which it knew."


def _mailed(mailed: MailedDecisions) -> Iterator[str]:
    """Say how sure one can be of who decided by mail."""
    if mailed.signed:
        yield f"Decided by mail, signed by the sender’s domain: {_told(mailed.signed)}."
    if mailed.told:
        yield f"Decided by mail, without such a signature: {_told(mailed.told)}."
    if mailed.untold:
        yield f"Decided by mails that the record does not tell: {_told(mailed.untold)}."


def _places_of_hashes(verdict: Verdict) -> Iterator[str]:
    """Say where else the game's hashes stand: in the log of its site, in a mail."""
    if verdict.logged is not None:
        logged = verdict.logged
        head = read_tree_head(logged.proof.checkpoint)
        number = logged.proof.leaf_index + 1
        yield f"Up to event {logged.upto} it is entry {number} of {head.size} in the"
        yield f"log {head.origin}, whose entries all tell the same of it."
    if verdict.witnessed is not None:
        yield f"The hash you gave is that of event {verdict.witnessed}."


def _acts(acts: Sequence[int], without_reason: Sequence[int]) -> str:
    done = "once" if len(acts) == 1 else f"{len(acts)} times"
    if not without_reason:
        return f"The staff acted {done}, for the reasons that the record tells."
    lack = "the record does not tell the reason of"
    return f"The staff acted {done}; {lack} {_told(without_reason)}."


def _told(events: Sequence[int]) -> str:
    told = ", ".join(map(str, events[:MOST_TOLD]))
    more = f" and others, {len(events)} in all" if len(events) > MOST_TOLD else ""
    return f"events {told}{more}"
