"""All rules and evolvers around the board, collected from the files of the families."""

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

#: The rule of each command type and of each fact's event type. A type that is missing
#: here can be neither given nor read.
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

#: The events that are recorded without a command.
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
