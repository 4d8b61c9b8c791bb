"""The decision that a mail asks for: its choices, its deadline and what follows."""

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_orders
from games.links.purposes import choices_url
from games.presentation.dates import long_moment_in_words
from games.table.numbered_choices import flat_choices
from games.table.orders_form import has_settings
from notifications.mails.base import MailKind
from notifications.mails.blocks import timeout_text
from notifications.mails.blocks.calendar_entry import calendar_of, deadline_entry
from notifications.mails.blocks.numbered_choices import recommend_choices
from notifications.mails.blocks.prompt import prompt_of
from notifications.mails.context import Context, MailContext
from notifications.models import OutgoingMail
from notifications.queries import unread_answer
from stoneage_core import GameState, autopilot, awaited, notation
from stoneage_core.commands import PlacePeople
from stoneage_core.orders.placing_ahead import placements_ahead, placements_behind
from stoneage_core.state import Question

#: How many placements the example of orders names.
EXAMPLES = 2


def choices_of(kind: MailKind, case: MailContext) -> Context:
    """Return a seat's choices in this position; none if the seat is not awaited."""
    groups = flat_choices(case.state, case.seat.number)
    choices = [choice for group in groups for choice in group.choices]
    recommended = recommend_choices(case.state, case.seat.number, groups)
    return {
        "groups": groups,
        "offered": [group.title for group in groups],
        "recommended": recommended,
        "others": len(choices) - len(recommended),
        "answering": kind.answering(case.mail, choices),
        "choices_url": choices_url(case.seat, now=case.now),
        "next_order": next_order_of(kind, case),
    }


def next_order_of(kind: MailKind, case: MailContext) -> str:
    """
    Return a hint that a reply can also order the player's next placement.

    The example names autopilot's favourites. Returns '' if the mail cannot be answered,
    if nothing can be placed next, or if the seat has other orders, which the line would
    replace. May query those.
    """
    if not kind.can_be_answered(case.mail):
        return ""
    seat = case.seat
    placements = _placements(case.state, seat.number)[:EXAMPLES]
    if not placements or not has_settings(seat) or timeout_text.orders_decide(seat):
        return ""
    order = spell_orders(", ".join(map(notation.to_text, placements)))
    # Translators: “orders” as people type it in mails, in quotation marks.
    sentence = _("To plan ahead, add a line below: “orders %(order)s”.")
    return sentence % {"order": order}


def _placements(state: GameState, player: int) -> tuple[PlacePeople, ...]:
    """Return what a player may place next, after their own best if they are asked."""
    if player not in awaited(state):
        return placements_ahead(state, player)
    if state.question is not Question.PLACE:
        return ()
    best = autopilot.choose(state, player)
    assert isinstance(best, PlacePeople), "that is how the question is answered"
    return placements_behind(state, player, best)


def deadline_context(case: MailContext) -> Context:
    """Return the question, its deadline, what happens then, and a calendar entry."""
    seat, game = case.seat, case.game
    prompt = prompt_of(case.state, seat.number)
    what, title = prompt.subject, case.title
    entry = deadline_entry(seat, game, what=what, title=title, now=case.now)
    return {
        "wanted": prompt,
        "afterwards": timeout_text.orders_decide(seat),
        "deadline": long_moment_in_words(seat.deadline_at) if seat.deadline_at else "",
        "calendar": calendar_of([entry]),
    }


def unread_reply_notice(mail: OutgoingMail) -> str:
    """Return a note about an unread reply that we could not answer, or ''."""
    moment = unread_answer(mail)
    if moment is None:
        return ""
    sentence = _(
        "We didn’t read your reply of %(moment)s: it looked as if a machine had sent "
        "it. If it was a move, please play on the page."
    )
    return sentence % {"moment": long_moment_in_words(moment)}
