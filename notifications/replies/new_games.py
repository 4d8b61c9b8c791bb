"""New games requested by mail: against named bots, or a rematch."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.command_language.lexicon import current_language, languages_of, words_of
from games.command_language.vocabulary import phrases_in_any
from games.errors import Refused
from games.limits import NEW_GAMES
from games.lobby.new_games import create_game
from games.lobby.rematch import agree_to_rematch
from games.models import Seat, Status, User
from games.presentation.opponents import OpponentChoice, opponent_choices
from games.presentation.text import join_list
from stoneage_core.events.service import ReplyReceived
from stoneage_core.opponents.ladder import OPPONENTS, Opponent


def start_bot_game(
    user: User, named: str, *, now: datetime, reply: ReplyReceived
) -> str:
    """Raises Refused (invalid) for an unknown name, or if there is none."""
    opponents = _opponents_in(named, current_language())
    NEW_GAMES.spend(user.pk, now=now)
    source = replace(reply, player=0)
    create_game(host=user, players=[user, *opponents], now=now, source=source)
    names = join_list([opponent.name for opponent in opponents])
    sentence = _("A new game against %(names)s has begun. An email says when you play.")
    return sentence % {"names": names}


def play_again(seat: Seat, *, now: datetime, reply: ReplyReceived) -> str:
    rematch = agree_to_rematch(seat=seat, now=now, source=reply).game
    if rematch.status == Status.INVITING:
        return _("You’re in for a rematch. It begins when the others agree.")
    return _("The rematch has begun. An email says when it’s your turn.")


def _opponents_in(text: str, language: str) -> list[Opponent]:
    """Raises Refused (invalid) for any other word, or if no bot is named."""
    choices = opponent_choices()
    offered = [choice.name for choice in choices]
    names = _names_in(text, offered, language)
    if not names:
        sentence = _(
            "Against whom? Write, for example, “new game Pebble”. There are %(names)s."
        )
        raise Refused("invalid", sentence % {"names": opponents_in_words(choices)})
    for name in names:
        if name not in offered:
            sentence = _("No bot here is called “%(name)s”. There are %(names)s.")
            values = {"name": name, "names": opponents_in_words(choices)}
            raise Refused("invalid", sentence % values)
    return [OPPONENTS[name] for name in names]


def opponents_in_words(choices: Sequence[OpponentChoice]) -> str:
    return join_list([str(choice) for choice in choices])


def _names_in(text: str, known: Sequence[str], language: str) -> list[str]:
    """
    Return the names in a text, known ones in their normal spelling. Words that join
    names are dropped; Korean appends them to the first name.
    """
    phrases = phrases_in_any(languages_of(language), "around", "joining")
    joining = {phrase[0] for phrase in phrases}
    words = [word for word in words_of(text) if word not in joining]
    ends = {"", *joining}
    return [
        next((name for name in known if _is_called(word, name, ends)), word)
        for word in words
    ]


def _is_called(word: str, name: str, ends: Collection[str]) -> bool:
    folded = name.lower()
    return word.startswith(folded) and word[len(folded) :] in ends
