"""What the desk of the staff shows of mails that came in: those that nobody reads."""

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.moderation.dashboard import Row, Section, name_game
from notifications import selectors
from notifications.models import IncomingMail, Reading

MOST = 12
#: A mail is read within seconds; what waits longer is stuck.
STALLED = timedelta(minutes=5)
REMEMBERED = timedelta(days=30)


def unread(now: datetime) -> Section:
    """
    Mails that should have been read minutes ago, and those that were given up.

    And those of which nobody knows whether a person wrote them.
    """
    stuck = selectors.waiting_mails(now - STALLED).order_by("due_at")
    lost = selectors.given_up(now - REMEMBERED).order_by("-read_at")
    doubtful = selectors.unheard(now - REMEMBERED).order_by("-read_at")
    rows = [
        _row(mail)
        for mails in (stuck, lost, doubtful)
        for mail in mails.select_related("seat__game").defer("source")[:MOST]
    ]
    return Section(
        "unread",
        gettext_lazy("Mails that could not be read"),
        gettext_lazy("Every mail that came in was read."),
        tuple(rows),
        _list_of_mails(),
    )


def _list_of_mails() -> str:
    address = reverse("admin:notifications_incomingmail_changelist")
    return f"{address}?{urlencode({'reading__exact': Reading.IGNORED.value})}"


def _row(mail: IncomingMail) -> Row:
    """Name the game, not the writer: anybody may write anything."""
    return Row(
        text=name_game(mail.seat.game) if mail.seat else _("A mail that came back"),
        href=reverse("admin:notifications_incomingmail_change", args=[mail.pk]),
        detail=mail.why,
        at=mail.received_at,
        badge=str(Reading(mail.reading).label),
        is_bad=True,
    )
