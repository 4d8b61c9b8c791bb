"""Webhooks: addresses of programs, what is sent to them, and signed calls."""

import json
import secrets
from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from standardwebhooks.webhooks import Webhook as Signer

from games.background.outgoing_http import is_private, secure_address
from games.errors import NO_SEAT, Refused
from games.limits import NEW_WEBHOOKS, WEBHOOK_TESTS
from games.locks import lock_user
from games.models import Game, User
from games.queries import own_seat
from games.signals import GameSignal, publish
from notifications.models import Kind, OutgoingMail
from notifications.models.channels import LONGEST_URL, Shape, Webhook


@dataclass(frozen=True)
class WebhookMessage:
    """
    The content of a call: the kind of mail, its game and its seat. ``text`` is the
    mail's subject. ``url`` is the game's public page, because readers of a chat must
    not get the key to a seat. ``name`` is the player concerned. A test is about no
    game.
    """

    kind: str
    game: str | None
    seat: int | None
    version: int | None
    name: str
    text: str
    url: str
    at: datetime

    @property
    def line(self) -> str:
        """The message in one line, for others to read as well."""
        return f"{self.name}: {self.text}" if self.name else self.text


def payload_of(shape: Shape, message: WebhookMessage, url: str) -> bytes:
    match shape:
        case Shape.DISCORD:
            payload: dict[str, Any] = {
                "content": f"{message.line}\n{message.url}",
                # so that a name in it mentions nobody
                "allowed_mentions": {"parse": []},
            }
        case Shape.SLACK:
            payload = {"text": f"{escape(message.line, quote=False)}\n<{message.url}>"}
        case Shape.MATRIX:
            payload = {"text": f"{message.line}\n{message.url}"}
        case Shape.NTFY:
            payload = {
                "topic": urlsplit(url).path.strip("/").rpartition("/")[2],
                "title": "Stone Age by Mail",
                "message": message.line,
                "click": message.url,
            }
        case _:
            data = {
                "game": message.game,
                "seat": message.seat,
                "version": message.version,
                "text": message.text,
                "url": message.url,
            }
            payload = {
                "type": message.kind,
                "timestamp": message.at.isoformat(),
                "data": data,
            }
    return json.dumps(payload, ensure_ascii=False).encode()


def endpoint_of(shape: Shape, url: str) -> str:
    """Return the URL to call; for ntfy it is the server's root."""
    if shape is not Shape.NTFY:
        return url
    address = urlsplit(url)
    return urlunsplit((address.scheme, address.netloc, "/", "", ""))


PREFIX = "whsec_"
SECRET_BYTES = 32
#: How long the previous secret stays valid after a rotation.
OLD_SECRET_LASTS = timedelta(days=1)


