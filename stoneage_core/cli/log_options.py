"""
The options of ``verify`` about the site's log.

They check who signed the log, whether it is the log that somebody else saw, and whether
the moments in the record agree with the times of witnesses.
"""

import argparse
from collections.abc import Iterator, Sequence

from stoneage_core.audit import Verdict, read
from stoneage_core.audit.moments import is_after, is_before, write_time
from stoneage_core.audit.verdict import Logged
from stoneage_core.cli.outcomes import Refuted, Unusable, read_text
from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency.checkpoints import (
    Signed,
    TreeHead,
    decode_hash,
    read_tree_head,
    who_signed,
)
from stoneage_core.transparency.merkle import ProofFails
from stoneage_core.transparency.notes import (
    BadNote,
    NoteKey,
    SignedNote,
    parse_vkey,
    read_note,
)
from stoneage_core.transparency.proofs import read_consistency

_NO_LOG = "the record has no log: it was exported before the game was added to one"
_WITHOUT = "The log was not compared with any state of it that somebody else has seen."


def add_log_options(parser: argparse.ArgumentParser) -> None:
    log = parser.add_argument_group("the log of the site")
    log.add_argument(
        "--key",
        action="append",
        default=[],
        type=_key,
        metavar="VKEY",
        help="a key that must have signed the log: its own, or a witness's",
    )
    kept = log.add_mutually_exclusive_group()
    kept.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="a state of the log that somebody kept: is it the same log?",
    )
    kept.add_argument(
        "--tree",
        nargs=2,
        metavar=("SIZE", "ROOT"),
        help="the same, from the header X-Log-Tree of an email",
    )
    log.add_argument(
        "--consistency",
        metavar="FILE",
        help="the site's proof that the larger of the two states extends the smaller",
    )


def log_report(options: argparse.Namespace, text: str, verdict: Verdict) -> str:
    """Return the report; raise Refuted for a wrong log, Unusable for bad options."""
    is_compared = bool(options.checkpoint or options.tree)
    if options.consistency and not is_compared:
        raise Unusable("--consistency needs --checkpoint or --tree")
    if verdict.logged is None:
        if is_compared or options.key:
            raise Unusable(_NO_LOG)
        return ""
    signed = _signatures(verdict.logged.proof.checkpoint, options.key)
    lines = [*_report_signatures(signed)]
    seen = _times_of(signed)
    lines += _check_moments(text, verdict.logged, seen)
    lines += _compare(options, text, verdict.logged) if is_compared else [_WITHOUT]
    return "".join(f"{line}\n" for line in lines)


def _wrong(why: object) -> Refuted:
    return Refuted(f"The log of the site is wrong: {why}.\n")


def _signatures(note: SignedNote, keys: Sequence[NoteKey]) -> list[Signed]:
    signed = who_signed(note, keys)
    for each in signed:
        if each.check is SignatureCheck.BAD:
            raise _wrong(f"{each.name} did not sign this state of the log")
    return signed


def _times_of(signed: Sequence[Signed]) -> list[int]:
    """Return the Unix times of the witnesses whose signatures are good."""
    return [
        each.seconds
        for each in signed
        if each.check is SignatureCheck.GOOD and each.seconds is not None
    ]


def _report_signatures(signed: Sequence[Signed]) -> Iterator[str]:
    if not signed:
        yield "The signatures of the log were not checked: give the keys, --key."
    for each in signed:
        if each.check is SignatureCheck.LIBRARY_MISSING:
            yield f"Not checked, as the library cryptography is missing: {each.name}."
        elif each.seconds is None:
            yield f"Signed by {each.name}."
        else:
            yield f"Signed by {each.name}, at {write_time(each.seconds)}."


def _check_moments(text: str, logged: Logged, seen: Sequence[int]) -> Iterator[str]:
    """Raise Refuted if an event is later than a witness's signature on it."""
    if not seen:
        return
    first = min(seen)
    for entry in read(text)[: logged.upto]:
        if is_after(entry.recorded_at, first):
            raise _wrong(
                f"event {entry.sequence} has the time {entry.recorded_at}, but the "
                f"log had it by {write_time(first)}"
            )
    yield f"All up to event {logged.upto} was there by {write_time(first)}."


def _compare(options: argparse.Namespace, text: str, logged: Logged) -> Iterator[str]:
    """Compare the log with a kept state; raise Refuted, or Unusable without proof."""
    ours = read_tree_head(logged.proof.checkpoint)
    signed: Sequence[Signed] = ()
    if options.tree:
        theirs = _tree(ours.origin, *options.tree)
    else:
        note, theirs = _checkpoint(options.checkpoint)
        signed = who_signed(note, options.key)
    if ours.origin != theirs.origin:
        raise _wrong(
            f"the record is in {ours.origin}, and what you kept is of "
            f"{theirs.origin}: a log that ended, or one of another site"
        )
    older, newer = sorted((ours, theirs), key=lambda head: head.size)
    _require_growth(options, older, newer)
    yield f"It is the log whose {theirs.size} entries you, or somebody else, saw."
    if logged.proof.leaf_index >= theirs.size:
        yield from _report_late(text, logged, _times_of(signed))


def _tree(origin: str, size: str, root: str) -> TreeHead:
    if not size.isascii() or not size.isdigit():
        raise Unusable(f"“{size}” is not a number of entries")
    try:
        return TreeHead(origin, int(size), decode_hash(root))
    except BadNote as error:
        raise Unusable(f"--tree: {error}") from error


def _checkpoint(file: str) -> tuple[SignedNote, TreeHead]:
    try:
        note = read_note(read_text(file))
        return note, read_tree_head(note)
    except BadNote as error:
        raise Unusable(f"{file}: {error}") from error


def _require_growth(
    options: argparse.Namespace, older: TreeHead, newer: TreeHead
) -> None:
    """Raise Refuted if the newer state does not extend the older, or Unusable."""
    if older.size == newer.size:
        if older != newer:
            raise _wrong("it has two roots for the same size")
        return
    if not options.consistency:
        path = f"{older.origin}/consistency/{older.size}/{newer.size}"
        raise Unusable(f"--consistency is needed: the proof at https://{path}")
    try:
        found = read_consistency(read_text(options.consistency)).check(older)
    except BadNote as error:
        raise Unusable(f"{options.consistency}: {error}") from error
    except ProofFails as error:
        raise _wrong(error) from error
    if found != newer:
        raise _wrong("the proof leads to another state of the log than yours")


def _report_late(text: str, logged: Logged, seen: Sequence[int]) -> Iterator[str]:
    """Yield the events that are older than a witness's state without them."""
    if not seen:
        return
    last = max(seen)
    entries = read(text)[logged.since - 1 : logged.upto]
    late = [each.sequence for each in entries if is_before(each.recorded_at, last)]
    if late:
        yield f"Events {late[0]} to {late[-1]} have times before that state of the log,"
        yield f"of {write_time(last)}, but were not in it: they were added late, or"
        yield "their times are wrong."


def _key(text: str) -> NoteKey:
    try:
        return parse_vkey(text)
    except BadNote as error:
        raise argparse.ArgumentTypeError(str(error)) from error
