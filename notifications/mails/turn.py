"""Mails that ask for a decision: it is your turn, a choice is wanted."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from games.links.purposes import PLAY_LINK
from games.models import Seat, SeatOrders
from games.models.users import EmailAddress
from games.signals import GameAdvanced, OrdersDisarmed
from notifications.mails.after_move import AfterMove
from notifications.mails.base import (
    Checks,
    MailKind,
    why_not_running,
    why_not_theirs,
    why_on_autopilot,
)
from notifications.mails.blocks import timeout_text
from notifications.mails.context import (
    Context,
    MailContext,
    link_to,
    turns_subject,
)
from notifications.mails.decision import (
    choices_of,
    deadline_context,
    unread_reply_notice,
)
from notifications.mails.votes_wanted import votes_context
from notifications.models import (
    OPEN_STATUSES,
    Kind,
    MailStatus,
    OutgoingMail,
    Reading,
    Topic,
)
from notifications.outbox.new_mail import dedupe_key_of, is_reachable
from stoneage_core import GameState, Phase
from stoneage_core.match.state import Source
from stoneage_core.state import Question

NO_LONGER_AWAITED = "the decision has been made"
ORDERS_WRITTEN = "the player has written other orders since"
ANNOUNCED_IN_ANSWER = "the answer to the player's own mail announces the turn"
ANNOUNCED_WITH_ORDERS = (
    "another mail announces the turn and says why the orders do not fit"
)

#: A player who has just decided on the page sees there if it is their turn again. The
#: mail waits for this long, and is skipped if they decide.
LONGEST_VISIT = timedelta(minutes=10)
#: If orders may decide, the mail is sent this long after they are due.
AFTER_ORDERS = timedelta(minutes=1)
#: How soon another mail that is due now has probably been sent. It is short, because a
#: player who replies at once may be asked again while our answer is being sent.
ANOTHER_MAIL_GOES_WITHIN = timedelta(seconds=5)

#: Mails that their readers have, separately or in a digest; mails that come soon.
_HAS_COME = Q(status=MailStatus.SENT) | Q(part_of__isnull=False)
_IS_TO_COME = Q(status__in=OPEN_STATUSES, failing_since=None, part_of=None)


def _why_not_awaited(case: MailContext) -> str:
    is_awaited = case.seat.awaited_version == case.mail.about_version
    return "" if is_awaited else NO_LONGER_AWAITED


def _why_announced_in_answer(case: MailContext) -> str:
    if not case.other_mail_may_announce:
        return ""
    answers = _answers(case.mail).filter(status=MailStatus.SENT)
    is_announced = answers.filter(shown_version__gte=case.sequence).exists()
    return ANNOUNCED_IN_ANSWER if is_announced else ""


def _why_announced_with_orders(case: MailContext) -> str:
    if not case.other_mail_may_announce:
        return ""
    return (
        ANNOUNCED_WITH_ORDERS if _disarmed(case.mail).filter(_HAS_COME).exists() else ""
    )


def _why_orders_rewritten(case: MailContext) -> str:
    orders = SeatOrders.objects.filter(seat=case.mail.seat_id)
    disarmed = orders.filter(disarmed_at__isnull=False)
    return "" if disarmed.exists() else ORDERS_WRITTEN


#: Checks that the reader still has to make exactly this decision.
STILL_AWAITED = (why_not_running, _why_not_awaited, why_not_theirs, why_on_autopilot)


def _begins(state: GameState) -> bool:
    return state.round == 1 and not any(sum(one.placed) for one in state.players)


class AskingMail(MailKind):
    """Asks for a decision; stale when exactly that decision is no longer awaited."""

    topic = Topic.TURNS
    is_answerable = True
    checks: ClassVar[Checks] = STILL_AWAITED

    def shared_subject(self, case: MailContext) -> str:
        return turns_subject(case)

    def about_decision(self, seat: Seat, now: datetime) -> OutgoingMail:
        """Return a mail to a seat's player about the decision that awaits them."""
        version = seat.awaited_version
        return self.to_seat(seat, now, version, about_version=version)

    def context(self, case: MailContext) -> Context:
        seat = case.seat
        why = timeout_text.why_orders_rest(seat, seat.awaited_at)
        return (
            case.common
            | case.position_and_attendance(since=seat.seen_version)
            | choices_of(self, case)
            | deadline_context(case)
            | votes_context(case)
            | {
                "recap": case.recap(after=seat.seen_version),
                "talk": case.talk(after=seat.seen_version),
                "why_put_aside": why,
                "unread": unread_reply_notice(case.mail),
                **link_to(PLAY_LINK.url(seat, now=case.now), _("Play your turn")),
            }
            | (self._for_beginners(case) if _begins(case.state) else {})
        )

    def _for_beginners(self, case: MailContext) -> Context:
        seat = case.seat
        extra = {"afterwards": timeout_text.in_full(case.game, seat)}
        if self.can_be_answered(case.mail):
            extra["newcomer"] = _("New to this? Reply “help”.")
        return extra


