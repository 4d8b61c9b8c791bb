"""The families of what happens around the board: commands, facts, and their events."""

from stoneage_core.events.base import Event
from stoneage_core.match import (
    absences,
    acts,
    beacons,
    clock_changes,
    facts,
    lifecycle,
    moves,
    proposals,
    seats,
    timeouts,
)
from stoneage_core.match.rule import Rule
from stoneage_core.match.table_changes import Evolver

#: How each command is decided and each fact recorded, which has the type of its event:
#: without its line it can be neither given nor read.
RULES: dict[type, Rule] = {
    **lifecycle.RULES,
    **beacons.RULES,
    **moves.RULES,
    **timeouts.RULES,
    **proposals.RULES,
    **seats.RULES,
    **absences.RULES,
    **facts.RULES,
    **clock_changes.RULES,
    **acts.RULES,
}

#: The events of facts: they are recorded without a command, as they are told.
FACTS = frozenset(each for each in RULES if issubclass(each, Event))

#: What each event changes around the board.
EVOLVERS: dict[type[Event], Evolver] = {
    **lifecycle.EVOLVERS,
    **proposals.EVOLVERS,
    **seats.EVOLVERS,
    **absences.EVOLVERS,
    **facts.EVOLVERS,
    **clock_changes.EVOLVERS,
    **acts.EVOLVERS,
}
