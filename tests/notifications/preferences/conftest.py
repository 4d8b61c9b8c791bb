"""Players with preferences, and the fates of their mails."""

from datetime import datetime
from typing import Any

from games.models import User
from notifications.models import MailStatus, OutgoingMail
from notifications.preferences import services


def wish(user: User, now: datetime, **preferences: Any) -> None:
    """Save a player's preferences."""
    services.save_preferences(user=user, now=now, **preferences)


def fate(mail: OutgoingMail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.status, mail.reason


def sent_at(moment: datetime) -> None:
    """Set the sending time of the mails to a time of the test."""
    OutgoingMail.objects.filter(status=MailStatus.SENT).update(sent_at=moment)
