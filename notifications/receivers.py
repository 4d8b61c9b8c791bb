"""What ``games`` announces becomes rows of the outbox, in the same transaction.

And what the mails know of somebody goes when it is announced that they are forgotten.
"""

from typing import Any

from games.announcements import Announcement, UserForgotten, announced
from games.services.forgetting import provide
from notifications import outbox
from notifications.forgetting import addresses_of, forget
from notifications.occasions import mails_for


def connect() -> None:
    """Listen from now on; called once, when the app is ready."""
    announced.connect(post_mails, dispatch_uid="notifications.post_mails")
    announced.connect(
        forget_mails, sender=UserForgotten, dispatch_uid="notifications.forget_mails"
    )
    provide(addresses_of)


def post_mails(
    sender: type[Announcement], announcement: Announcement, **_: Any
) -> None:
    """Owe everybody the mails that the announcement calls for."""
    outbox.post(mails_for(announcement), now=announcement.now)


def forget_mails(
    sender: type[Announcement], announcement: UserForgotten, **_: Any
) -> None:
    """Erase what the mails know of somebody."""
    forget(announcement)
