"""Mails that can be answered: where the answer goes, and how to write it."""

from collections.abc import Sequence
from urllib.parse import quote

from django.utils.translation import gettext as _

from games.words.spelling import spelled
from notifications.models import Kind, OutgoingMail
from notifications.parts.numbered import Choice
from notifications.replies.addresses import reply_address

#: Mails about a seat in whose place somebody can decide or say something.
ANSWERABLE = frozenset(
    {
        Kind.INVITATION,
        Kind.GAME_STARTED,
        Kind.YOUR_TURN,
        Kind.CHOICE_WANTED,
        Kind.REMINDER,
        Kind.ORDERS_DISARMED,
        Kind.TIME_RAN_OUT,
        Kind.MOTION_MADE,
        Kind.REPLY_READ,
        Kind.REPLY_UNREAD,
    }
)


def answer_address(mail: OutgoingMail) -> str:
    """Return where an answer to a mail goes, '' if it cannot be answered."""
    seat = mail.seat
    if mail.kind not in ANSWERABLE or seat is None or seat.user_id != mail.user_id:
        return ""
    return reply_address(seat, about=mail)


def how_to_answer(mail: OutgoingMail, choices: Sequence[Choice] = ()) -> str:
    """Say in a sentence or two how a mail is answered, '' if it cannot be."""
    if not answer_address(mail):
        return ""
    more = _("“help” tells more.")
    return f"{_how(Kind(mail.kind), choices)} {more}"


def how_to_write(choices: Sequence[Choice]) -> str:
    """Say what to write to the address that follows."""
    if not choices:
        return _("Or play by mail: “board” brings you your choices. Write it to:")
    sentence = _(
        "Or play by mail, with one choice a line, by its number or in its words: "
        "“%(number)d” or “%(words)s”. Write it to:"
    )
    return sentence % _example(choices)


def how_to_write_about(kind: Kind) -> str:
    """Say what to write about a piece of news, '' if there is nothing to answer."""
    if kind == Kind.INVITATION:
        return _("Or answer by mail. Write “accept” or “decline” to:")
    if kind == Kind.MOTION_MADE:
        return _("Or vote by mail. Write “yes” or “no” to:")
    return ""


def mailto(address: str, subject: str) -> str:
    """Return the link by which a mail program begins an answer."""
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject)}"


def _how(kind: Kind, choices: Sequence[Choice]) -> str:
    if kind == Kind.INVITATION:
        return _("Or answer this mail with “accept” or “decline”.")
    if kind == Kind.MOTION_MADE:
        return _("You can vote by answering this mail with “yes” or “no”.")
    if choices:
        sentence = _(
            "Answer this mail with one choice a line, by its number or in its words: "
            "“%(number)d” or “%(words)s”."
        )
        return sentence % _example(choices)
    return _("You can answer this mail: “board” sends you the board as it is then.")


def _example(choices: Sequence[Choice]) -> dict[str, object]:
    """Return one from their midst."""
    example = choices[len(choices) // 2]
    return {"number": example.number, "words": spelled(example.text)}
