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
from notifications import successors
from notifications.fates import news as fates
from notifications.letters import motions, unread_news
from notifications.letters.answering import how_to_answer
from notifications.models import Kind, OutgoingMail
from notifications.parts import lapses
from notifications.parts.context import (
    Case,
    Context,
    about,
    attendance,
    common,
    player_of,
)
from notifications.parts.people import name_or_somebody
from notifications.parts.position import position_of
from notifications.parts.recap import recap_of
from notifications.staff import invitation_of
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


def _position(case: Case) -> Context:
    state = selectors.state_of(case.game)
    lines = attendance(case.game, case.names, case.now)
    shown = position_of(state, case.names, case.seat.number)
    return shown | {"attendance": lines}


def time_ran_out(case: Case) -> Context:
    """What was decided for the reader, and what comes of such misses."""
    first, *others = selectors.history(case.game, after=case.sequence - 1)
    by_orders = first.decided_how == DecidedHow.ORDERS
    decided = [first, *takewhile(lambda one: _same_decision(one, first), others)]
    if by_orders:
        lead = _("Your time ran out, and your standing orders decided for you.")
    else:
        lead = _("Your time ran out, and a cautious move was played for you.")
    notes = [
        _orders_missing(case, first.recorded_at),
        lapses.so_far(case.game, case.seat),
        lapses.vacation(case.game, case.seat, case.now),
    ]
    return _position(case) | {
        "heading": _("Your time ran out"),
        "lead": f"{lead} {_('You will get a mail when it is your turn again.')}",
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


def substitute_offered(case: Case) -> Context:
    """To those who vote: who would play on, for whom, as the offers stand now."""
    offers = [
        _("%(name)s would play on for %(absent)s.")
        % {
            "name": name_or_somebody(offer.user),
            "absent": selectors.name_of(offer.seat),
        }
        for offer in selectors.standing_offers(case.game)
    ]
    return {
        "heading": _("Somebody offers to play on"),
        "lead": " ".join(offers),
        "notes": [
            _(
                "If you would like that, propose it on the page: it takes the yes of "
                "more than half of those who play."
            )
        ],
    }


def substitute_seated(case: Case) -> Context:
    """To the substitute, who is not to decide yet."""
    lead = _(
        "The others agreed to it: from now on you play the seat of %(name)s. You will "
        "get a mail as soon as it is your turn; nothing has to be done now."
    )
    values = {"name": case.absent.get(case.seat.number, _("somebody"))}
    return _position(case) | {
        "heading": _("You play on for %(name)s") % values,
        "lead": lead % values,
        "link_label": _("See the board"),
        "recap": None,
    }


def substitute_relieved(case: Case) -> Context:
    """To who stood in, and has no seat any more."""
    lead = _(
        "%(name)s is back and plays the seat again that you kept. Nothing more has to "
        "be done: thank you for standing in!"
    )
    values = {"name": selectors.name_of(case.seat)}
    return {
        "heading": _("%(name)s is back") % values,
        "lead": lead % values,
        "link": links.game_url(case.game),
        "link_label": _("See the game"),
    }


def replaced(case: Case) -> Context:
    """To the absent player: their seat is taken, and theirs all the same."""
    assert case.mail.user is not None
    lead = _(
        "You were away, and the others agreed that %(name)s plays your seat for now. "
        "It stays your game: come back whenever you like."
    )
    values = {"name": selectors.name_of(case.seat)}
    return {
        "heading": _("%(name)s plays on for you") % values,
        "lead": lead % values,
        "notes": [
            _("The links in earlier mails do not open your seat; this one does.")
        ],
        "link": links.return_url(case.seat, case.mail.user, now=case.now),
        "link_label": _("Take your seat back"),
    }


def replacement(case: Case) -> Context:
    """To whom the staff ask to play on for good where another player was."""
    offer = invitation_of(case.mail)
    assert offer is not None
    lead = _(
        "The staff of Stone Age by Mail ask whether you would play on where %(name)s "
        "was, from the position below to the end. Have a look, and say yes or no."
    )
    return _position(case) | {
        "heading": _("Will you play on for somebody?"),
        "lead": lead % {"name": selectors.name_of(case.seat)},
        "notes": [_("If you do not answer, nothing happens: nothing has to be done.")],
        "link": links.stand_in_url(offer, now=case.now),
        "link_label": _("Look, and answer"),
        "recap": None,
    }


NOTICES: dict[Kind, Callable[[Case], Context]] = {
    Kind.TIME_RAN_OUT: time_ran_out,
    Kind.STEWARD_SEATED: steward_seated,
    Kind.SEAT_LEFT: seat_left,
    Kind.PLAYER_RETURNED: player_returned,
    Kind.SUBSTITUTE_OFFERED: substitute_offered,
    Kind.SUBSTITUTE_SEATED: substitute_seated,
    Kind.SUBSTITUTE_RELIEVED: substitute_relieved,
    Kind.REPLACED: replaced,
    Kind.REPLACEMENT: replacement,
    Kind.SEAT_TAKEN: successors.seat_taken,
    Kind.MOTION_MADE: motions.made,
    Kind.MOTION_SETTLED: motions.settled,
    Kind.UNREACHABLE: fates.unreachable,
    Kind.REPLY_UNREAD: unread_news.reply_unread,
}
