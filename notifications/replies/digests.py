"""Answers to a digest: which of its games each line is about; nothing is guessed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.models import Seat
from games.store import positions
from notifications.models import OutgoingMail
from notifications.replies import errors
from notifications.replies.answered_mail import AnsweredMail, command_of
from notifications.replies.digest_parts import DigestPart, parts_of
from notifications.replies.intents import Intent, NewGame, Pick, Play, Simple, Unclear
from notifications.replies.votes import SAID_TO_QUESTIONS
from stoneage_core import GameError, GameState, decide, notation
from stoneage_core.chance import RandomChance


@dataclass(frozen=True)
class Target:
    """What a line asks for, of which seat, and the mail that it answers."""

    seat: Seat
    intent: Intent
    answered: AnsweredMail | None


def find_target(digest: OutgoingMail, intent: Intent) -> Target:
    """Return which game of a digest a line means; raise Refused if nobody can tell."""
    if isinstance(intent, Unclear):
        raise errors.NotUnderstood(intent.why)
    parts = parts_of(digest)
    number = intent.number if isinstance(intent, Pick | Play) else None
    if number is not None and isinstance(intent, Pick | Play):
        part, intent = _numbered(digest, parts, number, intent)
    elif isinstance(intent, Play):
        part = _only([each for each in parts if _could_play(each, intent.text)])
    elif isinstance(intent, Simple) and intent.name in SAID_TO_QUESTIONS:
        part = _only([each for each in parts if each.is_question])
    elif intent == Simple("board"):
        raise errors.OnePageEach
    else:
        seats = {each.seat.pk: each for each in parts}
        is_about_none = intent == Simple("help") or isinstance(intent, NewGame)
        part = parts[0] if is_about_none else _only(list(seats.values()))
    if part.seat.user_id != digest.user_id:
        raise errors.SeatReassigned
    return Target(part.seat, intent, part.answered)


def _numbered(
    digest: OutgoingMail, parts: Iterable[DigestPart], number: int, intent: Pick | Play
) -> tuple[DigestPart, Intent]:
    """Return the part with a number, and what that stands for."""
    texts = tuple(text for row in digest.listed for text in row["texts"])
    text = command_of(intent, AnsweredMail(digest, 0, texts))
    for part in parts:
        if part.first <= number < part.first + len(part.texts):
            return part, Simple(text) if part.is_question else Play(text)
    raise errors.NobodyAsks


def _only(candidates: Sequence[DigestPart]) -> DigestPart:
    """Return the one part that can be meant."""
    if not candidates:
        raise errors.NobodyAsks
    if len(candidates) > 1:
        raise errors.WhichGame("; ".join(each.name for each in candidates))
    return candidates[0]


def _could_play(part: DigestPart, text: str) -> bool:
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
