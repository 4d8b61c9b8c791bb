"""Answers to a digest: what its numbers mean, and which game a line is about.

The numbers run through everything that a digest asks: the choices in each game, and the
two answers to an invitation or a proposal. The digest's ``listed`` has an entry for
each of these mails, in order: the id of the mail, the version of the game that it
showed, and the texts, one for each number. If a line fits several games we ask and
never guess.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.errors import Refused
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat
from games.presentation.text import game_name
from notifications.models import Kind, OutgoingMail
from notifications.replies import errors
from notifications.replies.answered_mail import AnsweredMail, resolve_command
from notifications.replies.intents import Intent, NewGame, Pick, Play, Simple, Unclear
from notifications.replies.votes import ANSWERS_TO_QUESTIONS
from stoneage_core import GameError, GameState, decide, notation
from stoneage_core.chance import RandomChance

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
    """Return the entry in ``listed`` for a mail in a digest."""
    return {"mail": part.pk, "version": version, "texts": list(texts)}


def asked_parts_of(digest: OutgoingMail) -> list[DigestPart]:
    """Return the parts that ask something, in the order of their numbers."""
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
    """Return the seats that a digest asks."""
    return Seat.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def games_in(digest: OutgoingMail) -> QuerySet[Game]:
    """Return the games of the seats that a digest asks."""
    return Game.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def _mails_in(digest: OutgoingMail) -> list[int]:
    return [row["mail"] for row in digest.listed]


@dataclass(frozen=True)
class Target:
    """The seat that a line is about, its intent, and the mail that it answers."""

    seat: Seat
    intent: Intent
    answered: AnsweredMail | None


def find_target(digest: OutgoingMail, intent: Intent) -> Target:
    """Return what a line in a reply to a digest refers to; raise Refused if unclear."""
    if isinstance(intent, Unclear):
        raise errors.not_understood(intent.why)
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
    """Return the part with this number, and what the number means there."""
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
