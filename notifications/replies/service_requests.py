"""Requests to the service itself: emails of a player that answer none of ours.

They begin games against bots, and ask for help; whatever is for a game is refused, for
nobody knows which one is meant.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from notifications.models import IncomingMail
from notifications.replies import errors
from notifications.replies.intents import Intent, NewGame, Simple, Unclear
from notifications.replies.new_games import start_bot_game
from notifications.replies.parse import parse_line
from notifications.replies.results import LineResult, LineStatus
from stoneage_core.events.service import ReplyReceived


def request_lines(mail: IncomingMail, lines: Sequence[str], now: datetime) -> list[str]:
    """Return the lines, with the subject in front where it alone asks for a game."""
    asks = [_is_new_game(mail, line, now) for line in (mail.subject, *lines)]
    return [mail.subject, *lines] if asks[0] and not any(asks[1:]) else list(lines)


def execute_request(
    line: str, intent: Intent, name: str, mail: IncomingMail, now: datetime
) -> LineResult:
    """Do what a line asks for, whose intent has a name; what fails leaves no trace."""
    try:
        with transaction.atomic():
            words = _answer(intent, mail, now)
    except Refused as refusal:
        return LineResult(line, LineStatus.FAILED, str(refusal), intent=name)
    return LineResult(line, LineStatus.DONE, words, intent=name)


def _answer(intent: Intent, mail: IncomingMail, now: datetime) -> str:
    assert mail.user is not None
    match intent:
        case NewGame(opponents):
            reply = ReplyReceived(0, mail.digest, mail.is_signed)
            return start_bot_game(mail.user, opponents, now=now, reply=reply)
        case Simple("help"):
            return _("See below.")
        case Unclear(why):
            raise errors.not_understood(why)
    raise Refused(
        "invalid",
        _(
            "We can’t tell which game this is for. Reply to an email about that game, "
            "or write “new game” and whom to play against."
        ),
    )


def _is_new_game(mail: IncomingMail, line: str, now: datetime) -> bool:
    assert mail.user is not None
    today = timezone.localdate(now)
    return isinstance(parse_line(line, mail.user.language, today=today), NewGame)
