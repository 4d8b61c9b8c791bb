"""The tables: outgoing and incoming mails, preferences, the development mailbox."""

from notifications.models.incoming import Channel, IncomingMail, MailboxMessage, Reading
from notifications.models.mail_kinds import OPEN_STATUSES, Kind, MailStatus, Obstacle
from notifications.models.outgoing import LONGEST_PAGE, OutgoingMail
from notifications.models.preferences import (
    MailPreferences,
    Pace,
    Suppression,
    Topic,
    TopicSubscription,
)
from notifications.models.steps import LONGEST_WORDS, MailStep, Step

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
