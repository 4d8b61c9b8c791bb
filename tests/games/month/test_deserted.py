"""A game in which nobody ever answers: sweeps alone finish it."""

from collections import Counter
from datetime import timedelta
from random import Random
from statistics import fmean

import pytest

from games.history.history_page import HistoryFilter, history_lines
from games.history.stream_check import check_stream
from games.log import positions
from games.models import Game, Status, StoredEvent
from games.seats.invitations import accept_seat
from stoneage_core import GameState, simulation
from stoneage_core.match.state import Source
from stoneage_core.time_control import DEFAULT
from tests.games.month.invariants import LogCheck
from tests.games.month.simulation import SWEEP, Simulation
from tests.support.people import person
from tests.support.played import KeptGame
from tests.support.standing_chance import drawn_for

DAY = timedelta(days=1)
NAMES = ("Alice", "Bob", "Carol", "Dave")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("size", [2, 4]),
]


@pytest.fixture(scope="session")
def ended() -> dict[int, KeptGame]:
    """The finished games of ``deserted``, by size."""
    return {}


@pytest.fixture
def deserted(world: Simulation, size: int, ended: dict[int, KeptGame]) -> Game:
    """All have accepted, and nobody has looked again until the game was over."""
    cast = [str(person(name).email) for name in NAMES[:size]]
    if size not in ended or not ended[size].has_room():
        with drawn_for(f"a deserted game of {size}"):
            ended[size] = KeptGame(deserted_by(cast, world))
        return Game.objects.latest("pk")
    return ended[size].put_back()


def deserted_by(cast: list[str], world: Simulation) -> Game:
    game = world.open_table([*cast], DEFAULT)
    for seat in game.seats.order_by("number")[1:]:
        accept_seat(seat=seat, now=world.now)
    for _ in range(60):
        if Game.objects.get(pk=game.pk).status == Status.FINISHED:
            break
        world.run(world.now + DAY)
    return Game.objects.get(pk=game.pk)


def test_deserted_game_finishes(deserted: Game, size: int) -> None:
    assert deserted.status == Status.FINISHED
    judge = LogCheck(deserted, outages=()).walk()
    assert judge.on_autopilot == set(range(size))
    assert judge.steps["cautious move"] == DEFAULT.misses * size
    assert check_stream(deserted.pk).findings == []


def test_deserted_game_takes_the_promised_days(deserted: Game, size: int) -> None:
    """Two decisions of three days for each player, and then a day for each round."""
    events = StoredEvent.objects.filter(game=deserted)
    last_left = events.filter(type="AutopilotSeated").latest("sequence")
    later = events.filter(sequence__gt=last_left.sequence)
    rounds = later.filter(type="RoundStarted").count()
    assert deserted.started_at is not None
    assert deserted.finished_at is not None
    days = DEFAULT.misses * size * 3 + rounds
    late = deserted.finished_at - deserted.started_at - days * DAY
    assert timedelta() <= late < days * SWEEP


def test_deserted_game_is_played_decently(deserted: Game, size: int) -> None:
    """
    A round brings clearly more than with random play, and most meals are eaten.

    In 60 games of two, 26 % of all meals were hungry ones, and at most 46 % in a game:
    with two players hunger often costs less than food. With three and four players it
    was 0 % and 4 %, and at most 13 %.
    """
    policy = simulation.random_policy
    random = [simulation.play(size, n, policy(Random(n))).state for n in range(20)]
    by_chance = fmean(map(points_a_round, random))
    assert points_a_round(positions.state_of(deserted)) > 1.5 * by_chance
    meals = positions.state_of(deserted).round * size
    assert deserted.events.filter(type="TribeStarved").count() < meals / 2


def points_a_round(state: GameState) -> float:
    """Return how many points a player made per round."""
    return fmean(player.score for player in state.players) / state.round


def test_history_of_a_deserted_game_can_be_read(deserted: Game, size: int) -> None:
    told_lines = history_lines(deserted, NAMES, HistoryFilter(brief=False))
    assert {line.round for line in told_lines} == set(range(deserted.round + 1))
    lines = [line.text for line in told_lines]
    assert [line.sequence for line in lines] == list(range(1, deserted.version + 1))
    for line in lines:
        assert line.text.endswith((".", "!")), line.text
        assert "{" not in line.text
    told = Counter(line.text for line in lines)
    for name in NAMES[:size]:
        assert sum(name in text and "autopilot" in text for text in told) == 1


def test_log_of_a_deserted_game_says_who_decided(deserted: Game, size: int) -> None:
    events = StoredEvent.objects.filter(game=deserted)
    how = Counter(events.moves().values_list("source", flat=True))
    assert how.keys() == {Source.AUTOPILOT}
    late = events.filter(type="TurnTimedOut").values_list("source", flat=True)
    assert set(late) == {Source.TIMEOUT}
