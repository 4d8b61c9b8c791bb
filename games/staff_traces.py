"""Traces: what the staff looked at, and whose rights were changed."""

from datetime import datetime, timedelta

from games.models import Game, StaffTrace, User
from games.models.moderation import LONGEST_REASON

#: Looks at the same thing within this time are one.
SAME_LOOK = timedelta(hours=1)


def note_look(
    *,
    by: User,
    what: StaffTrace.What,
    now: datetime,
    game: Game | None = None,
    user: User | None = None,
    detail: str = "",
) -> None:
    """Record what somebody of the staff looks at, once an hour for each thing."""
    detail = detail[:LONGEST_REASON]
    seen = {"by": by, "what": what, "game": game, "user": user, "detail": detail}
    if not StaffTrace.objects.filter(at__gt=now - SAME_LOOK, **seen).exists():
        StaffTrace.objects.create(at=now, **seen)


def note_rights(*, by: User | None, user: User, now: datetime) -> None:
    """Record the rights that a user has after somebody changed them."""
    rights = [
        *(["staff"] if user.is_staff else []),
        *(["superuser"] if user.is_superuser else []),
        *user.groups.order_by("name").values_list("name", flat=True),
    ]
    StaffTrace.objects.create(
        by=by,
        what=StaffTrace.What.RIGHTS,
        user=user,
        detail=(", ".join(rights) or "none")[:LONGEST_REASON],
        at=now,
    )
