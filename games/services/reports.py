"""What people report to the staff, and what comes of it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Forbidden, InvalidChoice, TooLate
from games.models import Act, Game, Report, Seat, StaffAct, TalkMessage, User
from games.models.talk import LONGEST_REPORT
from games.services.staff.desk import (
    clean_reason,
    require_not_playing,
    require_permission,
)
from games.services.staff.talk import message_hide
from games.services.talk import clean_text
from games.signals import StaffActed, publish


@transaction.atomic
def report_make(
    *,
    reporter: User,
    reason: str,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    message: TalkMessage | None = None,
) -> Report:
    """
    Ask the staff to look at a message, at the player of a seat, or at a game.

    Nobody else learns of it. Raise Forbidden for what is one's own, InvalidChoice
    without a reason, and TooLate where one has reported the same and it is still open.
    """
    reason = clean_text(reason, LONGEST_REPORT)
    if message is not None:
        game, seat = message.game, message.seat
    elif seat is not None:
        game = seat.game
    about = _about(seat, message)
    if about is not None and about.pk == reporter.pk:
        raise Forbidden(_("You cannot report yourself."))
    known = Report.objects.filter(
        reporter=reporter, game=game, seat=seat, message=message, closed_at=None
    )
    if known.exists():
        raise TooLate(_("You have reported that already. The staff will look at it."))
    return Report.objects.create(
        reporter=reporter,
        game=game,
        seat=seat,
        message=message,
        about=about,
        reason=reason,
        made_at=now,
    )


@transaction.atomic
def report_close(
    *, report: Report, by: User, outcome: str, now: datetime, hide: bool = False
) -> Report:
    """
    Close a report with what came of it, which who made it is told; once for all.

    With ``hide`` the message that was reported is hidden, and the table is told. Raise
    Forbidden without the permission, to whom the report concerns, or who plays there.
    """
    outcome = clean_reason(outcome)
    report = Report.objects.select_for_update(of=("self",)).get(pk=report.pk)
    if report.closed_at is not None:
        raise TooLate(_("This report is closed already."))
    _require_unconcerned(by, report)
    require_permission(by, "note_game")
    report.closed_at, report.closed_by, report.outcome = now, by, outcome
    report.save(update_fields=["closed_at", "closed_by", "outcome"])
    _note_answer(report, by, now)
    if hide and report.message is not None and report.message.hidden_at is None:
        message_hide(by=by, message=report.message, reason=outcome, now=now)
    return report


def _note_answer(report: Report, by: User, now: datetime) -> None:
    """Only who reported is told: at a small table others would know who it was."""
    act = StaffAct.objects.create(
        by=by,
        act=Act.ANSWER,
        game=report.game,
        user=report.reporter,
        reason=report.outcome,
        acted_at=now,
    )
    publish(StaffActed(act, (), now))


def _require_unconcerned(by: User, report: Report) -> None:
    if by.pk in (report.reporter_id, report.about_id):
        raise Forbidden(_("Somebody else has to close this report: it concerns you."))
    if report.game is not None:
        require_not_playing(by, report.game.seats.all())


def _about(seat: Seat | None, message: TalkMessage | None) -> User | None:
    """Return who is reported; automatic players do nothing that could be."""
    if message is not None:
        return message.user
    if seat is None:
        return None
    if seat.is_automatic or seat.user is None:
        raise InvalidChoice(_("Nobody sits there who could be reported."))
    return seat.user
