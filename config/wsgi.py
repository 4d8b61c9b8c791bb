"""
What a web server calls: `config.wsgi.application`.

Requests with a Content-Type that cannot be read are refused before Django reads it:
it takes any codec that Python knows for a charset, and fails on those that do not make
text of bytes, or not of all bytes.
"""

import codecs
import logging
import os
from collections.abc import Iterable
from http import HTTPStatus
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters
from django.utils.log import log_message

logger = logging.getLogger("django.request")

#: Charsets in which a body may be written, as Python calls them.
CHARSETS = {"utf-8", "ascii", "iso8859-1"}
REFUSED = HTTPStatus.BAD_REQUEST
SENTENCE = b"The Content-Type of this request cannot be read. Nothing was done.\n"


class ReadableContentTypes:
    """Answers 400 for a Content-Type that cannot be read, passes on all else."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        if is_readable(environ.get("CONTENT_TYPE", "")):
            return self.application(environ, start_response)
        path = environ.get("PATH_INFO", "")
        log_message(logger, "Bad Request (Content-Type): %s", path, status_code=REFUSED)
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(SENTENCE))),
        ]
        start_response(f"{REFUSED.value} {REFUSED.phrase}", headers)
        return [SENTENCE]


def is_readable(content_type: str) -> bool:
    """Whether its parameters can be told, and its charset, if any, is one of ours.

    >>> is_readable("multipart/form-data; boundary=x; charset=UTF-8")
    True
    >>> is_readable("multipart/form-data; boundary=x; charset=idna")
    False
    """
    try:
        charset = parse_header_parameters(content_type)[1].get("charset")
        return charset is None or codecs.lookup(charset).name in CHARSETS
    except (LookupError, ValueError):
        return False


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = ReadableContentTypes(get_wsgi_application())
