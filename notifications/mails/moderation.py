"""Mails about actions of the staff: what, why, and what it means for the reader."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.links.purposes import (
    APPEAL_LINK,
    CASE_LINK,
    DATA_LINK,
    PLAY_LINK,
    game_url,
    result_url,
)
from games.links.tokens import absolute_url
from games.models import Invitation, ModerationAction, Report, Seat, Status, User
from games.models.moderation import Case
from games.moderation.actions.cases import ASK, CLOSING
from games.moderation.actions.people import BAN
from games.moderation.registry import all_actions
from games.moderation.subjects import name_case, url_of
from games.presentation.dates import long_moment_in_words
from games.presentation.ready_reasons import reason_in_words
from games.presentation.result import result_in_words
from games.presentation.text import name_of
from games.signals import ActionLogged, CaseTakenOver
from games.talk.matter import matter_of_act, matter_of_case, reports_in_words
from notifications.mails.base import Context, MailContext, MailKind, Notice, link_to
from notifications.models import Kind, OutgoingMail


class ActionLoggedMail(MailKind):
    """The staff's action: a mail to each person concerned, with the reason."""

    kind = Kind.STAFF_ACTED
    on = (ActionLogged,)
    sends_to_unreachable = True
    sends_to_banned = True

    def mails(self, signal: ActionLogged) -> Iterable[OutgoingMail]:
        """An action about a league alone is shown only on the league's page."""
        act, now = signal.act, signal.now
        if act.kind == ASK.key:
            return
        if act.kind in CLOSING:
            for user_id in _who_reported(act):
                yield self._mail(act, user_id, now)
        elif act.game_id is not None:
            action = all_actions()[act.kind]
            for seat in action.seats_emailed(act, signal.seats):
                # Absent players get it, too, because it is still their game.
                for user_id in {seat.user_id, seat.absent_user_id} - {None}:
                    yield self._mail(act, user_id, now, seat)
        elif act.user_id is not None:
            yield self._mail(act, act.user_id, now)
            if act.kind == BAN.key:
                for seat in _seats_beside(act.user):
                    yield self._mail(act, seat.user_id, now, seat)

    def _mail(
        self,
        act: ModerationAction,
        user_id: int | None,
        now: datetime,
        seat: Seat | None = None,
    ) -> OutgoingMail:
        mail = self.new(f"{act.pk}:{user_id}", now, user_id=user_id, act_id=act.pk)
        if seat is not None:
            mail.seat_id, mail.game_id = seat.pk, seat.game_id
            mail.dedupe_key += f":{seat.game_id}"
        return mail

    def context(self, case: MailContext) -> Context:
        act = case.mail.act
        assert act is not None
        if case.mail.seat is None:
            return _to_person(act, case)
        content = _of_a_ban(act, case) if act.kind == BAN.key else _to_table(act, case)
        return case.common | _link(case) | content


class CaseQuestionMail(Notice):
    """To the reporter or the reported person, who can answer by replying."""

    kind = Kind.CASE_QUESTION
    on = (ActionLogged,)
    quotes_people = True
    sends_to_unreachable = True
    sends_to_banned = True

    def mails(self, signal: ActionLogged) -> Iterable[OutgoingMail]:
        act = signal.act
        if act.kind == ASK.key:
            yield self.new(act.pk, signal.now, user_id=act.user_id, act_id=act.pk)

    def context(self, case: MailContext) -> Context:
        act = case.mail.act
        assert act is not None
        assert act.case is not None
        notes = [all_actions()[act.kind].meaning_of(act, long_moment_in_words)]
        if settings.REPLY_TO:
            notes.insert(0, _("Just reply to this email, or answer on the page."))
        url = CASE_LINK.url(act.case, case.reader, now=case.now)
        return {
            "title": "Stone Age by Mail",
            "heading": all_actions()[act.kind].headline,
            "about": [
                *matter_of_case(act.case, case.reader),
                *reports_in_words(act.case, case.reader),
            ],
            "lead": act.reason,
            "notes": notes,
            **link_to(url, _("Answer on the page")),
        }


