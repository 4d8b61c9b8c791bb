"""Deciding a command as a whole: who may give it, what comes of it.

Services apply commands; the verifier decides again what is recorded.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from stoneage_core.chance import Chance
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.match import (
    acts,
    beacons,
    commands,
    facts,
    moves,
    proposals,
    seats,
    stops,
)
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.fact_commands import (
    ReceiveReply,
    RecordOutage,
    Restore,
    SetHours,
    SetPasskeys,
    SignDecision,
)
from stoneage_core.match.history import Past
from stoneage_core.match.recorder import MatchDecision, Recorder
from stoneage_core.match.state import By, Match, Source
from stoneage_core.state import Phase

_BY_HAND = (Source.PAGE, Source.REPLY, Source.API)
_STAFF = (Source.STAFF,)
_SERVICE = (Source.SERVICE,)


class Rule(NamedTuple):
    """
    How a command is decided, and who can give it.

    ``is_own`` tells the doing of a player from what is nobody's; ``is_seated`` asks for
    a person who plays their seat themselves. It ``needs_running`` a game, or
    ``needs_inviting`` one; in a frozen one only the sources named by ``while_frozen``
    can give it. In one that was called off nobody can give any but what is possible
    ``at_any_time``. If the staff give it, it ``needs_act``: what they did, told ahead.
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


def _own(decide: Callable[[Recorder, Any], None], *sources: Source) -> Rule:
    return Rule(decide, sources or _BY_HAND, is_own=True, is_seated=True)


def _staffs(decide: Callable[[Recorder, Any], None], *, frozen: bool = False) -> Rule:
    return Rule(decide, _STAFF, while_frozen=_STAFF if frozen else ())


#: How each command is decided: a new one cannot be given without its line.
RULES: dict[type, Rule] = {
    commands.Create: Rule(moves.create, _SERVICE, needs_running=False),
    commands.Join: Rule(
        moves.join, (*_BY_HAND, Source.AUTOMATIC), is_own=True, needs_running=False
    ),
    commands.Start: Rule(moves.start, _SERVICE, needs_running=False),
    commands.TakeBeacon: Rule(beacons.take_beacon, _SERVICE, needs_running=False),
    commands.StartFrom: Rule(moves.start_from, _SERVICE, needs_running=False),
    commands.PlayMove: Rule(
        moves.play_move,
        (*_BY_HAND, Source.ORDERS, Source.AUTOMATIC, Source.AUTOPILOT, Source.STAFF),
        is_own=True,
    ),
    commands.TimeOut: _own(moves.time_out, Source.TIMEOUT, Source.ORDERS),
    commands.TakeBack: Rule(moves.take_back, _BY_HAND, is_own=True),
    commands.Propose: _own(proposals.propose),
    commands.CastVote: _own(proposals.vote),
    commands.OfferSubstitute: Rule(
        seats.offer_substitute, (Source.SERVICE, Source.STAFF), while_frozen=_STAFF
    ),
    commands.WithdrawOffer: Rule(
        seats.withdraw_offer,
        (Source.SERVICE, Source.STAFF),
        needs_running=False,
        while_frozen=(Source.SERVICE, Source.STAFF),
    ),
    commands.DeclareAbsence: _own(stops.declare_absence),
    commands.EndAbsence: _own(stops.end_absence),
    commands.Resign: Rule(
        seats.resign,
        (Source.PAGE, Source.STAFF),
        is_own=True,
        is_seated=True,
        needs_running=False,
        while_frozen=(Source.PAGE, Source.STAFF),
    ),
    commands.ReclaimSeat: Rule(
        seats.reclaim, (*_BY_HAND, Source.STAFF), is_own=True, while_frozen=_STAFF
    ),
    commands.Replace: Rule(seats.replace_player, _STAFF, is_own=True, needs_act=False),
    commands.ClaimSeat: Rule(
        seats.claim_seat, _SERVICE, needs_running=False, while_frozen=_SERVICE
    ),
    SetHours: Rule(
        facts.set_hours, _SERVICE, needs_running=False, while_frozen=_SERVICE
    ),
    ReceiveReply: Rule(facts.receive_reply, _SERVICE, needs_running=False),
    SetPasskeys: Rule(
        facts.set_passkeys, _SERVICE, needs_running=False, while_frozen=_SERVICE
    ),
    SignDecision: Rule(facts.sign_decision, _SERVICE),
    RecordOutage: Rule(facts.record_outage, _SERVICE, while_frozen=_SERVICE),
    Restore: Rule(facts.restore, _SERVICE, needs_running=False, while_frozen=_SERVICE),
    commands.SetTimeControl: Rule(
        stops.set_clock,
        (Source.SERVICE, Source.STAFF),
        needs_running=False,
        while_frozen=_STAFF,
    ),
    commands.Act: Rule(stops.note_act, _STAFF, at_any_time=True, needs_act=False),
    commands.Pause: _staffs(stops.pause),
    commands.Resume: _staffs(stops.resume),
    commands.Freeze: _staffs(stops.freeze, frozen=True),
    commands.Unfreeze: _staffs(stops.unfreeze, frozen=True),
    commands.GrantTime: _staffs(stops.grant_time),
    commands.RollBack: Rule(
        moves.roll_back, _STAFF, needs_running=False, while_frozen=_STAFF
    ),
    commands.Cancel: Rule(
        moves.cancel,
        (Source.PAGE, Source.SERVICE),
        needs_running=False,
        needs_inviting=True,
    ),
    commands.Adjudicate: _staffs(moves.adjudicate, frozen=True),
    commands.RevealSeed: Rule(
        moves.reveal_seed, _SERVICE, needs_running=False, while_frozen=_SERVICE
    ),
}


