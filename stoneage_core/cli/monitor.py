"""
``monitor URL``: read the new entries of a site's log, and check that it only grew.

A file keeps what was seen. This is the only part of the engine that uses the network.
"""

import argparse
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from stoneage_core.cli.outcomes import Refuted, Unusable, bytes_of
from stoneage_core.transparency.checkpoints import TreeHead, read_tree_head
from stoneage_core.transparency.monitor import (
    Inconsistent,
    MonitorState,
    follow_log,
    is_signed_by_log,
    require_same_log,
)
from stoneage_core.transparency.notes import BadNote, SignedNote, parse_vkey, read_note
from stoneage_core.transparency.tiles import (
    TILE_WIDTH,
    BadTile,
    read_leaves,
    tiles_of_leaves,
)

#: The limit for a whole run, in seconds. A log that answers byte by byte ends there.
LONGEST_RUN = 600
#: The socket timeout in seconds, and the largest response in bytes.
TIMEOUT, LARGEST_TILE = 20, 1_000_000
DESCRIPTION = (
    "Read the entries that are new in a site's log since the last run, and check that "
    "nothing in it was changed or removed and that no game has two histories. Run it "
    "every hour or so, each time with the same file."
)
EPILOG = (
    "Exit codes: 0 if the log only grew; 1 if it is wrong, and then FILE and "
    "FILE.refused are the proof; 2 if something could not be fetched, read or written: "
    "try again later."
)
_STATES = msgspec.json.Decoder(MonitorState)


def add_monitor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="the site's address")
    parser.add_argument(
        "--state",
        default="monitor.json",
        metavar="FILE",
        help="the file that keeps what you saw, from one run to the next; by default "
        "monitor.json in the current folder",
    )
    parser.add_argument(
        "--log-key",
        default="",
        metavar="VKEY",
        help="the log's key, if you know it; otherwise the first run trusts the key "
        "that the site shows",
    )
    parser.set_defaults(run=_monitor)


def _monitor(options: argparse.Namespace) -> str:
    return run_monitor(
        options.url.rstrip("/"), Path(options.state), vkey=options.log_key
    )


def run_monitor(url: str, path: Path, *, vkey: str = "") -> str:
    """
    Read the new entries of a log, keep what was seen in a file, and return the report.

    Without ``vkey`` the first key that the log shows is trusted. Raise Refuted if the
    log contradicts what was seen: the old state is kept then. Raise Unusable if
    something cannot be fetched, read or written, if the run takes too long, or if
    another run uses the same file.
    """
    with _locked(path), _deadline(LONGEST_RUN):
        before = bytes_of(str(path)) if path.exists() else b""
        try:
            checkpoint = read_note(_fetch(f"{url}/log/checkpoint").decode())
            state = _state(url, path, before, checkpoint, vkey)
            after = _follow(url, path, state, checkpoint)
        except (BadNote, BadTile, UnicodeError) as error:
            raise Unusable(f"{url}: {error}") from error
        if (bytes_of(str(path)) if path.exists() else b"") != before:
            raise Unusable(f"{path} was changed during this run")
        _write(path, msgspec.json.encode(after))
    entries = "1 entry" if after.size == 1 else f"{after.size} entries"
    return (
        f"{after.origin} has {entries}, {after.size - state.size} of them new.\n"
        "It only grew, and no game has two histories.\n"
    )


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    """
    Lock the file of what was seen for a whole run.

    Without the lock, a log could delay one run until the next has ended, and so show
    each of them another history.
    """
    try:
        import fcntl
    except ImportError as error:
        raise Unusable("a monitor needs a system that can lock files") from error
    path = state.with_name(f"{state.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("w")
    except OSError as error:
        raise Unusable(f"cannot write {path}: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Unusable(f"another run holds {path}") from error
        yield


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """Raise Unusable in the main thread if the block takes longer than this."""

    def end(*_: object) -> None:
        raise Unusable(f"the log took more than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _state(
    url: str, path: Path, known: bytes, checkpoint: SignedNote, vkey: str
) -> MonitorState:
    """Return what was seen, or an empty state for the log of the checkpoint."""
    if known:
        try:
            state = _STATES.decode(known)
        except msgspec.MsgspecError as error:
            raise Unusable(f"{path} is not a valid state: {error}") from error
        return msgspec.structs.replace(state, vkey=vkey or state.vkey)
    origin = read_tree_head(checkpoint).origin
    vkey = vkey or _fetch(f"{url}/log/key").decode().split("\n")[0]
    if parse_vkey(vkey).name != origin:
        raise BadNote(f"{vkey} is not a key of {origin}")
    return MonitorState(origin, vkey)


def _follow(
    url: str, path: Path, state: MonitorState, checkpoint: SignedNote
) -> MonitorState:
    """
    Return the state after reading the new entries.

    If the log contradicts the old state, keep its checkpoint in a file and raise
    Refuted.
    """
    try:
        head = require_same_log(state, checkpoint)
        return follow_log(state, checkpoint, _leaves(url, head, state.size))
    except Inconsistent as error:
        refused = path.with_name(f"{path.name}.refused")
        _write(refused, str(checkpoint).encode())
        kept = [path, refused] if path.exists() else [refused]
        is_signed = is_signed_by_log(state, checkpoint)
        raise Refuted(
            f"The log is wrong: {error}.\n{_evidence(kept, is_signed)}\n"
        ) from error


def _evidence(kept: Sequence[Path], is_signed: bool) -> str:
    files = " and ".join(map(str, kept))
    if not is_signed:
        return f"Keep {files}."
    signed = "both checkpoints" if len(kept) > 1 else "it"
    return f"Keep {files}: the log signed {signed}."


def _leaves(url: str, head: TreeHead, start: int) -> Iterator[bytes]:
    token = head.origin.rpartition("/")[2]
    for tile in tiles_of_leaves(start, head.size):
        leaves = read_leaves(_fetch(f"{url}/log/{token}/{tile.path}"))
        if len(leaves) != tile.width:
            raise BadTile(f"{tile.path} has {len(leaves)} leaves, not {tile.width}")
        yield from leaves[max(start - tile.number * TILE_WIDTH, 0) :]


def _fetch(address: str) -> bytes:
    """Return the response; raise Unusable if the address fails or refuses."""
    try:
        request = Request(address, headers={"User-Agent": "stone-age-by-mail"})
        with urlopen(request, timeout=TIMEOUT) as response:
            content: bytes = response.read(LARGEST_TILE)
    except HTTPError as refusal:
        refusal.close()
        raise Unusable(f"{address} answers {refusal.code}") from refusal
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot fetch {address}: {error}") from error
    return content


def _write(path: Path, content: bytes) -> None:
    """Replace a file atomically; raise Unusable if that fails."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise Unusable(f"cannot write {path}: {error}") from error
