"""Kept files, below ``VAR_DIR``: what this machine knows beside its database.

Who puts an older database back, by whatever means, is found out by them: they know of
something later than the database does. Of another database they know nothing.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True)
class KeptFiles:
    """The files of one folder, each with one text, by their names."""

    folder: str

    def read(self, name: str) -> str:
        """Return what was written last, '' where nothing is known."""
        try:
            return self._path(name).read_text("utf-8")
        except (OSError, UnicodeError):
            return ""

    def write(self, name: str, text: str) -> None:
        """
        Keep what a transaction has committed; where nothing can be, it is not kept.

        In place of the file at once, so that nobody reads a half of it.
        """
        path = self._path(name)
        part = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_text(text, "utf-8")
            part.replace(path)

    def _path(self, name: str) -> Path:
        return Path(settings.VAR_DIR) / self.folder / name
