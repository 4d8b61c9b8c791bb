"""The automatic players that there are: how each decides, and what a log names it by.

A log names who sat down by bot, version and digest, so that anybody can tell later
whom they played against. To read a log nobody needs the bot: its moves are recorded.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

import msgspec

from stoneage_core import steward
from stoneage_core.commands import Command
from stoneage_core.events import Bot
from stoneage_core.state import GameState


class BotPlayer(NamedTuple):
    """
    An automatic player.

    ``choose`` returns what it decides for an awaited player in a position.
    """

    bot: Bot
    choose: Callable[[GameState, int], Command]


def digest_of(tuning: object) -> str:
    """Return the SHA-256, in hex, of tuning numbers as canonical JSON."""
    return sha256(msgspec.json.encode(tuning, order="sorted")).hexdigest()


#: Who sits down where nobody was chosen, and plays on for a bot that is there no more.
STEWARD = "steward"

#: By their names in logs; a bot that decides otherwise than before has a new version.
BOTS: dict[str, BotPlayer] = {
    STEWARD: BotPlayer(Bot(STEWARD, 1, digest_of(steward.TUNING)), steward.choose)
}


def choose_for(name: str, state: GameState, player: int) -> Command:
    """Return what the bot of a seat decides; '' is the steward, who keeps the seat."""
    return BOTS.get(name, BOTS[STEWARD]).choose(state, player)
