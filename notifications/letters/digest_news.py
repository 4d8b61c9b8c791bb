"""The answer to a reply to a digest: what became of each line, game by game."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import links, selectors
from games.models import Seat
from games.titles import title_of
from notifications.letters.reply_news import Line, line_of, told_of
from notifications.letters.unread_news import unread_heading, why_unread
from notifications.models import OutgoingMail, Reading
from notifications.parts.context import Context
from notifications.replies.help import digest_help, rules
from notifications.replies.pending import confirmation_url
from notifications.replies.results import LineResult, LineStatus, results_of


class GameTold(NamedTuple):
    """What was done in a game; of lines that belong to none, title and link are ''."""

    title: str
    link: str
    lines: tuple[Line, ...]


def digest_read(mail: OutgoingMail, now: datetime) -> Context:
    """To who had answered a digest, or in whose name somebody had."""
    incoming = mail.incoming
    steps = [] if incoming is None else results_of(incoming)
    context = _way_on(mail, now) | {"games": [], "help": [], "rules": []}
    if mail.user is None or not mail.user.is_active:
        closed = _("The staff have closed your account. Nothing was done.")
        return context | told_of(incoming, steps, now) | {"notes": [closed]}
    if incoming is not None and incoming.reading == Reading.IGNORED:
        heading, lead = unread_heading(incoming.why), why_unread(incoming.why)
        return context | {"heading": heading, "lead": lead, "notes": []}
    told = told_of(incoming, steps, now)
    if _is_done_in_part(steps):
        told["lead"] = _("Your answer was read. What could not be done is told below.")
    is_help_wanted = not steps or any(step.intent == "help" for step in steps)
    helped = {"help": digest_help(), "rules": rules()} if is_help_wanted else {}
    return context | told | {"games": list(_by_game(steps, now))} | helped


def _is_done_in_part(steps: Iterable[LineResult]) -> bool:
    fates = {step.status for step in steps}
    return LineStatus.DONE in fates and len(fates) > 1


def _by_game(steps: list[LineResult], now: datetime) -> Iterable[GameTold]:
    """Yield the games in the order in which the lines came to them."""
    rows = Seat.objects.select_related("game", "user")
    seats = rows.in_bulk({step.seat for step in steps if step.seat})
    order = list(dict.fromkeys(_seat_of(step) for step in steps))
    together = sorted(steps, key=lambda step: order.index(_seat_of(step)))
    for pk, own in groupby(together, key=_seat_of):
        lines = tuple(map(line_of, own))
        if (seat := seats.get(pk or 0)) is None:
            yield GameTold("", "", lines)
        else:
            title = title_of(selectors.seats_of(seat.game), seat)
            yield GameTold(title, links.play_url(seat, now=now), lines)


def _seat_of(step: LineResult) -> int | None:
    """Return the seat that a line is about; help is about none."""
    return None if step.intent == "help" else step.seat


def _way_on(mail: OutgoingMail, now: datetime) -> Context:
    incoming = mail.incoming
    if incoming is not None and incoming.reading == Reading.PENDING:
        url = confirmation_url(incoming, now=now)
        return {"link": url, "link_label": _("See it and confirm"), "answering": ""}
    again = _("Numbers of an answer to this mail mean the same list once more.")
    return {
        "link": links.home_url(),
        "link_label": _("See your games"),
        "answering": again,
    }
