"""The mail that a reply answers: the position and the choices that it showed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_command
from games.errors import Refused
from games.log import positions
from notifications.mails.blocks.numbered_choices import number_choices
from notifications.mails.context import event_of
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.replies.intents import Pick, Play
from notifications.replies.results import LineResult, results_of
from stoneage_core import GameState
from stoneage_core.events.proposals import ProposalMade

#: How many answers to answers to follow back to the first mail of a conversation.
LONGEST_TALK = 10


@dataclass(frozen=True)
class AnsweredMail:
    """
    A mail of ours that a reply answers, with the game's version and the choices it
    showed.

    ``texts`` are the commands in the order of their numbers, from 1. They are empty if
    the mail asked nothing, or if we do not know what it showed.
    """

    mail: OutgoingMail
    version: int
    texts: tuple[str, ...]

    @cached_property
    def proposal(self) -> int | None:
        """The number of the proposal that it asked to vote on, or None."""
        *_later, asked = conversation_before(self.mail)
        made = event_of(asked) if asked.kind == Kind.PROPOSAL_MADE else None
        return made.proposal if isinstance(made, ProposalMade) else None

    @cached_property
    def question(self) -> LineResult | None:
        """The line about which it asked “did you mean …?”, or None."""
        incoming = self.mail.incoming
        if self.mail.kind != Kind.REPLY_READ or incoming is None:
            return None
        asked = (result for result in results_of(incoming) if result.suggestion)
        return next(asked, None)


def find_answered_mail(mail: IncomingMail) -> AnsweredMail | None:
    """Return the mail that a reply answers, or None if it did not go to this seat."""
    ours = mail.replies_to
    if (
        ours is None
        or mail.seat_id is None
        or (ours.seat_id, ours.user_id) != (mail.seat_id, mail.user_id)
    ):
        return None
    if ours.shown_version is None:
        version = _version_of(ours)
        return None if version is None else AnsweredMail(ours, version, ())
    state = _state(ours, ours.shown_version)
    if state is None:
        return None
    assert mail.seat is not None
    choices = number_choices(state, mail.seat.number)
    return AnsweredMail(
        ours, ours.shown_version, tuple(choice.text for choice in choices)
    )


def resolve_command(intent: Play | Pick, answered: AnsweredMail | None) -> str:
    """Return the command of a line; numbers refer to the answered mail's list."""
    if isinstance(intent, Play) and (
        intent.number is None or not (answered and answered.texts)
    ):
        return intent.text
    assert intent.number is not None
    there = _chosen(answered, intent.number)
    if not _agrees(intent, there):
        sentence = _(
            "In that email %(number)d is “%(text)s”. Write the number or the words, "
            "not both."
        )
        values = {"number": intent.number, "text": spell_command(there)}
        raise Refused("invalid", sentence % values)
    return there


def _agrees(intent: Play | Pick, text: str) -> bool:
    if isinstance(intent, Play):
        return intent.text == text
    return all(f" {words} " in f" {text} " for words in intent.beside)


def _chosen(answered: AnsweredMail | None, number: int) -> str:
    if answered is None or not answered.texts:
        raise Refused(
            "invalid",
            _(
                "We can’t tell which list this number is from. Write your choice in "
                "words, or reply to the email with the list."
            ),
        )
    if not 0 < number <= len(answered.texts):
        sentence = _("The list in that email goes from 1 to %(count)d.")
        raise Refused("invalid", sentence % {"count": len(answered.texts)})
    return answered.texts[number - 1]


def conversation_before(mail: OutgoingMail) -> Iterator[OutgoingMail]:
    """Yield a mail, the mail before it in the conversation, and so on."""
    before: OutgoingMail | None = mail
    for _answer in range(LONGEST_TALK + 1):
        if before is None:
            return
        yield before
        before = _answered(before)


def _version_of(mail: OutgoingMail) -> int | None:
    """
    Return the game's version when a mail without a position was written.

    None for the notice that a reply was not read: the player simply writes it again.
    """
    if mail.about_version is None and mail.kind != Kind.REPLY_UNREAD:
        return 0
    return mail.about_version


def _answered(mail: OutgoingMail) -> OutgoingMail | None:
    """Return the previous mail of the conversation, if about the same seat."""
    if mail.incoming_id is None:
        return None
    same = OutgoingMail.objects.filter(seat=mail.seat_id, user=mail.user_id)
    return same.filter(replies=mail.incoming_id).first()


def _state(mail: OutgoingMail, version: int) -> GameState | None:
    """Return the position at a version, or None if the game has no such version."""
    game = mail.game
    if game is None or version > game.version:
        return None
    present = version == game.version
    return positions.state_of(game) if present else positions.state_at(game, version)
