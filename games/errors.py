"""Errors by which the service refuses: each a clear sentence and an HTTP status.

The engine's own refusals (``stoneage_core.errors``) pass through the services as they
are.
"""

from http import HTTPStatus

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """A service refused; nothing was changed. ``message`` is meant for people."""

    status: HTTPStatus = HTTPStatus.CONFLICT
    message: str | Promise = _("That can’t be done.")

    def __init__(self, message: str | Promise | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.message)

    def __str__(self) -> str:
        return str(self.message)


class InvalidChoice(Refused):
    """The request can never be carried out."""

    status = HTTPStatus.BAD_REQUEST


class IncompleteForm(InvalidChoice):
    """A form lacks something, or holds what its page would never send."""

    message = _("Something was missing in that form. Please fill it in and try again.")


class NotThere(Refused):
    """The requested thing does not exist."""

    status = HTTPStatus.NOT_FOUND
    message = _("There’s nothing here.")


class Forbidden(Refused):
    """Somebody else may do this, they may not."""

    status = HTTPStatus.FORBIDDEN
    message = _("Only the host of this game can do that.")


class AddressNeeded(Refused):
    """A guest tried what only somebody with an e-mail address can do."""

    status = HTTPStatus.FORBIDDEN
    message = _("Tell us your email address first: the game comes to you by email.")


class StaleVersion(Refused):
    """The game moved on since the page was made."""

    message = _(
        "The game has moved on since you opened this page. Here’s the board now."
    )


class PositionLost(Refused):
    """The position that was decided on is in no log: a restore has lost it."""

    message = _(
        "We had to go back to a back-up, and what you saw there is lost. Nothing was "
        "done. Please look at the board as it is now."
    )


class GameIsFrozen(Refused):
    """The staff have frozen the game."""

    message = _("The moderators have frozen this game while they look into it.")


class SeatOnAutopilot(Refused):
    """Autopilot plays the seat until its player takes it back."""

    message = _("Autopilot is playing for you. Take your seat back to play yourself.")


class TooLate(Refused):
    """The request was possible until a moment ago."""

    message = _("It’s too late for that.")


class RequestReused(Refused):
    """A request id came a second time with something else in it."""

    message = _(
        "That form has been used for another move already. Please open the page again."
    )


class GameNotStarted(Refused):
    """A decision came before all players had joined."""

    message = _("This game hasn’t started yet.")


class GameHasStarted(Refused):
    """Seats and invitations are settled once the game has started."""

    message = _("This game has started already.")


class GameOver(Refused):
    """A decision came after the end."""

    message = _("This game is over.")


class GameIsCancelled(Refused):
    """The host called the game off."""

    message = _("The host cancelled this game.")


class SeatNotVacant(Refused):
    """The seat is not in the state that is needed: taken, answered, joined already."""

    message = _("This seat is taken.")


class AlreadySeated(Refused):
    """One person, one seat a game."""

    message = _("You already have a seat in this game.")
