"""Mails about replies: what became of each line, or that one could not be read."""

import re
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.links.purposes import PLAY_LINK, game_url, result_url
from games.links.tokens import absolute_url
from games.models import Seat, Status
from games.presentation.text import game_name
from games.store import positions
from games.store.table_rows import read_seats
from notifications.mails.base import MailKind, Notice, kind_of, why_not_theirs
from notifications.mails.context import Context, MailContext, link_to, turns_subject
from notifications.mails.decision import choices_of, deadline_context, next_order_of
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import (
    LISTED,
    SAYS_NOTHING,
    SOMEBODY_ELSE,
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
from notifications.replies.reply_address import digest_address, reply_address
from notifications.replies.results import (
    LineResult,
    LineStatus,
    results_to_tell,
    why_unverified,
)
from stoneage_core import Phase

#: How subjects of answers begin, in programs of many languages: 'Re:', 'RES: RE[2]:'.
_ANSWERED = re.compile(
    r"^\s*(?:(?:re|res|r|rif|rv|aw|antw|sv|vs|fwd?|회신|답장)\s*(?:\[\d+\])?\s*[:：]\s*)+",  # noqa: RUF001
    re.IGNORECASE,
)
READ_AFTER_ALL = "the mail was read after all"
_CLOSED = gettext_lazy("Your account is closed, so we can’t play this.")
#: Why an answer was set aside.
_WHY_UNREAD = {
    SAYS_NOTHING: gettext_lazy(
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
    SOMEBODY_ELSE: gettext_lazy(
        "Your reply was about a seat that someone else plays now, so we left it alone."
    ),
}
_OUR_MISTAKE = gettext_lazy(
    "Sorry, we couldn’t read your reply. That’s our fault, and we’ll look into it. "
    "Please play on the page this time."
)


class ReplyReadMail(MailKind):
    """To the player who answered a mail, or in whose name somebody did."""

    kind = Kind.REPLY_READ
    checks = (why_not_theirs,)
    is_answerable = True
    reaches_lost = True
    reaches_banned = True

    def shared_subject(self, case: MailContext) -> str:
        incoming = case.mail.incoming
        if incoming is None or not incoming.is_by_player:
            return ""  # a question of its own, and anybody may have chosen the subject
        return _subject_behind(incoming) or f"Re: {turns_subject(case)}"

    def context(self, case: MailContext) -> Context:
        seat, incoming = case.seat, case.mail.incoming
        steps = results_to_tell(incoming)
        context = case.common | _describe(incoming, steps)
        if seat.user is None or not seat.user.is_active:
            return context | {"notes": [_CLOSED], "help": [], "rules": []}
        help_ = help_for(seat) if _wants_help(steps) else []
        context |= _help(help_) | self._news(case, steps) | _way_on(case)
        return context | {"is_pictured": _is_pictured(case, steps)}

    def _news(self, case: MailContext, steps: list[LineResult]) -> Context:
        """
        Tell what happened, once the game has begun, and what can be decided now.

        The board is shown to whoever is to decide, and to whoever asked for it.
        """
        answering = {"answering": self.answering(case.mail)}
        if case.state.phase is Phase.INVITATION:
            return answering
        context: Context = {
            "state": case.state,
            "recap": case.recap(after=case.mail.about_version or 0),
            "recap_title": _("What happened"),
        }
        if case.seat.is_awaited:
            # As the turn mail does that it makes superfluous.
            context |= choices_of(self, case) | deadline_context(case)
        else:
            context |= answering | {"next_order": next_order_of(self, case)}
            if not _wants_board(steps):
                return context
        return context | case.position_and_attendance()


class ReplyUnreadMail(Notice):
    """To a player whose answer was set aside: nothing was done; where to decide."""

    kind = Kind.REPLY_UNREAD
    is_answerable = True
    reaches_lost = True

    def why_stale(self, case: MailContext) -> str:
        """Whoever has the seat by now: it is about what the reader had written."""
        incoming = case.mail.incoming
        is_aside = incoming is not None and incoming.reading == Reading.IGNORED
        return "" if is_aside else READ_AFTER_ALL

    def notice(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        told = _why_unread(incoming.why if incoming else "")
        if case.is_readers_seat:
            return told
        link = game_url(case.game)
        return told | {"link": link, "link_label": _("See the game")}


class DigestReadMail(MailKind):
    """To the player who answered a digest, or sent a request of their own."""

    kind = Kind.DIGEST_READ
    reaches_lost = True
    reaches_banned = True

    def shared_subject(self, case: MailContext) -> str:
        incoming = case.mail.incoming
        is_theirs = incoming is not None and incoming.is_by_player
        return _subject_behind(incoming) if incoming and is_theirs else ""

    def context(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        steps = results_to_tell(incoming)
        context = self._way_on(case) | {"games": []} | _help([])
        if not case.reader.is_active:
            return context | _describe(incoming, steps) | {"notes": [_CLOSED]}
        if incoming is not None and incoming.reading == Reading.IGNORED:
            return context | _why_unread(incoming.why) | {"notes": []}
        told = _describe(incoming, steps)
        statuses = {step.status for step in steps}
        if LineStatus.DONE in statuses and len(statuses) > 1:
            lead = _("Got it. What didn’t work is told below.")
            told["lead"] = lead
        told["games"] = list(_by_game(steps, case.now))
        return context | told | _help(_wanted_help(incoming, steps))

    def _way_on(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        if incoming is not None and incoming.reading == Reading.PENDING:
            return _confirming(incoming, case.now) | {"answering": ""}
        again = _("Numbers still mean the same list.")
        is_request = incoming is not None and incoming.is_to_service
        return {
            **link_to(absolute_url("games:home"), _("See your games")),
            "answering": "" if is_request else again,
        }


def _describe(incoming: IncomingMail | None, steps: list[LineResult]) -> Context:
    """Return the words for how far a reply was done, and for each of its lines."""
    is_draft = incoming is not None and incoming.reading == Reading.PENDING
    is_done = any(step.status is LineStatus.DONE for step in steps)
    notes = []
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
    """Return a headline, and a sentence that says how far the lines got."""
    statuses = [step.status for step in steps]
    done = statuses.count(LineStatus.DONE)
    questions = (step.words for step in steps if step.status is LineStatus.ASKED)
    if all(step.intent == "help" for step in steps):
        return _("How to reply"), _("Here’s what you can write.")
    if done == len(statuses):
        return _("Got it"), _("All of it is done.")
    if done:
        lead = _("The first part is done. Here’s where we stopped.")
        return _("Got it, in part"), lead
    if question := next(questions, ""):
        return _("What did you mean?"), question
    return _("Please have another look"), _(
        "We got your reply, but it didn’t work out. Here’s why:"
    )


def _line_of(step: LineResult, lead: str = "") -> tuple[str, str, str]:
    """
    Return a line of a reply, its status in a word, and what to say about it.

    What stands in the line itself or in the ``lead`` is not said again.
    """
    is_spelled_out = step.status is LineStatus.PENDING or step.intent == "play"
    is_typed = is_spelled_out and step.words.lower() in step.line.lower()
    is_told = is_typed or step.words == lead
    words = "" if is_told else step.words
    return step.line, str(step.status.label), words


def _why_unread(why: str) -> Context:
    """Return the words for why a reply was set aside."""
    heading = _("We couldn’t read your reply")
    if why == SAYS_NOTHING:
        heading = _("We stop answering for now")
    return {"heading": heading, "lead": _WHY_UNREAD.get(why, _OUR_MISTAKE)}


def _by_game(steps: list[LineResult], now: datetime) -> Iterable[Context]:
    """Yield the lines of each game, and those of none, in the order of first lines."""
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
    """Return the id of the seat that a line is about; help is about none."""
    return None if step.intent == "help" else step.seat


def _subject_behind(incoming: IncomingMail) -> str:
    """Return the subject of an answer to a mail, '' if that came without one."""
    bare = _ANSWERED.sub("", incoming.subject, count=1).strip()
    return f"Re: {bare}" if bare else ""


def _is_pictured(case: MailContext, steps: list[LineResult]) -> bool:
    """Whether to show the board: it changed much since then, or was asked for."""
    if _wants_board(steps):
        return True
    known = positions.state_at(case.game, case.mail.about_version or 0)
    return known.round < case.state.round


def _wants_board(steps: list[LineResult]) -> bool:
    return any(step.intent == "board" for step in steps)


def answer_address(mail: OutgoingMail) -> str:
    """Return where an answer to a mail goes, '' if it cannot be answered."""
    if mail.kind == Kind.DIGEST:
        return digest_address(mail)
    if mail.kind == Kind.DIGEST_READ:
        return _address_once_more(mail)
    if mail.seat is None or not kind_of(mail).can_be_answered(mail):
        return ""
    return reply_address(mail.seat, answered=mail)


def _address_once_more(answer: OutgoingMail) -> str:
    """Return where what could not be done is put right: the numbers are the same."""
    incoming = answer.incoming
    if incoming is not None and incoming.is_to_service:
        return incoming.recipient
    if incoming is None or incoming.replies_to is None:
        return ""
    # Whether they wrote it is answered by the link alone.
    return digest_address(incoming.replies_to) if incoming.is_by_player else ""


def _wants_help(steps: list[LineResult]) -> bool:
    """Whether somebody asked for it, or wrote nothing at all."""
    return not steps or any(step.intent == "help" for step in steps)


def _wanted_help(
    incoming: IncomingMail | None, steps: list[LineResult]
) -> list[HelpEntry]:
    """Return what helps who wrote about no game, or about several; [] unasked."""
    if not _wants_help(steps):
        return []
    is_request = incoming is not None and incoming.is_to_service
    return service_help() if is_request else digest_help()


def _help(lines: list[Any]) -> Context:
    """Explain what can be written, and by which rules."""
    return {"help": lines, "rules": rules() if lines else []}


def _way_on(case: MailContext) -> Context:
    """Link to the one page that comes next."""
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
