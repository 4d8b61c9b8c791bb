"""Which of our mails a reply answers, and what its numbers mean."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.command_language.spelling import spell_command
from games.errors import Refused
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat
from games.presentation.proposal_text import Proposal, proposals_of
from games.presentation.text import game_name
from notifications.mails.base import event_of
from notifications.mails.blocks.question import number_choices
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.replies import errors
from notifications.replies.errors import ANSWERS_QUESTION
from notifications.replies.results import LineResult, LineStatus, results_of
from notifications.replies.vocabulary import (
    Intent,
    NewGame,
    Pick,
    Play,
    Simple,
    Unclear,
)
from stoneage_core import GameError, GameState, decide, notation
from stoneage_core.chance import RandomChance
from stoneage_core.events.proposals import ProposalMade

#: How many answers to answers to follow back to the first mail of a conversation.
LONGEST_TALK = 10


@dataclass(frozen=True)
class AnsweredMail:
    """
    A mail of ours that a reply answers, with the game's version and the choices it
    showed. ``texts`` are the commands in the order of their numbers, from 1. They are
    empty if the mail asked nothing, or if we do not know what it showed.
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

    @property
    def offered(self) -> tuple[str, ...]:
        """The lines of the player's own mail that it offered to post at the table."""
        incoming = self.mail.incoming
        if self.mail.kind != Kind.REPLY_READ or incoming is None:
            return ()
        results = results_of(incoming)
        return tuple(
            result.line for result in results if result.status is LineStatus.OFFERED
        )

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
    before: OutgoingMail | None = mail
    for _answer in range(LONGEST_TALK + 1):
        if before is None:
            return
        yield before
        before = _answered(before)


def _version_of(mail: OutgoingMail) -> int | None:
    """
    Return the game's version when a mail without a position was written. None for the
    notice that a reply was not read: the player simply writes it again.
    """
    if mail.about_version is None and mail.kind != Kind.REPLY_UNREAD:
        return 0
    return mail.about_version


def _answered(mail: OutgoingMail) -> OutgoingMail | None:
    if mail.incoming_id is None:
        return None
    same = OutgoingMail.objects.filter(seat=mail.seat_id, user=mail.user_id)
    return same.filter(replies=mail.incoming_id).first()


def _state(mail: OutgoingMail, version: int) -> GameState | None:
    game = mail.game
    if game is None or version > game.version:
        return None
    present = version == game.version
    return positions.state_of(game) if present else positions.state_at(game, version)


#: Answers to a question: did you write this mail, do you agree, do you join?
ANSWERS_TO_QUESTIONS = frozenset({"yes", "no", "okay", "accept", "decline"})


def find_proposal(seat: Seat, answered: AnsweredMail | None) -> int:
    """
    Return the number of the proposal that the answered mail asked to vote on. For any
    other mail this is the only open proposal, if it was open when that mail was
    written. Raises Refused (too_late) if there is none, and (invalid) if it is unclear.
    """
    if answered is not None and answered.proposal is not None:
        return answered.proposal
    waiting = _waiting(seat)
    if not waiting:
        raise Refused("too_late", _("There’s nothing to vote on."))
    texts = "; ".join(each.text.rstrip(".") for each in waiting)
    if len(waiting) > 1:
        sentence = _(
            "There are several proposals: reply to the email about the one you mean, "
            "or vote on the page. %(proposals)s."
        )
        raise Refused("invalid", sentence % {"proposals": texts})
    (proposal,) = waiting
    if answered is not None and proposal.number in _made_since(
        seat.game, answered.version
    ):
        sentence = _(
            "This came up after the email you replied to: %(proposal)s. If you mean "
            "it, reply to this email with your vote."
        )
        raise Refused("invalid", sentence % {"proposal": texts})
    return proposal.number


def reject_answer_to_question(word: str, answered: OutgoingMail | None) -> None:
    """
    Refuse a “yes” that answers our question “did you write this mail?”. A “yes” to our
    answer to such a reply is refused, too, because it may mean the same.
    """
    if word not in ANSWERS_TO_QUESTIONS or answered is None:
        return
    if any(_asks_who_wrote(mail) for mail in conversation_before(answered)):
        raise Refused("answers_question", ANSWERS_QUESTION)


def _asks_who_wrote(mail: OutgoingMail) -> bool:
    if mail.kind != Kind.REPLY_READ or mail.incoming is None:
        return False
    return not mail.incoming.is_by_player


def _waiting(seat: Seat) -> Sequence[Proposal]:
    """Return the open proposals that wait for a seat's vote, or else all open ones."""
    found = proposals_of(seat.game, read_seats(seat.game), seat)
    return [each for each in found if each.own is None] or found


def _made_since(game: Game, version: int) -> set[int]:
    events = load_stream(game, after=version)
    return {event.proposal for event in events if isinstance(event, ProposalMade)}


