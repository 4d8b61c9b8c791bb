"""Static files whose addresses change with their content, without a build step."""

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import brotli
import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import FileResponse, HttpRequest
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.web.compression import accepts

#: For how long a browser keeps what its address names by its content.
FOREVER = f"max-age={WhiteNoiseMiddleware.FOREVER}, public, immutable"
#: What gets smaller by being compressed; pictures and fonts are so already.
TEXTS = {
    *("text/css", "text/html", "text/javascript", "text/plain"),
    *("application/json", "image/svg+xml"),
}
#: How files are compressed, for whoever can read that: the smallest first.
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,  # by its highest quality, as nobody waits for it twice
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
#: How a style sheet, or a script, takes in another one that lies beside it.
IMPORTS = re.compile(
    rb'^(?:@import|import) "(?:\./)?([\w-]+\.(?:css|js))";$', re.MULTILINE
)
#: What of a drawing nobody sees: comments, and blanks between its elements.
UNSEEN = re.compile(rb"<!--.*?-->|(?<=>)\s+(?=<)", re.DOTALL)
#: What leaves comments and blanks away before that, by the end of a file's name.
MINIFIERS: dict[str, Callable[[bytes], bytes]] = {
    ".css": rcssmin.cssmin,
    ".js": rjsmin.jsmin,
    ".svg": lambda content: UNSEEN.sub(b"", content),
}


class VersionedStorage(StaticFilesStorage):
    """Adds `?v=` and a hash of the content, so that browsers may keep what they have.

    Django's own ManifestStaticFilesStorage would rename the files, and so would have to
    collect them before every start.
    """

    def url(self, name: str | None) -> str:
        if settings.DEBUG or name is None:
            return super().url(name)
        return static_url_of(self, name)


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, which compresses texts once and keeps named versions for ever.

    Its own way needs compressed files beside the others, and names with hashes: again
    something to collect before every start.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> FileResponse:
        response: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        name = request.path_info.removeprefix(settings.STATIC_URL)
        if request.GET.get("v", "") == version_of(name) != "":
            response["Cache-Control"] = FOREVER
        # Compressing pays. While developing files change, and none is kept.
        kind = response.get("Content-Type", "").partition(";")[0]
        if kind in TEXTS and not settings.DEBUG:
            patch_vary_headers(response, ["Accept-Encoding"])
            encoding = encoding_for(request)
            if encoding and response.status_code == 200:
                packed = compressed(name, encoding)
                response.streaming_content = [packed]
                response["Content-Encoding"] = encoding
                response["Content-Length"] = str(len(packed))
        return response


def encoding_for(request: HttpRequest) -> str:
    """Return how a browser wants a whole file compressed, "" for not at all."""
    if request.method != "GET" or "Range" in request.headers:
        return ""
    return next((name for name in ENCODINGS if accepts(request, name)), "")


@cache
def static_url_of(storage: StaticFilesStorage, name: str) -> str:
    """Return the address of a file with its version, if it is there. Asked once."""
    address, version = StaticFilesStorage.url(storage, name), version_of(name)
    return f"{address}?v={version}" if version else address


@cache
def version_of(name: str) -> str:
    """Return twelve hex digits for a file of that name, "" for none. Reads it once."""
    content = content_of(name)
    return "" if content is None else hashlib.sha256(content).hexdigest()[:12]


@cache
def compressed(name: str, encoding: str) -> bytes:
    """Return a file as small as it gets. It is read, minified and packed once."""
    content = content_of(name) or b""
    minify = MINIFIERS.get(Path(name).suffix, bytes)
    return ENCODINGS[encoding](minify(content))


def content_of(name: str) -> bytes | None:
    """
    Return what a file of that name holds, None where there is none.

    What it imports stands in it, so that all of it comes as one file. Who reads the
    file itself, as it lies there, imports the others.
    """
    path = finders.find(name)
    if not isinstance(path, str) or not Path(path).is_file():
        return None
    folder = Path(path).parent
    return IMPORTS.sub(
        lambda found: (folder / found[1].decode()).read_bytes(),
        Path(path).read_bytes(),
    )
