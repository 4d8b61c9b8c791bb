"""What the numbers of a digest stand for, as its row keeps it in ``listed``.

A row for each mail that it tells of and that asks for something, in their order: the id
of the mail, the version of the game that was shown, and the texts, one for each number.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from games.models import Game, Seat
from notifications.models import OutgoingMail


def row_of(part: OutgoingMail, version: int, texts: Iterable[str]) -> Mapping[str, Any]:
    """Return what a digest keeps of a mail that it tells of."""
    return {"mail": part.pk, "version": version, "texts": list(texts)}


def seats_in(digest: OutgoingMail) -> QuerySet[Seat]:
    """Return the seats that a digest asks something of."""
    return Seat.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def games_in(digest: OutgoingMail) -> QuerySet[Game]:
    """Return the games of these seats."""
    return Game.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def _mails_in(digest: OutgoingMail) -> list[int]:
    return [row["mail"] for row in digest.listed]
