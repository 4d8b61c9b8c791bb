"""New games that are asked for by mail: against bots by their names, or a rematch."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.command_language.lexicon import current_language
from games.limits import NEW_GAMES
from games.lobby.games import create_game
from games.lobby.rematch import agree_to_rematch
from games.lobby.setup import HostJoin
from games.models import Seat, Status, User
from games.presentation.opponents import OpponentChoice, opponent_choices
from games.presentation.text import join_list
from notifications.replies.errors import UnknownOpponent, WhichOpponents
from notifications.replies.wanted_games import names_in
from stoneage_core.match.fact_commands import ReceiveReply
from stoneage_core.opponents.ladder import OPPONENTS, Opponent


def start_game(user: User, named: str, *, now: datetime, reply: ReceiveReply) -> str:
    """
    Start a game of one person against the bots that are named; return a sentence.

    Raise InvalidChoice for a name that none of them has, and where there is none.
    """
    opponents = opponents_in(named, current_language())
    NEW_GAMES.spend(user.pk, now=now)
    joins = HostJoin(source=replace(reply, player=0))
    create_game(host=user, players=[user, *opponents], now=now, joins=joins)
    names = join_list([opponent.name for opponent in opponents])
    sentence = _("A new game against %(names)s has begun. An email says when you play.")
    return sentence % {"names": names}


def play_again(seat: Seat, *, now: datetime, reply: ReceiveReply) -> str:
    """Agree to a rematch of a finished game, or ask for it; return a sentence."""
    NEW_GAMES.spend(seat.user_id, now=now)
    rematch = agree_to_rematch(seat=seat, now=now, source=reply).game
    if rematch.status == Status.INVITING:
        return _("You’re in for a rematch. It begins when the others agree.")
    return _("The rematch has begun. An email says when it’s your turn.")


def opponents_in(text: str, language: str) -> list[Opponent]:
    """
    Return the bots that are named in a text, in its order, with any words that join.

    Raise UnknownOpponent for any other word, and WhichOpponents where nobody is named.
    """
    choices = opponent_choices()
    names = names_in(text, [choice.name for choice in choices], language)
    if not names:
        raise WhichOpponents(in_words(choices))
    offered = {choice.name for choice in choices}
    for name in names:
        if name not in offered:
            raise UnknownOpponent(name, in_words(choices))
    return [OPPONENTS[name] for name in names]


def in_words(choices: Sequence[OpponentChoice]) -> str:
    """List opponents with their strengths, the easiest first."""
    return join_list([str(choice) for choice in choices])
