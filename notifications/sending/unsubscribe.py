"""Ways to unsubscribe, at the foot of each mail and in its headers."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.links.purposes import MAIL_LINK, NO_MAIL_LINK
from notifications.mails.base import kind_of
from notifications.models import Kind, OutgoingMail, Topic
from notifications.preferences.subscriptions import EVERYTHING, OF_A_GAME


def foot_of(mail: OutgoingMail, *, now: datetime) -> dict[str, str]:
    """Return the links of a mail's footer."""
    assert mail.user is not None
    # A banned user's links open nothing. Other addresses may be given up by now.
    if not (mail.user.is_active and mail.is_to_primary_address):
        return {}
    page = MAIL_LINK.url(mail.user, now=now)
    topic = mail.topic
    foot = {"preferences_url": page, "stop_url": "", "stop_label": "", "never_url": ""}
    if topic in OF_A_GAME and mail.game is not None:
        foot["stop_url"] = f"{page}unsubscribe/{topic}/{mail.game.slug}/"
        foot["stop_label"] = _("Stop these emails for this game")
    elif topic == Topic.FOLLOWING:
        foot["stop_url"] = f"{page}unsubscribe/{topic}/"
        foot["stop_label"] = _("No more news of what I follow")
    elif topic == Topic.INVITATIONS:
        foot["stop_url"] = f"{page}unsubscribe/{topic}/"
        foot["stop_label"] = _("No more invitations to this address")
    if kind_of(mail).is_unsolicited(mail):
        foot["never_url"] = NO_MAIL_LINK.url(mail.user, now=now)
    return foot


def unsubscribe_headers(mail: OutgoingMail, *, now: datetime) -> dict[str, str]:
    """
    Return the headers for one-click unsubscribing (RFC 8058).

    One click stops this topic of this game only. Empty if this kind of mail cannot be
    turned off.
    """
    assert mail.user is not None
    if not mail.is_to_primary_address:
        return {}
    topic = EVERYTHING if mail.kind == Kind.DIGEST else mail.topic
    if topic:
        page = f"{MAIL_LINK.url(mail.user, now=now)}unsubscribe/{topic}/"
        if topic in OF_A_GAME and mail.game is not None:
            page += f"{mail.game.slug}/"
    elif kind_of(mail).is_unsolicited(mail):
        page = NO_MAIL_LINK.url(mail.user, now=now)
    else:
        return {}
    return {
        "List-Unsubscribe": f"<{page}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
