"""How a command is decided, or a fact recorded, and who can give it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from stoneage_core.match.recorder import Recorder
from stoneage_core.match.state import Source

BY_HAND = (Source.PAGE, Source.REPLY, Source.API)
STAFF = (Source.STAFF,)
SERVICE = (Source.SERVICE,)

#: Why something is refused that another seat, or a program, had to decide.
NOT_THEIRS = "it was not for them to decide"


class Rule(NamedTuple):
    """
    How a command is decided, or a fact recorded, and who can give it.

    ``decide`` gets the command, or the event of the fact, and records what comes of it;
    it raises Refusal if the rules do not allow it. ``is_own`` tells the doing of a
    player from what is nobody's; ``is_seated`` asks for a person who plays their seat
    themselves. It ``needs_running`` a game, or ``needs_inviting`` one; in a frozen one
    only the sources named by ``while_frozen`` can give it. In one that was called off
    nobody can give any but what is possible ``at_any_time``. If the staff give it, it
    ``needs_act``: what they did, told ahead.
    """

    decide: Callable[[Recorder, Any], None]
    sources: tuple[Source, ...]
    is_own: bool = False
    is_seated: bool = False
    needs_running: bool = True
    needs_inviting: bool = False
    at_any_time: bool = False
    needs_act: bool = True
    while_frozen: tuple[Source, ...] = ()


def own_rule(decide: Callable[[Recorder, Any], None], *sources: Source) -> Rule:
    """Return the rule of what somebody decides who plays a seat themselves."""
    return Rule(decide, sources or BY_HAND, is_own=True, is_seated=True)


def staff_rule(
    decide: Callable[[Recorder, Any], None], *, frozen: bool = False
) -> Rule:
    """Return the rule of what the staff alone do."""
    return Rule(decide, STAFF, while_frozen=STAFF if frozen else ())