class CaseTakenMail(Notice):
    """To a member of the staff: a colleague took over a case of theirs. In English."""

    kind = Kind.CASE_TAKEN
    on = (CaseTakenOver,)

    def mails(self, signal: CaseTakenOver) -> Iterable[OutgoingMail]:
        occasion = f"{signal.now.timestamp()}:{signal.by.pk}:{signal.case.pk}"
        details = {"by": signal.by.pk, "case": signal.case.pk}
        yield self.new(occasion, signal.now, user_id=signal.former.pk, details=details)

    def context(self, case: MailContext) -> Context:
        name = User.objects.get(pk=case.mail.details["by"])
        taken = Case.objects.get(pk=case.mail.details["case"])
        url = f"{settings.SITE_URL}{url_of(taken)}"
        return {
            "title": name_case(taken),
            "heading": f"{name} took over a case",
            "lead": f"{name} now handles a case of yours: {name_case(taken)}.",
            **link_to(url, "See the case"),
        }


def _who_reported(act: ModerationAction) -> Iterable[int | None]:
    reports = Report.objects.filter(case=act.case_id, reporter__isnull=False)
    ids = reports.order_by("reporter_id").values_list("reporter_id", flat=True)
    return ids.distinct()


def _seats_beside(user: User | None) -> QuerySet[Seat]:
    """Return the others' seats in a user's games, because the ban affects them."""
    own = Seat.objects.filter(
        user=user,
        invitation=Invitation.ACCEPTED,
        game__status__in=(Status.INVITING, Status.ACTIVE),
    )
    others = Seat.objects.filter(game__in=own.values("game"), user__isnull=False)
    return others.exclude(user=user).order_by("pk")


def _to_person(act: ModerationAction, case: MailContext) -> Context:
    action = all_actions()[act.kind]
    context: Context = {
        "heading": action.headline,
        "about": _about(act, case),
        "reason": reason_in_words(act.reason),
        "meaning": action.meaning_of(act, long_moment_in_words),
        "contact": settings.CONTACT_EMAIL if action.is_grave else "",
        "appeal_url": _appeal_url(act, case),
    }
    if act.kind in CLOSING and act.case is not None:
        url = CASE_LINK.url(act.case, case.reader, now=case.now)
        return context | link_to(url, _("See what you wrote and what came of it"))
    if act.user is None or not action.leads_to_data:
        return context | link_to(absolute_url("games:home"), "Stone Age by Mail")
    data = DATA_LINK.url(act.user, now=case.now)
    return context | {"is_to_data": True} | link_to(data, _("What is stored about you"))


def _about(act: ModerationAction, case: MailContext) -> list[str]:
    if act.kind in CLOSING and act.case is not None:
        lines = matter_of_case(act.case, case.reader, quotes=case.sees_talk)
        reports = reports_in_words(act.case, case.reader) if case.sees_talk else []
        return lines + reports
    return matter_of_act(act, case.reader, quotes=case.sees_talk)


def _to_table(act: ModerationAction, case: MailContext) -> Context:
    action = all_actions()[act.kind]
    deadline = case.seat.deadline_at if case.is_readers_seat else None
    return {
        "heading": action.headline,
        "whose": "" if act.seat_number is None else case.names[act.seat_number],
        "reason": reason_in_words(act.reason),
        "meaning": action.meaning_of(act, long_moment_in_words),
        "result": result_in_words(case.state, case.names),
        "until": "" if deadline is None else long_moment_in_words(deadline),
        "appeal_url": _appeal_url(act, case),
    }


def _appeal_url(act: ModerationAction, case: MailContext) -> str:
    reader = case.mail.user
    if reader is None or not all_actions()[act.kind].may_be_appealed:
        return ""
    return APPEAL_LINK.url(act, reader, now=case.now)


def _of_a_ban(act: ModerationAction, case: MailContext) -> Context:
    """Return what the others learn of a ban: who plays the seat, but not the reason."""
    seat = next(each for each in case.seats if each.user_id == act.user_id)
    values = {"name": name_of(seat)}
    meaning = _(
        "The moderators have put %(name)s’s seat on autopilot, so that the game goes "
        "on."
    )
    heading = _("Autopilot is playing for %(name)s")
    return {"heading": heading % values, "meaning": meaning % values}


def _link(case: MailContext) -> Context:
    if case.game.status == Status.FINISHED:
        return link_to(result_url(case.game), _("See how it ended"))
    if not case.is_readers_seat or case.game.status != Status.ACTIVE:
        return link_to(game_url(case.game), _("See the game"))
    return link_to(PLAY_LINK.url(case.seat, now=case.now), _("Go to the game"))
