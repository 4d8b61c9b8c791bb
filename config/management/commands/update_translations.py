"""`manage.py update_translations`: update the catalogues from the sources."""

import re
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.management.commands import makemessages
from django.utils.translation import to_locale

from config.languages import NAMES, SOURCE

LANGUAGES = [code for code, _ in NAMES if code != SOURCE]
#: The line width of a catalogue.
WIDTH = 88

#: Read only by staff, developers, operators and auditors: these stay English.
IGNORED = [
    "bench/*",
    "config/launcher/*",
    "config/management/*",
    "docs/*",
    "games/admin.py",
    "games/history/importing.py",
    "notifications/admin.py",
    "requirements/*",
    "stoneage_core/__main__.py",
    "stoneage_core/audit/*",
    "stoneage_core/record/log.py",
    "stoneage_core/opponents/matches.py",
    "stoneage_core/opponents/verification.py",
    "templates/admin/*",
    "templates/games/moderation/*",
    "tests/*",
    "var/*",
]
#: How the engine, which has no gettext, marks its sentences, besides `_()`.
KEYWORDS = [
    *("Phrase:2", "IllegalMove:2", "InvalidCommand:2", "CorruptStream:2"),
    "Refusal:2",
    "ngettext_noop:1,2",
]


class Command(BaseCommand):
    help = (
        "Search the sources for sentences that players read, add new ones to the "
        "catalogues, drop old ones, and compile complete catalogues. Needs gettext."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing; fail if anything would change or is not translated",
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        sentences = Extraction().extract(Path(settings.LOCALE_PATHS[0]))
        work = check_catalogue if check else self.write_catalogue
        found = [work(language, sentences) for language in LANGUAGES]
        if check and any(found):
            raise CommandError("\n".join(filter(None, found)))

    def write_catalogue(self, language: str, sentences: str) -> None:
        """Update a catalogue; compile it if it is complete."""
        catalogue = renew_catalogue(read_catalogue(language), sentences)
        catalogue.save(str(catalogue_file(language)))
        waiting = sum(map(is_open, catalogue))
        if not waiting:
            compiled = catalogue_file(language).with_suffix(".mo")
            catalogue.save_as_mofile(str(compiled))
        self.stdout.write(
            f"{language}: {len(catalogue)} sentences, {waiting} to be translated"
        )


def check_catalogue(language: str, sentences: str) -> str:
    """Return what has to be done for a catalogue, or ""."""
    old = read_catalogue(language)
    new = renew_catalogue(old, sentences)
    if str(old) != str(new):
        return f"{language}: please run `manage.py update_translations`"
    if waiting := sum(map(is_open, new)):
        return f"{language}: {waiting} sentences are not translated"
    return ""


def catalogue_file(language: str) -> Path:
    folder = Path(settings.LOCALE_PATHS[0]) / to_locale(language)
    return folder / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str) -> polib.POFile:
    return polib.pofile(catalogue_file(language).read_text("utf-8"), wrapwidth=WIDTH)


def renew_catalogue(old: polib.POFile, sentences: str) -> polib.POFile:
    """
    Return a catalogue of these sentences with the existing translations.

    A changed sentence counts as new; nothing is guessed from similar ones.
    """
    new = polib.POFile(wrapwidth=WIDTH)
    new.metadata = old.metadata
    new += (entry for entry in polib.pofile(sentences) if not is_gap(entry))
    forms = range(plural_forms(old))
    known = {identity_of(entry): entry for entry in old}
    for entry in new:
        if entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(forms, "")
        if done := known.get(identity_of(entry)):
            entry.msgstr, entry.tcomment = done.msgstr, done.tcomment
            entry.msgstr_plural = done.msgstr_plural
            entry.flags += ["fuzzy"] * done.fuzzy
    return new


def plural_forms(catalogue: polib.POFile) -> int:
    """Return the number of plural forms in a catalogue's language."""
    rule: str = catalogue.metadata["Plural-Forms"]
    return int(rule.removeprefix("nplurals=").partition(";")[0])


def identity_of(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural or ""


def is_open(entry: polib.POEntry) -> bool:
    """Return whether a sentence lacks a translation or has only a fuzzy one."""
    return bool(entry.fuzzy or not all(texts_of(entry)))


def texts_of(entry: polib.POEntry) -> list[str]:
    """Return the translations of an entry: one, or one for each plural form."""
    if not entry.msgid_plural:
        return [entry.msgstr]
    return [text for _, text in sorted(entry.msgstr_plural.items())]


class Extraction(makemessages.Command):
    """Django's own search, up to the template of all catalogues."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={keyword}" for keyword in KEYWORDS),
    ]

    def extract(self, folder: Path) -> str:
        """Return the template; it is written to ``folder`` for a moment."""
        options: dict[str, Any] = {
            "locale": [],
            "exclude": [to_locale(language) for language in LANGUAGES],
            "domain": "django",
            "verbosity": 0,
            "all": False,
            "extensions": [],
            "symlinks": False,
            "ignore_patterns": IGNORED,
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
            return written.read_text("utf-8")
        finally:
            written.unlink(missing_ok=True)


def is_gap(entry: polib.POEntry) -> bool:
    """Return whether a sentence is only a placeholder such as `{goods}`."""
    return not entry.msgctxt and bool(re.fullmatch(r"\{\w+\}", entry.msgid))
