"""Small files below ``VAR_DIR`` in which a machine remembers facts about its database.

They reveal that an older copy of the database was restored, by whatever means: they
remember something later than the database does. They are keyed by database, so they say
nothing about another one.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True)
class KeptFiles:
    folder: str

    def read(self, name: str) -> str:
        """Return the text that was written last, or '' if there is none."""
        try:
            return self._path(name).read_text("utf-8")
        except (OSError, UnicodeError):
            return ""

    def write(self, name: str, text: str) -> None:
        """
        Write what a transaction has committed. Errors of the file system are ignored.
        The file is replaced atomically, so that nobody reads half of it.
        """
        path = self._path(name)
        part = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_text(text, "utf-8")
            part.replace(path)

    def _path(self, name: str) -> Path:
        return Path(settings.VAR_DIR) / self.folder / name
