"""Mails about answers: what became of each line, or that one could not be read."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.links.purposes import PLAY_LINK, game_url, home_url, result_url
from games.models import Seat, Status
from games.text import game_name
from notifications.mails.base import MailKind, Notice, kind_of, why_not_theirs
from notifications.mails.context import Context, MailContext
from notifications.mails.turn import choices_of, deadline_of
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import (
    LISTED,
    SAYS_NOTHING,
    SOMEBODY_ELSE,
    TANGLED,
    TOO_LARGE,
)
from notifications.replies.addresses import digest_address, reply_address
from notifications.replies.doubts import why_doubted
from notifications.replies.help import digest_help, help_for, rules
from notifications.replies.steps import Fate, Step, steps_of
from notifications.replies.tokens import draft_url
from stoneage_core import Phase

READ_AFTER_ALL = "the mail was read after all"

_FATES = {
    Fate.DONE: gettext_lazy("done"),
    Fate.FAILED: gettext_lazy("not done"),
    Fate.UNTRIED: gettext_lazy("not tried"),
    Fate.DRAFT: gettext_lazy("waits"),
}
_CLOSED = gettext_lazy("The staff have closed your account. Nothing was done.")
#: Why an answer was put aside.
_WHY_UNREAD = {
    SAYS_NOTHING: gettext_lazy(
        "Several answers from you in a row had nothing in them that we understand. In "
        "case a machine wrote them we answer no more of that kind today. As soon as "
        "there is a command in one, for example “help”, we answer again."
    ),
    TOO_LARGE: gettext_lazy(
        "An answer from you came in that is too large, and nothing of it was done. "
        "Please answer again without attachments, or decide on the page."
    ),
    TANGLED: gettext_lazy(
        "An answer from you came in that is built in a way that we do not read. "
        "Nothing of it was done: please answer again in plain text, or decide on the "
        "page."
    ),
    LISTED: gettext_lazy(
        "An answer from you came in through a mailing list. Such mails are not read: "
        "please answer from your own address, or decide on the page."
    ),
    SOMEBODY_ELSE: gettext_lazy(
        "An answer from you came in for a seat that has another player by now. "
        "Nothing of it was done."
    ),
}
_OUR_MISTAKE = gettext_lazy(
    "An answer from you came in that we could not read, which is our mistake. Nothing "
    "of it was done: please decide on the page. The staff will look at it."
)


class Line(NamedTuple):
    """A line of the reply, its fate in a word, and what there is to say about it."""

    text: str
    fate: str
    said: str


class GameTold(NamedTuple):
    """What was done in a game; of lines that belong to none, title and link are ''."""

    title: str
    link: str
    lines: tuple[Line, ...]


class ReplyReadMail(MailKind):
    """To who had answered a mail of ours, or in whose name somebody had."""

    kind = Kind.REPLY_READ
    is_answerable = True
    reaches_lost = True
    reaches_banned = True

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        return why_not_theirs(mail)

    def context(self, case: MailContext) -> Context:
        seat, incoming = case.seat, case.mail.incoming
        steps = [] if incoming is None else steps_of(incoming)
        context = case.common | _told_of(incoming, steps)
        if seat.user is None or not seat.user.is_active:
            return context | {"notes": [_CLOSED], "help": [], "rules": []}
        help_ = help_for(seat) if _wants_help(steps) else []
        return context | _help(help_) | self._position(case) | _way_on(case)

    def _position(self, case: MailContext) -> Context:
        """Show how the game stands, once it has begun, and what can be decided now."""
        answering = {"answering": self.answering(case.mail)}
        if case.state.phase is Phase.INVITATION:
            return answering
        context = case.position_and_attendance() | {
            "recap": case.recap(after=case.mail.about_version or 0),
            "recap_title": _("What happened"),
        }
        seat, game = case.seat, case.game
        is_asked = game.status == Status.ACTIVE and game.frozen_at is None
        if not is_asked or seat.awaited_at is None or seat.is_stewarded:
            return context | answering
        # As the turn mail does that it makes superfluous.
        return context | choices_of(self, case) | deadline_of(case)


class ReplyUnreadMail(Notice):
    """To whose answer was put aside: nothing was done, and where they can decide."""

    kind = Kind.REPLY_UNREAD
    is_answerable = True
    reaches_lost = True

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        """Whoever has the seat by now: it is about what the reader had written."""
        incoming = mail.incoming
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
    """To who had answered a digest, or in whose name somebody had."""

    kind = Kind.DIGEST_READ
    reaches_lost = True
    reaches_banned = True

    def context(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        steps = [] if incoming is None else steps_of(incoming)
        context = self._way_on(case) | {"games": []} | _help([])
        if not case.reader.is_active:
            return context | _told_of(incoming, steps) | {"notes": [_CLOSED]}
        if incoming is not None and incoming.reading == Reading.IGNORED:
            return context | _why_unread(incoming.why) | {"notes": []}
        told = _told_of(incoming, steps)
        fates = {step.fate for step in steps}
        if Fate.DONE in fates and len(fates) > 1:
            lead = _("Your answer was read. What could not be done is told below.")
            told["lead"] = lead
        told["games"] = list(_by_game(steps, case.now))
        return context | told | _help(digest_help() if _wants_help(steps) else [])

    def _way_on(self, case: MailContext) -> Context:
        incoming = case.mail.incoming
        if incoming is not None and incoming.reading == Reading.DRAFT:
            return _confirming(incoming, case.now) | {"answering": ""}
        again = _("Numbers of an answer to this mail mean the same list once more.")
        return {
            "link": home_url(),
            "link_label": _("See your games"),
            "answering": again,
        }


def answer_address(mail: OutgoingMail) -> str:
    """Return where an answer to a mail goes, '' if it cannot be answered."""
    if mail.kind == Kind.DIGEST:
        return digest_address(mail)
    if mail.kind == Kind.DIGEST_READ:
        return _address_once_more(mail)
    if mail.seat is None or not kind_of(mail).can_be_answered(mail):
        return ""
    return reply_address(mail.seat, about=mail)


def _address_once_more(answer: OutgoingMail) -> str:
    """Return where what could not be done is put right: the numbers are the same."""
    incoming = answer.incoming
    if incoming is None or incoming.replies_to is None:
        return ""
    # Whether they wrote it is answered by the link alone.
    return digest_address(incoming.replies_to) if incoming.is_by_player else ""


def _told_of(incoming: IncomingMail | None, steps: list[Step]) -> Context:
    """Say in how far a reply was done, and what became of each of its lines."""
    is_draft = incoming is not None and incoming.reading == Reading.DRAFT
    is_strange = _is_strange(incoming, steps)
    heading, lead = _doubts(is_draft) if is_strange else _words(steps)
    return {
        "heading": heading,
        "lead": lead,
        "notes": [why_doubted(incoming)] if incoming and is_strange else [],
        "lines": [_line_of(step) for step in steps],
        "is_draft": is_draft,
    }


def _is_strange(incoming: IncomingMail | None, steps: list[Step]) -> bool:
    """Whether somebody else may have written it, and nothing was done so far."""
    is_done = any(step.fate is Fate.DONE for step in steps)
    return incoming is not None and not incoming.is_by_player and not is_done


def _words(steps: list[Step]) -> tuple[str, str]:
    """Return a headline, and how far the lines got."""
    fates = [step.fate for step in steps]
    done = fates.count(Fate.DONE)
    if all(step.ask == "help" for step in steps):
        return _("How to answer these mails"), _("This is what you can write.")
    if done == len(fates):
        return _("Done"), _("Your answer was read, and all of it was done.")
    if done:
        lead = _("Your answer was read, and done up to the line that could not be.")
        return _("Done in part"), lead
    return _("Nothing was done"), _("Your answer was read, but it could not be done.")


def _doubts(is_draft: bool) -> tuple[str, str]:
    """Ask whether the player wrote it; what says nothing cannot be confirmed."""
    question = _("Did you write this?")
    if is_draft:
        lead = _("An answer came in your name. Nothing is done before you confirm it.")
        return question, lead
    return question, _(
        "An answer came in your name, with nothing in it that could be done."
    )


def _line_of(step: Step) -> Line:
    is_spelled_out = step.fate is Fate.DRAFT or step.ask == "play"
    is_told = is_spelled_out and step.words.lower() in step.line.lower()
    return Line(step.line, str(_FATES[step.fate]), "" if is_told else step.words)


def _why_unread(why: str) -> Context:
    """Say that an answer was put aside, and why."""
    heading = _("Your answer was not read")
    if why == SAYS_NOTHING:
        heading = _("We stop answering for now")
    return {"heading": heading, "lead": _WHY_UNREAD.get(why, _OUR_MISTAKE)}


def _wants_help(steps: list[Step]) -> bool:
    """Whether somebody asked for it, or wrote nothing at all."""
    return not steps or any(step.ask == "help" for step in steps)


def _help(lines: list[Any]) -> Context:
    """Explain what can be written, and by which rules."""
    return {"help": lines, "rules": rules() if lines else []}


def _way_on(case: MailContext) -> Context:
    """Link to the one page that comes next."""
    game, incoming = case.game, case.mail.incoming
    if incoming is not None and incoming.reading == Reading.DRAFT:
        return _confirming(incoming, case.now)
    if game.status == Status.FINISHED:
        return {"link": result_url(game), "link_label": _("See the final board")}
    if game.status == Status.CANCELLED:
        return {"link": game_url(game), "link_label": _("See what was planned")}
    return {
        "link": PLAY_LINK.url(case.seat, now=case.now),
        "link_label": _("Go to the game"),
    }


def _confirming(incoming: IncomingMail, now: datetime) -> Context:
    return {"link": draft_url(incoming, now=now), "link_label": _("See it and confirm")}


def _by_game(steps: list[Step], now: datetime) -> Iterable[GameTold]:
    """Yield the games in the order in which the lines came to them."""
    rows = Seat.objects.select_related("game", "user")
    seats = rows.in_bulk({step.seat for step in steps if step.seat})
    order = list(dict.fromkeys(_seat_of(step) for step in steps))
    together = sorted(steps, key=lambda step: order.index(_seat_of(step)))
    for pk, own in groupby(together, key=_seat_of):
        lines = tuple(map(_line_of, own))
        if (seat := seats.get(pk or 0)) is None:
            yield GameTold("", "", lines)
        else:
            title = game_name(queries.seats_of(seat.game), seat)
            yield GameTold(title, PLAY_LINK.url(seat, now=now), lines)


def _seat_of(step: Step) -> int | None:
    """Return the seat that a line is about; help is about none."""
    return None if step.ask == "help" else step.seat
