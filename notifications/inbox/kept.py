"""What a mail says that was kept, read once more for who wants to see it."""

from notifications.inbox.bounds import head_of
from notifications.inbox.parsing import Letter, letter_of
from notifications.models import IncomingMail


def letter_in(mail: IncomingMail) -> Letter:
    """Return what a mail says; of one that was given up, what its headers say."""
    source = bytes(mail.source)
    return letter_of(head_of(source) if mail.is_given_up else source)
