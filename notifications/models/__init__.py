"""The tables: outgoing and incoming mails, preferences, the development mailbox."""

from notifications.models.incoming import Channel, IncomingMail, MailboxMessage, Reading
from notifications.models.outgoing import (
    LONGEST_PAGE,
    LONGEST_WORDS,
    OPEN_STATUSES,
    Kind,
    MailStatus,
    MailStep,
    Obstacle,
    OutgoingMail,
    Step,
)
from notifications.models.preferences import (
    MailPreferences,
    Pace,
    Suppression,
    Topic,
    TopicSubscription,
)

__all__ = [
    "LONGEST_PAGE",
    "LONGEST_WORDS",
    "OPEN_STATUSES",
    "Channel",
    "IncomingMail",
    "Kind",
    "MailPreferences",
    "MailStatus",
    "MailStep",
    "MailboxMessage",
    "Obstacle",
    "OutgoingMail",
    "Pace",
    "Reading",
    "Step",
    "Suppression",
    "Topic",
    "TopicSubscription",
]
