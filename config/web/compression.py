"""Compressing responses, and which encodings a browser accepts."""

from secrets import randbelow
from typing import TypeGuard

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.utils.http import parse_header_parameters

#: The lowest of Brotli's qualities (0 to 11) that saves an eighth compared with gzip;
#: it takes about a millisecond for a whole table.
QUALITY = 5
#: Shorter responses are not worth compressing; this is Django's limit.
SHORT = 200
#: A header of random length, which hides how well a page compresses.
PADDING = "X-Padding"


class CompressionMiddleware(GZipMiddleware):
    """
    Compresses pages: with Brotli if the browser accepts it, otherwise with gzip.

    A response must not reveal secrets by its length (BREACH): Django adds random bytes
    inside gzip, and we add as many in a header beside Brotli.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, compressed as the browser accepts it."""
        if accepts(request, "br") and is_worth_packing(response):
            return self.pack_by_brotli(response)
        if accepts(request, "gzip"):
            return super().process_response(request, response)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response

    def pack_by_brotli(self, response: HttpResponse) -> HttpResponse:
        """Compress the content of a response, and return the response."""
        packed = brotli.compress(response.content, brotli.MODE_TEXT, QUALITY)
        patch_vary_headers(response, ["Accept-Encoding"])
        response.content = packed
        response.headers["Content-Encoding"] = "br"
        response.headers["Content-Length"] = str(len(packed))
        response.headers[PADDING] = get_random_string(randbelow(self.max_random_bytes))
        etag = response.headers.get("ETag", "")
        if etag.startswith('"'):
            response.headers["ETag"] = f"W/{etag}"
        return response


def is_worth_packing(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Return whether a response is long enough, not streamed and not yet compressed."""
    return (
        isinstance(response, HttpResponse)
        and len(response.content) >= SHORT
        and not response.has_header("Content-Encoding")
    )


def accepts(request: HttpRequest, coding: str) -> bool:
    """
    Return whether Accept-Encoding names a coding with a weight above 0.

    See RFC 9110, section 12.5.3. The wildcard ``*`` does not count.
    """
    for listed in request.headers.get("Accept-Encoding", "").split(","):
        name, parameters = parse_header_parameters(listed)
        if name == coding:
            return parameters.get("q", "1").strip("0.") != ""
    return False
