"""Moves by reply: a command is played, and the last one of one's own undone."""

from django.utils.translation import gettext as _

from games import queries
from games.command_language.spelling import spell_command
from games.errors import SeatOnAutopilot, StaleVersion, TooLate
from games.match.takebacks import take_back_decision
from games.play.submit import submit_command
from notifications.replies import errors
from notifications.replies.reply_context import Handled, ReplyContext
from stoneage_core import notation


def play_command(context: ReplyContext, text: str) -> Handled:
    """Play a command on the version that the answered mail had shown."""
    try:
        done = submit_command(
            seat=context.seat,
            command=notation.from_text(text),
            expected_version=context.expected_version,
            request_id=None,  # the mail is read once, with all that it asks for
            now=context.now,
            source=context.reply,
        )
    except StaleVersion as stale:
        raise errors.GoneOn from stale
    except SeatOnAutopilot as refusal:
        raise errors.AutopilotPlays from refusal
    return Handled(spell_command(text), done.game.version)


def undo_decision(context: ReplyContext) -> Handled:
    """Take back the last decision of one's own; raise TooLate if there is none."""
    seat = context.seat
    last = queries.open_decision(seat.game, seat.number, context.now)
    if last is None:
        raise TooLate(_("There’s nothing to undo now."))
    game = take_back_decision(
        seat=seat, sequence=last.sequence, now=context.now, source=context.reply
    )
    text = spell_command(last.command)
    return Handled(_("“%(text)s” is undone.") % {"text": text}, game.version)
