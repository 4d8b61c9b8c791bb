"""Mails about what happens around the play: a headline, some sentences, one link.

They share their three templates. What players propose is in ``motions``.
"""

from collections.abc import Callable
from datetime import datetime
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import links, selectors
from games.models import DecidedHow
from games.selectors import Happened
from notifications.letters import motions, reach_news, substitutes, unread_news
from notifications.letters.answering import how_to_answer
from notifications.models import Kind, OutgoingMail
from notifications.parts import lapses
from notifications.parts.context import Case, Context, common, position_in
from notifications.parts.moments import moment_in_words
from notifications.parts.recap import recap_of
from notifications.subjects import about, player_of
from stoneage_core.conduct import StewardSeated


def context_of(mail: OutgoingMail, now: datetime) -> Context:
    """Return what the templates of a notice need."""
    seat, game = about(mail)
    is_theirs = seat.user_id == mail.user_id
    context = common(game, seat if is_theirs else None)
    case = Case(mail, seat, game, context["names"], context["absent"], now)
    own = _own(case) if is_theirs else {}
    return context | own | NOTICES[Kind(mail.kind)](case)


def _own(case: Case) -> Context:
    """What is for who has the seat: the way to it, and what is new there."""
    events = selectors.events_of(case.game, after=case.seat.seen_version)
    return {
        "answering": how_to_answer(case.mail),
        "recap": recap_of(events, case.names, case.absent),
        "link": links.play_url(case.seat, now=case.now),
        "link_label": _("Go to the game"),
    }


def time_ran_out(case: Case) -> Context:
    """What was decided for the reader, and what comes of such misses."""
    first, *others = selectors.history(case.game, after=case.sequence - 1)
    by_orders = first.decided_how == DecidedHow.ORDERS
    decided = [first, *takewhile(lambda one: _same_decision(one, first), others)]
    if by_orders:
        lead = _("Your time ran out, and your standing orders decided for you.")
    else:
        lead = _("Your time ran out, and a cautious move was played for you.")
    onward = _("You will get a mail when it is your turn again.")
    notes = [
        _orders_missing(case, first.recorded_at),
        lapses.so_far(case.game, case.seat),
        lapses.vacation(case.game, case.seat, case.now),
    ]
    return position_in(case) | {
        "heading": _("Your time ran out"),
        "lead": f"{lead} {onward}",
        "notes": [note for note in notes if note],
        "recap": recap_of([one.event for one in decided], case.names),
        "recap_title": _("What was decided for you"),
    }


def _same_decision(one: Happened, first: Happened) -> bool:
    mark = (first.decided_by, first.decided_how, first.recorded_at)
    return (one.decided_by, one.decided_how, one.recorded_at) == mark


def _orders_missing(case: Case, since: datetime) -> str:
    """Say why orders that were to decide did not, if that is what happened."""
    why = lapses.why_put_aside(case.seat, since)
    sentence = _("Your standing orders did not fit any more: %(why)s.")
    return sentence % {"why": why} if why else ""


def steward_seated(case: Case) -> Context:
    """To whom the steward plays for: one click and the seat is theirs again."""
    lead = _(
        "So that the game goes on, the steward plays your seat from now on. It stays "
        "yours: take it back whenever you like, by one click on the page."
    )
    (seated,) = selectors.history(case.game, after=case.sequence - 1, limit=1)
    why = _orders_missing(case, seated.recorded_at)
    return {
        "heading": _("The steward plays for you"),
        "lead": f"{_missed(case)} {lead}",
        "notes": [why] if why else [],
        "link_label": _("Take your seat back"),
    }


def _missed(case: Case) -> str:
    event = case.event
    assert isinstance(event, StewardSeated)
    sentence = ngettext(
        "You missed a decision.",
        "You missed %(count)d decisions in a row.",
        event.misses,
    )
    return sentence % {"count": event.misses}


def _player_meant(case: Case) -> str:
    return case.names[player_of(case.mail)]


def seat_left(case: Case) -> Context:
    """To the others: who is missing, and what they can do."""
    name = _player_meant(case)
    lead = _(
        "%(name)s did not come, and the steward plays the seat from now on, so that "
        "the game goes on. %(name)s may take it back at any time."
    )
    return {
        "heading": _("The steward plays for %(name)s") % {"name": name},
        "lead": lead % {"name": name},
        "notes": [
            _(
                "Nothing has to be done. If you like, propose on the page to let "
                "somebody who offers to play on take the seat, or to end the game."
            )
        ],
    }


def player_returned(case: Case) -> Context:
    """To the others: all is well again."""
    values = {"name": _player_meant(case)}
    return {
        "heading": _("%(name)s is back") % values,
        "lead": _("%(name)s is back and plays the seat again.") % values,
    }


def salt_wanted(case: Case) -> Context:
    """To who sealed a salt alone: all have joined, and the game waits for it."""
    until = case.game.salts_due_at
    assert until is not None
    lead = _(
        "All have joined, and the game waits for the salt that you made yourself. "
        "Reveal it on your seat’s page by %(until)s; after that the game begins "
        "without it."
    )
    return {
        "heading": _("Reveal your salt"),
        "lead": lead % {"until": moment_in_words(until)},
        "link_label": _("Reveal my salt"),
    }


NOTICES: dict[Kind, Callable[[Case], Context]] = {
    Kind.SALT_WANTED: salt_wanted,
    Kind.TIME_RAN_OUT: time_ran_out,
    Kind.STEWARD_SEATED: steward_seated,
    Kind.SEAT_LEFT: seat_left,
    Kind.PLAYER_RETURNED: player_returned,
    Kind.SUBSTITUTE_OFFERED: substitutes.substitute_offered,
    Kind.SUBSTITUTE_SEATED: substitutes.substitute_seated,
    Kind.SUBSTITUTE_RELIEVED: substitutes.substitute_relieved,
    Kind.REPLACED: substitutes.replaced,
    Kind.REPLACEMENT: substitutes.replacement,
    Kind.SEAT_TAKEN: substitutes.seat_taken,
    Kind.MOTION_MADE: motions.made,
    Kind.MOTION_SETTLED: motions.settled,
    Kind.UNREACHABLE: reach_news.unreachable,
    Kind.REPLY_UNREAD: unread_news.reply_unread,
}
