"""Push notifications: each goes when a mail that asks for a decision goes.

So there is one policy. What a person wants to hear of, how often and at what hours, is
decided of the mail; what is pushed beside it is owed from then on, a row for each of
their browsers, and only asked whether that decision is awaited still.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext as _

from games.links.purposes import PLAY_LINK
from games.store.sql import finds_row
from games.web.reader import reading_as
from notifications.mails.base import Checks, MailKind
from notifications.mails.context import MailContext
from notifications.mails.turn import ASKED
from notifications.models import Kind, OutgoingMail
from notifications.models.preferences import ASKING
from notifications.models.push import PushSubscription

_HAS_BROWSERS = "SELECT 1 FROM notifications_pushsubscription WHERE user_id = %s"


class PushedNotice(MailKind):
    """Says in a browser that it is somebody's turn, and nothing else of the game."""

    kind = Kind.PUSH
    checks: ClassVar[Checks] = ASKED

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """Yield what is pushed beside a mail that goes now. Queries."""
        asking = [each for each in mails_told_by(mail) if each.topic in ASKING]
        if not asking or not finds_row(_HAS_BROWSERS, [mail.user_id]):
            return
        for browser in PushSubscription.objects.filter(user=mail.user_id):
            for asked in asking:
                yield self.new(
                    f"{browser.pk}:{asked.pk}",
                    now,
                    user_id=asked.user_id,
                    seat_id=asked.seat_id,
                    game_id=asked.game_id,
                    about_version=asked.about_version,
                    subscription=browser,
                )


def notification_of(mail: OutgoingMail, now: datetime) -> bytes:
    """Return what a browser is to show, in its owner's language, and where it leads."""
    case = MailContext(mail, now)
    with reading_as(mail.user):
        words = _("It’s your turn in %(game)s.") % {"game": case.title}
    told = {
        "title": "Stone Age by Mail",
        "body": words,
        "tag": case.game.slug,
        "url": PLAY_LINK.url(case.seat, now=now),
    }
    return json.dumps(told, ensure_ascii=False).encode()


def mails_told_by(mail: OutgoingMail) -> list[OutgoingMail]:
    """Return what a mail tells of: itself, or the parts of a digest."""
    return [*mail.parts.all()] if mail.kind == Kind.DIGEST else [mail]
