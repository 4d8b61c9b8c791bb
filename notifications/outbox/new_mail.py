"""Building new outbox rows, not yet saved, each with its Message-ID and dedupe key."""

import re
from datetime import datetime
from email.utils import parseaddr
from functools import cache
from typing import Any
from uuid import uuid4

from django.conf import settings

from games.models import Seat
from notifications.models import Kind, OutgoingMail

_OURS = re.compile(r"<[a-z_]+\.[0-9a-f]{32}@")


def new_mail(
    kind: Kind, occasion: object, now: datetime, **fields: Any
) -> OutgoingMail:
    """Return a mail that is due now; ``occasion`` makes it unique among its kind."""
    return OutgoingMail(
        kind=kind,
        dedupe_key=dedupe_key_of(kind, occasion),
        message_id=message_id_for(kind),
        created_at=now,
        due_at=now,
        **fields,
    )


def dedupe_key_of(kind: Kind, occasion: object) -> str:
    return f"{kind}:{occasion}"


def is_reachable(seat: Seat) -> bool:
    """Return whether a seat has a player with an address; guests have none."""
    return seat.user is not None and seat.user.email is not None


def message_id_for(kind: str) -> str:
    """Return a new Message-ID; every attempt to send the mail uses the same one."""
    return f"<{kind}.{uuid4().hex}@{_domain()}>"


def is_our_message_id(name: str) -> bool:
    """Return whether a Message-ID has our form, even if its mail is gone."""
    return bool(_OURS.match(name)) and name.endswith(f"@{_domain()}>")


def _domain() -> str:
    return _domain_of(settings.DEFAULT_FROM_EMAIL)


@cache
def _domain_of(sender: str) -> str:
    _, address = parseaddr(sender)
    return address.rpartition("@")[2] or "localhost"
