"""What players have said about their mails, for them to take home."""

from typing import Any

from games.models import User
from games.recipients import hashes_of
from notifications.models import MailSwitch, MailWishes
from notifications.wishes.unasked import is_suppressed

_FIELDS = ("pace", "daily_at", "quiet", "text_only", "holds_back")


def wishes_in_words(user: User) -> dict[str, Any]:
    """Return a player's wishes, None where they never said any, switches, refusals."""
    wishes = MailWishes.objects.filter(user=user).first()
    switches = MailSwitch.objects.filter(user=user).select_related("game")
    return {
        "mail_wishes": wishes and {name: getattr(wishes, name) for name in _FIELDS},
        "mail_switches": [_switch(switch) for switch in switches.order_by("pk")],
        "never_at_the_request_of_others": is_suppressed(hashes_of(user.email or "")),
    }


def _switch(switch: MailSwitch) -> dict[str, Any]:
    return {
        "game": switch.game and switch.game.slug,
        "topic": switch.topic,
        "is_on": switch.is_on,
    }
