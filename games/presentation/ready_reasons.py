"""
Ready reasons: what the staff often have to say.

A reason that nobody edited is stored in English, like all reasons. Pages and emails
show it in the reader's language.
"""

from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _


class ReadyReason(NamedTuple):
    title: str
    text: str


#: Results, for people who reported something or appealed.
OUTCOMES = {
    "acted": ReadyReason(
        "We have acted",
        _("We looked into it and did something about it. Thank you for telling us."),
    ),
    "warned": ReadyReason(
        "We spoke to them",
        _("We looked into it and spoke to the player. Tell us if it happens again."),
    ),
    "nothing": ReadyReason(
        "Nothing against the rules",
        _(
            "We looked into it and found nothing against the rules. Thank you for "
            "telling us all the same."
        ),
    ),
    "dice": ReadyReason(
        "The dice were sealed",
        _(
            "The dice were sealed before the game began, and no one can change them. "
            "When the game is over you can check every roll."
        ),
    ),
    "granted": ReadyReason(
        "The appeal was right",
        _("Someone else has looked at it again. You were right, and we’re sorry."),
    ),
    "upheld": ReadyReason(
        "The appeal was not right",
        _("Someone else has looked at it again. It stays as it was decided."),
    ),
}
#: Reasons, for people about whom the staff decided something.
CONDUCT = {
    "insult": ReadyReason(
        "Insults",
        _("You insulted someone at the table. Please stay kind, also when you lose."),
    ),
    "flood": ReadyReason(
        "Flooding the talk",
        _("You wrote the same again and again. Please leave room for everyone."),
    ),
    "name": ReadyReason(
        "A name that hurts",
        _("Your name hurts others. Please choose another one in your settings."),
    ),
    "stalling": ReadyReason(
        "Letting others wait",
        _(
            "You often let the time run out, and the others had to wait. If you can’t "
            "play, say that you’re away."
        ),
    ),
    "accounts": ReadyReason(
        "Several seats at one table",
        _("You played several seats of one game. One person, one seat, please."),
    ),
}
READY = {**OUTCOMES, **CONDUCT}
_TEXTS = frozenset(reason.text for reason in READY.values())


def reason_in_words(reason: str) -> str:
    """Return a reason, translated if it is a ready one."""
    return gettext(str(reason)) if reason in _TEXTS else reason