#: The two answers to each kind of question, numbered like choices.
QUESTIONS = {Kind.INVITATION: ("accept", "decline"), Kind.PROPOSAL_MADE: ("yes", "no")}


@dataclass(frozen=True)
class DigestPart:
    """A mail in a digest, whose numbers begin at ``first``."""

    mail: OutgoingMail
    version: int
    texts: tuple[str, ...]
    first: int

    @property
    def seat(self) -> Seat:
        assert self.mail.seat is not None
        return self.mail.seat

    @property
    def is_question(self) -> bool:
        return self.mail.kind in QUESTIONS

    @property
    def answered(self) -> AnsweredMail:
        return AnsweredMail(self.mail, self.version, self.texts)

    @property
    def name(self) -> str:
        """The title of its game with its numbers: 'Stone Age with Bob (1–18)'."""
        title = game_name(read_seats(self.seat.game), self.seat)
        return f"{title} ({self.first}–{self.first + len(self.texts) - 1})"


def row_of(part: OutgoingMail, version: int, texts: Iterable[str]) -> Mapping[str, Any]:
    return {"mail": part.pk, "version": version, "texts": list(texts)}


def asked_parts_of(digest: OutgoingMail) -> list[DigestPart]:
    rows = OutgoingMail.objects.select_related("seat__game", "seat__user")
    mails = rows.in_bulk(_mails_in(digest))
    parts, first = [], 1
    for row in digest.listed:
        texts = tuple(row["texts"])
        if mail := mails.get(row["mail"]):
            parts.append(DigestPart(mail, row["version"], texts, first))
        first += len(texts)
    return parts


def seats_in(digest: OutgoingMail) -> QuerySet[Seat]:
    return Seat.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def games_in(digest: OutgoingMail) -> QuerySet[Game]:
    return Game.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def _mails_in(digest: OutgoingMail) -> list[int]:
    return [row["mail"] for row in digest.listed]


@dataclass(frozen=True)
class Target:
    seat: Seat
    intent: Intent
    answered: AnsweredMail | None


def find_target(digest: OutgoingMail, intent: Intent, now: datetime) -> Target:
    """Return what a line in a reply to a digest refers to; raise Refused if unclear."""
    if isinstance(intent, Unclear):
        raise errors.not_understood(intent.why, now)
    parts = asked_parts_of(digest)
    number = intent.number if isinstance(intent, Pick | Play) else None
    if number is not None and isinstance(intent, Pick | Play):
        part, intent = _numbered(digest, parts, number, intent)
    elif isinstance(intent, Play):
        part = _only([each for each in parts if _could_play(each, intent.text)])
    elif isinstance(intent, Simple) and intent.name in ANSWERS_TO_QUESTIONS:
        part = _only([each for each in parts if each.is_question])
    elif intent == Simple("board"):
        raise Refused(
            "invalid",
            _(
                "“board” works in replies about one game. The pages below show the "
                "boards."
            ),
        )
    else:
        seats = {each.seat.pk: each for each in parts}
        is_about_none = intent == Simple("help") or isinstance(intent, NewGame)
        part = parts[0] if is_about_none else _only(list(seats.values()))
    if part.seat.user_id != digest.user_id:
        raise Refused("forbidden", errors.SEAT_REASSIGNED)
    return Target(part.seat, intent, part.answered)


def _numbered(
    digest: OutgoingMail, parts: Iterable[DigestPart], number: int, intent: Pick | Play
) -> tuple[DigestPart, Intent]:
    texts = tuple(text for row in digest.listed for text in row["texts"])
    text = resolve_command(intent, AnsweredMail(digest, 0, texts))
    for part in parts:
        if part.first <= number < part.first + len(part.texts):
            return part, Simple(text) if part.is_question else Play(text)
    raise _nobody_asks()


def _only(candidates: Sequence[DigestPart]) -> DigestPart:
    if not candidates:
        raise _nobody_asks()
    if len(candidates) > 1:
        sentence = _(
            "That could be about several games: %(games)s. Reply with the number of "
            "your choice, or open the page of the game."
        )
        games = "; ".join(each.name for each in candidates)
        raise Refused("invalid", sentence % {"games": games})
    return candidates[0]


def _nobody_asks() -> Refused:
    return Refused("invalid", _("No game in that email asks for this."))


def _could_play(part: DigestPart, text: str) -> bool:
    """Return whether a command was legal when the digest was sent, or is legal now."""
    if part.is_question:
        return False
    game, player = part.seat.game, part.seat.number
    states: tuple[Callable[[], GameState], ...] = (
        lambda: positions.state_of(game),
        lambda: positions.state_at(game, part.version),
    )
    return any(_is_legal(state(), player, text) for state in states)


def _is_legal(state: GameState, player: int, text: str) -> bool:
    try:
        decide(state, player, notation.from_text(text), RandomChance(0))
    except GameError:
        return False
    return True
