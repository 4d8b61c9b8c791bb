"""The decision that a mail asks for: the choices, the deadline, and what comes then."""

from django.utils.translation import gettext as _

from games.links.purposes import choices_url
from games.presentation.dates import long_moment_in_words
from notifications.mails.base import MailKind
from notifications.mails.blocks import timeout_text
from notifications.mails.blocks.calendar_entry import calendar_of, deadline_entry
from notifications.mails.blocks.next_wish import offer_next_wish
from notifications.mails.blocks.numbered_choices import groups_of, recommend_choices
from notifications.mails.blocks.prompt import prompt_of
from notifications.mails.context import Context, MailContext
from notifications.models import OutgoingMail
from notifications.queries import unread_answer


def choices_of(kind: MailKind, case: MailContext) -> Context:
    """Return a seat's choices in this position, none when it is not awaited."""
    groups = groups_of(case.state, case.seat.number)
    choices = [choice for group in groups for choice in group.choices]
    recommended = recommend_choices(case.state, case.seat.number, groups)
    return {
        "groups": groups,
        "offered": [group.title for group in groups],
        "recommended": recommended,
        "others": len(choices) - len(recommended),
        "answering": kind.answering(case.mail, choices),
        "choices_url": choices_url(case.seat, now=case.now),
        "next_wish": next_wish_of(kind, case),
    }


def next_wish_of(kind: MailKind, case: MailContext) -> str:
    """Offer to order the next placement by an answer, '' where that cannot be."""
    if not kind.can_be_answered(case.mail):
        return ""
    return offer_next_wish(case.seat, case.state)


def deadline_of(case: MailContext) -> Context:
    """Say what is wanted until when, what happens then, and put it into a calendar."""
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


def unread(mail: OutgoingMail) -> str:
    """Say that an answer was not read of which nobody could be told, '' if none was."""
    moment = unread_answer(mail)
    if moment is None:
        return ""
    sentence = _(
        "We didn’t read your reply of %(moment)s: it looked as if a machine had sent "
        "it. If it was a move, please play on the page."
    )
    return sentence % {"moment": long_moment_in_words(moment)}
