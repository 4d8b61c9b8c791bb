"""The last heartbeat, kept outside of the database in a file in ``VAR_DIR``.

Who puts an older database back beside it, by whatever means, is found out: the file
knows a later beat than the database does. Of another database it knows nothing.
"""

import os
from contextlib import suppress
from pathlib import Path
from uuid import UUID

from django.conf import settings

FOLDER = "beats"


def read_beats(database_id: UUID) -> int:
    """Return the last beat of a database that this machine knows of, 0 for none."""
    try:
        return int(_path(database_id).read_text())
    except (OSError, ValueError):
        return 0


def write_beats(database_id: UUID, beats: int) -> None:
    """
    Keep the number of a beat that was committed; where nothing can be, it is not kept.

    In place of the file at once, so that nobody reads a half of it.
    """
    path = _path(database_id)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_text(f"{beats}\n")
        part.replace(path)


def _path(database_id: UUID) -> Path:
    return Path(settings.VAR_DIR) / FOLDER / str(database_id)
