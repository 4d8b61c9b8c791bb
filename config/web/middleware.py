"""Middleware for every page: compression, security policy, language, refusals."""

import re
from collections.abc import Callable
from secrets import randbelow

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.crypto import get_random_string

from games.models import User
from games.web.pages import is_refusal, refusal_page
from games.web.reader import language_of

#: Of Brotli's qualities from 0 to 11 the first that saves an eighth on gzip, in about
#: a millisecond for a whole table.
QUALITY = 5
#: How many bytes are too few to be worth it, as Django has it.
SHORT = 200
#: What is added to hide how well a page compresses: a header of a random length.
PADDING = "X-Padding"

_READS_BROTLI = re.compile(r"\bbr\b")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


class CompressionMiddleware(GZipMiddleware):
    """
    Compresses pages: by Brotli for browsers that read it, by gzip for others.

    What a page says along with its secrets must not be seen in its length (BREACH): as
    many random bytes as Django adds inside of gzip stand in a header beside Brotli.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed as the browser likes best."""
        if not isinstance(response, HttpResponse) or not takes_brotli(
            request, response
        ):
            return super().process_response(request, response)
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


def takes_brotli(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether an answer is worth compressing, and its browser reads Brotli."""
    if response.has_header("Content-Encoding") or len(response.content) < SHORT:
        return False
    accepted = request.headers.get("Accept-Encoding", "")
    return _READS_BROTLI.search(accepted) is not None


class ContentSecurityPolicyMiddleware:
    """Adds the policy to every response that does not bring its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response


class ReaderLanguageMiddleware:
    """Shows signed-in readers pages in their own language, whatever their browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            translation.activate(language_of(request.user))
        return self.get_response(request)


class RefusalMiddleware:
    """Answers what a service refuses with a page that says why. No cache keeps it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        """Return the page of a refusal; any other error is a fault of ours."""
        if not is_refusal(error):
            return None
        page = refusal_page(request, error)
        add_never_cache_headers(page)
        return page
