"""The results of a reply in words: what became of each line, or why it was not read."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.links.purposes import PLAY_LINK
from games.models import Seat
from games.presentation.text import game_name
from games.store.table_rows import read_seats
from notifications.mails.context import Context
from notifications.models import IncomingMail, Reading
from notifications.models.incoming import (
    LISTED,
    SAYS_NOTHING,
    SOMEBODY_ELSE,
    TANGLED,
    TOO_LARGE,
)
from notifications.replies.results import LineResult, LineStatus, why_unverified

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


def describe_results(incoming: IncomingMail | None, steps: list[LineResult]) -> Context:
    """Say in how far a reply was done, and what became of each of its lines."""
    is_draft = incoming is not None and incoming.reading == Reading.PENDING
    is_strange = _is_strange(incoming, steps)
    heading, lead = _doubts(is_draft) if is_strange else _words(steps)
    return {
        "heading": heading,
        "lead": lead,
        "notes": [why_unverified(incoming)] if incoming and is_strange else [],
        "lines": [_line_of(step, lead) for step in steps],
        "is_draft": is_draft,
    }


def _is_strange(incoming: IncomingMail | None, steps: list[LineResult]) -> bool:
    """Whether somebody else may have written it, and nothing was done so far."""
    is_done = any(step.status is LineStatus.DONE for step in steps)
    return incoming is not None and not incoming.is_by_player and not is_done


def _words(steps: list[LineResult]) -> tuple[str, str]:
    """Return a headline, and how far the lines got."""
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


def _doubts(is_draft: bool) -> tuple[str, str]:
    """Ask whether the player wrote it; what says nothing cannot be confirmed."""
    question = _("Did you write this?")
    if is_draft:
        lead = _("A reply came in your name. Confirm it, and we’ll do what it says.")
        return question, lead
    return question, _("A reply came in your name, but we found no move in it.")


def _line_of(step: LineResult, lead: str = "") -> tuple[str, str, str]:
    """
    Return a line of a reply, its status in a word, and what there is to say about it.

    Nothing is said twice, nor what was typed.
    """
    is_spelled_out = step.status is LineStatus.PENDING or step.intent == "play"
    is_typed = is_spelled_out and step.words.lower() in step.line.lower()
    is_told = is_typed or step.words == lead
    words = "" if is_told else step.words
    return step.line, str(step.status.label), words


def why_unread(why: str) -> Context:
    """Say that an answer was set aside, and why."""
    heading = _("We couldn’t read your reply")
    if why == SAYS_NOTHING:
        heading = _("We stop answering for now")
    return {"heading": heading, "lead": _WHY_UNREAD.get(why, _OUR_MISTAKE)}


def by_game(steps: list[LineResult], now: datetime) -> Iterable[Context]:
    """Yield games, and lines of none, in the order in which lines came to them."""
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
    """Return the seat that a line is about; help is about none."""
    return None if step.intent == "help" else step.seat
