"""Mails that can be answered: where the answer goes, and how to write it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.words.spelling import spell_command
from notifications.models import Kind, OutgoingMail
from notifications.parts.numbered import Choice, Group
from notifications.replies.reply_address import digest_address, reply_address
from notifications.replies.vocabulary import spell_intent

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
    if mail.kind == Kind.DIGEST:
        return digest_address(mail)
    if mail.kind == Kind.DIGEST_READ:
        return _address_once_more(mail)
    if mail.kind not in ANSWERABLE or seat is None or seat.user_id != mail.user_id:
        return ""
    return reply_address(seat, about=mail)


def _address_once_more(answer: OutgoingMail) -> str:
    """Return where what could not be done is put right: the numbers are the same."""
    incoming = answer.incoming
    if incoming is None or incoming.replies_to is None:
        return ""
    # Whether they wrote it is answered by the link alone.
    return digest_address(incoming.replies_to) if incoming.is_by_player else ""


def how_to_answer(mail: OutgoingMail, choices: Sequence[Choice] = ()) -> str:
    """Say in a sentence or two how a mail is answered, '' if it cannot be."""
    if not answer_address(mail):
        return ""
    more = _("“help” tells more.")
    return f"{_how(Kind(mail.kind), choices)} {more}"


def how_to_answer_all(mail: OutgoingMail, groups: Sequence[Group]) -> str:
    """Say how a digest is answered, '' if it asks for nothing."""
    if not answer_address(mail):
        return ""
    sentence = _(
        "Answer this mail with one number a line: the numbers run through all games. "
        "Words, as “%(words)s”, are good where only one game can be meant."
    )
    choices = [choice for group in groups for choice in group.choices]
    words = _example(choices)["words"] if choices else spell_intent("accept")
    more = _("“help” tells more.")
    return f"{sentence % {'words': words}} {more}"


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
    return {"number": example.number, "words": spell_command(example.text)}
