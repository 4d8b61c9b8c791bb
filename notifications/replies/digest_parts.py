"""The parts of a digest: what its numbers stand for, kept in its row.

They run through all that it asks: the choices of each game, and the two answers to an
invitation or a proposal. ``listed`` has a row for each mail that it tells of and that
asks for something, in their order: the id of the mail, the version of the game that was
shown, and the texts, one for each number.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games import queries
from games.models import Game, Seat
from games.presentation.text import game_name
from notifications.models import Kind, OutgoingMail
from notifications.replies.answered_mail import AnsweredMail

#: The two answers to each kind of question, which have numbers like choices.
QUESTIONS = {Kind.INVITATION: ("accept", "decline"), Kind.PROPOSAL_MADE: ("yes", "no")}


@dataclass(frozen=True)
class DigestPart:
    """A mail that a digest told of, and its numbers, from ``first`` on."""

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
        """The title of its game, and its numbers: 'Stone Age with Bob (1–18)'."""
        title = game_name(queries.seats_of(self.seat.game), self.seat)
        return f"{title} ({self.first}–{self.first + len(self.texts) - 1})"


def row_of(part: OutgoingMail, version: int, texts: Iterable[str]) -> Mapping[str, Any]:
    """Return what a digest keeps of a mail that it tells of."""
    return {"mail": part.pk, "version": version, "texts": list(texts)}


def parts_of(digest: OutgoingMail) -> list[DigestPart]:
    """Return what a digest asked, in the order of its numbers."""
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
    """Return the seats that a digest asks something of."""
    return Seat.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def games_in(digest: OutgoingMail) -> QuerySet[Game]:
    """Return the games of these seats."""
    return Game.objects.filter(outgoingmail__in=_mails_in(digest)).distinct()


def _mails_in(digest: OutgoingMail) -> list[int]:
    return [row["mail"] for row in digest.listed]
