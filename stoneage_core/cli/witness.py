"""
``witness URL``: read the new entries of a site's log, and sign that it only grew.

Files keep its state and its key; both are created at the first call. This is the only
part of the engine that uses the network and reads the clock.
"""

import argparse
import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from stoneage_core.cli.outcomes import Refuted, Unusable, bytes_of
from stoneage_core.transparency.checkpoints import TreeHead, read_tree_head
from stoneage_core.transparency.notes import (
    COSIGNATURE,
    KEY_BYTES,
    LONGEST_NOTE,
    BadNote,
    NoteSigner,
    SignedNote,
    parse_vkey,
    read_note,
    signer_of,
)
from stoneage_core.transparency.tiles import (
    TILE_WIDTH,
    BadTile,
    read_leaves,
    tiles_of_leaves,
)
from stoneage_core.transparency.witness import (
    Inconsistent,
    WitnessState,
    cosign_checkpoint,
    follow_log,
    is_signed_by_log,
    require_same_log,
)

#: The socket timeout and the limit for a whole response, in seconds.
TIMEOUT, LONGEST_ANSWER = 20, 60
#: The largest response, in bytes.
LARGEST_TILE = 1_000_000
_STATES = msgspec.json.Decoder(WitnessState)


class WitnessTask(NamedTuple):
    """
    The options of a run.

    ``state`` and ``key`` are the files of the witness. ``vkey`` is the log's key if it
    is known from elsewhere; otherwise the first key that the log shows is trusted. If
    ``sends`` is set, the signature is sent to the site.
    """

    url: str
    name: str
    state: Path
    key: Path
    vkey: str = ""
    sends: bool = True


def add_witness(parser: argparse.ArgumentParser) -> None:
    add_witness_options(parser)
    parser.set_defaults(run=_witness)


def add_witness_options(parser: argparse.ArgumentParser) -> None:
    """Add the options, which ``manage.py witness`` has, too."""
    parser.add_argument("url", metavar="URL", help="the site's address")
    parser.add_argument(
        "--name", required=True, help="your name as a witness, like example.org/witness"
    )
    parser.add_argument(
        "--state",
        default="witness.json",
        metavar="FILE",
        help="the file that keeps what you saw",
    )
    parser.add_argument(
        "--secret",
        default="witness.key",
        metavar="FILE",
        help="the file with your secret key; back it up",
    )
    parser.add_argument(
        "--log-key", default="", metavar="VKEY", help="the log's key, if you know it"
    )
    parser.add_argument(
        "--keep-to-yourself",
        action="store_true",
        help="do not send the signature to the site",
    )


def _witness(options: argparse.Namespace) -> str:
    return run_witness(task_of(options), clock=lambda: int(time.time()))


def task_of(options: argparse.Namespace) -> WitnessTask:
    return WitnessTask(
        options.url.rstrip("/"),
        options.name,
        Path(options.state),
        Path(options.secret),
        options.log_key,
        not options.keep_to_yourself,
    )


def run_witness(task: WitnessTask, *, clock: Callable[[], int]) -> str:
    """
    Read the new entries of a log, sign its checkpoint, and return the report.

    ``clock`` returns Unix time. Raise Refuted if the log contradicts what was seen:
    nothing is signed then, and the old state is kept. Raise Unusable if something
    cannot be fetched, read or written, or if another run uses the same state.
    """
    with _locked(task.state):
        return _run(task, clock)


def _run(task: WitnessTask, clock: Callable[[], int]) -> str:
    try:
        witness = _signer(task)
        checkpoint = read_note(_fetch(f"{task.url}/log/checkpoint").decode())
        state = _follow(task, checkpoint)
    except (BadNote, BadTile, UnicodeError) as error:
        raise Unusable(f"{task.url}: {error}") from error
    signed = cosign_checkpoint(checkpoint, witness, clock())
    _write(task.state, msgspec.json.encode(state))
    head = read_tree_head(checkpoint)
    entries = "1 entry" if head.size == 1 else f"{head.size} entries"
    report = f"{signed}\nSigned {entries} of {head.origin}, as {witness.key.vkey}.\n"
    return report + (_send(task, signed) if task.sends else "")


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    """
    Lock the state of the witness for a whole run.

    Without the lock, a log could delay one run until the next has signed, and so get
    signatures of one witness on two different histories.
    """
    try:
        import fcntl
    except ImportError as error:
        raise Unusable("a witness needs a system that can lock files") from error
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


