"""Steps of a replay: taken one after the other they lead where the engine led."""

from datetime import timedelta
from itertools import chain

import pytest

from games.log.positions import PastEvent
from games.models import Game
from games.presentation.event_text import HistoryKind, SourceMask, history_kind_of
from games.presentation.replay import (
    ReplayStep,
    Snapshot,
    replay_steps,
    snapshot_changes,
    snapshot_of,
)
from games.presentation.timeline import PlayedDecision, Timeline, load_timeline
from games.presentation.tribes import tribe_rows_of
from stoneage_core.components.places import Place
from stoneage_core.engine import replay_states
from stoneage_core.events.base import Event
from stoneage_core.events.rounds import PhaseStarted, RoundStarted, TurnStarted
from stoneage_core.record import log
from tests.core.test_golden import FOLDER, RESULTS
from tests.support.games import Loaded
from tests.support.play import move_after_taking_back, submit
from tests.support.standing_time import NOW

MINUTE = timedelta(minutes=1)
NAMES = ("Alice", "Bob", "Carol", "Dave")
GOLDEN = sorted(FOLDER / f"{name}.jsonl" for name in RESULTS)


def change_snapshot(snapshot: Snapshot, changes: Snapshot) -> Snapshot:
    """Change a snapshot as browsers do: places that people left have no key."""
    after = snapshot | changes
    return {key: seen for key, seen in after.items() if seen != 0 or ".at." not in key}


def timeline_of(events: list[Event]) -> Timeline:
    """The timeline of a recorded game, in which every event is a decision."""
    happened = tuple(
        PastEvent(number, event, getattr(event, "player", None), "page", "", NOW)
        for number, event in enumerate(events, start=1)
    )
    decisions = tuple(
        PlayedDecision(
            one.sequence, one.sequence, one.decided_by, "page", "", NOW, None
        )
        for one in happened
    )
    states = tuple(replay_states(events))
    return Timeline(0, happened, states, decisions)


