"""Errors of the engine: a few classes, a closed list of codes."""

from enum import StrEnum

from stoneage_core.phrases import Phrase, Template
from stoneage_core.phrases import gettext_noop as _


class Code(StrEnum):
    """Every reason for a refusal, stable so that callers may branch on it."""

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


#: The sentences of refusals that say the same wherever they come up.
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
    A refusal: ``code`` for programs, ``phrase`` for people, nothing changed.

    Without a template it says what ``SENTENCES`` have for its code.
    """

    def __init__(
        self, code: Code, template: Template | None = None, /, **values: object
    ) -> None:
        self.code = code
        self.phrase = Phrase(f"refusal.{code}", template or SENTENCES[code], values)
        super().__init__(str(self.phrase))


class InvalidCommand(GameError):
    """The words could not be read as a command at all."""


class IllegalMove(GameError):
    """A command that is understood, but not allowed now."""


class Refusal(GameError):
    """A refusal by the rules around the board."""


class Irregular(Refusal):
    """
    A refusal that no player ever meets, as no page or mail lets them try.

    The staff may, and whoever verifies a record.
    """

    def __init__(self, english: str, /, **values: object) -> None:
        super().__init__(Code.IRREGULAR, english, **values)


class CorruptStream(GameError):
    """Events that no decision of this engine could have produced."""
