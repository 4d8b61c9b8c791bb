"""Traces: what the staff looked at, and whose rights were changed."""

import re
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, StaffTrace, User
from games.models.moderation import LONGEST_REASON
from games.signals import AccountSecured, publish

#: Looks at the same thing within this time are one.
SAME_LOOK = timedelta(hours=1)
#: Traces stay, so they must not hold addresses, which can be forgotten.
_ADDRESS = re.compile(r"[\w.+%-]+(?:@|%40)[\w.-]+", re.IGNORECASE)


def record_look(
    *,
    by: User,
    what: StaffTrace.What,
    now: datetime,
    game: Game | None = None,
    user: User | None = None,
    detail: str = "",
) -> None:
    """
    Record what somebody of the staff looks at, once an hour for each thing. ``detail``
    is kept without addresses.
    """
    detail = _ADDRESS.sub("[address]", detail)[:LONGEST_REASON]
    seen = {"by": by, "what": what, "game": game, "user": user, "detail": detail}
    if not StaffTrace.objects.filter(at__gt=now - SAME_LOOK, **seen).exists():
        StaffTrace.objects.create(at=now, **seen)


def rights_of(user: User) -> str:
    """Return the rights of a user, such as "staff, Moderators", or "none"."""
    rights = [
        *(["staff"] if user.is_staff else []),
        *(["superuser"] if user.is_superuser else []),
        *user.groups.order_by("name").values_list("name", flat=True),
    ]
    return ", ".join(rights) or "none"


@transaction.atomic
def record_rights(*, by: User | None, user: User, now: datetime) -> None:
    """
    Record the rights that a user has after somebody changed them, and tell the user by
    email.
    """
    StaffTrace.objects.create(
        by=by,
        what=StaffTrace.What.RIGHTS,
        user=user,
        detail=rights_of(user)[:LONGEST_REASON],
        at=now,
    )
    publish(AccountSecured(user, "rights_changed", now=now))
