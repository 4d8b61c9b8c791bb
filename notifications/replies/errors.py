"""Errors that refuse a line of a reply, and nothing but a reply."""

from collections.abc import Sequence
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from games.errors import Forbidden, InvalidChoice, Refused, StaleVersion
from games.presentation.text import join_list


class SeatReassigned(Forbidden):
    """The seat got another player between a mail and what it asks for."""

    message = _("Someone else plays this seat now.")


class NoPendingReply(Refused):
    """A link that never was one of ours, or leads to nobody any more."""

    status = HTTPStatus.FORBIDDEN
    message = _("This link doesn’t work, or no longer does.")


class CannotTrust(InvalidChoice):
    """Nobody vouches that a mail came from its address, or the address is another's."""

    message = _("We can’t trust this address: confirm the reply without that.")


class ConfirmationExpired(Refused):
    """The link was good and is too old."""

    status = HTTPStatus.GONE
    message = _("This link has expired. Please reply to the game’s latest email.")


class GoneOn(StaleVersion):
    """The answered mail asked for something else, or for nothing."""

    message = _(
        "The game has moved on since that email. Please reply to our latest one."
    )


class AnsweredMailLost(Refused):
    """The answered mail is not known any more: maybe a restore has lost it."""

    message = _(
        "We no longer have the email you answered: maybe we had to go back to a "
        "back-up since. Please reply to our latest one."
    )


class AutopilotPlays(Refused):
    """Autopilot plays the seat; the sentence names the word that a mail can say."""

    message = _("Autopilot is playing for you. Reply “return” to take your seat back.")


class AnswersQuestion(Refused):
    """A “yes” or “no” answers whether they wrote a mail, and is no vote."""

    message = _(
        "We asked whether that reply came from you. If it did, please open the link in "
        "that email. To vote or to answer an invitation, reply to the email about it."
    )


class NothingToNumber(InvalidChoice):
    """The line is a number, and there is no list that it could be from."""

    message = _(
        "We can’t tell which list this number is from. Write your choice in words, or "
        "reply to the email with the list."
    )


class NoSuchNumber(InvalidChoice):
    """The number is not in the list."""

    def __init__(self, count: int) -> None:
        sentence = _("The list in that email goes from 1 to %(count)d.")
        super().__init__(sentence % {"count": count})


class Contradiction(InvalidChoice):
    """The words beside a number are not those of its choice."""

    def __init__(self, number: int, text: str) -> None:
        sentence = _(
            "In that email %(number)d is “%(text)s”. Write the number or the words, "
            "not both."
        )
        super().__init__(sentence % {"number": number, "text": text})


class WhichGame(InvalidChoice):
    """The line could be about several games of a digest."""

    def __init__(self, games: str) -> None:
        sentence = _(
            "That could be about several games: %(games)s. Reply with the number of "
            "your choice, or open the page of the game."
        )
        super().__init__(sentence % {"games": games})


class NobodyAsks(InvalidChoice):
    """None of the games of a digest asks for what the line says."""

    message = _("No game in that email asks for this.")


class AnswersNoGame(InvalidChoice):
    """The line is for a game, and the email answers none of ours."""

    message = _(
        "We can’t tell which game this is for. Reply to an email about that game, or "
        "write “new game” and whom to play against."
    )


class OnePageEach(InvalidChoice):
    """The board was asked for, and the mail is about several games."""

    message = _(
        "“board” works in replies about one game. The pages below show the boards."
    )


class NotUnderstood(InvalidChoice):
    """The line is no command; the sentence depends on why."""

    def __init__(self, why: str) -> None:
        super().__init__(_UNCLEAR[why])


class DidYouMean(InvalidChoice):
    """The line is no command, and likely means one of these, in words."""

    def __init__(self, texts: Sequence[str], yes: str) -> None:
        choices = join_list([f"“{text}”" for text in texts])
        one = _("Did you mean %(choices)s? Reply “%(yes)s”, and we’ll play it.")
        several = _("Did you mean one of these: %(choices)s? Reply with its number.")
        sentence = one if len(texts) == 1 else several
        super().__init__(sentence % {"choices": choices, "yes": yes})


class InOrOut(InvalidChoice):
    """The line neither takes an invitation nor turns it down."""

    def __init__(self, accept: str, decline: str) -> None:
        sentence = _("Would you like to join? Reply “%(accept)s” or “%(decline)s”.")
        super().__init__(sentence % {"accept": accept, "decline": decline})


class ForOrAgainst(InvalidChoice):
    """The line votes neither for a proposal nor against it."""

    def __init__(self, yes: str, no: str) -> None:
        sentence = _("Are you for it, or against it? Reply “%(yes)s” or “%(no)s”.")
        super().__init__(sentence % {"yes": yes, "no": no})


class WhichOpponents(InvalidChoice):
    """The new game lacks opponents; the sentence says who there is."""

    def __init__(self, opponents: str) -> None:
        sentence = _(
            "Against whom? Write, for example, “new game Pebble”. There are %(names)s."
        )
        super().__init__(sentence % {"names": opponents})


class UnknownOpponent(InvalidChoice):
    """The named opponent is none of the bots; the sentence says who is."""

    def __init__(self, name: str, opponents: str) -> None:
        sentence = _("No bot here is called “%(name)s”. There are %(names)s.")
        super().__init__(sentence % {"name": name, "names": opponents})


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
    "loose": _(
        "Would you like to join? Then reply “accept” alone, or put your words for the "
        "dice behind it in quotation marks."
    ),
}
