"""Mails that are put aside: whether their player is told that nothing was done."""

from datetime import datetime

from notifications.inbox.automatic import why_automatic
from notifications.inbox.parsing import head_of, message_of
from notifications.models import IncomingMail, OutgoingMail
from notifications.replies.answers import tell_unread


def tell(mail: IncomingMail, *, now: datetime) -> None:
    """
    Tell a player that their mail was put aside; neither machines nor ourselves.

    Only the headers are looked at: what is beneath may have taken workers down.
    """
    is_ours = OutgoingMail.objects.filter(message_id=mail.message_id).exists()
    if not is_ours and not why_automatic(message_of(head_of(bytes(mail.source)))):
        tell_unread(mail, now=now)
