"""Answers to a digest: which of its games each line is about; nothing is guessed.

The numbers of a digest run through all that it asks: the choices of each game, and the
two answers to an invitation or a proposal. ``listed`` of its row keeps what they mean.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games import positions, queries
from games.models import Seat
from games.text import game_name
from notifications.models import Kind, OutgoingMail
from notifications.replies import refusals
from notifications.replies.asks import Ask, Pick, Play, Simple, Unclear
from notifications.replies.deeds import command_of
from notifications.replies.seating import SeatedAnew
from notifications.replies.shown import Shown
from stoneage_core import GameError, GameState, decide, notation
from stoneage_core.chance import RandomChance

#: What answers a question of a digest, whatever it is called there.
ANSWERS = ("yes", "no", "accept", "decline")
#: The two answers to each kind of question, which have numbers like choices.
QUESTIONS = {Kind.INVITATION: ("accept", "decline"), Kind.MOTION_MADE: ("yes", "no")}


@dataclass(frozen=True)
class Aim:
    """What a line asks for, of which seat, and what the answered mail had shown."""

    seat: Seat
    ask: Ask
    shown: Shown | None


@dataclass(frozen=True)
class Part:
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
    def shown(self) -> Shown:
        return Shown(self.mail, self.version, self.texts)

    @property
    def name(self) -> str:
        """The title of its game, and its numbers: 'Stone Age with Bob (1–18)'."""
        title = game_name(queries.seats_of(self.seat.game), self.seat)
        return f"{title} ({self.first}–{self.first + len(self.texts) - 1})"


def parts_of(digest: OutgoingMail) -> list[Part]:
    """Return what a digest asked, in the order of its numbers."""
    rows = OutgoingMail.objects.select_related("seat__game", "seat__user")
    mails = rows.in_bulk([row["mail"] for row in digest.listed])
    parts, first = [], 1
    for row in digest.listed:
        texts = tuple(row["texts"])
        if mail := mails.get(row["mail"]):
            parts.append(Part(mail, row["version"], texts, first))
        first += len(texts)
    return parts


def aim(digest: OutgoingMail, ask: Ask) -> Aim:
    """Return which game of a digest a line means; raise Refused if nobody can tell."""
    if isinstance(ask, Unclear):
        raise refusals.NotUnderstood(ask.why)
    parts = parts_of(digest)
    number = ask.number if isinstance(ask, Pick | Play) else None
    if number is not None and isinstance(ask, Pick | Play):
        part, ask = _numbered(digest, parts, number, ask)
    elif isinstance(ask, Play):
        part = _only([each for each in parts if _could_play(each, ask.text)])
    elif isinstance(ask, Simple) and ask.name in ANSWERS:
        part = _only([each for each in parts if each.is_question])
    elif ask == Simple("board"):
        raise refusals.OnePageEach
    else:
        seats = {each.seat.pk: each for each in parts}
        part = parts[0] if ask == Simple("help") else _only(list(seats.values()))
    if part.seat.user_id != digest.user_id:
        raise SeatedAnew
    return Aim(part.seat, ask, part.shown)


def _numbered(
    digest: OutgoingMail, parts: Iterable[Part], number: int, ask: Pick | Play
) -> tuple[Part, Ask]:
    """Return the part with a number, and what that stands for."""
    texts = tuple(text for row in digest.listed for text in row["texts"])
    text = command_of(ask, Shown(digest, 0, texts))
    for part in parts:
        if part.first <= number < part.first + len(part.texts):
            return part, Simple(text) if part.is_question else Play(text)
    raise refusals.NobodyAsks


def _only(candidates: Sequence[Part]) -> Part:
    """Return the one part that can be meant."""
    if not candidates:
        raise refusals.NobodyAsks
    if len(candidates) > 1:
        raise refusals.WhichGame("; ".join(each.name for each in candidates))
    return candidates[0]


def _could_play(part: Part, text: str) -> bool:
    """Whether a command could be given then or can be now: either may be meant."""
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
