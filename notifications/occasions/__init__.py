"""Which signal calls for which mails, and to whom they go."""

from notifications.occasions.announcements import mails_for

__all__ = ["mails_for"]
