"""Mails about replies: the result of each line, or that a reply could not be read."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.links.purposes import (
    INVITATION_LINK,
    PLAY_LINK,
    TAKE_SEAT_LINK,
    game_url,
    result_url,
)
from games.links.tokens import absolute_url
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Seat, Status, User
from games.now import zone_of
from games.presentation.dates import long_moment_in_words, zone_label
from games.presentation.text import game_name, join_names, name_of
from notifications.mails.base import (
    Context,
    MailContext,
    MailKind,
    Notice,
    kind_of,
    link_to,
    turns_subject,
    why_not_theirs,
)
from notifications.mails.turn import choices_of, deadline_context, next_order_of
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import (
    LISTED,
    NOTHING_UNDERSTOOD,
    SEAT_HAS_NEW_PLAYER,
    TANGLED,
    TOO_LARGE,
)
from notifications.replies.help import (
    HelpEntry,
    digest_help,
    help_for,
    rules,
    service_help,
)
from notifications.replies.pending import REPLY_LINK
from notifications.replies.reply_address import (
    case_address,
    digest_address,
    reply_address,
)
from notifications.replies.results import (
    LineResult,
    LineStatus,
    results_to_report,
    why_unverified,
)
from notifications.replies.vocabulary import PASSED_ON
from stoneage_core import Phase

#: Reply prefixes of subjects, in many languages: 'Re:', 'RES: RE[2]:'.
_ANSWERED = re.compile(
    r"^\s*(?:(?:re|res|r|rif|rv|aw|antw|sv|vs|fwd?|회신|답장)\s*(?:\[\d+\])?\s*[:：]\s*)+",  # noqa: RUF001
    re.IGNORECASE,
)
READ_AFTER_ALL = "the mail has been read since"
_CLOSED = gettext_lazy("Your account is closed, so we can’t play this.")
#: The sentence for each reason why a reply was set aside.
_WHY_UNREAD = {
    NOTHING_UNDERSTOOD: gettext_lazy(
        "We found nothing we understand in your last few replies. In case a machine "
        "wrote them, we’ll stop answering for today. Reply “help”, for example, and "
        "we’ll answer again."
    ),
    TOO_LARGE: gettext_lazy(
        "Your reply was too big for us to read. Please send it again without "
        "attachments, or play on the page."
    ),
    TANGLED: gettext_lazy(
        "Your reply was built in a way that we can’t read. Please send it again as "
        "plain text, or play on the page."
    ),
    LISTED: gettext_lazy(
        "Your reply came through a mailing list, and we don’t read those. Please "
        "reply from your own address, or play on the page."
    ),
    SEAT_HAS_NEW_PLAYER: gettext_lazy(
        "Your reply was about a seat that someone else plays now, so we left it alone."
    ),
}
_OUR_MISTAKE = gettext_lazy(
    "Sorry, we couldn’t read your reply. That’s our fault, and we’ll look into it. "
    "Please play on the page this time."
)


class ReplyReadMail(MailKind):
    """The answer to a reply about one game."""

    kind = Kind.REPLY_READ
    quotes_people = True
    checks = (why_not_theirs,)
    is_answerable = True
    sends_to_unreachable = True
    sends_to_banned = True

    def shared_subject(self, case: MailContext) -> str:
        incoming = case.mail.incoming
        if incoming is None or not incoming.is_by_player:
            # our question keeps its own subject, because a stranger may have chosen
            # theirs
            return ""
        return _reply_subject(incoming) or f"Re: {turns_subject(case)}"

    def context(self, case: MailContext) -> Context:
        seat, incoming = case.seat, case.mail.incoming
        steps = results_to_report(incoming)
        context = case.common | _describe(incoming, steps)
        if seat.user is None or not seat.user.is_active:
            return context | {"notes": [_CLOSED], "help": [], "rules": []}
        help_ = help_for(seat, case.now) if _wants_help(steps) else []
        context |= _help(help_) | self._news(case, steps) | _next_link(case)
        if any(step.intent == "games" for step in steps):
            context["own_games"] = list(_games_of(seat.user, case.now))
        return context | {"is_pictured": _is_pictured(case, steps)}

    def _news(self, case: MailContext, steps: list[LineResult]) -> Context:
        """The board is shown to a player who is to decide or who asked for it."""
        answering = {"answering": self.answering(case.mail)}
        if case.state.phase is Phase.INVITATION:
            return answering
        context: Context = {
            "state": case.state,
            "recap": case.recap(after=case.mail.about_version or 0),
            "recap_title": _("What happened"),
        }
        if case.seat.is_awaited:
            # As in the turn mail that this one replaces.
            context |= choices_of(self, case) | deadline_context(case)
        else:
            context |= answering | {"next_order": next_order_of(self, case)}
            if not _wants_board(steps):
                return context
        return context | case.position_and_attendance()


class ReplyUnreadMail(Notice):
    """The notice that a reply was set aside and nothing was done."""

    kind = Kind.REPLY_UNREAD
    is_answerable = True
    sends_to_unreachable = True

    def why_stale(self, case: MailContext) -> str:
        """Ignore who has the seat now: the mail is about what its reader wrote."""
        incoming = case.mail.incoming
        is_aside = incoming is not None and incoming.reading == Reading.IGNORED
        return "" if is_aside else READ_AFTER_ALL

    def notice(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        explanation = _why_unread(incoming.why if incoming else "")
        if case.is_readers_seat:
            return explanation | {"notes": _zone_notes(incoming)}
        if case.seat.absent_user_id == case.mail.user_id:
            return _someone_plays_for(case)
        link = game_url(case.game)
        return explanation | {"link": link, "link_label": _("See the game")}


def _someone_plays_for(case: MailContext) -> Context:
    """Tell an absent player whose seat is lent how to come back."""
    values = {"name": name_of(case.seat)}
    lead = _(
        "%(name)s plays for you until you come back, so we left your reply alone. It’s "
        "still your game: take your seat back whenever you like."
    )
    link = TAKE_SEAT_LINK.url(case.seat, case.reader, None, now=case.now)
    return {
        "heading": _("%(name)s is playing for you") % values,
        "lead": lead % values,
        **link_to(link, _("Take your seat back")),
    }


class DigestReadMail(MailKind):
    """The answer to a reply to a digest, or to a mail to the service's own address."""

    kind = Kind.DIGEST_READ
    quotes_people = True
    sends_to_unreachable = True
    sends_to_banned = True

    def shared_subject(self, case: MailContext) -> str:
        incoming = case.mail.incoming
        is_theirs = incoming is not None and incoming.is_by_player
        return _reply_subject(incoming) if incoming and is_theirs else ""

    def context(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        steps = results_to_report(incoming)
        context = self._next_link(case) | {"games": []} | _help([])
        if not case.reader.is_active:
            return context | _describe(incoming, steps) | {"notes": [_CLOSED]}
        if incoming is not None and incoming.reading == Reading.IGNORED:
            notes = _zone_notes(incoming)
            return context | _why_unread(incoming.why) | {"notes": notes}
        description = _describe(incoming, steps)
        statuses = {step.status for step in steps}
        if LineStatus.DONE in statuses and len(statuses) > 1:
            lead = _("Got it. See below for what didn’t work.")
            description["lead"] = lead
        description["games"] = list(_by_game(steps, case.now))
        return context | description | _help(_wanted_help(incoming, steps))

    def _next_link(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        if incoming is not None and incoming.reading == Reading.PENDING:
            return _confirming(incoming, case.now) | {"answering": ""}
        again = _("Numbers still mean the same list.")
        is_request = incoming is not None and incoming.is_to_service
        return {
            **link_to(absolute_url("games:home"), _("See your games")),
            "answering": "" if is_request else again,
        }


def _games_of(user: User, now: datetime) -> Iterator[tuple[str, str, str]]:
    """Yield name, state and link of each game that a user plays or is invited to."""
    for seat in queries.active_seats(user):
        others = [one for one in read_seats(seat.game) if one.number != seat.number]
        if seat.is_awaited and seat.deadline_at is not None:
            until = long_moment_in_words(timezone.localtime(seat.deadline_at))
            state = _("Your turn, until %(until)s") % {"until": until}
        elif seat.is_awaited:
            state = _("Your turn")
        else:
            names = join_names([one for one in others if one.is_awaited])
            state = _("Waiting for %(names)s") % {"names": names}
        name = game_name(read_seats(seat.game), seat)
        yield name, state, PLAY_LINK.url(seat, now=now)
    for seat in queries.invited_seats(user):
        link = INVITATION_LINK.url(seat, now=now)
        yield game_name(read_seats(seat.game), seat), _("You’re invited"), link


def _zone_notes(incoming: IncomingMail | None) -> list[str]:
    """Return what time zone we took from an incoming mail."""
    if incoming is None or not incoming.zone:
        return []
    local = incoming.received_at.astimezone(zone_of(incoming.zone))
    sentence = _(
        "By your email it’s %(time)s where you are, so we now use the time zone "
        "%(zone)s for you. If that’s wrong, choose another in your account."
    )
    values = {"time": local.strftime("%H:%M"), "zone": zone_label(local)}
    return [sentence % values]


def _describe(incoming: IncomingMail | None, steps: list[LineResult]) -> Context:
    is_draft = incoming is not None and incoming.reading == Reading.PENDING
    is_done = any(step.status is LineStatus.DONE for step in steps)
    notes = _zone_notes(incoming)
    if incoming is None or incoming.is_by_player or is_done:
        heading, lead = _headline(steps)
    else:  # somebody else may have written it
        heading, notes = _("Did you write this?"), [why_unverified(incoming)]
        lead = _("A reply came in your name, but we found no move in it.")
        if is_draft:
            lead = _(
                "A reply came in your name. Confirm it, and we’ll do what it says."
            )
    return {
        "heading": heading,
        "lead": lead,
        "notes": notes,
        "lines": [_line_of(step, lead) for step in steps],
        "is_draft": is_draft,
    }


def _headline(steps: list[LineResult]) -> tuple[str, str]:
    offered = sum(step.status is LineStatus.OFFERED for step in steps)
    counted = [step for step in steps if step.status is not LineStatus.OFFERED]
    # Words that were posted are no part of a move that was not played.
    asked_for = [step for step in counted if step.intent != PASSED_ON]
    statuses = [step.status for step in asked_for or counted]
    done = statuses.count(LineStatus.DONE)
    questions = (step.words for step in steps if step.status is LineStatus.ASKED)
    if all(step.intent == "help" for step in steps):
        return _("How to reply"), _("Here’s what you can write.")
    if done and done == len(statuses):
        lead = _("All of it is done.")
        if offered:
            lead = _("It’s done, but not everything you wrote was passed on.")
        return _("Got it"), lead
    if done:
        lead = _("The first part is done. Here’s where we stopped.")
        return _("Got it, in part"), lead
    if question := next(questions, ""):
        is_absence = any(step.intent == "away" for step in steps)
        heading = _("Are you going away?") if is_absence else _("What did you mean?")
        return heading, question
    return _("Please have another look"), _(
        "We got your reply, but it didn’t work out. Here’s why:"
    )


def _line_of(step: LineResult, lead: str = "") -> tuple[str, str, str]:
    """The comment is left out if it repeats the line itself or the ``lead``."""
    is_spelled_out = step.status is LineStatus.PENDING or step.intent == "play"
    is_typed = is_spelled_out and step.words.lower() in step.line.lower()
    is_repeated = is_typed or step.words == lead
    words = "" if is_repeated else step.words
    return step.line, str(step.status.label), words


def _why_unread(why: str) -> Context:
    heading = _("We couldn’t read your reply")
    if why == NOTHING_UNDERSTOOD:
        heading = _("We stop answering for now")
    lead = str(_WHY_UNREAD.get(why, _OUR_MISTAKE))
    if why not in _WHY_UNREAD or why == NOTHING_UNDERSTOOD:
        person = _("A person reads what you write to %(contact)s.")
        lead = f"{lead} {person % {'contact': settings.CONTACT_EMAIL}}"
    return {"heading": heading, "lead": lead}


def _by_game(steps: list[LineResult], now: datetime) -> Iterable[Context]:
    rows = Seat.objects.select_related("game", "user")
    seats = rows.in_bulk({step.seat for step in steps if step.seat})
    order = list(dict.fromkeys(_seat_of(step) for step in steps))
    together = sorted(steps, key=lambda step: order.index(_seat_of(step)))
    for pk, own in groupby(together, key=_seat_of):
        lines = tuple(map(_line_of, own))
        if (seat := seats.get(pk or 0)) is None:
            yield {"lines": lines}
        else:
            title = game_name(read_seats(seat.game), seat)
            link = PLAY_LINK.url(seat, now=now)
            yield {"title": title, "link": link, "lines": lines}


def _seat_of(step: LineResult) -> int | None:
    return None if step.intent == "help" else step.seat


def _reply_subject(incoming: IncomingMail) -> str:
    bare = _ANSWERED.sub("", incoming.subject, count=1).strip()
    return f"Re: {bare}" if bare else ""


def _is_pictured(case: MailContext, steps: list[LineResult]) -> bool:
    if _wants_board(steps):
        return True
    known = positions.state_at(case.game, case.mail.about_version or 0)
    return known.round < case.state.round


def _wants_board(steps: list[LineResult]) -> bool:
    return any(step.intent == "board" for step in steps)


def answer_address(mail: OutgoingMail) -> str:
    if mail.kind == Kind.DIGEST:
        return digest_address(mail)
    if mail.kind == Kind.CASE_QUESTION:
        return case_address(mail)
    if mail.kind == Kind.DIGEST_READ:
        # The address for correcting lines, with the same numbers.
        incoming = mail.incoming
        if incoming is not None and incoming.is_to_service:
            return incoming.recipient
        if incoming is None or incoming.replies_to is None:
            return ""
        # If they did not write it, only the link can confirm it.
        return digest_address(incoming.replies_to) if incoming.is_by_player else ""
    if mail.seat is None or not kind_of(mail).can_be_answered(mail):
        return ""
    return reply_address(mail.seat, answered=mail)


def _wants_help(steps: list[LineResult]) -> bool:
    """Return whether help was asked for, or the mail was empty."""
    return not steps or any(step.intent == "help" for step in steps)


def _wanted_help(
    incoming: IncomingMail | None, steps: list[LineResult]
) -> list[HelpEntry]:
    if not _wants_help(steps):
        return []
    is_request = incoming is not None and incoming.is_to_service
    return service_help() if is_request else digest_help()


def _help(lines: list[Any]) -> Context:
    return {"help": lines, "rules": rules() if lines else []}


def _next_link(case: MailContext) -> Context:
    game, incoming = case.game, case.mail.incoming
    if incoming is not None and incoming.reading == Reading.PENDING:
        return _confirming(incoming, case.now)
    if game.status == Status.FINISHED:
        return link_to(result_url(game), _("See the final board"))
    if game.status == Status.CANCELLED:
        return link_to(game_url(game), _("See the cancelled game"))
    return link_to(PLAY_LINK.url(case.seat, now=case.now), _("Go to the game"))


def _confirming(incoming: IncomingMail, now: datetime) -> Context:
    return link_to(REPLY_LINK.url(incoming, now=now), _("See it and confirm"))
