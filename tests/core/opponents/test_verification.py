"""Moves of bots are decided again, also those of former versions."""

from datetime import UTC, datetime
from hashlib import sha256

import pytest
from msgspec.structs import replace

from stoneage_core import Phase, awaited
from stoneage_core.match.commands import PlayMove
from stoneage_core.model import ESTIMATES
from stoneage_core.model.styles import find_weights, load_styles
from stoneage_core.opponents import ladder
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.searching import SEARCH
from stoneage_core.opponents.verification import (
    Unrepeatable,
    check_moves,
    report_moves,
)
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.recorded_game import RecordedGame

BEGIN = datetime(2026, 11, 20, 9, tzinfo=UTC)
SEED = bytes(range(32))

#: Ochre as it was before it learned its present weights.
FORMER = replace(OPPONENTS["Ochre"], version=1, weights=ladder.BUILDER)
#: A bot whose search has changed since, and one whose estimates have.
SEARCHED = replace(OPPONENTS["Antler"], version=9, playouts=4, search=SEARCH - 1)
ESTIMATED = replace(OPPONENTS["Ochre"], version=9, estimates=ESTIMATES - 1)


def played_by(bot) -> RecordedGame:
    """Return a finished game in which a bot has the last seat."""
    clock = TimeControl(PerMove(DAY))
    game = RecordedGame("against", SEED, clock, BEGIN, bot=bot.bot)
    while game.state.phase is not Phase.ENDED:
        player = min(awaited(game.state))
        if player != 1:
            game.moves()
            continue
        command = choose(bot, game.state, player, SEED.hex()).command
        game.decides(PlayMove(command), player, "automatic")
    return game


def test_moves_of_a_former_version_are_repeated_by_its_own_weights(monkeypatch):
    text = played_by(FORMER).text
    monkeypatch.setattr(ladder, "FORMER", (FORMER,))
    moves = list(check_moves(text))
    assert len(moves) > 20
    assert all(move.expected == move.command for move in moves)
    assert report_moves(text)[0]


def test_moves_of_a_bot_that_claims_other_weights_are_named(monkeypatch):
    text = played_by(OPPONENTS["Ochre"]).text
    claimed = replace(OPPONENTS["Ochre"], weights=ladder.STARVER)
    monkeypatch.setattr(ladder, "FORMER", (claimed,))
    forged = text.replace(OPPONENTS["Ochre"].digest, claimed.digest)
    assert not report_moves(forged)[0]


@pytest.mark.parametrize(
    ("bot", "known", "why"),
    [
        (FORMER, (), Unrepeatable.UNKNOWN),
        (SEARCHED, (SEARCHED,), Unrepeatable.CHANGED),
        (ESTIMATED, (ESTIMATED,), Unrepeatable.CHANGED),
    ],
)
def test_the_report_says_why_moves_cannot_be_repeated(monkeypatch, bot, known, why):
    text = played_by(bot).text
    monkeypatch.setattr(ladder, "FORMER", known)
    moves = list(check_moves(text))
    assert moves
    assert {move.expected for move in moves} == {why}
    holds, said = report_moves(text)
    assert holds
    assert said.startswith("0 moves of bots decided again.")
    assert why.value.partition("cannot")[2] in said


def test_the_weights_of_every_version_are_kept():
    for bot in (*OPPONENTS.values(), *ladder.FORMER):
        assert find_weights(bot.weights)
        assert find_weights(bot.others)


def test_bots_have_the_newest_weights_of_their_styles():
    styles = {name: style.digest for name, style in load_styles().items()}
    assert styles["all-round"] == ladder.ALL_ROUND
    assert (styles["builder"], styles["starver"]) == (ladder.BUILDER, ladder.STARVER)


def test_versions_of_bots_are_never_used_twice():
    bots = [(bot.name, bot.version) for bot in (*OPPONENTS.values(), *ladder.FORMER)]
    assert len(set(bots)) == len(bots)


#: What decides, by the versions of estimates and search, and the bots' versions. If
#: this fails because decisions changed on purpose: raise ESTIMATES or SEARCH and the
#: versions of all bots, move their old rows to ``FORMER``, add a version of the rules
#: with a rule of autopilot, and add a line here.
DECIDED = {(1, 1): "179b0545844e90e9"}


def test_decisions_of_a_version_never_change():
    assert DECIDED[ESTIMATES, SEARCH] == _decided()


def _decided() -> str:
    """Return a digest of what searching and quick bots decide in two games."""
    bots = OPPONENTS["Ochre"], replace(OPPONENTS["Antler"], playouts=24)
    text = "".join(entry.command for bot in bots for entry in played_by(bot).entries)
    return sha256(text.encode()).hexdigest()[:16]
