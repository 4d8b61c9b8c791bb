"""The OpenAPI document matches the API."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as site
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.api import api
from config.wsgi import application
from games.accounts.programs import make_token
from games.api.schemas import EventLine, reference_to
from games.history.export import log_lines
from games.log import positions
from games.models import Game, StoredEvent, User
from games.models.tokens import Scope
from stoneage_core.record import codec
from stoneage_core.state import GameState
from tests.support.standing_time import NOW

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


def document_about(game: Game) -> dict[str, Any]:
    """Return the document with the slug of an existing game in place of every slug."""
    document: dict[str, Any] = api.get_openapi_schema()
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                if parameter["name"] == "slug":
                    parameter["schema"] = {"enum": [game.slug, "abcdefghjk"]}
    return document


@pytest.fixture
def kept_connection(db: None) -> Iterator[None]:
    """Let the WSGI application answer within the transaction of a test."""
    ends = (request_started, request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


def test_document_is_served_and_names_each_operation_once(client: Any) -> None:
    served = client.get("/api/v1/openapi.json").json()
    assert served["openapi"].startswith("3.1")
    named = [
        operation["operationId"]
        for operations in served["paths"].values()
        for operation in operations.values()
    ]
    assert len(named) == len(set(named)) > 15


def test_document_says_where_and_under_which_licence() -> None:
    document: Any = api.get_openapi_schema()
    assert document["servers"] == [{"url": site.SITE_URL}]
    assert document["info"]["license"]["identifier"] == "MIT"


def test_references_lead_to_schemas() -> None:
    document: Any = api.get_openapi_schema()
    referred = set(re.findall(r"#/components/schemas/([^'\"]+)", str(document)))
    assert referred <= document["components"]["schemas"].keys()


def test_schemas_describe_positions_and_events(finished_game: Game) -> None:
    document: Any = api.get_openapi_schema()
    schemas = {"components": document["components"]}
    state = json.loads(codec.encode_state(positions.state_of(finished_game)))
    Draft202012Validator(reference_to(GameState) | schemas).validate(state)
    events = Draft202012Validator(reference_to(EventLine) | schemas)
    for line in log_lines(finished_game):
        events.validate(json.loads(line))
    wrong = json.loads(line) | {"event": {"type": "Nothing"}}
    assert not events.is_valid(wrong)


@pytest.mark.long
@pytest.mark.usefixtures("kept_connection")
def test_every_documented_request_gets_a_documented_answer(
    two_player_game: Game, alice: User, is_slow: bool
) -> None:
    """Nothing crashes, problems have one form, and refused requests change nothing."""
    every = [Scope.READ, Scope.PLAY, Scope.WEBHOOKS]
    token = make_token(user=alice, name="x", scopes=every, now=NOW).text
    # a WSGI client that does not decompress
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    schema = schemathesis.openapi.from_dict(document_about(two_player_game))
    schema.app = application
    asked = [each.ok().as_strategy() for each in schema.get_all_operations()]

    @settings(
        max_examples=60 if is_slow else 25,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(asked))
    def ask(case: Any) -> None:
        before = StoredEvent.objects.count()
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            assert StoredEvent.objects.count() == before

    ask()
