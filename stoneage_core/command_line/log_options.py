"""
What ``verify`` says of the log of a site, if it is asked: who signed it, does it hold
what somebody else saw, and are the moments of the record those of then.
"""

import argparse
from collections.abc import Iterator, Sequence

from stoneage_core.audit import Verdict, read
from stoneage_core.audit.moments import is_after, is_before, write_time
from stoneage_core.audit.verdict import Logged
from stoneage_core.command_line.outcomes import Refuted, Unusable, read_text
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

_NO_LOG = "the record tells of no log: it was exported before the game came into one"
_WITHOUT = "The log was not compared with any state of it that somebody else has seen."


def add_log_options(parser: argparse.ArgumentParser) -> None:
    """Declare what is asked of the log of a site."""
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
        help="the same, from the foot of an email",
    )
    log.add_argument(
        "--consistency",
        metavar="FILE",
        help="the site's proof that the smaller of the two states grew into the other",
    )


def tell_log(options: argparse.Namespace, text: str, verdict: Verdict) -> str:
    """Return what is to be said of the log; raise Refuted, or Unusable."""
    is_compared = bool(options.checkpoint or options.tree)
    if options.consistency and not is_compared:
        raise Unusable("--consistency needs --checkpoint or --tree")
    if verdict.logged is None:
        if is_compared or options.key:
            raise Unusable(_NO_LOG)
        return ""
    signed = _signatures(verdict.logged.proof.checkpoint, options.key)
    lines = [*_tell_signatures(signed)]
    seen = _times_of(signed)
    lines += _tell_moments(text, verdict.logged, seen)
    lines += _compare(options, text, verdict.logged) if is_compared else [_WITHOUT]
    return "".join(f"{line}\n" for line in lines)


def _wrong(why: object) -> Refuted:
    """Return what is raised where the log itself is wrong."""
    return Refuted(f"The log of the site is wrong: {why}.\n")


def _signatures(note: SignedNote, keys: Sequence[NoteKey]) -> list[Signed]:
    """Return who signed a checkpoint; raise Refuted where one did not."""
    signed = who_signed(note, keys)
    for each in signed:
        if each.check is SignatureCheck.BAD:
            raise _wrong(f"{each.name} did not sign this state of the log")
    return signed


def _times_of(signed: Sequence[Signed]) -> list[int]:
    """Return when those signed who say so, as far as their signatures were checked."""
    return [
        each.seconds
        for each in signed
        if each.check is SignatureCheck.GOOD and each.seconds is not None
    ]


def _tell_signatures(signed: Sequence[Signed]) -> Iterator[str]:
    if not signed:
        yield "Who signed the log was not checked: give keys of those who did, --key."
    for each in signed:
        if each.check is SignatureCheck.LIBRARY_MISSING:
            yield f"Not checked, for the library cryptography is missing: {each.name}."
        elif each.seconds is None:
            yield f"Signed by {each.name}."
        else:
            yield f"Signed by {each.name}, at {write_time(each.seconds)}."


def _tell_moments(text: str, logged: Logged, seen: Sequence[int]) -> Iterator[str]:
    """Raise Refuted where an event is later than when somebody saw the log hold it."""
    if not seen:
        return
    first = min(seen)
    for entry in read(text)[: logged.upto]:
        if is_after(entry.recorded_at, first):
            raise _wrong(
                f"event {entry.sequence} is said to be of {entry.recorded_at}, and "
                f"the log held it by {write_time(first)}"
            )
    yield f"All up to event {logged.upto} was there by {write_time(first)}."


def _compare(options: argparse.Namespace, text: str, logged: Logged) -> Iterator[str]:
    """Compare the log of a record with what somebody saw; raise Refuted, Unusable."""
    ours = read_tree_head(logged.proof.checkpoint)
    signed: Sequence[Signed] = ()
    if options.tree:
        theirs = _tree(ours.origin, *options.tree)
    else:
        note, theirs = _checkpoint(options.checkpoint)
        signed = who_signed(note, options.key)
    if ours.origin != theirs.origin:
        raise _wrong(
            f"the record stands in {ours.origin}, and what you kept is of "
            f"{theirs.origin}: a log that ended, or one of another site"
        )
    older, newer = sorted((ours, theirs), key=lambda head: head.size)
    _require_growth(options, older, newer)
    yield f"It is the log whose {theirs.size} entries you, or somebody else, saw."
    if logged.proof.leaf_index >= theirs.size:
        yield from _tell_late(text, logged, _times_of(signed))


def _tree(origin: str, size: str, root: str) -> TreeHead:
    """Return a state of a log as a mail quotes it; raise Unusable where it is none."""
    if not size.isascii() or not size.isdigit():
        raise Unusable(f"{size!r} is no number of entries")
    try:
        return TreeHead(origin, int(size), decode_hash(root))
    except BadNote as error:
        raise Unusable(f"--tree: {error}") from error


def _checkpoint(file: str) -> tuple[SignedNote, TreeHead]:
    """Return a state of a log that somebody kept; raise Unusable where it is none."""
    try:
        note = read_note(read_text(file))
        return note, read_tree_head(note)
    except BadNote as error:
        raise Unusable(f"{file}: {error}") from error


def _require_growth(
    options: argparse.Namespace, older: TreeHead, newer: TreeHead
) -> None:
    """Raise Refuted where the one did not grow into the other, or Unusable."""
    if older.size == newer.size:
        if older != newer:
            raise _wrong("it shows two faces: one size, and two roots")
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
        raise _wrong("the proof leads to another state of the log: it shows two faces")


def _tell_late(text: str, logged: Logged, seen: Sequence[int]) -> Iterator[str]:
    """Say which events came late into the log: a witness saw it without them."""
    if not seen:
        return
    last = max(seen)
    entries = read(text)[logged.since - 1 : logged.upto]
    late = [each.sequence for each in entries if is_before(each.recorded_at, last)]
    if late:
        yield f"Events {late[0]} to {late[-1]} are said to be older than that state of"
        yield f"the log, of {write_time(last)}, and were not in it: they came late,"
        yield "or their moments were shifted."


def _key(text: str) -> NoteKey:
    try:
        return parse_vkey(text)
    except BadNote as error:
        raise argparse.ArgumentTypeError(str(error)) from error
