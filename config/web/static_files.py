"""Static files whose URLs change with their content, without a build step."""

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

#: How long browsers keep a file whose URL names its content.
FOREVER = f"max-age={WhiteNoiseMiddleware.FOREVER}, public, immutable"
#: Types that compress well; pictures and fonts are compressed already.
TEXTS = {
    *("text/css", "text/html", "text/javascript", "text/plain"),
    *("application/json", "image/svg+xml"),
}
#: The encodings, smallest result first.
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,  # with its best quality, because the result is cached
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
#: How a style sheet or a script imports another one in the same folder.
IMPORTS = re.compile(
    rb'^(?:@import|import) "(?:\./)?([\w-]+\.(?:css|js))";$', re.MULTILINE
)
#: How a style sheet refers to a font in its folder `fonts`.
FONTS = re.compile(rb'url\("(fonts/[\w.-]+)"\)')
#: Invisible parts of an SVG: comments, and blanks between its elements.
UNSEEN = re.compile(rb"<!--.*?-->|(?<=>)\s+(?=<)", re.DOTALL)
#: The minifiers, which remove comments and blanks, by file extension.
MINIFIERS: dict[str, Callable[[bytes], bytes]] = {
    ".css": rcssmin.cssmin,
    ".js": rjsmin.jsmin,
    ".svg": lambda content: UNSEEN.sub(b"", content),
}


class VersionedStorage(StaticFilesStorage):
    """
    Adds `?v=` and a hash of the content, so that browsers may cache files.

    Django's own ManifestStaticFilesStorage would rename the files, and so need
    `collectstatic` before every start.
    """

    def url(self, name: str | None) -> str:
        if settings.DEBUG or name is None:
            return super().url(name)
        return static_url_of(self, name)


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """
    WhiteNoise, but it compresses texts once and lets browsers keep named versions
    forever.

    Its own way needs compressed files beside the others, and names with hashes, which
    also need `collectstatic`.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> FileResponse:
        response: FileResponse = WhiteNoiseMiddleware.serve(static_file, request)
        name = request.path_info.removeprefix(settings.STATIC_URL)
        if request.GET.get("v", "") == version_of(name) != "":
            response["Cache-Control"] = FOREVER
        # Compression pays. During development files change, so nothing is cached.
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
    """Return the encoding for a whole file that a browser accepts, or ""."""
    if request.method != "GET" or "Range" in request.headers:
        return ""
    return next((name for name in ENCODINGS if accepts(request, name)), "")


@cache
def static_url_of(storage: StaticFilesStorage, name: str) -> str:
    """Return the URL of a file with its version, if it exists. Cached."""
    address, version = StaticFilesStorage.url(storage, name), version_of(name)
    return f"{address}?v={version}" if version else address


@cache
def version_of(name: str) -> str:
    """Return twelve hex digits of a file's hash, or "" if it does not exist. Cached."""
    content = content_of(name)
    return "" if content is None else hashlib.sha256(content).hexdigest()[:12]


@cache
def compressed(name: str, encoding: str) -> bytes:
    """Return a file minified and compressed. Cached."""
    content = content_of(name) or b""
    minify = MINIFIERS.get(Path(name).suffix, bytes)
    return ENCODINGS[encoding](minify(content))


def content_of(name: str) -> bytes | None:
    """
    Return the content of a file, or None if it does not exist.

    Imported files are inlined, so that all comes as one file, and URLs of fonts get
    their version. If the file is used directly, as it is on disk, the browser loads its
    imports.
    """
    path = finders.find(name)
    if not isinstance(path, str) or not Path(path).is_file():
        return None
    folder = Path(path).parent
    content = IMPORTS.sub(
        lambda found: (folder / found[1].decode()).read_bytes(),
        Path(path).read_bytes(),
    )
    at = name.rpartition("/")[0]
    return FONTS.sub(
        lambda found: (
            b'url("%b?v=%b")'
            % (found[1], version_of(f"{at}/{found[1].decode()}").encode())
        ),
        content,
    )
