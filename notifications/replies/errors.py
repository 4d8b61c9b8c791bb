"""Refusals of a line that several modules raise."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.presentation.dates import absence_example

SEAT_REASSIGNED = _("Someone else plays this seat now.")
GAME_HAS_MOVED_ON = _(
    "The game has moved on since that email. Please reply to our latest one."
)
TOO_MANY_LINES = _("That’s too many lines for one email.")
ANSWERS_QUESTION = _(
    "We asked whether that reply came from you. If it did, please open the link in "
    "that email. To vote or to answer an invitation, reply to the email about it."
)
_UNCLEAR = {
    "unknown": _(
        "We’re not sure what you mean. Reply “help” to see what you can write."
    ),
    "ambiguous": _("This could mean two things. Please write it as “help” shows it."),
    "date": _("Until which day? Write, for example, “%(example)s”."),
    "away": _(
        "This may be an automatic reply, so your clock hasn’t stopped. To stop it, "
        "write a line like “%(example)s”, and nothing before it."
    ),
    "undo": _(
        "Would you like to take back your last move? Then reply “undo” and nothing "
        "else."
    ),
    "empty": _("Something is missing after this word."),
    "loose": _("Would you like to join? Then reply “accept” and nothing else."),
}


def not_understood(why: str, now: datetime) -> Refused:
    """Return the refusal of an unclear line, with a day near ``now`` as an example."""
    return Refused("invalid", str(_UNCLEAR[why]) % {"example": absence_example(now)})
