"""Where the sentences are that players read, and how they are got out of there."""

from functools import cached_property
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from config.translating import engine, rows

#: Read by staff, developers and operators alone: these stay English.
IGNORED = [
    "bench/*",
    "config/management/*",
    "config/up/*",
    "docs/*",
    "games/admin.py",
    "games/desk/*",
    "games/services/importing.py",
    "games/services/staff/*",
    "games/talk_admin.py",
    "notifications/admin.py",
    "notifications/desk.py",
    "requirements/*",
    "templates/admin/*",
    "templates/games/desk/*",
    "tests/*",
    "var/*",
]


class Source(makemessages.BuildFile):
    """A file to be searched; what is no call of gettext is made into one before."""

    @cached_property
    def is_templatized(self) -> bool:
        """Whether xgettext gets something else to read than what is written there."""
        return bool(super().is_templatized or self._has_own_words)

    @property
    def _has_own_words(self) -> bool:
        return engine.speaks(self.path) or "/models/" in self.path

    def preprocess(self) -> None:
        """Write for xgettext what it can read."""
        if not self._has_own_words:
            super().preprocess()
            return
        source = Path(self.path).read_text(encoding="utf-8")
        rewrite = engine.as_calls if engine.speaks(self.path) else rows.without_names
        Path(self.work_path).write_text(rewrite(source), encoding="utf-8")


class Extraction(makemessages.Command):
    """Django's own search, as far as the template of all catalogues."""

    build_file_class = Source

    def template(self, folder: Path, languages: list[str]) -> str:
        """Return the template; it stands in ``folder`` for a moment."""
        options: dict[str, Any] = {
            "locale": [],
            "exclude": languages,
            "domain": "django",
            "verbosity": 0,
            "all": False,
            "extensions": [],
            "symlinks": False,
            "ignore_patterns": [*IGNORED],
            "use_default_ignore_patterns": True,
            "no_wrap": False,
            "no_location": False,
            "add_location": "file",
            "no_obsolete": False,
            "keep_pot": True,
        }
        written = folder / "django.pot"
        try:
            self.handle(**options)
            return written.read_text(encoding="utf-8")
        finally:
            written.unlink(missing_ok=True)
