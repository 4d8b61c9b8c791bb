"""Decides a command or a fact: checks who gives it, and returns its events.

Services call this for new commands. The verifier calls it again for recorded ones.
"""

from stoneage_core.chance import Chance
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.match import acts, facts
from stoneage_core.match.commands import CommandOrFact
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.families import RULES
from stoneage_core.match.recorder import (
    NOT_THEIR_DECISION,
    MatchDecision,
    Recorder,
    Rule,
)
from stoneage_core.match.state import Authorship, Match, Past, Source
from stoneage_core.state import Phase


def decide_match(
    match: Match,
    command: CommandOrFact,
    by: Authorship,
    *,
    chance: Chance,
    past: Past,
) -> MatchDecision:
    """
    Return the steps that a command or a fact leads to, and the game after them.

    No argument is changed. Raise Refusal if the rules around the board forbid it, and
    another GameError if the rules of the board do.
    """
    rule = RULES[type(command)]
    _require_origin(match, by, rule)
    _require_allowed(match, by, rule)
    is_by_staff = by.source is Source.STAFF and rule.needs_act
    acts.require_act(match, command, by, is_by_staff=is_by_staff)
    recorder = Recorder(
        match, command, by, chance=chance, past=past, evolve=evolve_match
    )
    rule.decide(recorder, command)
    facts.name_round(recorder)
    return recorder.decision()


def require_not_cancelled(match: Match) -> None:
    if match.table.cancelled_at is not None:
        raise Refusal(Code.CANCELLED)


def require_inviting(match: Match) -> None:
    """Raise Refusal unless the game waits for players."""
    require_not_cancelled(match)
    if match.board.phase is not Phase.INVITATION:
        raise Refusal(Code.STARTED)


def require_running(match: Match) -> None:
    require_not_cancelled(match)
    if match.board.phase is Phase.INVITATION:
        raise Refusal(Code.NOT_STARTED)
    if match.board.phase is Phase.ENDED:
        raise Refusal(Code.GAME_OVER)


def require_not_frozen(match: Match) -> None:
    if match.table.frozen_since is not None:
        raise Refusal(Code.FROZEN)


def require_seated(match: Match, player: int) -> None:
    """Raise Refusal if a bot or autopilot plays the seat."""
    seat = match.table.seats[player]
    if seat.is_automatic:
        raise Irregular(NOT_THEIR_DECISION)
    if seat.is_on_autopilot:
        raise Refusal(Code.ON_AUTOPILOT)


def _require_origin(match: Match, by: Authorship, rule: Rule) -> None:
    if by.source not in rule.sources:
        raise Irregular("the source “{source}” cannot do that", source=by.source.value)
    if rule.by_player and by.player not in range(match.board.player_count):
        raise Irregular("only a player can do that")
    if not rule.by_player and by.player is not None:
        raise Irregular("no player can do that")


def _require_allowed(match: Match, by: Authorship, rule: Rule) -> None:
    if rule.at_any_time:
        return
    require_not_cancelled(match)
    if rule.needs_inviting:
        require_inviting(match)
    if rule.needs_running:
        require_running(match)
    if by.source not in rule.while_frozen:
        require_not_frozen(match)
    if rule.by_seated_person:
        assert by.player is not None
        require_seated(match, by.player)
