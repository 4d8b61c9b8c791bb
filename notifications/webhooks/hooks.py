"""Services of webhooks: create, rotate the secret, switch off and on, remove."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import NO_SEAT, Refused
from games.locks import lock_user
from games.models import Game, User
from games.queries import own_seat
from games.signals import GameSignal, publish
from notifications.models.webhooks import LONGEST_URL, Shape, Webhook
from notifications.webhooks.calls import is_callable, new_secret

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
    Create a webhook for one of a user's games, or for all.

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
    """
    Resume calls to an address that was switched off. Idempotent.

    Raises Refused (not_there).
    """
    webhook = _lock_webhook(user, pk)
    webhook.off_at, webhook.off_why, webhook.failing_since = None, "", None
    webhook.save(update_fields=["off_at", "off_why", "failing_since"])
    return webhook


def remove_webhook(*, user: User, pk: int) -> None:
    """Remove a webhook. Idempotent."""
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


def note_call_succeeded(webhook: Webhook) -> None:
    """Record that a call succeeded."""
    on = Webhook.objects.filter(pk=webhook.pk, off_at=None)
    on.filter(failing_since__isnull=False).update(failing_since=None, off_why="")


@transaction.atomic
def note_call_failed(
    webhook: Webhook, why: str, *, now: datetime, is_gone: bool = False
) -> bool:
    """
    Record that a call failed; return whether the webhook is switched off.

    That happens after a day of failures, or at once if the address is gone. Its owner
    is notified.
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
