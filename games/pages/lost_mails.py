"""What players are told whom mails do not reach: since when, why, what to do."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Unreachable, User


@dataclass(frozen=True)
class LostMails:
    """Since when mails to somebody's address get lost, and whether they wanted that."""

    since: datetime
    address: str
    zone: str
    is_unwanted: bool


def lost_mails(user: User | None) -> LostMails | None:
    """Return what to tell a player about their mails, None if they arrive."""
    if user is None or user.email is None or user.unreachable_since is None:
        return None
    is_unwanted = user.unreachable_why == Unreachable.COMPLAINED
    return LostMails(user.unreachable_since, user.email, user.time_zone, is_unwanted)