def steps_of(
    timeline: Timeline, first: int = 1, last: int | None = None
) -> tuple[ReplayStep, ...]:
    upto = len(timeline.happened) if last is None else last
    return replay_steps(timeline, first, upto, NAMES, SourceMask(Game()))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_steps_lead_from_any_position_to_any_later_one(path) -> None:
    timeline = timeline_of(log.load(path.read_text("utf-8")))
    whole = len(timeline.happened)
    for first, last in ((1, whole), (whole // 3, whole // 2), (whole // 2, whole)):
        snapshot = snapshot_of(timeline.states[first])
        for step in steps_of(timeline, first, last):
            snapshot = change_snapshot(snapshot, step.changes)
            stands = step.at not in timeline.undone
            assert not stands or snapshot == snapshot_of(timeline.states[step.at])
        assert snapshot == snapshot_of(timeline.states[last])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_snapshot_holds_the_numbers_of_the_rows(path) -> None:
    timeline = timeline_of(log.load(path.read_text("utf-8")))
    for state in timeline.states[-1], timeline.states[len(timeline.states) // 2]:
        snapshot = snapshot_of(state)
        rows = tribe_rows_of(state, NAMES, reader=None, before=None, kept="")
        for number in chain.from_iterable(
            (*r.people, *r.goods, *r.owned) for r in rows
        ):
            shown = snapshot[f"{number.seat}.{number.key}"]
            assert number.key == "tools" or shown == number.count
            if number.key == "food":
                balance = number.balance.replace("\N{MINUS SIGN}", "-").strip("=≥")
                spare = int(balance) if balance else None
                assert snapshot[f"{number.seat}.spare"] == spare


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_event_has_a_kind(path) -> None:
    headings = RoundStarted | PhaseStarted | TurnStarted
    for event in log.load(path.read_text("utf-8")):
        assert (history_kind_of(event) is None) == isinstance(event, headings), event


def test_there_are_no_steps_between_a_position_and_itself() -> None:
    timeline = timeline_of(log.load(GOLDEN[0].read_text("utf-8")))
    assert steps_of(timeline, 40, 40) == ()


# What a step tells


@pytest.mark.django_db
def test_step_of_a_placement_has_people_and_place(two_player_game: Game) -> None:
    before = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=NOW)
    (step,) = steps_of(now_of(two_player_game), before)
    assert (step.seat, step.kind, step.place) == (0, HistoryKind.PLACING, Place.FOREST)
    assert step.people == 3
    assert step.gains == ()
    assert step.text == "Alice sent 3 people to the forest."
    assert step.changes == {"0.at.forest": 3, "0.home": 2, "asked": (1,)}


@pytest.mark.django_db
def test_step_of_a_roll_has_dice_and_gains(
    two_player_game: Game, loaded: Loaded
) -> None:
    loaded.dice[:] = [6, 6, 3]
    submit(two_player_game, 0, "forest 3", now=NOW)
    submit(two_player_game, 1, "hunting grounds 5", now=NOW)
    submit(two_player_game, 0, "hut 2", now=NOW)
    before = Game.objects.get(pk=two_player_game.pk).version
    submit(two_player_game, 0, "use forest", now=NOW)
    steps = steps_of(now_of(two_player_game), before)
    # The hut is all that is left then, and needs no asking; so is Bob's hunt.
    rolled, born, hunted = steps[:3]
    assert (rolled.place, rolled.dice) == (Place.FOREST, (6, 6, 3))
    assert rolled.gains == (("wood", 5),)
    assert (born.seat, born.place, born.gains) == (0, Place.HUT, (("people", 1),))
    assert (hunted.seat, hunted.dice, hunted.gains) == (1, (3,) * 5, (("food", 7),))
    assert rolled.kind is HistoryKind.DICE
    assert rolled.changes["0.at.forest"] == 0
    assert rolled.changes["0.wood"] == 5


@pytest.mark.django_db
def test_a_round_and_its_feeding_are_steps_of_nobody(finished_game: Game) -> None:
    steps = steps_of(now_of(finished_game))
    begun = [step for step in steps if "round" in step.changes]
    assert [step.changes["round"] for step in begun] == list(
        range(1, finished_game.round + 1)
    )
    assert all(step.seat is None for step in begun)
    fed = [step for step in steps if step.changes.get("phase") == "feeding"]
    assert fed
    assert all("The tribes are fed." in step.text for step in fed)


@pytest.mark.django_db
def test_steps_omit_what_was_taken_back(two_player_game: Game) -> None:
    version = two_player_game.version
    move_after_taking_back(two_player_game, "forest 2", "hut 2", now=NOW + MINUTE)
    timeline = now_of(two_player_game)
    assert [step.place for step in steps_of(timeline, version)] == [Place.HUT]
    # From within what was taken back one comes out by the taking back.
    undone = timeline.happened[version].sequence
    out, _hut = steps_of(timeline, undone)
    assert "0.at.forest" in out.changes
    assert "last move back" in out.text
    # Until then it stood.
    (stood,) = steps_of(timeline, version, undone)
    assert stood.place is Place.FOREST


@pytest.mark.long
@pytest.mark.django_db
def test_partial_timeline_equals_the_rest_of_the_whole(
    finished_game: Game,
) -> None:
    whole = now_of(finished_game)
    last = finished_game.version
    for decision in whole.decisions[1::7]:
        rest = load_timeline(finished_game, start=decision.last)
        assert steps_of(rest, decision.last, last) == steps_of(
            whole, decision.last, last
        )


@pytest.mark.django_db
def test_partial_timeline_shows_takings_back_beyond_its_start(
    two_player_game: Game,
) -> None:
    version = two_player_game.version
    move_after_taking_back(two_player_game, "forest 2", "hut 2", now=NOW + MINUTE)
    whole = now_of(two_player_game)
    placed = whole.decision_of(version + 1)
    rest = load_timeline(Game.objects.get(pk=two_player_game.pk), start=placed.last)
    assert placed.last in rest.undone
    last = len(whole.happened)
    told = steps_of(rest, placed.last, last)
    assert told == steps_of(whole, placed.last, last)
    assert "last move back" in told[0].text


def now_of(game: Game) -> Timeline:
    return load_timeline(Game.objects.get(pk=game.pk))


# Snapshots


def test_a_change_of_nothing_is_no_change() -> None:
    timeline = timeline_of(log.load(GOLDEN[0].read_text("utf-8")))
    snapshot = snapshot_of(timeline.states[60])
    assert snapshot_changes(snapshot, snapshot) == {}
    assert change_snapshot(snapshot, {}) == snapshot
