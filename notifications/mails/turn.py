"""Mails about a turn: the question, reminders, and orders that no longer fit."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar

from allauth.account.models import EmailAddress
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from games.command_language.spelling import spell_orders
from games.links.purposes import PACE_LINK, PLAY_LINK, choices_url
from games.models import Entrant, Seat, SeatOrders
from games.presentation.dates import duration_in_words, long_moment_in_words
from games.presentation.league_text import begun_in_words
from games.presentation.proposal_text import open_in_words, standing_in_words
from games.presentation.text import say
from games.signals import DecisionDue, GameAdvanced, GameWasRestored, OrdersDisarmed
from games.table.numbered_choices import flat_choices
from games.table.orders_form import has_settings
from notifications.mails.base import (
    AfterMove,
    Checks,
    Context,
    MailContext,
    MailKind,
    link_to,
    turns_subject,
    why_not_running,
    why_not_theirs,
    why_on_autopilot,
)
from notifications.mails.blocks import question
from notifications.mails.blocks.calendar_entry import calendar_of, deadline_entry
from notifications.mails.blocks.question import prompt_of, recommend_choices
from notifications.models import (
    OPEN_STATUSES,
    Kind,
    MailStatus,
    OutgoingMail,
    Pace,
    Reading,
    Topic,
)
from notifications.models.preferences import known_preferences
from notifications.outbox.rows import dedupe_key_of, is_reachable
from notifications.queries import turn_mails_sent, unread_answer
from stoneage_core import GameState, Phase, autopilot, awaited, notation
from stoneage_core.commands import PlacePeople
from stoneage_core.match.state import Source
from stoneage_core.orders.placing_ahead import placements_ahead, placements_behind
from stoneage_core.state import Question
from stoneage_core.wording.sentences import describe_event


def votes_context(case: MailContext) -> Context:
    """
    Return ``votes_wanted`` and ``open_votes``, two lists of sentences. If several votes
    are wanted, a reply could not say which one it means; the page can.
    """
    table, number = case.game.table_state, case.seat.number
    wanted, cast = [], []
    for proposal in table.proposals:
        said = say(describe_event(proposal.made), case.names)
        until = open_in_words(table, proposal)
        if number not in proposal.votes:
            wanted.append(f"{said} {until}")
        else:
            standing = standing_in_words(proposal, case.names)
            cast.append(f"{said} {standing} {until}")
    if len(wanted) == 1:
        wanted.append(_("Reply “yes” or “no” to vote, or vote on the page."))
    elif wanted:
        wanted.append(_("Vote on the page."))
    return {"votes_wanted": wanted, "open_votes": cast}


#: How many placements the example of orders names.
EXAMPLES = 2


def choices_of(kind: MailKind, case: MailContext) -> Context:
    groups = flat_choices(case.state, case.seat.number)
    choices = [choice for group in groups for choice in group.choices]
    recommended = recommend_choices(case.state, case.seat.number, groups)
    return {
        "groups": groups,
        "offered": [group.title for group in groups],
        "recommended": recommended,
        "others": len(choices) - len(recommended),
        "answering": kind.answering(case.mail, choices),
        "choices_url": choices_url(case.seat, now=case.now),
        "next_order": next_order_of(kind, case),
    }


def next_order_of(kind: MailKind, case: MailContext) -> str:
    """
    Return a hint that a reply can also order the next placement, or ''. The example
    names autopilot's favourites.
    """
    if not kind.can_be_answered(case.mail):
        return ""
    seat = case.seat
    placements = _placements(case.state, seat.number)[:EXAMPLES]
    if not placements or not has_settings(seat) or question.orders_decide(seat):
        return ""
    order = spell_orders(", ".join(map(notation.to_text, placements)))
    # Translators: “orders” as people type it in mails, in quotation marks.
    sentence = _("To plan ahead, add a line below: “orders %(order)s”.")
    return sentence % {"order": order}


def _placements(state: GameState, player: int) -> tuple[PlacePeople, ...]:
    if player not in awaited(state):
        return placements_ahead(state, player)
    if state.question is not Question.PLACE:
        return ()
    best = autopilot.choose(state, player)
    assert isinstance(best, PlacePeople), "that is how the question is answered"
    return placements_behind(state, player, best)


def deadline_context(case: MailContext) -> Context:
    seat, game = case.seat, case.game
    prompt = prompt_of(case.state, seat.number)
    what, title = prompt.subject, case.title
    entries = []
    if known_preferences(case.reader).calendar_files:
        entries = [deadline_entry(seat, game, what=what, title=title, now=case.now)]
    return {
        "wanted": prompt,
        "afterwards": question.orders_decide(seat),
        "deadline": long_moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        "calendar": calendar_of(entries),
    }


def unread_reply_notice(mail: OutgoingMail) -> str:
    """Return a note about an unread reply that we could not answer, or ''."""
    moment = unread_answer(mail)
    if moment is None:
        return ""
    sentence = _(
        "We didn’t read your reply of %(moment)s: it looked as if a machine had sent "
        "it. If it was a move, please play on the page."
    )
    return sentence % {"moment": long_moment_in_words(moment)}


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


def entrant_of_seat(seat: Seat) -> Entrant | None:
    """Return the player of a league's game in its season (one query), or None."""
    if seat.game.league_id is None:
        return None
    entrants = Entrant.objects.filter(season__games=seat.game_id, user=seat.user_id)
    return entrants.select_related("season__league").first()


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
        version = seat.awaited_version
        return self.to_seat(seat, now, version, about_version=version)

    def context(self, case: MailContext) -> Context:
        seat = case.seat
        why = question.why_orders_rest(seat, seat.awaited_at)
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
        extra: Context = {"afterwards": question.in_full(case.game, seat)}
        if entrant := entrant_of_seat(seat):
            # Nothing has happened except that the service seated the players.
            extra |= {"season": begun_in_words(entrant), "recap": None}
        if self.can_be_answered(case.mail):
            extra["newcomer"] = _("New to this? Reply “help”.")
        return extra