def is_callable(url: str) -> bool:
    """
    Return whether an address can be called: over TLS, and with no password in it.

    On one's own machine it can be on this machine, also without TLS.
    """
    if settings.WEBHOOK_LOOPBACK and url.startswith("http://"):
        address = secure_address(url.replace("http:", "https:", 1))
        return address is not None and address.hostname in LOOPBACK
    address = secure_address(url)
    return address is not None and "." in (address.hostname or "")


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(
    webhook: Webhook, name: str, body: bytes, now: datetime
) -> dict[str, str]:
    """
    Return the headers with the call's name, its time and its signatures. ``name`` is
    the same for each attempt, so that a receiver can ignore repeats. A secret replaced
    less than a day ago also signs.
    """
    keys = [webhook.secret]
    rotated_at = webhook.rotated_at
    if rotated_at is not None and now - rotated_at < OLD_SECRET_LASTS:
        keys.append(webhook.old_secret)
    moment = now.astimezone(UTC)
    signatures = [Signer(key).sign(name, moment, body.decode()) for key in keys]
    return {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


#: The limit for one user.
MOST_WEBHOOKS = 10
#: An address whose calls fail for this long is switched off.
PATIENT_FOR = timedelta(days=1)
LONGEST_WHY = 300
NO_WEBHOOK = _("You have no such webhook.")
BAD_ADDRESS = _("An address begins with https:// and has no password in it.")
PRIVATE_ADDRESS = _("That address isn’t public, so we can’t call it.")
#: This machine, for ``WEBHOOK_LOOPBACK``.
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
#: How many of its latest calls a webhook's log shows.
CALLS_SHOWN = 20


class WebhookSwitchedOff(GameSignal, frozen=True):
    """A webhook was switched off: its calls failed, or its address is gone."""

    webhook: Webhook


class WebhookTested(GameSignal, frozen=True):
    """The owner of a webhook asked for a call that is about nothing."""

    webhook: Webhook


def make_webhook(
    *, user: User, url: str, shape: Shape, game: Game | None, now: datetime
) -> Webhook:
    """
    Locks the user. Raises Refused (address_needed) for guests, and (invalid) for an
    unusable address, a game in which they do not play, or one webhook too many.
    """
    NEW_WEBHOOKS.spend(user.pk, now=now)
    if len(url) > LONGEST_URL or not is_callable(url):
        raise Refused("invalid", BAD_ADDRESS)
    if is_private(host_of(url)):  # before the transaction, because it may take seconds
        raise Refused("invalid", PRIVATE_ADDRESS)
    with transaction.atomic():
        return _create(lock_user(user.pk), url, shape, game, now)


def _create(
    owner: User, url: str, shape: Shape, game: Game | None, now: datetime
) -> Webhook:
    if owner.is_guest:
        raise Refused("address_needed")
    if game is not None and own_seat(game, owner) is None:
        raise Refused("invalid", NO_SEAT)
    if owner.webhooks.count() >= MOST_WEBHOOKS:
        raise Refused(
            "invalid", _("You can’t have more webhooks. Remove an unused one.")
        )
    return Webhook.objects.create(
        user=owner, url=url, shape=shape, game=game, secret=new_secret(), made_at=now
    )


def webhooks_of(user: User) -> list[Webhook]:
    found = Webhook.objects.filter(user=user).select_related("game")
    return list(found.order_by("-pk"))


@transaction.atomic
def rotate_secret(*, user: User, pk: int, now: datetime) -> Webhook:
    """
    Rotate a webhook's secret; calls are signed with the old one, too, for a day.

    Raises Refused (not_there).
    """
    webhook = _lock_webhook(user, pk)
    webhook.old_secret, webhook.secret = webhook.secret, new_secret()
    webhook.rotated_at = now
    webhook.save(update_fields=["old_secret", "secret", "rotated_at"])
    return webhook


@transaction.atomic
def switch_on(*, user: User, pk: int) -> Webhook:
    """Idempotent. Raises Refused (not_there)."""
    webhook = _lock_webhook(user, pk)
    webhook.off_at, webhook.off_why, webhook.failing_since = None, "", None
    webhook.save(update_fields=["off_at", "off_why", "failing_since"])
    return webhook


@transaction.atomic
def call_with_test(*, user: User, pk: int, now: datetime) -> Webhook:
    """
    Call a webhook once with a test, even if it is switched off.

    Locks it. Raises Refused (not_there), and TooMany.
    """
    webhook = _lock_webhook(user, pk)
    WEBHOOK_TESTS.spend(user.pk, now=now)
    publish(WebhookTested(webhook, now=now))
    return webhook


@dataclass(frozen=True)
class LoggedCall:
    """
    A call of a webhook. ``id`` is its ``webhook-id``, and ``type`` what it says.

    ``status`` is ``pending`` while it is tried, then ``sent``, ``skipped`` or
    ``failed``. ``reason`` is the last error, or why it was skipped.
    """

    id: str
    type: str
    game: str | None
    status: str
    attempts: int
    made_at: datetime
    sent_at: datetime | None
    reason: str


def log_of(webhook: Webhook) -> tuple[LoggedCall, ...]:
    """Return the latest calls of a webhook, latest first (one query)."""
    calls = OutgoingMail.objects.filter(webhook=webhook, kind=Kind.WEBHOOK)
    latest = calls.select_related("beside", "game").order_by("-pk")[:CALLS_SHOWN]
    return tuple(
        LoggedCall(
            id=call_name(call),
            type=call_type(call),
            game=None if call.game is None else call.game.slug,
            status="pending" if call.status == "sending" else call.status,
            attempts=call.attempts,
            made_at=call.created_at,
            sent_at=call.sent_at,
            reason=call.reason,
        )
        for call in latest
    )


def call_name(call: OutgoingMail) -> str:
    """Return the same name for each attempt, so that receivers recognise repeats."""
    return "msg_" + call.message_id.split("@")[0].rpartition(".")[2]


def call_type(call: OutgoingMail) -> str:
    """Return what a call is about: the kind of the mail beside it, or a test."""
    return "test" if call.beside is None else f"game.{call.beside.kind}"


def remove_webhook(*, user: User, pk: int) -> None:
    Webhook.objects.filter(user=user, pk=pk).delete()


def _lock_webhook(user: User, pk: int) -> Webhook:
    """Lock a user's webhook; raise Refused (not_there) if there is none."""
    webhook = Webhook.objects.select_for_update().filter(user=user, pk=pk).first()
    if webhook is None:
        raise Refused("not_there", NO_WEBHOOK)
    return webhook


def host_of(url: str) -> str:
    """Return the host of an address; the rest may be a secret key."""
    return urlsplit(url).hostname or ""


def record_call_succeeded(webhook: Webhook) -> None:
    on = Webhook.objects.filter(pk=webhook.pk, off_at=None)
    on.filter(failing_since__isnull=False).update(failing_since=None, off_why="")


@transaction.atomic
def record_call_failed(
    webhook: Webhook, why: str, *, now: datetime, is_gone: bool = False
) -> bool:
    """
    Record that a call failed. After a day of failures, or at once if the address is
    gone, the webhook is switched off and its owner is notified.
    """
    kept = Webhook.objects.select_for_update().filter(pk=webhook.pk, off_at=None)
    row = kept.first()
    if row is None:
        return True
    since = row.failing_since or now
    is_off = is_gone or now - since >= PATIENT_FOR
    row.failing_since, row.off_why = since, why[:LONGEST_WHY]
    row.off_at = now if is_off else None
    row.save(update_fields=["failing_since", "off_why", "off_at"])
    if is_off:
        publish(WebhookSwitchedOff(row, now=now))
    return is_off
