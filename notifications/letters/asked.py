"""The mails that ask for a decision, and what they show of it: choices with numbers."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import links, selectors
from games.models import Game, Seat
from games.pages.pinch import pinch_of
from notifications.letters.answering import how_to_answer
from notifications.models import OutgoingMail
from notifications.parts import lapses
from notifications.parts.calendar_entry import calendar_of, deadline_entry
from notifications.parts.context import Context, attendance, common
from notifications.parts.moments import moment_in_words
from notifications.parts.numbered import groups_of
from notifications.parts.position import position_of
from notifications.parts.recap import recap_of
from notifications.parts.wanted import wanted_of
from notifications.selectors import unread_answer
from notifications.subjects import about
from stoneage_core import GameState


def your_turn(mail: OutgoingMail, now: datetime) -> Context:
    """People are to be placed or used, or tools to be chosen."""
    seat, game = about(mail)
    state = selectors.state_of(game)
    context = common(game, seat)
    events = selectors.events_of(game, after=seat.seen_version)
    return (
        context
        | position_of(state, context["names"], seat.number)
        | choices_of(mail, seat, state, now)
        | deadline_of(seat, game, state, context["title"], now)
        | {
            "recap": recap_of(events, context["names"], context["absent"]),
            "why_put_aside": lapses.why_put_aside(seat, seat.awaited_at),
            "unread": _unread(mail),
            "pinch": pinch_of(seat) if _begins(state) else None,
            "attendance": attendance(game, context["names"], now),
            "link": links.play_url(seat, now=now),
            "link_label": _("Play your turn"),
        }
    )


def choice_wanted(mail: OutgoingMail, now: datetime) -> Context:
    """A die is to be picked, or a tribe to be fed."""
    return your_turn(mail, now) | {"link_label": _("Make your choice")}


def reminder(mail: OutgoingMail, now: datetime) -> Context:
    """The same once more, and what to do about a lack of time."""
    seat, game = about(mail)
    return your_turn(mail, now) | {"vacation": lapses.vacation(game, seat, now)}


def _begins(state: GameState) -> bool:
    """Whether nobody has decided yet: then it is the first mail about the play."""
    return state.round == 1 and not any(sum(one.placed) for one in state.players)


def _unread(mail: OutgoingMail) -> str:
    """Say that an answer was not read of which nobody could be told, '' if none was."""
    moment = unread_answer(mail)
    if moment is None:
        return ""
    sentence = _(
        "Your answer of %(moment)s was not read: it had no envelope sender, as if a "
        "machine had sent it. If it was a move, please decide on the page."
    )
    return sentence % {"moment": moment_in_words(moment)}


def choices_of(
    mail: OutgoingMail, seat: Seat, state: GameState, now: datetime
) -> Context:
    """Return a seat's choices in this position, none when it is not awaited."""
    groups = groups_of(state, seat.number)
    choices = [choice for group in groups for choice in group.choices]
    return {
        "groups": groups,
        "answering": how_to_answer(mail, choices),
        "choices_url": links.choices_url(seat, state.version, now=now),
    }


def deadline_of(
    seat: Seat, game: Game, state: GameState, title: str, now: datetime
) -> Context:
    """Say what is wanted until when, what happens then, and put it into a calendar."""
    wanted = wanted_of(state, seat.number)
    entry = deadline_entry(seat, game, what=wanted.subject, title=title, now=now)
    return {
        "wanted": wanted,
        "afterwards": lapses.afterwards(game, seat),
        "deadline": moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        "calendar": calendar_of([entry]),
    }
