"""The rule of a command or fact: its decider, who may give it, and when."""

from collections.abc import Callable
from typing import Any, NamedTuple

from stoneage_core.match.recorder import Recorder
from stoneage_core.match.state import Source

BY_HAND = (Source.PAGE, Source.REPLY, Source.API)
STAFF = (Source.STAFF,)
SERVICE = (Source.SERVICE,)

#: The refusal if the source does not play the seat that it decides for.
NOT_THEIR_DECISION = "this source does not play that seat"


class Rule(NamedTuple):
    """
    How a command is decided or a fact is recorded, who may give it, and when.

    ``decide`` gets the command, or the event of the fact, and records the events that
    follow; it raises Refusal if the rules do not allow it. The other fields are checked
    before.
    """

    decide: Callable[[Recorder, Any], None]
    #: The sources that may give it.
    sources: tuple[Source, ...]
    #: A player gives it. Otherwise it belongs to no player.
    by_player: bool = False
    #: That player is a person whose seat autopilot does not hold.
    by_seated_person: bool = False
    #: The game has started and is not over.
    needs_running: bool = True
    #: The game still waits for players.
    needs_inviting: bool = False
    #: It is allowed in every phase, even if the game is frozen or was cancelled.
    at_any_time: bool = False
    #: If the staff give it, a ``StaffActed`` event has to come first.
    needs_act: bool = True
    #: The sources that may give it while the game is frozen.
    while_frozen: tuple[Source, ...] = ()


def player_rule(decide: Callable[[Recorder, Any], None], *sources: Source) -> Rule:
    """Return the rule of a command that a person gives for the seat they play."""
    return Rule(decide, sources or BY_HAND, by_player=True, by_seated_person=True)


def staff_rule(
    decide: Callable[[Recorder, Any], None], *, frozen: bool = False
) -> Rule:
    """Return the rule of a staff-only command; ``frozen`` allows it in frozen games."""
    return Rule(decide, STAFF, while_frozen=STAFF if frozen else ())
