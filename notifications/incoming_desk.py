"""What the staff's page of a game shows of the mails that came in: the fate of each."""

from collections import Counter

from django.urls import reverse
from django.utils.http import urlencode

from games.models import Game
from games.moderation.dashboard import DashboardRow, Section
from games.presentation.text import name_of
from notifications.models import IncomingMail, Reading
from notifications.models.incoming import Fate

MOST = 12


def incoming_mails(game: Game) -> Section:
    """The mails to the seats of a game and what became of them, the latest first."""
    came = IncomingMail.objects.filter(seat__game=game).defer("source")
    came = came.select_related("seat__user")
    address = reverse("admin:notifications_incomingmail_changelist")
    return Section(
        "incoming",
        "Mails that came in",
        "None so far.",
        tuple(_row(mail) for mail in came.order_by("-pk")[:MOST]),
        f"{address}?{urlencode({'q': game.slug})}",
    )


def told_fate(mail: IncomingMail) -> str:
    """
    Say in a line what became of a mail, and why.

    Nothing of what its writer typed is in it.
    """
    if mail.why:
        return mail.why
    if mail.reading == Reading.PENDING:
        return "waits until its player confirms it"
    statuses = Counter(str(row["status"]) for row in mail.results)
    if not statuses:
        return "" if mail.reading == Reading.WAITING else "empty: the help was sent"
    return ", ".join(f"{_lines(count)} {status}" for status, count in statuses.items())


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _row(mail: IncomingMail) -> DashboardRow:
    return DashboardRow(
        text=name_of(mail.seat) if mail.seat else "",
        href=reverse("admin:notifications_incomingmail_change", args=[mail.pk]),
        detail=told_fate(mail),
        at=mail.received_at,
        badge=str(Fate(mail.fate).label) if mail.fate else "waiting",
        is_bad=mail.fate == Fate.REFUSED,
    )
