"""Errors that refuse a line of a reply, or a link to confirm one, in several places."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from games.errors import Forbidden, InvalidChoice, Refused


class SeatReassigned(Forbidden):
    """The seat got another player between a mail and what it asks for."""

    message = _("Someone else plays this seat now.")


class NoPendingReply(Refused):
    """A link that never was one of ours, or leads to nobody any more."""

    status = HTTPStatus.FORBIDDEN
    message = _("This link doesn’t work, or no longer does.")


class ConfirmationExpired(Refused):
    """The link was good and is too old."""

    status = HTTPStatus.GONE
    message = _("This link has expired. Please reply to the game’s latest email.")


class AnswersQuestion(Refused):
    """A “yes” or “no” answers whether they wrote a mail, and is no vote."""

    message = _(
        "We asked whether that reply came from you. If it did, please open the link in "
        "that email. To vote or to answer an invitation, reply to the email about it."
    )


class NotUnderstood(InvalidChoice):
    """The line is no command; the sentence depends on why."""

    def __init__(self, why: str) -> None:
        super().__init__(_UNCLEAR[why])


class TooManyLines(InvalidChoice):
    """The reply has more lines than anybody means to play at once."""

    message = _("That’s too many lines for one email.")


_UNCLEAR = {
    "unknown": _(
        "We’re not sure what you mean. Reply “help” to see what you can write."
    ),
    "ambiguous": _("This could mean two things. Please write it as “help” shows it."),
    "date": _(
        "Which day do you mean? Write, for example, “away until 3 December” or "
        "“away until 2026-12-03”."
    ),
    "away": _(
        "This may be an automatic reply, so your clock hasn’t stopped. To stop it, "
        "write a line like “away until 3 December”, and nothing before it."
    ),
    "undo": _(
        "Would you like to take back your last move? Then reply “undo” and nothing "
        "else."
    ),
    "empty": _("Something is missing after this word."),
    "loose": _("Would you like to join? Then reply “accept” and nothing else."),
}
