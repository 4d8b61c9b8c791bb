"""Questions about lines that we do not understand: did you mean this?

Nothing is played before the player says “yes”, or if the game has moved on by then. If
the answered mail asked for a vote or was an invitation, we ask that question again.
"""

from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.command_language.likely import likely_commands
from games.command_language.spelling import spell_command
from games.log import positions
from games.models import Invitation
from games.presentation.text import join_list
from notifications.mails.blocks.numbered_choices import number_choices
from notifications.replies.intents import Intent, Unclear
from notifications.replies.reply_context import ReplyContext
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.vocabulary import spell_intent

#: Other unclear lines, such as one about an absence, get an explanation instead.
_MAY_BE_MOVES = (Unclear("unknown"), Unclear("ambiguous"))


def ask_back(line: str, intent: Intent, context: ReplyContext) -> LineResult | None:
    """
    Return a question about an unclear line, or None.

    If an invitation or a vote waits for “yes” or “no”, we ask about that, whatever the
    line says. Otherwise we ask whether it means one of a few choices. We do not ask
    after another move in the same mail, or if the game has moved on since our mail.
    """
    if intent not in _MAY_BE_MOVES:
        return None
    if context.is_inviting or context.is_vote_wanted:
        return _ask_for_answer(line, context)
    seat, game = context.seat, context.seat.game
    is_past = context.version is not None or context.expected_version != game.version
    if is_past or seat.is_on_autopilot:
        return None
    choices = number_choices(positions.state_of(game), seat.number)
    texts = [choice.text for choice in choices]
    likely = likely_commands(line, current_language(), texts)
    if not likely:
        return None
    meant = [choice for choice in choices if choice.text in likely]
    listed = [f"“{each.number}. {spell_command(each.text)}”" for each in meant]
    one = _("Did you mean %(choices)s? Reply “%(yes)s”, and we’ll play it.")
    several = _("Did you mean one of these: %(choices)s? Reply with its number.")
    sentence = one if len(listed) == 1 else several
    return LineResult(
        line,
        LineStatus.ASKED,
        sentence % {"choices": join_list(listed), "yes": spell_intent("yes")},
        version=game.version,
        seat=seat.pk,
        suggestion=likely[0] if len(likely) == 1 else "",
    )


def _ask_for_answer(line: str, context: ReplyContext) -> LineResult | None:
    """Repeat the answered mail's question; None if it has been answered."""
    seat = context.seat
    if context.is_vote_wanted:
        question = _("Are you for it, or against it? Reply “%(yes)s” or “%(no)s”.")
    elif seat.invitation == Invitation.INVITED:
        question = _("Would you like to join? Reply “%(accept)s” or “%(decline)s”.")
    else:
        return None
    words = {name: spell_intent(name) for name in ("yes", "no", "accept", "decline")}
    return LineResult(line, LineStatus.ASKED, question % words, seat=seat.pk)
