"""Helpers that return the posted mails and their recipients."""

from datetime import datetime

from games.models import Game
from notifications.models import Kind, OutgoingMail
from tests.support.mails import mails

#: A game that a player left, and when.
Left = tuple[Game, datetime]


def recipients_of(kind: Kind) -> list[str]:
    """Return the names of the recipients of a kind's mails."""
    return sorted(mail.user.name for mail in mails(kind) if mail.user)


def newest_since(pk: int) -> list[tuple[str, str]]:
    """Return recipients and kinds of the mails posted since a mail."""
    rows = OutgoingMail.objects.filter(pk__gt=pk).select_related("user")
    return sorted((row.user.name, row.kind) for row in rows if row.user)


def last_pk() -> int:
    return OutgoingMail.objects.order_by("pk").values_list("pk", flat=True).last() or 0
