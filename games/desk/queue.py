"""What needs the attention of the staff: each list the oldest first."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import labels, queries, tables
from games.desk.sections import Row, Section, of_everything
from games.models import Game, Report, Seat, Status, User
from games.text import join_list, name_of, names_of
from stoneage_core.state import Phase

#: A time-out is carried out within seconds; what waits longer is stuck.
STALLED = timedelta(minutes=5)
LONGEST = 25
#: How the column says that something is proposed.
MOTIONS = '"proposals":'


def queue(now: datetime, by: User) -> tuple[Section, ...]:
    """Return all that waits for somebody of the staff, as far as they may see it."""
    own = (stalled(now), quarantined(), reports(by), votes())
    return (*own, *(section(now) for section in of_everything))


def stalled(now: datetime) -> Section:
    """Games in which a time-out should have been carried out minutes ago."""
    overdue = Seat.objects.filter(
        awaited_at__isnull=False, deadline_at__lte=now - STALLED
    ).exclude(game__held_at__isnull=False)
    seats = overdue.select_related("game").order_by("deadline_at")[:LONGEST]
    return Section(
        "stalled",
        gettext_lazy("Stalled games"),
        gettext_lazy("No deadline is overdue."),
        tuple(_stalled_row(seat) for seat in seats),
    )


def quarantined() -> Section:
    """Games held by the staff, or by a time-out that failed."""
    running = Game.objects.filter(status=Status.ACTIVE)
    held = running.filter(Q(held_at__isnull=False) | Q(quarantined_at__isnull=False))
    return Section(
        "quarantined",
        gettext_lazy("In quarantine"),
        gettext_lazy("No game is in quarantine."),
        tuple(_held_row(game) for game in held.order_by("pk")[:LONGEST]),
    )


def reports(by: User) -> Section:
    """What people asked the staff to look at, without what concerns the reader."""
    waiting = tables.reports_for(by).filter(closed_at=None)
    waiting = waiting.select_related("game", "about")
    return Section(
        "reports",
        gettext_lazy("Open reports"),
        gettext_lazy("Nobody has reported anything."),
        tuple(report_row(report) for report in waiting.order_by("made_at")[:LONGEST]),
        reverse("admin:games_report_changelist"),
    )


def votes() -> Section:
    """Games whose players have proposed something that is not settled."""
    running = Game.objects.filter(status=Status.ACTIVE)
    open_ones = running.filter(conduct__contains=MOTIONS).order_by("pk")[:LONGEST]
    return Section(
        "votes",
        gettext_lazy("Open votes"),
        gettext_lazy("No table is voting."),
        tuple(row for game in open_ones for row in _vote_rows(game)),
    )


def desk_url(game: Game) -> str:
    """Return the address of a game's page on the desk."""
    return reverse("desk:game", args=[game.slug])


def called(game: Game) -> str:
    """Name a game by its players: 'Alice and Bob'."""
    return join_list(list(names_of(queries.seats_of(game))))


def report_row(report: Report) -> Row:
    about = report.about or (called(report.game) if report.game else "")
    return Row(
        text=_("about %(whom)s") % {"whom": about} if about else _("A report"),
        href=reverse("admin:games_report_change", args=[report.pk]),
        detail=report.reason,
        at=report.made_at,
    )


def _stalled_row(seat: Seat) -> Row:
    return Row(
        text=called(seat.game),
        href=desk_url(seat.game),
        detail=_("%(name)s is overdue") % {"name": name_of(seat)},
        at=seat.deadline_at,
        badge=seat.game.slug,
        is_bad=True,
    )


def _held_row(game: Game) -> Row:
    by_staff = game.held_at is not None
    return Row(
        text=called(game),
        href=desk_url(game),
        detail=_("held by the staff") if by_staff else _("a time-out failed"),
        at=game.held_at or game.quarantined_at,
        badge=game.slug,
        is_bad=not by_staff,
    )


def _vote_rows(game: Game) -> Iterator[Row]:
    where = labels.round_and_phase(game.round, Phase(game.phase))
    for motion in game.match_state.proposals:
        yield Row(
            text=called(game),
            href=desk_url(game),
            detail=where,
            at=motion.made_at,
            badge=game.slug,
        )
