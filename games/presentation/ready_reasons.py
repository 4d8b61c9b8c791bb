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
    "clock_kept": ReadyReason(
        "The clock was kept",
        _(
            "We looked into it. The player took their time, but kept within the clock "
            "of the table. You can propose another clock."
        ),
    ),
    "helped": ReadyReason(
        "Help: done",
        _("It should work now. Write to us again if it doesn’t."),
    ),
    "link_sent": ReadyReason(
        "Help: a fresh link",
        _(
            "We’ve sent you a fresh link by email. If it doesn’t come, look into your "
            "spam folder, too."
        ),
    ),
    "address_self": ReadyReason(
        "Help: change the address yourself",
        _(
            "You can change your address yourself: sign in, open your account and "
            "choose “Use another address”. Write to us again if you can’t get in."
        ),
    ),
    "address_passed": ReadyReason(
        "Help: an administrator changes the address",
        _(
            "We’ve passed that on to someone who can change addresses. They may write "
            "to you first, to make sure that it’s you who asks."
        ),
    ),
    "address_set": ReadyReason(
        "Help: the address is changed",
        _("We’ve changed your address. All emails go to the new one from now on."),
    ),
    "host_told": ReadyReason(
        "Help: a matter of the league’s host",
        _("The host of the league decides that. We’ve told them what you wrote."),
    ),
    "fault": ReadyReason(
        "Help: a fault of ours",
        _("That was our fault, and we’re looking into it. Thank you for telling us."),
    ),
    "no_fault": ReadyReason(
        "Help: it followed the rules",
        _(
            "We looked at it, and the game followed its rules. The history of the game "
            "shows each step."
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
    "collusion": ReadyReason(
        "Playing for somebody else",
        _(
            "You helped another player instead of playing for yourself. Please play "
            "every game for yourself."
        ),
    ),
    "accounts": ReadyReason(
        "Several seats at one table",
        _("You played several seats of one game. One person, one seat, please."),
    ),
    "link_lost": ReadyReason(
        "Help: the old link failed",
        _("The player of this seat couldn’t get in by the old link."),
    ),
}
READY = {**OUTCOMES, **CONDUCT}
_TEXTS = frozenset(reason.text for reason in READY.values())


def reason_in_words(reason: str) -> str:
    """Return a reason, translated if it is a ready one."""
    return gettext(str(reason)) if reason in _TEXTS else reason