def decide_match(
    match: Match,
    command: MatchCommand,
    by: By,
    *,
    chance: Chance,
    past: Past,
) -> MatchDecision:
    """
    Return what a command leads to, all its consequences included, and the game then.

    Nothing given is changed. Raise Refusal where the rules around the board do not
    allow it, and the engine's own GameError where those of the board do not.
    """
    rule = RULES[type(command)]
    _require_origin(match, by, rule)
    _require_allowed(match, by, rule)
    is_by_staff = by.source is Source.STAFF and rule.needs_act
    acts.require_act(match, command, by, is_by_staff=is_by_staff)
    recorder = Recorder(match, command, by, chance=chance, past=past)
    rule.decide(recorder, command)
    beacons.name_round(recorder)
    return recorder.decision()


def require_not_cancelled(match: Match) -> None:
    """Raise Refusal once a game was called off."""
    if match.around.cancelled_at is not None:
        raise Refusal(Code.CANCELLED, "The host cancelled this game.")


def require_inviting(match: Match) -> None:
    """Raise Refusal unless a game waits for its players."""
    require_not_cancelled(match)
    if match.board.phase is not Phase.INVITATION:
        raise Refusal(Code.STARTED, "This game has started already.")


def require_running(match: Match) -> None:
    """Raise Refusal unless a game is being played."""
    require_not_cancelled(match)
    if match.board.phase is Phase.INVITATION:
        raise Refusal(Code.NOT_STARTED, "This game hasn’t started yet.")
    if match.board.phase is Phase.ENDED:
        raise Refusal(Code.GAME_OVER, "This game is over.")


def require_not_frozen(match: Match) -> None:
    """Raise Refusal while a game is frozen by the staff."""
    if match.around.frozen_since is not None:
        raise Refusal(
            Code.FROZEN, "The moderators have frozen this game while they look into it."
        )


def require_seated(match: Match, player: int) -> None:
    """Raise Refusal unless a person plays a seat themselves."""
    seat = match.around.seats[player]
    if seat.is_automatic:
        raise Irregular("it was not for them to decide")
    if seat.is_on_autopilot:
        raise Refusal(
            Code.ON_AUTOPILOT,
            "Autopilot is playing for you. Take your seat back to play yourself.",
        )


def _require_origin(match: Match, by: By, rule: Rule) -> None:
    if by.source not in rule.sources:
        raise Irregular("it cannot come about by “{how}”", how=by.source.value)
    if rule.is_own and by.player not in range(match.board.player_count):
        raise Irregular("only a player can do that")
    if not rule.is_own and by.player is not None:
        raise Irregular("no player does that")


def _require_allowed(match: Match, by: By, rule: Rule) -> None:
    if rule.at_any_time:
        return
    require_not_cancelled(match)
    if rule.needs_inviting:
        require_inviting(match)
    if rule.needs_running:
        require_running(match)
    if by.source not in rule.while_frozen:
        require_not_frozen(match)
    if rule.is_seated:
        assert by.player is not None
        require_seated(match, by.player)
