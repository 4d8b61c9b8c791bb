"""How a service refuses: a code for programs, a sentence for people, an HTTP status.

The engine's own refusals (``stoneage_core.errors``) pass through the services
unchanged. Those of the rules around the board are raised again as ``Refused`` with the
same code and phrase, by ``refusals``. ``games.presentation.error_text`` words them all.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from stoneage_core.errors import SENTENCES as RULE_SENTENCES
from stoneage_core.errors import Code, Refusal
from stoneage_core.phrases import Phrase

#: Why a service refuses. The rules around the board have codes of their own, some of
#: them the same.
RefusalCode = Literal[
    "address_needed",  # a guest tries something that needs an email address
    "already_seated",  # a person can have only one seat in a game
    "answers_question",  # a “yes” that answers our question and is not a vote
    "expired",  # the link was valid but is too old
    "forbidden",
    "game_over",
    "incomplete",  # a form lacks a field, or has a value that its page never sends
    "invalid",  # the request can never be carried out
    "irregular",  # something that no page offers
    "not_open",  # the decision could not be taken back by a reply
    "not_over",
    "not_started",
    "not_there",
    "on_autopilot",
    "position_lost",  # a restore has lost the position of the decision
    "request_reused",  # a request id came again with different content
    "stale",  # the game has advanced since the page or email was made
    "started",
    "taken",  # the seat is taken, or its invitation was answered already
    "too_large",
    "too_late",
    "too_many",
    "unknown_recipient",
]

#: The HTTP status of each code. The default is 409 Conflict.
STATUSES: dict[str, HTTPStatus] = {
    "address_needed": HTTPStatus.FORBIDDEN,
    "expired": HTTPStatus.GONE,
    "forbidden": HTTPStatus.FORBIDDEN,
    "incomplete": HTTPStatus.BAD_REQUEST,
    "invalid": HTTPStatus.BAD_REQUEST,
    "irregular": HTTPStatus.BAD_REQUEST,
    "not_there": HTTPStatus.NOT_FOUND,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too_many": HTTPStatus.TOO_MANY_REQUESTS,
    "unknown_recipient": HTTPStatus.NOT_FOUND,
}

#: The sentences for refusals without a message of their own.
SENTENCES: dict[str, Promise] = {
    **{code.value: _(str(sentence)) for code, sentence in RULE_SENTENCES.items()},
    "address_needed": _(
        "Tell us your email address first: the game comes to you by email."
    ),
    "already_seated": _("You already have a seat in this game."),
    "forbidden": _("Only the host of this game can do that."),
    "incomplete": _(
        "Something was missing in that form. Please fill it in and try again."
    ),
    "invalid": _("That can’t be done."),
    "not_open": _("A reply couldn’t take this move back."),
    "not_there": _("There’s nothing here."),
    "position_lost": _(
        "We had to go back to a backup, and what you saw there is lost. Nothing was "
        "done. Please look at the board as it is now."
    ),
    "request_reused": _(
        "That form has been used for another move already. Please open the page again."
    ),
    "stale": _(
        "The game has moved on since you opened this page. Here’s the board now."
    ),
    "taken": _("This seat is taken."),
    "too_many": _("Too many tries just now. Please wait a bit, then try again."),
}

#: Sentences that several services use.
NO_SEAT = _("You don’t have a seat in this game.")
NO_PERSON = _("At least one player has to be a person.")
SEATED_ALREADY = _("That person has a seat in this game already.")
INVITATION_CLOSED = _("This invitation is no longer open.")


class Refused(Exception):
    """
    Nothing was changed. ``code`` is for programs and does not change. ``message`` is
    for people. A phrase of the engine is in English until ``error_sentence`` words it.
    """

    def __init__(
        self, code: RefusalCode | Code, message: str | Promise | Phrase | None = None
    ) -> None:
        self.code = str(code)
        self.message = SENTENCES[self.code] if message is None else message
        super().__init__(self.code, self.message)

    @property
    def status(self) -> HTTPStatus:
        return STATUSES.get(self.code, HTTPStatus.CONFLICT)

    def __str__(self) -> str:
        return str(self.message)


def too_long(longest: int) -> Refused:
    sentence = gettext("That’s too long: at most %(count)d characters.")
    return Refused("invalid", sentence % {"count": longest})


@contextmanager
def refusals() -> Iterator[None]:
    """Raise a Refusal as Refused, with its code and phrase."""
    try:
        yield
    except Refusal as refusal:
        raise Refused(refusal.code, refusal.phrase) from refusal
