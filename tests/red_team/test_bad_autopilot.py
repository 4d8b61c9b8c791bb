"""
The service decides badly for a player who is absent, in the name of autopilot.

The decision is legal, so the record holds. But autopilot decides the same each time, so
the verifier decides for it again, and names what it would not have chosen.
"""

from datetime import timedelta

from msgspec.structs import replace

from stoneage_core import Phase, autopilot, awaited, notation
from stoneage_core.audit import in_words, verify
from stoneage_core.commands import Command
from stoneage_core.events.service import RulesChanged
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.model.styles import load_styles
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.recorded_game import RecordedGame
from tests.core.recorder import SEED
from tests.support.standing_time import NOW

#: One miss is enough for autopilot.
CLOCK = TimeControl(PerMove(DAY), grace=0, misses=1, takeback=120)


def _another(move: Command) -> Command:
    """Return a legal placement of the first round that is not this one."""
    placements = map(notation.from_text, ("hunt 1", "forest 1"))
    return next(each for each in placements if each != move)


def _missed(*, badly: bool) -> RecordedGame:
    """A game in which a player ran out of time and autopilot took the seat."""
    game = RecordedGame("absent", SEED, CLOCK, NOW)
    player = min(awaited(game.state))
    game.now += timedelta(days=2)
    move = autopilot.choose(game.state, player, cautious=True)
    if badly:
        move = _another(move)
    game.decides(TimeOut((notation.to_text(move),)), player, "timeout")
    return game


def _played(*, badly: bool) -> RecordedGame:
    """The same game, after autopilot's first move on its own."""
    game = _missed(badly=False)
    while (player := min(awaited(game.state))) in game.match.table.present:
        game.now += timedelta(minutes=3)
        game.moves()
    move = autopilot.choose(game.state, player)
    if badly:
        move = _another(move)
    game.decides(PlayMove(move), player, "autopilot")
    return game


def test_what_autopilot_chose_is_not_named() -> None:
    for game in (_missed(badly=False), _played(badly=False)):
        verdict = verify(game.text)
        assert (verdict.finding, verdict.odd_autopilot) == (None, ())
        known = verify(game.text, seed=SEED)
        assert (known.finding, known.odd_autopilot) == (None, ())


def test_what_autopilot_would_not_choose_is_named() -> None:
    for game in (_missed(badly=True), _played(badly=True)):
        at = next(
            entry.sequence
            for entry in game.entries[::-1]
            if entry.command and entry.source in ("timeout", "autopilot")
        )
        verdict = verify(game.text)
        assert (verdict.finding, verdict.odd_autopilot) == (None, (at,))
        assert verify(game.text, seed=SEED).odd_autopilot == (at,)
        assert f"Autopilot would decide otherwise: events {at}." in in_words(verdict)


def test_decision_by_former_estimates_is_named_as_not_repeated(monkeypatch) -> None:
    games = _missed(badly=True), _played(badly=True)
    monkeypatch.setattr(autopilot, "ESTIMATES", autopilot.ESTIMATES + 1)
    for game in games:
        *_, at = [
            entry.sequence
            for entry in game.entries
            if entry.command and entry.source in ("timeout", "autopilot")
        ]
        verdict = verify(game.text)
        assert (verdict.finding, verdict.odd_autopilot) == (None, ())
        assert verdict.other_autopilot[-1] == at
        assert "not repeated" in in_words(verdict)


def test_seat_on_autopilot_is_checked_by_the_rules_of_each_time(monkeypatch) -> None:
    """The game goes on by later rules, in which autopilot has other weights."""
    monkeypatch.setattr("stoneage_core.rules.setup.RULES_VERSION", 2)
    starver = load_styles()["starver"].digest
    later = autopilot.AutopilotRule(starver, autopilot.ESTIMATES)
    monkeypatch.setitem(autopilot.RULES, 2, later)
    game = _played(badly=False)
    game.decides(RulesChanged(2))
    differed = False
    while game.state.phase is not Phase.ENDED:
        player = min(awaited(game.state))
        game.now += timedelta(minutes=3)
        if player in game.match.table.present:
            game.moves()
            continue
        move = autopilot.choose(game.state, player)
        as_before = autopilot.choose(replace(game.state, rules_version=1), player)
        differed |= move != as_before
        game.decides(PlayMove(move), player, "autopilot")
    assert differed, "the weights of both versions have to decide differently"
    assert verify(game.text).odd_autopilot == ()
    monkeypatch.delitem(autopilot.RULES, 2)
    assert verify(game.text).odd_autopilot
