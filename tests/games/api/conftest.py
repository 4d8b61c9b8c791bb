"""Programs that call the API, each with a token of its user."""

import json
from collections.abc import Callable, Collection
from typing import Any

import pytest
from django.test import Client

from games.accounts.programs import make_token
from games.models import User
from games.models.tokens import Scope
from tests.support.standing_time import NOW

ROOT = "/api/v1"


class ProgramClient:
    """A user's program, which calls operations and reads the answers."""

    def __init__(self, user: User, scopes: Collection[Scope]) -> None:
        made = make_token(user=user, name="test", scopes=scopes, now=NOW)
        self.token = made.token
        self.text = made.text
        self._client = Client(HTTP_AUTHORIZATION=f"Bearer {made.text}")

    def get(self, path: str, **headers: str) -> Any:
        """``headers`` have underscores in place of hyphens."""
        return self._client.get(ROOT + path, headers=headers)

    def send(self, path: str, body: object, method: str = "post") -> Any:
        send = getattr(self._client, method)
        return send(ROOT + path, json.dumps(body), content_type="application/json")


Programs = Callable[..., ProgramClient]


@pytest.fixture
def program_of() -> Programs:
    """Return a function that makes a program of a user, with all scopes by default."""

    def make(user: User, *scopes: Scope) -> ProgramClient:
        every = (Scope.READ, Scope.BOT if user.program else Scope.PLAY, Scope.WEBHOOKS)
        return ProgramClient(user, scopes or every)

    return make


def read(response: Any) -> Any:
    """Return the content of a successful answer."""
    assert response.status_code in {200, 201}, response.content
    return response.json()


def refused(response: Any, status: int, code: str) -> str:
    """Return the sentence of a problem."""
    assert response.headers["Content-Type"] == "application/problem+json"
    told = response.json()
    assert (response.status_code, told["status"], told["code"]) == (
        status,
        status,
        code,
    ), told
    detail: str = told["detail"]
    assert detail.endswith((".", "…”."))
    return detail
