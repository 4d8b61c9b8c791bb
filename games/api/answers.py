"""Every answer of the API: in the caller's language, with what is left of the limit."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from games.api.problems import NOT_HERE, problem_response
from games.limits import API_REQUESTS, Allowance
from games.web.reader import reading_as


def answer_program(view: Callable[..., HttpResponseBase]) -> Callable[..., Any]:
    """
    Decorate the view of an address: no cache, limits told, refusals as problems.

    In whichever language and time zone it was answered, the next request has its own.
    """

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with reading_as(None):
            response = view(request, *args, **kwargs)
            spoken = translation.get_language() or "en"
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            response = _not_allowed(request, response)
        allowance = getattr(request, "allowance", None)
        if isinstance(allowance, Allowance):
            tell_limit(response, allowance)
        add_never_cache_headers(response)
        response.headers.setdefault("Content-Language", spoken)
        return response

    return answering


def tell_limit(response: HttpResponseBase, allowance: Allowance) -> None:
    """Tell a program how many requests it has left, and until when: RateLimit."""
    limit = API_REQUESTS
    policy = f'"{limit.name}";q={limit.most};w={limit.seconds}'
    response["RateLimit-Policy"] = policy
    left = f'"{limit.name}";r={allowance.left};t={allowance.seconds}'
    response["RateLimit"] = left


def _not_allowed(request: HttpRequest, refused: HttpResponseBase) -> HttpResponseBase:
    sentence = NOT_HERE.format(method=request.method)
    response = problem_response(refused.status_code, "not_allowed", sentence)
    response["Allow"] = refused["Allow"]
    return response