def _follow(task: WitnessTask, checkpoint: SignedNote) -> WitnessState:
    """
    Return the state after reading the new entries.

    If the log contradicts the old state, keep its checkpoint in a file and raise
    Refuted.
    """
    state = _state(task, checkpoint)
    try:
        head = require_same_log(state, checkpoint)
        leaves = _leaves(task.url, head, state.size)
        return follow_log(state, checkpoint, leaves)
    except Inconsistent as error:
        refused = task.state.with_name(f"{task.state.name}.refused")
        _write(refused, str(checkpoint).encode())
        kept = [task.state, refused] if task.state.exists() else [refused]
        is_signed = is_signed_by_log(state, checkpoint)
        raise Refuted(
            f"Not signed: {error}.\n{_evidence(kept, is_signed)}\n"
        ) from error


def _evidence(kept: Sequence[Path], is_signed: bool) -> str:
    files = " and ".join(map(str, kept))
    if not is_signed:
        return f"Keep {files}."
    signed = "both checkpoints" if len(kept) > 1 else "it"
    return f"Keep {files}: the log signed {signed}."


def _signer(task: WitnessTask) -> NoteSigner:
    """Return the key of the witness, created at the first call; raise Unusable."""
    try:
        if not task.key.exists():
            task.key.parent.mkdir(parents=True, exist_ok=True)
            task.key.touch(mode=0o600)
            task.key.write_text(secrets.token_hex(KEY_BYTES) + "\n")
    except OSError as error:
        raise Unusable(f"cannot write {task.key}: {error}") from error
    try:
        secret = bytes.fromhex(bytes_of(str(task.key)).decode().strip())
    except ValueError as error:
        raise Unusable(f"{task.key} does not contain a key") from error
    try:
        return signer_of(task.name, COSIGNATURE, secret)
    except ImportError as error:
        raise Unusable("the library cryptography is missing here") from error


def _state(task: WitnessTask, checkpoint: SignedNote) -> WitnessState:
    """Return the saved state, or an empty one for the log of the checkpoint."""
    if task.state.exists():
        try:
            state = _STATES.decode(bytes_of(str(task.state)))
            return msgspec.structs.replace(state, vkey=task.vkey or state.vkey)
        except msgspec.MsgspecError as error:
            raise Unusable(f"{task.state} is not a valid state: {error}") from error
    origin = read_tree_head(checkpoint).origin
    vkey = task.vkey or _fetch(f"{task.url}/log/key").decode().split("\n")[0]
    if parse_vkey(vkey).name != origin:
        raise BadNote(f"{vkey} is not a key of {origin}")
    return WitnessState(origin, vkey)


def _leaves(url: str, head: TreeHead, start: int) -> Iterator[bytes]:
    token = head.origin.rpartition("/")[2]
    for tile in tiles_of_leaves(start, head.size):
        leaves = read_leaves(_fetch(f"{url}/log/{token}/{tile.path}"))
        if len(leaves) != tile.width:
            raise BadTile(f"{tile.path} has {len(leaves)} leaves, not {tile.width}")
        yield from leaves[max(start - tile.number * TILE_WIDTH, 0) :]


def _send(task: WitnessTask, signed: SignedNote) -> str:
    """Send the signature to the site, and return a sentence about the result."""
    try:
        _fetch(f"{task.url}/log/cosignatures/", str(signed).encode())
    except Unusable as error:
        return f"The site did not accept it: {error}\n"
    return "The site accepted it.\n"


def _fetch(address: str, content: bytes | None = None) -> bytes:
    """
    Return the response to a GET, or to a POST with ``content``.

    Raise Unusable if the address fails or answers with an error.
    """
    headers = {"User-Agent": "stone-age-by-mail", "Content-Type": "text/plain"}
    try:
        request = Request(address, content, headers)
        with urlopen(request, timeout=TIMEOUT) as response:
            found = _read(response, address)
    except HTTPError as refusal:
        said = refusal.read(LONGEST_NOTE).decode("utf-8", "replace").split("\n")[0]
        refusal.close()
        raise Unusable(f"{address} answers {refusal.code}: {said[:200]}") from refusal
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot fetch {address}: {error}") from error
    return found


def _read(response: HTTPResponse, address: str) -> bytes:
    until, found = time.monotonic() + LONGEST_ANSWER, b""
    while len(found) < LARGEST_TILE and (part := response.read1(LARGEST_TILE)):
        found += part
        if time.monotonic() > until:
            raise Unusable(f"{address} takes more than {LONGEST_ANSWER} seconds")
    return found[:LARGEST_TILE]


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
