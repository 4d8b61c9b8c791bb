"""Sections of the desk about incoming mails and their outcomes."""

from collections import Counter
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.http import urlencode

from games.models import Game
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.subjects import name_game
from games.presentation.text import name_of
from notifications import queries
from notifications.models import IncomingMail, Reading
from notifications.models.incoming import Fate

MOST = 12
#: Mails are read within seconds; one that waits longer is stuck.
STALLED = timedelta(minutes=5)
UNREAD_SHOWN = timedelta(days=30)


def incoming_section(game: Game) -> Section:
    """Return a game's incoming mails with their outcomes, latest first."""
    came = IncomingMail.objects.filter(seat__game=game).defer("source")
    came = came.select_related("seat__user")
    return Section(
        "incoming",
        "Incoming emails",
        "None so far.",
        tuple(_row(mail) for mail in came.order_by("-pk")[:MOST]),
        _list_of_incoming(q=game.slug),
    )


def describe_fate(mail: IncomingMail) -> str:
    """
    Return the outcome of a mail and its reason in one line.

    It contains nothing that the sender typed.
    """
    if mail.why:
        return mail.why
    if mail.reading == Reading.PENDING:
        return "waits for its player's confirmation"
    statuses = Counter(str(row["status"]) for row in mail.results)
    if not statuses:
        return "" if mail.reading == Reading.WAITING else "empty; we sent the help"
    return ", ".join(f"{_lines(count)} {status}" for status, count in statuses.items())


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _row(mail: IncomingMail) -> DashboardRow:
    return DashboardRow(
        text=name_of(mail.seat) if mail.seat else "",
        href=reverse("admin:notifications_incomingmail_change", args=[mail.pk]),
        detail=describe_fate(mail),
        at=mail.received_at,
        badge=str(Fate(mail.fate).label) if mail.fate else "waiting",
        is_bad=mail.fate == Fate.REFUSED,
    )


def unread_section(now: datetime) -> Section:
    """Return overdue mails, given-up ones, and those that a person may have written."""
    stuck = queries.waiting_mails(now - STALLED).order_by("due_at")
    lost = queries.mails_given_up(now - UNREAD_SHOWN).order_by("-read_at")
    doubtful = queries.doubtful_mails(now - UNREAD_SHOWN).order_by("-read_at")
    rows = [
        _unread_row(mail)
        for mails in (stuck, lost, doubtful)
        for mail in mails.select_related("seat__game").defer("source")[:MOST]
    ]
    return Section(
        "unread",
        "Emails that could not be read",
        "All incoming emails were read.",
        tuple(rows),
        _list_of_incoming(reading__exact=Reading.IGNORED.value),
    )


def _list_of_incoming(**query: str) -> str:
    address = reverse("admin:notifications_incomingmail_changelist")
    return f"{address}?{urlencode(query)}"


def _unread_row(mail: IncomingMail) -> DashboardRow:
    """Name the game, not the sender, because a From header may say anything."""
    return DashboardRow(
        text=name_game(mail.seat.game) if mail.seat else "A bounced email",
        href=reverse("admin:notifications_incomingmail_change", args=[mail.pk]),
        detail=mail.why,
        at=mail.received_at,
        badge=str(Reading(mail.reading).label),
        is_bad=True,
    )
