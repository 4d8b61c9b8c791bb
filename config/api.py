"""The HTTP API: its routers, its URLs, its OpenAPI document."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from games.api.problems import (
    CONTENT_TYPE,
    answer_program,
    explain_problems,
    nothing_here,
)
from games.api.schemas import engine_schemas, reference_to
from games.api.views import (
    absences,
    account,
    games,
    history,
    leagues,
    lobby,
    people,
    play,
    proposals,
    substitutes,
    talk,
)
from notifications.api import preferences, webhooks
from stoneage_core.state import GameState

DESCRIPTION = (
    "What the pages of Stone Age by Mail show and do, for programs. docs/api.md shows "
    "how to start."
)


class DocumentedAPI(NinjaAPI):
    """An API with one OpenAPI document; operation ids are the functions' names."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """
        Return the document.

        Positions and events have the engine's schemas, and refusals the media type of
        problems. Operations name only refusals that can happen.
        """
        document = super().get_openapi_schema(**options)
        schemas = document["components"]["schemas"]
        schemas |= engine_schemas()
        position = schemas["PositionResource"]["properties"]
        position["state"] = reference_to(GameState)
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                impossible = _impossible_refusals(path, method, operation)
                responses = operation["responses"]
                for status in [*responses]:
                    if status in impossible:
                        del responses[status]
                    elif int(status) >= HTTPStatus.BAD_REQUEST:
                        content = responses[status]["content"]
                        content[CONTENT_TYPE] = content.pop("application/json")
        return document


def _impossible_refusals(
    path: str, method: str, operation: dict[str, Any]
) -> set[HTTPStatus]:
    """Return the statuses with which an operation never refuses."""
    impossible = set()
    if method == "get":
        impossible |= {HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT}
        if not operation["parameters"]:
            impossible.add(HTTPStatus.UNPROCESSABLE_ENTITY)
    if "{" not in path and "requestBody" not in operation:
        impossible.add(HTTPStatus.NOT_FOUND)
    return impossible


api = DocumentedAPI(
    title="Stone Age by Mail",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    servers=[{"url": settings.SITE_URL}],
    openapi_extra={"info": {"license": {"name": "MIT", "identifier": "MIT"}}},
    urls_namespace="api",
)
#: Their operations are in this order in the document.
PARTS = (
    *(account, games, history, play, proposals, absences, substitutes, talk),
    *(lobby, leagues, people, preferences, webhooks),
)
for part in PARTS:
    api.add_router("", part.router)
explain_problems(api)


def api_urls() -> tuple[list[Any], str, str]:
    """Return the URLs of the API, for ``path``."""
    patterns, app_name, namespace = api.urls
    for pattern in patterns:
        assert pattern.callback is not None
        pattern.callback = answer_program(pattern.callback)
    return patterns, app_name, namespace


#: Answers unknown addresses below /api/.
no_such_operation = csrf_exempt(nothing_here)
