"""A line that is not understood, and what it is likely to mean: one question.

Nothing is played before its player says “yes”, and nothing if the game went on.
"""

from games.command_language.lexicon import current_language
from games.command_language.likely import likely_commands
from games.command_language.spelling import spell_command
from games.store import positions
from notifications.mails.blocks.numbered_choices import numbered
from notifications.replies.errors import DidYouMean
from notifications.replies.handlers import ReplyContext
from notifications.replies.intents import Intent, Unclear
from notifications.replies.results import LineResult, LineStatus
from notifications.replies.vocabulary import spell_intent

#: An absence or a date is explained instead.
_MAY_BE_MOVES = (Unclear("unknown"), Unclear("ambiguous"))


def ask_back(line: str, intent: Intent, context: ReplyContext) -> LineResult | None:
    """
    Return the question whether a line means one of a few choices, None for none.

    Nothing is asked while an invitation or a vote waits for a “yes” of its own, behind
    another move of the same mail, or of a position that is no more.
    """
    seat, game = context.seat, context.seat.game
    is_other = context.is_inviting or context.is_vote_wanted
    is_past = context.version is not None or context.expected_version != game.version
    if intent not in _MAY_BE_MOVES or is_other or is_past or seat.is_on_autopilot:
        return None
    choices = numbered(positions.state_of(game), seat.number)
    texts = [choice.text for choice in choices]
    likely = likely_commands(line, current_language(), texts)
    if not likely:
        return None
    meant = [choice for choice in choices if choice.text in likely]
    listed = [f"{each.number}. {spell_command(each.text)}" for each in meant]
    return LineResult(
        line,
        LineStatus.ASKED,
        str(DidYouMean(listed, spell_intent("yes"))),
        version=game.version,
        seat=seat.pk,
        suggestion=likely[0] if len(likely) == 1 else "",
    )
