"""Reports to the staff, and appeals against their acts."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.errors import Refused
from games.locks import lock_user
from games.models import Game, ModerationAction, Report, Seat, TalkMessage, User
from games.models.moderation import Case, ReportKind
from games.models.talk import LONGEST_REPORT
from games.talk.messages import clean_text


@transaction.atomic
def make_report(
    *,
    reporter: User,
    reason: str,
    now: datetime,
    kind: str = ReportKind.OTHER,
    game: Game | None = None,
    seat: Seat | None = None,
    message: TalkMessage | None = None,
) -> Report:
    """
    Ask the staff to look at a message, a seat's player or a game, or for help. ``kind``
    is a ``ReportKind``. This opens a case, or joins an open one of the kind about the
    same thing. Nobody else learns of it. Raise Refused: (forbidden) for reports about
    oneself, (invalid) without a reason or of an unknown kind, (too_late) if the same
    report by the same person is still open.
    """
    if kind not in ReportKind:
        raise Refused("invalid", _("Please choose what it is about."))
    reason = clean_text(reason, LONGEST_REPORT)
    if message is not None:
        game, seat = message.game, message.seat
    elif seat is not None:
        game = seat.game
    person = _person_of(seat, message)
    if person is not None and person.pk == reporter.pk:
        raise Refused("forbidden", _("You can’t report yourself."))
    reporter = lock_user(reporter.pk)
    known = Report.objects.filter(
        *(Q(case__closed_at=None), Q(case__act=None), Q(case__kind=kind)),
        reporter=reporter,
        game=game,
        seat=seat,
        message=message,
    )
    if known.exists():
        raise Refused(
            "too_late",
            _("You’ve already reported that. The moderators will look at it."),
        )
    return Report.objects.create(
        case=_case_of(ReportKind(kind), game, person, now),
        reporter=reporter,
        game=game,
        seat=seat,
        message=message,
        reason=reason,
        made_at=now,
    )


@transaction.atomic
def make_appeal(
    *, act: ModerationAction, user: User, reason: str, now: datetime
) -> Case:
    """Raise Refused: (invalid) without a reason, (too_late) for a second appeal."""
    reason = clean_text(reason, LONGEST_REPORT)
    user = lock_user(user.pk)
    if appeal_of(act, user) is not None:
        raise Refused("too_late", _("You’ve already appealed against that."))
    case = Case.objects.create(
        act=act, game=act.game, person=user, opened_at=now, reported_at=now
    )
    Report.objects.create(
        case=case, game=act.game, reporter=user, reason=reason, made_at=now
    )
    return case


def appeal_of(act: ModerationAction, user: User) -> Case | None:
    return Case.objects.filter(act=act, person=user).first()


def _case_of(
    kind: ReportKind, game: Game | None, person: User | None, now: datetime
) -> Case:
    """
    Return the open case to which a report belongs, or a new one. Reports of one kind
    about the same person at the same table belong together, and so do reports about a
    game as a whole. Others, and requests for help, get a case each.
    """
    alike = Case.objects.open().filter(kind=kind, game=game, person=person, act=None)
    is_shared = (game or person) and not kind.asks_for_help
    case = alike.select_for_update().first() if is_shared else None
    if case is None:
        return Case.objects.create(
            kind=kind, game=game, person=person, opened_at=now, reported_at=now
        )
    case.reported_at, case.waits_until = now, None
    case.save(update_fields=["reported_at", "waits_until"])
    return case


def _person_of(seat: Seat | None, message: TalkMessage | None) -> User | None:
    if message is not None:
        return message.user
    if seat is None:
        return None
    if seat.is_automatic or seat.user is None:
        raise Refused("invalid", _("There’s no one in that seat to report."))
    return seat.user
