"""Static files whose addresses change with their content, without a build step."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage


class VersionedStorage(StaticFilesStorage):
    """Adds `?v=` and a hash of the content, so that browsers may keep what they have.

    Django's own ManifestStaticFilesStorage would rename the files, and so would have to
    collect them before every start.
    """

    def url(self, name: str | None) -> str:
        address = super().url(name)
        version = "" if settings.DEBUG or name is None else version_of(name)
        return f"{address}?v={version}" if version else address


@cache
def version_of(name: str) -> str:
    """Twelve hex digits for a file of that name, "" for none. It is read once."""
    path = finders.find(name)
    if not isinstance(path, str) or not Path(path).is_file():
        return ""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
