"""The public beacon: signatures, games that use it, and what the audit reports."""

import sys
from datetime import timedelta

import pytest

from stoneage_core import awaited
from stoneage_core.audit import in_words, verify
from stoneage_core.audit.verdict import BeaconRounds
from stoneage_core.cryptography.beacon import (
    LEAD,
    PATIENCE,
    QUICKNET,
    SignatureCheck,
    check_signature,
    has_library,
    randomness_of,
)
from stoneage_core.errors import GameError
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.chance import BeaconMissed, BeaconRoundNamed
from stoneage_core.events.staff import GameRolledBack, StaffActed
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.moves import TakeBack
from stoneage_core.rules.dispatch import waits_for_beacon
from tests.core.audit.forgeries import event, event_alone
from tests.core.audit.record_forger import finding_in, lines_of, record, sealed
from tests.core.beaconed import (
    PUBLISHED,
    RANDOMNESS,
    BeaconedGame,
    just_before,
    known_round,
    whole_game,
)
from tests.core.recorder import BOUND

GOOD, BAD = SignatureCheck.GOOD, SignatureCheck.BAD


@pytest.mark.parametrize("number", PUBLISHED)
def test_a_published_round_has_a_good_signature(number):
    signature = PUBLISHED[number]
    assert check_signature(QUICKNET, number, signature) is GOOD
    assert randomness_of(signature) == RANDOMNESS[number]
    assert check_signature(QUICKNET, number + 1, signature) is BAD


def test_a_point_outside_the_group_is_a_bad_signature():
    # With points outside the group, one round could have several valid signatures.
    beside = [f"80{'0' * 92}{number:02x}" for number in range(20)]
    infinite = f"c0{'0' * 94}"
    for signature in (*beside, infinite, "00" * 48, "ff" * 48):
        assert check_signature(QUICKNET, 1000, signature) is BAD


def test_the_named_round_is_published_after_the_lead():
    for second in range(QUICKNET.published_at(1000) - 20, QUICKNET.published_at(1000)):
        number = QUICKNET.round_after(second)
        wait = QUICKNET.published_at(number) - second
        assert LEAD <= wait < LEAD + QUICKNET.period
    assert QUICKNET.round_after(0) == 1


@pytest.fixture
def game():
    return BeaconedGame()


def test_a_game_begins_with_its_first_round(game):
    assert game.state.beacon_round == 1000
    assert awaited(game.state) == frozenset()
    game.takes_beacon(PUBLISHED[1000])
    assert awaited(game.state) == {0}
    assert game.state.randomness == RANDOMNESS[1000]


def test_no_clock_runs_while_a_round_is_awaited(game):
    game.takes_beacon(PUBLISHED[1000])
    game.waits()
    assert game.match.table.pending == {}
    game.takes_beacon()
    (player,) = awaited(game.state)
    assert game.match.table.pending[player].since == game.now
    assert deadline_of(game.match.table, player) == game.now + timedelta(days=40)


def test_the_last_placement_can_be_taken_back_until_the_round_is_known(game):
    game.takes_beacon(PUBLISHED[1000])
    game.waits()
    last, named = game.match.table.last_move, game.state.beacon_round
    game.decides(TakeBack(last.sequence), last.player)
    assert awaited(game.state) == {last.player}
    game.plays()
    assert waits_for_beacon(game.state)
    assert game.state.beacon_round > named
    game.takes_beacon()
    assert game.match.table.last_move is None
    assert verify(game.text).finding is None


def refused(game, command):
    with pytest.raises(GameError) as raised:
        game.decides(command)
    return str(raised.value)


def test_a_round_is_accepted_or_missed_only_at_its_time(game):
    signature = PUBLISHED[1000]
    assert "was not published yet" in refused(game, known_round(1000, signature))
    game.now = game.due_at + timedelta(seconds=PATIENCE - 1)
    assert "waiting for the beacon too early" in refused(game, BeaconMissed(1000))
    assert "another round" in refused(game, known_round(1001, signature))
    game.decides(known_round(1000, signature))
    assert "does not wait for a beacon" in refused(game, known_round(1000, signature))


