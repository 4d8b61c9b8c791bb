"""The answer to a reply: what became of each line, and how the game stands now."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import links, selectors
from games.models import Game, Seat, Status
from notifications.letters.answering import how_to_answer
from notifications.letters.asked import choices_of, deadline_of
from notifications.models import IncomingMail, OutgoingMail, Reading
from notifications.parts.context import Context, attendance, common
from notifications.parts.position import position_of
from notifications.parts.recap import recap_of
from notifications.replies.help import help_for, rules
from notifications.replies.pending import confirmation_url
from notifications.replies.results import (
    LineResult,
    LineStatus,
    results_of,
    why_unverified,
)
from notifications.subjects import about
from stoneage_core import GameState, Phase


class Line(NamedTuple):
    """A line of the reply, its fate in a word, and what there is to say about it."""

    text: str
    fate: str
    said: str


def reply_read(mail: OutgoingMail, now: datetime) -> Context:
    """To who had answered a mail of ours, or in whose name somebody had."""
    seat, game = about(mail)
    incoming = mail.incoming
    steps = [] if incoming is None else results_of(incoming)
    context = common(game, seat) | told_of(incoming, steps, now)
    if seat.user is None or not seat.user.is_active:
        closed = _("The staff have closed your account. Nothing was done.")
        return context | {"notes": [closed], "help": [], "rules": []}
    return (
        context
        | _help(seat, steps)
        | _position(mail, seat, game, now)
        | _way_on(seat, game, incoming, now)
    )


def told_of(
    incoming: IncomingMail | None, steps: list[LineResult], now: datetime
) -> Context:
    """Say in how far a reply was done, and what became of each of its lines."""
    is_draft = incoming is not None and incoming.reading == Reading.PENDING
    is_strange = _is_strange(incoming, steps)
    heading, lead = _doubts(is_draft) if is_strange else _words(steps)
    return {
        "heading": heading,
        "lead": lead,
        "notes": [why_unverified(incoming)] if incoming and is_strange else [],
        "lines": [line_of(step) for step in steps],
        "is_draft": is_draft,
    }


def _is_strange(incoming: IncomingMail | None, steps: list[LineResult]) -> bool:
    """Whether somebody else may have written it, and nothing was done so far."""
    is_done = any(step.status is LineStatus.DONE for step in steps)
    return incoming is not None and not incoming.is_by_player and not is_done


def _words(steps: list[LineResult]) -> tuple[str, str]:
    """Return a headline, and how far the lines got."""
    fates = [step.status for step in steps]
    done = fates.count(LineStatus.DONE)
    if all(step.intent == "help" for step in steps):
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


def line_of(step: LineResult) -> Line:
    is_spelled_out = step.status is LineStatus.PENDING or step.intent == "play"
    is_told = is_spelled_out and step.words.lower() in step.line.lower()
    return Line(step.line, _FATES[step.status](), "" if is_told else step.words)


_FATES = {
    LineStatus.DONE: lambda: _("done"),
    LineStatus.FAILED: lambda: _("not done"),
    LineStatus.UNTRIED: lambda: _("not tried"),
    LineStatus.PENDING: lambda: _("waits"),
}


def _help(seat: Seat, steps: list[LineResult]) -> Context:
    """Explain what can be written, to who asked for it or wrote nothing at all."""
    is_wanted = not steps or any(step.intent == "help" for step in steps)
    if not is_wanted:
        return {"help": [], "rules": []}
    return {"help": help_for(seat), "rules": rules()}


def _position(mail: OutgoingMail, seat: Seat, game: Game, now: datetime) -> Context:
    """Show how the game stands, once it has begun, and what can be decided now."""
    state = selectors.state_of(game)
    if state.phase is Phase.INVITATION:
        return {"answering": how_to_answer(mail)}
    context = common(game, seat)
    events = selectors.events_of(game, after=mail.about_version or 0)
    return (
        position_of(state, context["names"], seat.number)
        | {
            "recap": recap_of(events, context["names"], context["absent"]),
            "recap_title": _("What happened"),
            "attendance": attendance(game, context["names"], now),
        }
        | _asked(mail, state, context["title"], now)
    )


def _asked(mail: OutgoingMail, state: GameState, title: str, now: datetime) -> Context:
    """Ask for a decision as the turn mail does that it makes superfluous."""
    seat, game = about(mail)
    is_asked = game.status == Status.ACTIVE and game.held_at is None
    if not is_asked or seat.awaited_at is None or seat.is_stewarded:
        return {"answering": how_to_answer(mail)}
    choices = choices_of(mail, seat, state, now)
    return choices | deadline_of(seat, game, state, title, now)


def _way_on(
    seat: Seat, game: Game, incoming: IncomingMail | None, now: datetime
) -> Context:
    """Link to the one page that comes next."""
    if incoming is not None and incoming.reading == Reading.PENDING:
        url = confirmation_url(incoming, now=now)
        return {"link": url, "link_label": _("See it and confirm")}
    if game.status == Status.FINISHED:
        return {"link": links.result_url(game), "link_label": _("See the final board")}
    if game.status == Status.CANCELLED:
        return {"link": links.game_url(game), "link_label": _("See what was planned")}
    return {"link": links.play_url(seat, now=now), "link_label": _("Go to the game")}
