"""The tables: mails owed and sent, mails that came in, and the development mailbox."""

from notifications.models.incoming import IncomingMail, Reading, Way
from notifications.models.mailbox import MailboxMessage
from notifications.models.outgoing import (
    LONGEST_PAGE,
    OPEN_STATUSES,
    Kind,
    MailStatus,
    OutgoingMail,
)
from notifications.models.steps import LONGEST_WORDS, MailStep, Step

__all__ = [
    "LONGEST_PAGE",
    "LONGEST_WORDS",
    "OPEN_STATUSES",
    "IncomingMail",
    "Kind",
    "MailStatus",
    "MailStep",
    "MailboxMessage",
    "OutgoingMail",
    "Reading",
    "Step",
    "Way",
]
