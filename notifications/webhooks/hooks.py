"""Webhooks: made, given another secret, switched off and on, and removed."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import NO_SEAT, Refused
from games.models import Game, User
from games.queries import own_seat
from games.signals.bus import GameSignal, publish
from games.store.locks import lock_user
from notifications.models.webhooks import LONGEST_URL, Shape, Webhook
from notifications.webhooks.calls import is_callable, new_secret

#: How many webhooks one user can have.
MOST_WEBHOOKS = 10
#: An address that takes nothing for so long gets nothing any more.
PATIENT_FOR = timedelta(days=1)
LONGEST_WHY = 300
NO_WEBHOOK = _("You have no such webhook.")
BAD_ADDRESS = _("An address begins with https:// and has no password in it.")


class WebhookSwitchedOff(GameSignal, frozen=True):
    """An address took nothing for a day, or is gone, and is called no more."""

    webhook: Webhook


@transaction.atomic
def make_webhook(
    *, user: User, url: str, shape: Shape, game: Game | None, now: datetime
) -> Webhook:
    """
    Tell somebody at an address from now on: of a game of theirs, or of all.

    Locks the user. Raise Refused (address_needed) for guests; (invalid) for an address
    that cannot be one, for a game in which they do not play, and for one too many.
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
    """Return the webhooks of a user, the latest first."""
    found = Webhook.objects.filter(user=user).select_related("game")
    return list(found.order_by("-pk"))


@transaction.atomic
def rotate_secret(*, user: User, pk: int, now: datetime) -> Webhook:
    """
    Give a webhook another secret; with the old one calls are signed for a day.

    Raise Refused (not_there).
    """
    webhook = _lock_webhook(user, pk)
    webhook.old_secret, webhook.secret = webhook.secret, new_secret()
    webhook.rotated_at = now
    webhook.save(update_fields=["old_secret", "secret", "rotated_at"])
    return webhook


@transaction.atomic
def switch_on(*, user: User, pk: int) -> Webhook:
    """
    Call an address again that was switched off. Idempotent. Raise Refused (not_there).
    """
    webhook = _lock_webhook(user, pk)
    webhook.off_at, webhook.off_why, webhook.failing_since = None, "", None
    webhook.save(update_fields=["off_at", "off_why", "failing_since"])
    return webhook


def remove_webhook(*, user: User, pk: int) -> None:
    """Tell somebody no more at an address. Idempotent."""
    Webhook.objects.filter(user=user, pk=pk).delete()


def _lock_webhook(user: User, pk: int) -> Webhook:
    """
    Lock a webhook of a user; raise Refused (not_there) where they have none of that
    number.
    """
    webhook = Webhook.objects.select_for_update().filter(user=user, pk=pk).first()
    if webhook is None:
        raise Refused("not_there", NO_WEBHOOK)
    return webhook


def host_of(url: str) -> str:
    """Return of an address what is no secret: the rest of a chat's is a key."""
    return urlsplit(url).hostname or ""


def note_taken(webhook: Webhook) -> None:
    """Note that an address took what it was sent."""
    on = Webhook.objects.filter(pk=webhook.pk, off_at=None)
    on.filter(failing_since__isnull=False).update(failing_since=None, off_why="")


@transaction.atomic
def note_not_taken(
    webhook: Webhook, why: str, *, now: datetime, is_gone: bool = False
) -> bool:
    """
    Note that an address took nothing; return whether it was switched off for that.

    That is after a day of failures, or at once where it is gone. Its owner is told.
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
