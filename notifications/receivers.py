"""What ``games`` announces becomes rows of the outbox, in the same transaction."""

from typing import Any

from games.announcements import Announcement, announced
from notifications import outbox
from notifications.occasions import mails_for


def connect() -> None:
    """Listen from now on; called once, when the app is ready."""
    announced.connect(post_mails, dispatch_uid="notifications.post_mails")


def post_mails(
    sender: type[Announcement], announcement: Announcement, **_: Any
) -> None:
    """Owe everybody the mails that the announcement calls for."""
    outbox.post(mails_for(announcement), now=announcement.now)