class TurnMail(AskingMail, AfterMove):
    """Asks for a decision; waits while another mail may ask for the same one."""

    on = (GameAdvanced,)
    checks = (*STILL_AWAITED, _why_announced_with_orders, _why_announced_in_answer)
    for_all: ClassVar[bool]

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        since = seat.awaited_version
        is_new = since is not None and since >= news.first_sequence
        for_all = news.state.question in (Question.DIE, Question.FEED)
        if not is_new or seat.is_on_autopilot or for_all is not self.for_all:
            return None
        mail = self.about_decision(seat, news.now)
        by_reader = news.decided_by == seat.number
        if not by_reader and news.open_until is not None:
            mail.due_at = news.open_until  # it can still be taken back
        if seat.orders_at is not None:
            mail.due_at = max(mail.due_at, seat.orders_at + AFTER_ORDERS)
        if by_reader and is_visit(news):
            allowance = timedelta(seconds=news.game.time_control.allowance(None))
            rest = min(LONGEST_VISIT, allowance / 4)
            mail.held_until = news.now + rest
        return mail

    def defer_until(self, case: MailContext) -> datetime | None:
        """
        Return until when to wait for another mail that may ask for the same decision.

        It waits as long as that mail does, even through quiet hours. It does not wait
        for a failed mail, because nobody knows when that will be sent.
        """
        if not case.other_mail_may_announce:
            return None
        pending = [*_answers(case.mail).filter(_IS_TO_COME)]
        pending += _disarmed(case.mail).filter(_IS_TO_COME)
        if not pending:
            return None
        return max(
            case.now + ANOTHER_MAIL_GOES_WITHIN,
            min(_goes_at(other, case.now) for other in pending),
        )


class YourTurnMail(TurnMail):
    """Asks a player to place or use people, or to choose tools."""

    kind = Kind.YOUR_TURN
    rank = 20
    for_all = False


class ChoiceWantedMail(TurnMail):
    """Asks a player to pick a die, or to feed their tribe."""

    kind = Kind.CHOICE_WANTED
    template = Kind.YOUR_TURN.value
    rank = 25
    for_all = True


class OrdersDisarmedMail(AskingMail):
    """Says at once that orders do not decide; replaces the turn mail."""

    kind = Kind.ORDERS_DISARMED
    on = (OrdersDisarmed,)
    checks = (*STILL_AWAITED, _why_orders_rewritten)

    def mails(self, signal: OrdersDisarmed) -> Iterable[OutgoingMail]:
        seat = signal.seat
        if seat.awaited_version is not None and is_reachable(seat):
            yield self.about_decision(seat, signal.now)


def is_visit(news: GameAdvanced) -> bool:
    """Return whether the player who decided is on the game's page."""
    on_page = news.source == Source.PAGE
    return on_page and news.before.phase is not Phase.INVITATION


def _goes_at(mail: OutgoingMail, now: datetime) -> datetime:
    """Return when a mail will be sent; ``due_at`` may be the end of a lease."""
    return now if mail.status == MailStatus.SENDING else mail.due_at


def _disarmed(mail: OutgoingMail) -> QuerySet[OutgoingMail]:
    """Return the mail that asks for the same decision and says why orders stopped."""
    key = dedupe_key_of(Kind.ORDERS_DISARMED, f"{mail.seat_id}:{mail.about_version}")
    return OutgoingMail.objects.filter(dedupe_key=key)


def _answers(mail: OutgoingMail) -> QuerySet[OutgoingMail]:
    """
    Return our answers to mails that the player wrote.

    Answers to unverified mails do not count. They only ask whether the player wrote it,
    and a stranger must not be able to suppress a turn mail.
    """
    answers = OutgoingMail.objects.filter(
        kind=Kind.REPLY_READ, seat=mail.seat_id, user=mail.user_id
    )
    vouched = answers.filter(incoming__is_authenticated=True).alias(
        sender=Lower("incoming__sender"), address=Lower("user__email")
    )
    others = EmailAddress.objects.filter(user=mail.user_id).values("email")
    own = vouched.filter(Q(sender=F("address")) | Q(sender__in=others))
    return own.exclude(incoming__reading=Reading.PENDING)