def test_a_roll_back_over_dice_waits_for_another_round(game):
    game.takes_beacon(PUBLISHED[1000])
    game.waits()
    game.takes_beacon()
    acting = len(game.events)
    while not any(isinstance(each, DiceRolled) for each in game.events):
        game.plays()
    game.decides(StaffActed("roll_back", None, BOUND), source="staff")
    game.decides(GameRolledBack(acting), source="staff")
    back, named = game.events[-2:]
    assert isinstance(back, GameRolledBack)
    assert isinstance(named, BeaconRoundNamed)
    assert awaited(game.state) == frozenset()
    assert game.match.table.pending == {}
    game.takes_beacon()
    assert awaited(game.state) == {game.state.turn}
    assert verify(game.text).finding is None


def test_the_golden_record_can_be_reproduced():
    # It has two rounds that the beacon published in 2023.
    game = whole_game()
    assert game.text == record("beacon")


def test_the_verdict_lists_the_rounds_of_the_beacon():
    verdict = verify(record("beacon"))
    assert verdict.finding is None
    assert verdict.beacon_rounds == BeaconRounds((5, 25), (), (39, 59, 88))
    told = in_words(verdict)
    assert "rounds of a public beacon, 2 in all" in told
    assert "Every one was signed by the beacon’s organizations." in told
    assert "The service says it could not get the beacon: events 39, 59, 88." in told
    assert "knows all dice from the beginning" not in told


def test_without_the_library_a_verdict_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyblst", None)
    assert not has_library()
    verdict = verify(record("beacon"))
    assert verdict.beacon_rounds.unchecked == (5, 25)
    assert "signatures were not checked: the library pyblst is missing" in (
        in_words(verdict)
    )


def miss_published_round(lines):
    """Miss a round that was published, as a service that dislikes it could."""
    lines[24]["event"] = {"round": 657413, "type": "BeaconMissed"}


TERMS = lines_of("beacon")[0]["event"]["terms"]
OTHER = {
    "signature": PUBLISHED[1000],
    "value": RANDOMNESS[1000],
}


@pytest.mark.parametrize(
    ("change", "at", "reason"),
    [
        (event(25, **OTHER), 25, "organizations did not sign this round"),
        (event(25, value="0" * 64), 25, "does not match its signature"),
        (event(4, round=1001), 4, "should say"),
        (
            event_alone(1, terms=TERMS | {"beacon": None}),
            4,
            "Nobody had agreed to this",
        ),
        (miss_published_round, 25, "stopped waiting for the beacon too early"),
    ],
)
def test_a_forged_beacon_is_found(change, at, reason):
    lines = lines_of("beacon")
    change(lines)
    finding = finding_in(sealed(lines))
    assert reason in str(finding.reason)
    assert finding.sequence == at


def test_an_unknown_beacon_is_found():
    lines = lines_of("beacon")
    lines[0]["event"]["terms"]["beacon"]["period"] = 30
    assert "unknown public beacon" in str(finding_in(sealed(lines)).reason)


def test_a_withheld_end_is_overdue_after_a_week(game):
    game.takes_beacon(PUBLISHED[1000])
    due = (game.now + timedelta(days=40)).isoformat(timespec="microseconds")
    verdict = verify(game.text, on="2023-10-09T00:00:00Z")
    assert (verdict.due_by, verdict.is_overdue) == (due[:-6] + "Z", False)
    verdict = verify(game.text, on="2023-10-10T00:00:00Z")
    assert verdict.is_overdue
    assert "It is overdue: it had to go on by" in in_words(verdict)
    assert verify(record("beacon"), on="2199-01-01T00:00:00Z").due_by == ""


def test_the_game_begins_just_before_its_round(game):
    assert just_before(1000) == game.now
