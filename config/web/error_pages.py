"""Error pages that Django would not render as we want them."""

import sys
from contextlib import suppress
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.checks import WHAT_TO_DO, lacks_migrations
from games.api.problems import MALFORMED, problem_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """
    Return the page with its header and footer, which need the request.

    API clients get a problem document instead.
    """
    if request.path_info.startswith("/api/"):
        return problem_response(HTTPStatus.BAD_REQUEST, "malformed", MALFORMED)
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def server_error(request: HttpRequest) -> HttpResponse:
    """
    Render the error page without the request, which may be the cause of the error.

    The status is 503 if the database is down or its disk full. If it lacks migrations,
    the page says what to do.
    """
    error = sys.exception()
    if is_unready(error):
        context = {"what_to_do": WHAT_TO_DO}
        return render(None, "500.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)
    if isinstance(error, (OperationalError, InterfaceError)):
        return render(None, "500.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    return render(None, "500.html", status=HTTPStatus.INTERNAL_SERVER_ERROR)


def is_unready(error: BaseException | None) -> bool:
    """Return whether a request failed because tables or columns are missing."""
    with suppress(DatabaseError):
        return isinstance(error, DatabaseError) and lacks_migrations()
    return False


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form that was open too long or came from another site."""
    context = {"form_expired": True}
    return render(request, "403.html", context, status=HTTPStatus.FORBIDDEN)
