"""Players with preferences, and what becomes of their mails."""

from datetime import datetime
from typing import Any

from games.models import User
from notifications.models import MailStatus, OutgoingMail
from notifications.preferences import services


def wish(user: User, now: datetime, **preferences: Any) -> None:
    """Let a player say what they wish."""
    services.save_preferences(user=user, now=now, **preferences)


def fate(mail: OutgoingMail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.status, mail.reason


def sent_at(moment: datetime) -> None:
    """Move what was sent to a moment of the test: the database has its own clock."""
    OutgoingMail.objects.filter(status=MailStatus.SENT).update(sent_at=moment)
