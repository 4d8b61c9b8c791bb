"""The last heartbeat, kept outside of the database in a file in ``VAR_DIR``.

Who puts an older database back beside it is found out: the file knows a later beat than
the database does. Of another database it knows nothing.
"""

from uuid import UUID

from games.store.kept_files import read_kept, write_kept

FOLDER = "beats"


def read_beats(database_id: UUID) -> int:
    """Return the last beat of a database that this machine knows of, 0 for none."""
    kept = read_kept(FOLDER, str(database_id)).strip()
    return int(kept) if kept.isdecimal() else 0


def write_beats(database_id: UUID, beats: int) -> None:
    """Keep the number of a beat that was committed."""
    write_kept(FOLDER, str(database_id), f"{beats}\n")
