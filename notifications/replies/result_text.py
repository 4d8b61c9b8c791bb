"""What is said of an answer: what became of each line, or why it was not read."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.links.purposes import PLAY_LINK
from games.models import Seat
from games.presentation.text import game_name
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

_STATUSES = {
    LineStatus.DONE: gettext_lazy("done"),
    LineStatus.FAILED: gettext_lazy("not done"),
    LineStatus.UNTRIED: gettext_lazy("not tried"),
    LineStatus.PENDING: gettext_lazy("waits"),
}
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


class ResultLine(NamedTuple):
    """A line of the reply, its status in a word, and what there is to say about it."""

    text: str
    status: str
    said: str


class GameTold(NamedTuple):
    """What was done in a game; of lines that belong to none, title and link are ''."""

    title: str
    link: str
    lines: tuple[ResultLine, ...]


def told_of(incoming: IncomingMail | None, steps: list[LineResult]) -> Context:
    """Say in how far a reply was done, and what became of each of its lines."""
    is_draft = incoming is not None and incoming.reading == Reading.PENDING
    is_strange = _is_strange(incoming, steps)
    heading, lead = _doubts(is_draft) if is_strange else _words(steps)
    return {
        "heading": heading,
        "lead": lead,
        "notes": [why_unverified(incoming)] if incoming and is_strange else [],
        "lines": [_line_of(step) for step in steps],
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
    if all(step.intent == "help" for step in steps):
        return _("How to answer these mails"), _("This is what you can write.")
    if done == len(statuses):
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


def _line_of(step: LineResult) -> ResultLine:
    is_spelled_out = step.status is LineStatus.PENDING or step.intent == "play"
    is_told = is_spelled_out and step.words.lower() in step.line.lower()
    words = "" if is_told else step.words
    return ResultLine(step.line, str(_STATUSES[step.status]), words)


def why_unread(why: str) -> Context:
    """Say that an answer was put aside, and why."""
    heading = _("Your answer was not read")
    if why == SAYS_NOTHING:
        heading = _("We stop answering for now")
    return {"heading": heading, "lead": _WHY_UNREAD.get(why, _OUR_MISTAKE)}


def by_game(steps: list[LineResult], now: datetime) -> Iterable[GameTold]:
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


def _seat_of(step: LineResult) -> int | None:
    """Return the seat that a line is about; help is about none."""
    return None if step.intent == "help" else step.seat
