"""Positions sent by other programs: read, and refused where no game can reach them."""

import json
from typing import Any

from stoneage_core import engine
from stoneage_core.errors import Irregular
from stoneage_core.rules.soundness import is_sound
from stoneage_core.serialization.codec import decode_state
from stoneage_core.serialization.log import load
from stoneage_core.state import GameState, Phase


def read_position(request: dict[str, Any]) -> GameState:
    """
    Return the position in a request's `state` or `log`.

    Raise Irregular, or what `log.load` and `codec.decode_state` raise, for one that is
    unreadable, has not begun, or cannot be: boards are read without further checks.
    """
    if "log" in request:
        log = request["log"]
        if not isinstance(log, list) or not all(isinstance(ln, str) for ln in log):
            raise Irregular("“log” is a list of lines.")
        state = engine.replay(load("\n".join(log)))
    elif "state" in request:
        state = decode_state(json.dumps(request["state"]))
    else:
        raise Irregular("A position needs a “state” or a “log”.")
    if state.phase is Phase.INVITATION:
        raise Irregular("This game has not begun.")
    if not is_sound(state):
        raise Irregular("No game comes to this position.")
    return state
