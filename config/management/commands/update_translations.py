"""Brings the catalogues up to date with the sources; for developers and CI."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.translating import catalogues
from config.translating.sources import Extraction


class Command(BaseCommand):
    """Search all sentences, renew every catalogue, compile those that are complete."""

    help = (
        "Search the sources for what players read, put new sentences into the "
        "catalogues, drop old ones, and compile those that are complete. Needs gettext."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing; fail if anything would change or is not translated",
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        root = Path(settings.LOCALE_PATHS[0])
        template = polib.pofile(Extraction().template(root, catalogues.LANGUAGES))
        work = self._check if check else self._write
        findings = [
            finding
            for language in catalogues.LANGUAGES
            if (finding := work(root, language, template))
        ]
        if check and findings:
            raise CommandError("\n".join(findings))
        for finding in findings:
            self.stdout.write(finding)

    def _write(self, root: Path, language: str, template: polib.POFile) -> str:
        """Renew a catalogue; an incomplete one is not compiled, nor offered then."""
        folder = catalogues.folder_of(root, language)
        folder.mkdir(parents=True, exist_ok=True)
        old = catalogues.read(root, language)
        catalogue = catalogues.renewed(old, template, language)
        catalogue.save(str(folder / "django.po"))
        if catalogues.is_complete(catalogue):
            catalogue.save_as_mofile(str(folder / "django.mo"))
        waiting = sum(map(catalogues.is_open, catalogue))
        return f"{language}: {len(catalogue)} sentences, {waiting} to be translated"

    def _check(self, root: Path, language: str, template: polib.POFile) -> str:
        old = catalogues.read(root, language)
        new = catalogues.renewed(old, template, language)
        if str(old) != str(new):
            return f"{language}: please run `manage.py update_translations`"
        if waiting := sum(map(catalogues.is_open, new)):
            return f"{language}: {waiting} sentences are not translated"
        return ""
