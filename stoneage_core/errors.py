"""Errors of the engine, and their codes."""

from enum import StrEnum

from stoneage_core.phrases import Phrase, Template
from stoneage_core.phrases import gettext_noop as _


class Code(StrEnum):
    """The reasons of refusals; they are stable, so that callers can branch on them."""

    NOT_UNDERSTOOD = "not_understood"
    NOT_AWAITED = "not_awaited"
    WRONG_PHASE = "wrong_phase"
    GAME_OVER = "game_over"
    ALREADY_JOINED = "already_joined"
    PLACE_CLOSED = "place_closed"
    PLACE_FULL = "place_full"
    PLACED_ALREADY = "placed_already"
    WRONG_NUMBER = "wrong_number"
    NOBODY_THERE = "nobody_there"
    NO_SUCH_TOOL = "no_such_tool"
    NO_SUCH_DIE = "no_such_die"
    NO_SUCH_CARD = "no_such_card"
    WRONG_PAYMENT = "wrong_payment"
    NOT_ENOUGH = "not_enough"
    BAD_STREAM = "bad_stream"
    NOT_STARTED = "not_started"
    STARTED = "started"
    CANCELLED = "cancelled"
    FROZEN = "frozen"
    ON_AUTOPILOT = "on_autopilot"
    TOO_LATE = "too_late"
    INVALID = "invalid"
    FORBIDDEN = "forbidden"
    IRREGULAR = "irregular"


#: The default sentence of a code, for refusals without their own.
SENTENCES: dict[Code, Template] = {
    Code.WRONG_PHASE: _("that can’t be done now"),
    Code.CANCELLED: _("The host cancelled this game."),
    Code.STARTED: _("This game has started already."),
    Code.NOT_STARTED: _("This game hasn’t started yet."),
    Code.GAME_OVER: _("This game is over."),
    Code.FROZEN: _("The moderators have frozen this game while they look into it."),
    Code.ON_AUTOPILOT: _(
        "Autopilot is playing for you. Take your seat back to play yourself."
    ),
    Code.TOO_LATE: _("It’s too late for that."),
}


class GameError(ValueError):
    """
    A refusal; nothing was changed. ``code`` is for programs, ``phrase`` for people.

    Without a template, the phrase is that of ``SENTENCES``.
    """

    def __init__(
        self, code: Code, template: Template | None = None, /, **values: object
    ) -> None:
        self.code = code
        self.phrase = Phrase(f"refusal.{code}", template or SENTENCES[code], values)
        super().__init__(str(self.phrase))


class InvalidCommand(GameError):
    """The text cannot be read as a command."""


class IllegalMove(GameError):
    """The rules of the board do not allow this command now."""


class Refusal(GameError):
    """A refusal by the rules around the board."""


class Irregular(Refusal):
    """A refusal that only the staff and auditors may see; it is not translated."""

    def __init__(self, english: str, /, **values: object) -> None:
        super().__init__(Code.IRREGULAR, english, **values)


class CorruptStream(GameError):
    """Stored events cannot be read or cannot follow each other."""
