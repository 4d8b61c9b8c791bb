"""The course of a game: positions, decisions, how long they took."""

from datetime import timedelta

import pytest

from games.history.position_page import steps_from, taken_back_by
from games.log import positions
from games.models import Game, StoredEvent
from games.presentation.replay import shown_parts
from games.presentation.timeline import Timeline, load_timeline
from stoneage_core.match.commands import is_move
from tests.support.play import move_after_taking_back, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def course_now(game: Game) -> Timeline:
    return load_timeline(Game.objects.get(pk=game.pk))


@pytest.fixture
def taken_back(two_player_game: Game) -> Game:
    """Alice sent people to the forest, took that back, and sent them to the hut."""
    move_after_taking_back(two_player_game, "forest 2", "hut", now=NOW + MINUTE)
    return Game.objects.get(pk=two_player_game.pk)


def test_positions_equal_those_of_a_replay(finished_game: Game) -> None:
    course = course_now(finished_game)
    assert course.states[-1] == positions.state_of(finished_game)
    for sequence in (1, 40, finished_game.version // 2):
        assert course.states[sequence] == positions.state_at(finished_game, sequence)


def test_every_event_belongs_to_one_decision(finished_game: Game) -> None:
    course = course_now(finished_game)
    firsts = [each.first for each in course.decisions]
    lasts = [each.last for each in course.decisions]
    assert firsts == [1, *(last + 1 for last in lasts[:-1])]
    assert lasts[-1] == finished_game.version
    commands = StoredEvent.objects.filter(game=finished_game).moves()
    begun = set(commands.values_list("sequence", flat=True))
    assert begun <= set(firsts)


def test_duration_of_a_decision_starts_with_the_question(two_player_game: Game) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW + MINUTE * 5)
    submit(two_player_game, 1, "hut", now=NOW + MINUTE * 12)
    course = course_now(two_player_game)
    timed = [
        (each.player, each.command, each.seconds)
        for each in course.decisions
        if each.asked_at
    ]
    assert timed == [(0, "forest 2", 300), (1, "hut", 420)]


def test_position_after_a_takeback_is_the_old_one(taken_back: Game) -> None:
    course = course_now(taken_back)
    assert course.states[-1] == positions.state_of(taken_back)
    undone = sorted(course.undone)
    back = taken_back_by(course, undone[0])
    assert back is not None
    assert back.by == undone[-1] + 1
    assert back.before == undone[0] - 1
    assert taken_back_by(course, back.by) is None


def test_steps_skip_what_was_taken_back(taken_back: Game) -> None:
    course = course_now(taken_back)
    first, last = min(course.undone), max(course.undone)
    assert steps_from(course, first - 1).following == first
    ends = [part.last for part in shown_parts(course, 1, taken_back.version)]
    assert first - 1 in ends
    assert not course.undone & set(ends)
    assert ends[-1] > last + 1
    kept = [each.command for each in course.kept_decisions if is_move(each.command)]
    assert kept == ["hut"]


def test_second_attempt_counts_from_the_first_question(taken_back: Game) -> None:
    last = [each for each in course_now(taken_back).decisions if each.command][-1]
    assert (last.command, last.seconds) == ("hut", 7 * 60)


def test_first_and_last_event_have_no_further_neighbour(two_player_game: Game) -> None:
    course = course_now(two_player_game)
    start, end = steps_from(course, 1), steps_from(course, two_player_game.version)
    assert (start.previous, end.following) == (None, None)


def test_rounds_begin_at_events_that_were_not_taken_back(finished_game: Game) -> None:
    rounds = course_now(finished_game).round_starts
    assert [each.round for each in rounds] == list(range(1, finished_game.round + 1))