#: Fewer mails are offered to a player who got so many about turns in this time.
MANY, LATELY = 10, timedelta(days=2)


def fewer_mails_context(case: MailContext) -> Context:
    """
    Return ``fewer_url``, the page with one button each for fewer mails, and the count
    ``lately``, if many have come and the player never chose how often they come.
    """
    preferences = known_preferences(case.reader)
    if preferences.pace != Pace.AT_ONCE or preferences.pace_is_chosen:
        return {}
    count = turn_mails_sent(case.reader, since=case.now - LATELY)
    if count < MANY:
        return {}
    url = PACE_LINK.url(case.reader, now=case.now)
    return {"lately": count, "fewer_url": url}


class TurnMail(AskingMail, AfterMove):
    """Asks for a decision; waits while another mail may ask for the same one."""

    on = (GameAdvanced,)
    checks = (*STILL_AWAITED, _why_announced_with_orders, _why_announced_in_answer)
    for_all: ClassVar[bool]

    def context(self, case: MailContext) -> Context:
        return super().context(case) | fewer_mails_context(case)

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
        Wait as long as the other mail does, even through quiet hours, but not for a
        failed mail, because nobody knows when that will be sent.
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
    Return our answers to mails that the player wrote. Answers to unverified mails do
    not count. They only ask whether the player wrote it, and a stranger must not be
    able to suppress a turn mail.
    """
    answers = OutgoingMail.objects.filter(
        kind=Kind.REPLY_READ, seat=mail.seat_id, user=mail.user_id
    )
    vouched = answers.filter(incoming__is_authenticated=True).alias(
        sender=Lower("incoming__sender"), primary=Lower("user__email")
    )
    others = EmailAddress.objects.filter(user=mail.user_id, verified=True)
    own = vouched.filter(Q(sender=F("primary")) | Q(sender__in=others.values("email")))
    return own.exclude(incoming__reading=Reading.PENDING)


NO_LONGER_DUE = "the deadline was moved; the new one has its own reminders"
PRESENT = "the player is looking at the game"


def _why_deadline_moved(case: MailContext) -> str:
    is_due = case.mail.details["deadline"] == _deadline_key(case.seat)
    return "" if is_due else NO_LONGER_DUE


class ReminderMail(AskingMail):
    """
    Repeats the question, and says how much time is left and what to do about a lack of
    it. It has a subject of its own, so that it stands out among the turns.
    """

    kind = Kind.REMINDER
    topic = Topic.REMINDERS
    on = (DecisionDue,)
    checks = (*STILL_AWAITED, _why_deadline_moved)

    def mails(self, signal: DecisionDue) -> Iterable[OutgoingMail]:
        """Yield the reminder: at half time, or the last one before the deadline."""
        seat = signal.seat
        if seat.awaited_version is None or not is_reachable(seat):
            return
        deadline, is_last = _deadline_key(seat), seat.remind_at is None
        yield self.to_seat(
            seat,
            signal.now,
            f"{deadline}:{'last' if is_last else 'first'}",
            about_version=seat.awaited_version,
            details={"deadline": deadline, "is_last": is_last},
        )

    def shared_subject(self, case: MailContext) -> str:
        return _("Reminder: your turn in %(title)s") % {"title": case.title}

    def why_unneeded(self, case: MailContext) -> str:
        return PRESENT if case.seat.is_open_in_browser(case.now) else ""

    def context(self, case: MailContext) -> Context:
        game, seat = case.game, case.seat
        by_reply = self.can_be_answered(case.mail)
        left = seat.deadline_at - case.now if seat.deadline_at else timedelta()
        seconds = max(0, int(left.total_seconds()))
        extra = {
            "left": duration_in_words(seconds) if seconds else "",
            "vacation": " ".join(
                filter(
                    None,
                    [
                        question.vacation(game, seat, case.now, by_reply=by_reply),
                        question.more_time(game, seat, by_reply=by_reply),
                    ],
                )
            ),
        }
        if case.mail.details["is_last"]:
            extra["afterwards"] = question.at_last(game, seat)
        return super().context(case) | extra


class RestoredMail(AskingMail):
    """Repeats a question whose answer may have been lost in a restore."""

    kind = Kind.RESTORED
    on = (GameWasRestored,)

    def mails(self, signal: GameWasRestored) -> Iterable[OutgoingMail]:
        """Skip players who get a new question, which has its own mail."""
        for seat in filter(is_reachable, signal.seats):
            since = seat.awaited_version
            if since is not None and since < signal.first_sequence:
                occasion = f"{since}:{signal.first_sequence}"
                yield self.to_seat(seat, signal.now, occasion, about_version=since)


def _deadline_key(seat: Seat) -> str:
    deadline = int(seat.deadline_at.timestamp()) if seat.deadline_at else 0
    return f"{seat.awaited_version}:{deadline}"
