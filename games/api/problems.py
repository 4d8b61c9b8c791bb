"""
Answers of the API: in the caller's language, with refusals as problem details (RFC
9457).

The sentences of services are in the language of the token's owner, as on their pages.
Those about malformed requests are for programmers, in English.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.views.decorators.http import conditional_page
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.errors import Refused
from games.limits import Allowance, TooMany
from games.presentation.error_text import error_sentence
from games.web.pages import http_status_of
from games.web.reader import reading_as
from stoneage_core import GameError

CONTENT_TYPE = "application/problem+json"
NO_TOKEN = "Send a token of yours: “Authorization: Bearer sabm_…”."
USELESS_TOKEN = (
    "This token is not valid, or no longer. It may have expired or been revoked, and "
    "an account’s tokens are revoked when it becomes a bot’s or stops being one."
)
NOTHING_HERE = "There is nothing at this address."
MALFORMED = "The request does not match the OpenAPI document."
WRONG_METHOD = "This address does not accept {method}."


@dataclass(frozen=True)
class FieldError:
    """
    What is wrong in a request.

    ``pointer`` is a JSON Pointer into the body, such as ``#/seats/0/fill``. For an
    error in the path or the query it is null, and ``parameter`` is the name.
    """

    detail: str
    pointer: str | None = None
    parameter: str | None = None


@dataclass(frozen=True)
class Problem:
    """
    Why a request was refused. Nothing was changed. ``code`` is for programs and never
    changes. ``detail`` is for people.
    """

    title: str
    status: int
    code: str
    detail: str
    type: str = "about:blank"
    errors: tuple[FieldError, ...] = ()


#: What operations can answer besides their regular answers. The document leaves out
#: those that cannot happen (config.api).
PROBLEMS: dict[frozenset[int], type[Problem]] = {
    frozenset({400, 401, 403, 404, 409, 422, 429}): Problem
}


def problem_response(
    status: int, code: str, detail: str, errors: tuple[FieldError, ...] = ()
) -> HttpResponse:
    title = HTTPStatus(status).phrase
    problem = Problem(title, status, code, detail, errors=errors)
    response = JsonResponse(asdict(problem), status=status, content_type=CONTENT_TYPE)
    response["Content-Language"] = translation.get_language() or "en"
    return response


def explain_problems(api: NinjaAPI) -> None:
    """Make an API answer with problems, whatever its operations raise."""
    api.add_exception_handler(Refused, _refused)
    api.add_exception_handler(GameError, _refused)
    api.add_exception_handler(AuthenticationError, _unauthenticated)
    api.add_exception_handler(ValidationError, _invalid_request)
    api.add_exception_handler(HttpError, _invalid_request)
    api.add_exception_handler(Http404, nothing_here)


def _refused(request: HttpRequest, error: Any) -> HttpResponse:
    status, code = http_status_of(error), str(error.code)
    response = problem_response(status, code, error_sentence(error))
    if isinstance(error, TooMany):
        response["Retry-After"] = str(error.allowance.seconds)
        spent = getattr(request, "allowances", [])
        if error.allowance not in spent:  # a service has its own limit
            spent.append(error.allowance)
    return response


def _unauthenticated(request: HttpRequest, error: Any) -> HttpResponse:
    is_sent = request.headers.get("Authorization", "").startswith("Bearer sabm_")
    detail = USELESS_TOKEN if is_sent else NO_TOKEN
    response = problem_response(HTTPStatus.UNAUTHORIZED, "no_token", detail)
    response["WWW-Authenticate"] = "Bearer"
    return response


def _invalid_request(request: HttpRequest, error: Any) -> HttpResponse:
    """Report what is wrong where, or that the body cannot be read."""
    status = getattr(error, "status_code", HTTPStatus.UNPROCESSABLE_ENTITY)
    errors = tuple(map(_field_error, getattr(error, "errors", ())))
    return problem_response(status, "malformed", MALFORMED, errors)


def _field_error(one: Mapping[str, Any]) -> FieldError:
    """Ninja gives the place as a source, our argument's name, and steps into it."""
    source, argument, *steps = one["loc"]
    if source != "body":
        return FieldError(str(one["msg"]), parameter=str(argument))
    escaped = (str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return FieldError(str(one["msg"]), pointer="/".join(("#", *escaped)))


def nothing_here(request: HttpRequest, error: Any = None) -> HttpResponse:
    return problem_response(HTTPStatus.NOT_FOUND, "not_there", NOTHING_HERE)


def answer_program(view: Callable[..., HttpResponseBase]) -> Callable[..., Any]:
    """
    Decorate an API view: ETags, rate limit headers, refusals as problems. Resets
    language and time zone afterwards, so that the next request has its own.
    """
    view = conditional_page(view)

    @wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with reading_as(None):
            response = view(request, *args, **kwargs)
            spoken = translation.get_language() or "en"
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            response = _not_allowed(request, response)
        if allowances := getattr(request, "allowances", None):
            add_limit_headers(response, allowances)
        if response.status_code in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
            # A program may keep an answer, and asks by its ETag whether it still holds.
            patch_cache_control(response, private=True, no_cache=True)
        else:
            add_never_cache_headers(response)
        response.headers.setdefault("Content-Language", spoken)
        return response

    return answering


def add_limit_headers(
    response: HttpResponseBase, allowances: Sequence[Allowance]
) -> None:
    """Set the RateLimit headers: how many uses of each limit are left, until when."""
    response["RateLimit-Policy"] = ", ".join(
        f'"{limit.name}";q={limit.most};w={limit.seconds}'
        for limit, _left, _seconds in allowances
    )
    response["RateLimit"] = ", ".join(
        f'"{limit.name}";r={left};t={seconds}' for limit, left, seconds in allowances
    )


def _not_allowed(request: HttpRequest, refused: HttpResponseBase) -> HttpResponseBase:
    sentence = WRONG_METHOD.format(method=request.method)
    response = problem_response(refused.status_code, "not_allowed", sentence)
    response["Allow"] = refused["Allow"]
    return response
