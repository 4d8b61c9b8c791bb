"""The WSGI application: Django's, which also answers requests that it cannot build.

Django builds the request before any middleware or error handler runs, so an error there
would be a 500 with a traceback at every URL. It decodes the query string at once if the
Content-Type names a charset, and accepts any Python codec as charset, even those that
do not decode to text or not all bytes.
"""

import codecs
from http import HTTPStatus
from typing import Any
from wsgiref.types import WSGIEnvironment

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch, get_resolver
from django.utils.http import parse_header_parameters
from django.views.decorators.csrf import csrf_exempt

#: Charsets in which a body may be written, by their Python names.
CHARSETS = {"utf-8", "ascii", "iso8859-1"}


class UnreadableRequest(WSGIRequest):
    """The rest of a request that cannot be built: method, path and headers."""

    def __init__(self, environ: WSGIEnvironment, error: Exception) -> None:
        self.error = error
        left_out = {"CONTENT_TYPE": "", "CONTENT_LENGTH": "0", "QUERY_STRING": ""}
        super().__init__(environ | left_out)


def build_request(environ: WSGIEnvironment) -> WSGIRequest:
    """Return the request, or an UnreadableRequest if the client sent nonsense."""
    try:
        require_readable(environ.get("CONTENT_TYPE", ""))
        return WSGIRequest(environ)
    except (BadRequest, SuspiciousOperation, LookupError, ValueError) as error:
        return UnreadableRequest(environ, error)


def require_readable(content_type: str) -> None:
    """
    Raise BadRequest, LookupError or ValueError for an invalid Content-Type.

    >>> require_readable("multipart/form-data; boundary=x; charset=UTF-8")
    >>> require_readable("multipart/form-data; boundary=x; charset=idna")
    Traceback (most recent call last):
    django.core.exceptions.BadRequest: The charset idna is not supported.
    """
    charset = parse_header_parameters(content_type)[1].get("charset")
    if charset is not None and codecs.lookup(charset).name not in CHARSETS:
        raise BadRequest(f"The charset {charset} is not supported.")


class Handler(WSGIHandler):
    """
    Passes unreadable requests through all middleware to the page of the error 400.

    So they are answered, counted and logged like any other request.
    """

    request_class = staticmethod(build_request)  # type: ignore[assignment]

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        if isinstance(request, UnreadableRequest):
            return ResolverMatch(refuse, (), {})
        return super().resolve_request(request)


@csrf_exempt  # which would read the form
def refuse(request: UnreadableRequest) -> HttpResponse:
    """Return the response to a request that cannot be read."""
    answer: Any = get_resolver().resolve_error_handler(HTTPStatus.BAD_REQUEST)
    response: HttpResponse = answer(request, exception=request.error)
    return response
