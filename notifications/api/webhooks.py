"""Webhooks in the API: list, create, rotate the secret, switch on, remove."""

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Body, Path, Router, Status
from pydantic import Field

from games.api.caller import WEBHOOKS, caller_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.errors import Refused
from games.web.pages import game_or_404
from notifications.models.channels import LONGEST_URL, Shape, Webhook
from notifications.webhooks import (
    NO_WEBHOOK,
    LoggedCall,
    call_with_test,
    host_of,
    log_of,
    make_webhook,
    remove_webhook,
    rotate_secret,
    switch_on,
    webhooks_of,
)

router = Router(auth=WEBHOOKS, tags=["webhooks"])

Number = Annotated[int, Path(ge=1, le=2**63 - 1)]


@dataclass(frozen=True)
class WebhookResource:
    """
    A webhook with the host of its address, because the rest may be a key.

    ``game`` is null for all games. ``secret`` is only in the response to creating the
    webhook or rotating its secret, and otherwise ''.
    """

    id: int
    host: str
    shape: str
    game: str | None
    made_at: datetime
    failing_since: datetime | None
    off_at: datetime | None
    off_why: str
    secret: str = ""


@with_example(url="https://hooks.example.org/stone-age", shape="standard")
@dataclass(frozen=True)
class WebhookRequest:
    """The address to call, about one ``game`` or about all."""

    url: Annotated[str, Field(max_length=LONGEST_URL)]
    shape: Literal["standard", "discord", "slack", "matrix", "ntfy"] = "standard"
    game: Annotated[str, Field(pattern="^[a-z0-9]{1,20}$")] | None = None


@router.get("/webhooks", response={200: list[WebhookResource]} | PROBLEMS)
def list_webhooks(request: HttpRequest) -> list[WebhookResource]:
    """Return the caller's webhooks, latest first."""
    return [_resource(hook) for hook in webhooks_of(caller_of(request).user)]


@router.post("/webhooks", response={201: WebhookResource} | PROBLEMS)
def add_webhook(
    request: HttpRequest, wanted: Body[WebhookRequest]
) -> Status[WebhookResource]:
    """Create a webhook; only this response has its secret."""
    caller = caller_of(request)
    game = None if wanted.game is None else game_or_404(wanted.game)
    made = make_webhook(
        user=caller.user,
        url=wanted.url,
        shape=Shape(wanted.shape),
        game=game,
        now=caller.now,
    )
    return Status(HTTPStatus.CREATED, _resource(made, made.secret))


@router.post("/webhooks/{number}/rotate", response={200: WebhookResource} | PROBLEMS)
def rotate(request: HttpRequest, number: Number) -> WebhookResource:
    """Rotate a webhook's secret; for a day calls are signed with both."""
    caller = caller_of(request)
    hook = rotate_secret(user=caller.user, pk=number, now=caller.now)
    return _resource(hook, hook.secret)


@router.post("/webhooks/{number}/on", response={200: WebhookResource} | PROBLEMS)
def switch_webhook_on(request: HttpRequest, number: Number) -> WebhookResource:
    """Resume calls to an address that was switched off."""
    return _resource(switch_on(user=caller_of(request).user, pk=number))


@router.post("/webhooks/{number}/test", response={202: WebhookResource} | PROBLEMS)
def send_test(request: HttpRequest, number: Number) -> Status[WebhookResource]:
    """Call the address once with a test, even if it is switched off."""
    caller = caller_of(request)
    tested = call_with_test(user=caller.user, pk=number, now=caller.now)
    return Status(HTTPStatus.ACCEPTED, _resource(tested))


@router.get("/webhooks/{number}/calls", response={200: list[LoggedCall]} | PROBLEMS)
def list_calls(request: HttpRequest, number: Number) -> list[LoggedCall]:
    """Return the latest calls of a webhook with their outcomes, latest first."""
    hooks = webhooks_of(caller_of(request).user)
    hook = next((each for each in hooks if each.pk == number), None)
    if hook is None:
        raise Refused("not_there", NO_WEBHOOK)
    return list(log_of(hook))


@router.delete("/webhooks/{number}", response={204: None} | PROBLEMS)
def delete_webhook(request: HttpRequest, number: Number) -> Status[None]:
    """Remove a webhook. Idempotent."""
    remove_webhook(user=caller_of(request).user, pk=number)
    return Status(HTTPStatus.NO_CONTENT, None)


def _resource(hook: Webhook, secret: str = "") -> WebhookResource:
    return WebhookResource(
        id=hook.pk,
        host=host_of(hook.url),
        shape=hook.shape,
        game=None if hook.game is None else hook.game.slug,
        made_at=hook.made_at,
        failing_since=hook.failing_since,
        off_at=hook.off_at,
        off_why=hook.off_why,
        secret=secret,
    )
