"""Compression: of pages as they are sent, and which codings a browser takes."""

from secrets import randbelow
from typing import TypeGuard

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string
from django.utils.http import parse_header_parameters

#: Of Brotli's qualities from 0 to 11 the first that saves an eighth on gzip, in about
#: a millisecond for a whole table.
QUALITY = 5
#: How many bytes are too few to be worth it, as Django has it.
SHORT = 200
#: What is added to hide how well a page compresses: a header of a random length.
PADDING = "X-Padding"


class CompressionMiddleware(GZipMiddleware):
    """
    Compresses pages: by Brotli for browsers that take it, by gzip for others.

    What a page says along with its secrets must not be seen in its length (BREACH): as
    many random bytes as Django adds inside of gzip stand in a header beside Brotli.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed as its browser takes it."""
        if accepts(request, "br") and is_worth_packing(response):
            return self.pack_by_brotli(response)
        if accepts(request, "gzip"):
            return super().process_response(request, response)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response

    def pack_by_brotli(self, response: HttpResponse) -> HttpResponse:
        """Compress the content of an answer, and return it."""
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
    """Whether an answer is whole and long enough, and not compressed already."""
    return (
        isinstance(response, HttpResponse)
        and len(response.content) >= SHORT
        and not response.has_header("Content-Encoding")
    )


def accepts(request: HttpRequest, coding: str) -> bool:
    """
    Whether Accept-Encoding names a coding, and does not refuse it by a weight of 0.

    RFC 9110, section 12.5.3. What stands for any coding, ``*``, names none.
    """
    for listed in request.headers.get("Accept-Encoding", "").split(","):
        name, parameters = parse_header_parameters(listed)
        if name == coding:
            return parameters.get("q", "1").strip("0.") != ""
    return False
