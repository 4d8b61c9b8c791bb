"""Sections of the staff's desk about mails, and the act of sending them again."""

from collections import Counter
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Seat, Status, Unreachable, User
from games.moderation.action import Action, ActionContext, Preview, obstacle_unless
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.subjects import name_game, url_of
from games.presentation.text import name_of
from notifications import queries
from notifications.models import (
    IncomingMail,
    Kind,
    MailStatus,
    MailStep,
    OutgoingMail,
    Reading,
    Step,
)
from notifications.models.incoming import Fate
from notifications.outbox import rows as outbox
from notifications.privacy import IN_ORDER

MOST_SHOWN = 12
#: Mails are read within seconds; one that waits longer is stuck.
STALLED = timedelta(minutes=5)
UNREAD_SHOWN = timedelta(days=30)


def incoming_section(game: Game) -> Section:
    came = IncomingMail.objects.filter(seat__game=game).defer("source")
    came = came.select_related("seat__user")
    return Section(
        "incoming",
        "Incoming emails",
        "None so far.",
        tuple(_incoming_row(mail) for mail in came.order_by("-pk")[:MOST_SHOWN]),
        _list_of_incoming(q=game.slug),
    )


def describe_fate(mail: IncomingMail) -> str:
    """Return the outcome of a mail in one line, without anything its sender typed."""
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


def _incoming_row(mail: IncomingMail) -> DashboardRow:
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
        for mail in mails.select_related("seat__game").defer("source")[:MOST_SHOWN]
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


LOST = timedelta(days=30)
RUNNING = (Status.ACTIVE, Status.INVITING)
#: Steps after which an email did not arrive, or was not welcome.
BAD_STEPS = frozenset({Step.REFUSED, Step.BOUNCED, Step.COMPLAINED})


def unreachable_section(now: datetime) -> Section:
    seats = Seat.objects.filter(
        user__unreachable_since__isnull=False, game__status__in=RUNNING
    ).select_related("user", "game")
    lost = seats.order_by("user__unreachable_since")
    rows = [_lost_player(seat) for seat in lost[:MOST_SHOWN]]
    failed = (
        OutgoingMail.objects.failed()
        .filter(
            created_at__gt=now - LOST,
            game__status__in=RUNNING,
            user__unreachable_since=None,
        )
        .select_related("user", "game")
    )
    rows += [_lost_row(mail) for mail in failed.order_by("pk")[:MOST_SHOWN]]
    return Section(
        "unreachable",
        gettext_lazy("Players who get no emails"),
        gettext_lazy("As far as we know, all emails arrive."),
        tuple(rows),
        _list_of_mails(outcome=MailStatus.FAILED.value),
    )


def mails_section(game: Game) -> Section:
    sent = OutgoingMail.objects.filter(game=game).select_related("user")
    sent = sent.prefetch_related(IN_ORDER)
    return Section(
        "mails",
        gettext_lazy("Emails"),
        gettext_lazy("No emails so far."),
        tuple(_outgoing_row(mail) for mail in sent.order_by("-pk")[:MOST_SHOWN]),
        _list_of_mails(game=game.slug),
    )


def returned_section(user: User) -> Section:
    steps = MailStep.objects.filter(mail__user=user, what__in=BAD_STEPS)
    return Section(
        "returned",
        "Bounced emails",
        "None.",
        tuple(
            _returned_row(step)
            for step in steps.select_related("mail").order_by("-pk")[:MOST_SHOWN]
        ),
    )


def _returned_row(step: MailStep) -> DashboardRow:
    """Show the address of that time, because the user may have another one now."""
    return DashboardRow(
        text=str(Kind(step.mail.kind).label),
        href=reverse("desk_mail", args=[step.mail_id]),
        detail=" · ".join(filter(None, [step.mail.sent_to, step.words])),
        at=step.at,
        badge=str(Step(step.what).label),
        is_bad=True,
    )


def _list_of_mails(**query: str) -> str:
    return f"{reverse('desk_mails')}?{urlencode(query)}"


def _outgoing_row(mail: OutgoingMail) -> DashboardRow:
    return DashboardRow(
        text=str(Kind(mail.kind).label),
        href=reverse("desk_mail", args=[mail.pk]),
        detail=" · ".join(filter(None, [str(mail.user or ""), describe_life(mail)])),
        at=mail.sent_at or mail.created_at,
        badge=str(MailStatus(mail.status).label),
        is_bad=mail.status == MailStatus.FAILED
        or any(step.what in BAD_STEPS for step in mail.steps.all()),
    )


def describe_life(mail: OutgoingMail) -> str:
    described = []
    runs = groupby(mail.steps.all(), lambda step: (step.what, step.words))
    for (what, words), run in runs:
        label, count = str(Step(what).label), len(list(run))
        if count > 1:
            label = _("%(what)s %(count)d times") % {"what": label, "count": count}
        described.append(f"{label}: {words}" if words else label)
    return ", ".join(described) or mail.reason


def _lost_player(seat: Seat) -> DashboardRow:
    user = seat.user
    assert user is not None
    why = str(Unreachable(user.unreachable_why).label)
    return DashboardRow(
        text=str(user),
        href=url_of(seat.game),
        detail=f"{name_game(seat.game)} · {why}",
        at=user.unreachable_since,
        badge=_("no emails"),
        is_bad=True,
    )


def _lost_row(mail: OutgoingMail) -> DashboardRow:
    assert mail.game is not None
    return DashboardRow(
        text=str(mail.user or _("Someone")),
        href=url_of(mail.game),
        detail=f"{name_game(mail.game)} · {mail.reason}",
        at=mail.created_at,
        badge=str(Kind(mail.kind).label),
        is_bad=True,
    )


def _failed(game: Game) -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.failed().filter(game=game)


def _resend(act: ActionContext) -> None:
    outbox.send_again(_failed(act.game), now=act.now)


def _preview_resent(act: ActionContext) -> Preview:
    again = OutgoingMail.objects.filter(game=act.game, due_at=act.now, attempts=0)
    again = again.filter(created_at__lt=act.now).select_related("user")
    people = sorted({str(mail.user) for mail in again})
    are = "email is" if len(again) == 1 else "emails are"
    return Preview([f"{len(again)} {are} sent again: {', '.join(people)}."])


RESEND = Action(
    key="resend",
    title="Send emails again",
    explains="Those that failed for good.",
    headline=gettext_lazy("The moderators are sending failed emails again"),
    means=gettext_lazy(
        "Failed emails about this game are sent again. You may get one twice."
    ),
    permission="manage_links",
    obstacle=lambda game, now: obstacle_unless(
        _failed(game).exists(), "No email has failed in this game."
    ),
    perform=_resend,
    notes=_preview_resent,
)
