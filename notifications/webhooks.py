"""Webhooks: addresses of programs, what is sent to them, and signed calls."""

import hmac
import json
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.background.outgoing_http import secure_address
from games.errors import NO_SEAT, Refused
from games.locks import lock_user
from games.models import Game, User
from games.queries import own_seat
from games.signals import GameSignal, publish
from notifications.models.channels import LONGEST_URL, Shape, Webhook


@dataclass(frozen=True)
class WebhookMessage:
    """
    The content of a call: the kind of mail, its game and its seat. ``text`` is the
    mail's subject. ``url`` is the game's public page, because readers of a chat must
    not get the key to a seat. ``name`` is the player concerned.
    """

    kind: str
    game: str
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
    """Return whether an address can be called: over TLS, and with no password in it."""
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
    moment = str(int(now.timestamp()))
    signed = f"{name}.{moment}.".encode() + body
    secrets_now = [webhook.secret]
    rotated_at = webhook.rotated_at
    if rotated_at is not None and now - rotated_at < OLD_SECRET_LASTS:
        secrets_now.append(webhook.old_secret)
    signatures = []
    for secret in secrets_now:
        key = b64decode(secret.removeprefix(PREFIX))
        signature = b64encode(hmac.digest(key, signed, "sha256")).decode()
        signatures.append(f"v1,{signature}")
    return {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(signatures),
    }


#: The limit for one user.
MOST_WEBHOOKS = 10
#: An address whose calls fail for this long is switched off.
PATIENT_FOR = timedelta(days=1)
LONGEST_WHY = 300
NO_WEBHOOK = _("You have no such webhook.")
BAD_ADDRESS = _("An address begins with https:// and has no password in it.")


class WebhookSwitchedOff(GameSignal, frozen=True):
    """A webhook was switched off: its calls failed, or its address is gone."""

    webhook: Webhook


@transaction.atomic
def make_webhook(
    *, user: User, url: str, shape: Shape, game: Game | None, now: datetime
) -> Webhook:
    """
    Locks the user. Raises Refused (address_needed) for guests, and (invalid) for an
    unusable address, a game in which they do not play, or one webhook too many.
    """
    owner = lock_user(user.pk)
    if owner.is_guest:
        raise Refused("address_needed")
    if len(url) > LONGEST_URL or not is_callable(url):
        raise Refused("invalid", BAD_ADDRESS)
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
