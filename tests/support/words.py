"""What the service says, worded by the service, so that tests quote no sentences."""

import re

from games.log import positions
from games.models import Game
from games.presentation.error_text import error_sentence
from games.presentation.text import say
from stoneage_core import GameError, decide, notation
from stoneage_core.chance import RandomChance
from stoneage_core.events.base import Event
from stoneage_core.wording.sentences import describe_event, describe_to
from tests.support.pages import html_of, text_of

_BUTTON = re.compile(r"<button.*?</button>", re.DOTALL)
_ALERT = re.compile(r'<(\w+)[^>]* role="alert"[^>]*>(.*?)</\1>', re.DOTALL)


def alert_on(response: object) -> str:
    """Return the text of a page's first alert, without its button to close it."""
    found = _ALERT.search(html_of(response))
    return text_of(_BUTTON.sub("", found[2])) if found else ""


def event_sentence(event: Event, *names: str, reader: int | None = None) -> str:
    """Return an event's sentence for players of these names; 'you' is the reader."""
    phrase = describe_event(event) if reader is None else describe_to(event, reader)
    return say(phrase, names)


def why_illegal(game: Game, player: int, command: str) -> str:
    """Return the rules' sentence for a command that is not allowed now."""
    state = positions.state_of(Game.objects.get(pk=game.pk))
    try:
        decide(state, player, notation.from_text(command), RandomChance(1))
    except GameError as error:
        return error_sentence(error)
    raise AssertionError(f"{command} is allowed")
