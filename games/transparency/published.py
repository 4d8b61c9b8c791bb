"""
The newest checkpoint that this machine has published of a log: a file in ``VAR_DIR``.

Whoever puts an older database back beside it is found out before anything is signed.
Going on with that log would show another past than was shown before.
"""

import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from games.models import TransparencyLog
from stoneage_core.transparency.checkpoints import read_tree_head
from stoneage_core.transparency.notes import BadNote, read_note

FOLDER = "checkpoints"


def read_published(log: TransparencyLog) -> str:
    """Return the checkpoint that was published last, '' where none is known."""
    try:
        return _path(log).read_text("utf-8")
    except (OSError, UnicodeError):
        return ""


def write_published(log: TransparencyLog, note: str) -> None:
    """
    Keep a checkpoint whose transaction is over; where nothing can be, it is not kept.

    In place of the file at once, so that nobody reads a half of it.
    """
    path = _path(log)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_text(note, "utf-8")
        part.replace(path)


def find_lost_checkpoint(log: TransparencyLog, known: str) -> str:
    """
    Return what was published of a log and its database does not know, '' if nothing.

    ``known`` is the newest checkpoint in the database, '' where there is none.
    """
    published = read_published(log)
    if not published or published == known:
        return ""
    try:
        ours = read_tree_head(read_note(published))
        theirs = read_tree_head(read_note(known)) if known else None
    except BadNote:
        return ""  # a file that was cut off tells nothing
    if theirs is not None and ours.size < theirs.size:
        return ""
    return "" if ours == theirs else published


def _path(log: TransparencyLog) -> Path:
    return Path(settings.VAR_DIR) / FOLDER / log.origin.rpartition("/")[2]
