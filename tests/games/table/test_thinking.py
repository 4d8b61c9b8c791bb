"""Opponents that search think outside every lock; a move waits for none of them."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from msgspec.structs import replace
from pytest_django import Settings

from games import tasks
from games.background.attempts import begin
from games.history.export import record_lines
from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Attempt, Game, GameSeed, Seat, User
from games.outages import record_heartbeat
from games.presentation.opponents import opponent_choices
from games.seats.invitations import leave_seat
from games.table.submit import Submitted
from games.thinking import (
    DECISIONS,
    LEASE,
    TRIES,
    WHILE_HELD,
    decide_thought,
    is_waiting,
    think,
    think_once,
)
from stoneage_core import GameState, awaited
from stoneage_core.match.state import Source
from stoneage_core.notation import to_text
from stoneage_core.opponents import choosing
from stoneage_core.opponents.choosing import ChosenCommand
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.opponents.verification import report_moves
from stoneage_core.terms import Terms
from tests.games.moderation.doing import do_action
from tests.support.pages import page, text_of
from tests.support.play import submit
from tests.support.proposals import propose_end

pytestmark = pytest.mark.both_databases

PERSON, THINKER = 0, 1


@pytest.fixture(autouse=True)
def flint(monkeypatch: pytest.MonkeyPatch) -> Opponent:
    """The strongest opponent, which does not search for long here."""
    hasty = replace(OPPONENTS["Flint"], playouts=4)
    monkeypatch.setitem(OPPONENTS, "Flint", hasty)
    return hasty


@pytest.fixture
def game(alice: User, flint: Opponent, now: datetime) -> Game:
    return create_game(
        host=alice, players=[alice, flint], terms=Terms(2, first_player=0), now=now
    )


@pytest.fixture
def placed(game: Game, now: datetime) -> Submitted:
    """Alice has placed, and the thinker is asked."""
    return submit(game, PERSON, "forest 3", now=now)


def agree_on_the_end(game: Game, now: datetime) -> None:
    """End the game, so that its seed is revealed; bots have no say in it."""
    seat = Seat.objects.select_related("game").get(game=game, number=PERSON)
    propose_end(seat=seat, now=now)


def thinker(game: Game) -> Seat:
    return Seat.objects.get(game=game, number=THINKER)


def version(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def test_move_does_not_wait_for_a_searching_bot(
    game: Game, placed: Submitted, now: datetime
) -> None:
    assert awaited(placed.state) == {THINKER}
    assert not game.events.filter(decided_by=THINKER).exclude(type="PlayerJoined")
    assert thinker(game).thinks_at == now


def test_thinking_process_makes_the_decision(
    game: Game, placed: Submitted, now: datetime
) -> None:
    assert think_once(now)
    game.refresh_from_db()
    assert awaited(positions.state_of(game)) == {PERSON}
    assert thinker(game).thinks_at is None
    last = game.events.order_by("-sequence")[0]
    assert (last.decided_by, last.source) == (THINKER, Source.AUTOMATIC)
    assert not Attempt.objects.exists()


def test_two_processes_do_not_think_about_one_decision(
    game: Game, placed: Submitted, now: datetime
) -> None:
    assert begin(DECISIONS.what, thinker(game).pk, now, lease=LEASE) == 1
    assert not think_once(now + LEASE / 2)
    assert think_once(now + LEASE)
    assert thinker(game).thinks_at is None


def test_autopilot_decides_after_three_attempts_and_the_log_says_so(
    game: Game, placed: Submitted, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    """So the game goes on, and whoever checks its bots is not told a falsehood."""
    moment = now
    for _ in range(TRIES):
        assert begin(DECISIONS.what, thinker(game).pk, moment, lease=LEASE)
        assert not think_once(moment)
        moment += LEASE
    assert think_once(moment)
    game.refresh_from_db()
    assert awaited(positions.state_of(game)) == {PERSON}
    last = game.events.order_by("-sequence")[0]
    assert (last.decided_by, last.source) == (THINKER, Source.AUTOPILOT)
    assert "given up after 3 attempts" in caplog.text
    record = "".join(record_lines(game))
    assert report_moves(record) == (True, "0 moves of bots decided again.\n")
    assert check_stream(game.pk).findings == []


def test_attempt_does_not_count_if_the_process_is_asked_to_stop(
    game: Game, placed: Submitted, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise SystemExit(0)

    with monkeypatch.context() as stopped:
        stopped.setattr("games.thinking.choose", stop)
        with pytest.raises(SystemExit):
            think_once(now)
    assert not Attempt.objects.exists()
    assert think_once(now)


@pytest.fixture
def off(settings: Settings) -> None:
    settings.THINKING = False


def test_autopilot_decides_at_once_if_thinking_is_switched_off(
    game: Game, off: None, now: datetime
) -> None:
    submit(game, PERSON, "forest 3", now=now)
    game.refresh_from_db()
    assert awaited(positions.state_of(game)) == {PERSON}
    last = game.events.order_by("-sequence")[0]
    assert (last.decided_by, last.source) == (THINKER, Source.AUTOPILOT)


def test_sweep_decides_if_thinking_is_switched_off(
    game: Game,
    placed: Submitted,
    off: None,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not is_waiting(now)
    monkeypatch.setattr(tasks, "database_now", lambda: now)
    tasks.sweep_due()
    game.refresh_from_db()
    assert awaited(positions.state_of(game)) == {PERSON}


def test_bot_thinks_once_thinking_is_switched_on(
    game: Game, placed: Submitted, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat.objects.update(thinks_at=None)
    late = now + timedelta(days=3)
    monkeypatch.setattr(tasks, "database_now", lambda: late)
    tasks.sweep_due()
    assert think_once(late)
    game.refresh_from_db()
    assert awaited(positions.state_of(game)) == {PERSON}


def test_bots_that_search_are_not_offered_if_thinking_is_switched_off(
    client: Client, alice: User, off: None
) -> None:
    offered = [each.name for each in opponent_choices()]
    assert offered == [name for name, one in OPPONENTS.items() if not one.thinks]
    client.force_login(alice)
    client.post("/practice/", {"opponents": "1", "opponent": "Flint"})
    assert list(Seat.objects.exclude(bot="").values_list("bot", flat=True)) == [
        "Thatch"
    ]


def test_decision_of_two_thinking_processes_is_made_once(
    game: Game, placed: Submitted, now: datetime
) -> None:
    first = think(seat_id=thinker(game).pk, now=now)
    second = think(seat_id=thinker(game).pk, now=now + LEASE)
    assert first is not None
    assert first == second
    assert decide_thought(first, now=now + LEASE)
    after = version(game)
    assert not decide_thought(first, now=now + LEASE)
    assert version(game) == after


def test_bots_do_not_think_in_frozen_games(
    game: Game, placed: Submitted, now: datetime
) -> None:
    before = think(seat_id=thinker(game).pk, now=now)
    assert before is not None
    root = User.objects.create_superuser("root@example.org", "secret")
    do_action("freeze", by=root, game=game, reason="Looking into it.", now=now)
    assert not decide_thought(before, now=now)
    assert think(seat_id=thinker(game).pk, now=now + LEASE) is None
    do_action("unfreeze", by=root, game=game, reason="All is well.", now=now + LEASE)
    late = now + LEASE + WHILE_HELD
    after = think(seat_id=thinker(game).pk, now=late)
    assert after is not None
    assert decide_thought(after, now=late)


def test_game_of_bots_only_keeps_its_pace(
    game: Game, placed: Submitted, now: datetime
) -> None:
    leave_seat(seat=Seat.objects.get(game=game, number=PERSON), now=now)
    while think_once(now):
        pass
    game.refresh_from_db()
    assert game.round == 2
    rested = thinker(game).thinks_at
    if rested is not None:
        assert rested == now + timedelta(days=1)


def test_the_same_position_is_thought_of_in_the_same_way(
    game: Game, placed: Submitted, now: datetime
) -> None:
    commands = {
        thought.command
        for wait in range(3)
        if (thought := think(seat_id=thinker(game).pk, now=now + wait * LEASE))
    }
    assert len(commands) == 1


def test_decision_depends_on_the_secret_seed(
    game: Game, placed: Submitted, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[str] = []

    def choose(
        opponent: Opponent,
        state: GameState,
        player: int,
        seed: str,
        pause: Callable[[], None],
    ) -> ChosenCommand:
        seeds.append(seed)
        return choosing.choose(opponent, state, player, seed, pause)

    monkeypatch.setattr("games.thinking.choose", choose)
    assert think_once(now)
    secret = bytes(GameSeed.objects.get(game=game).secret).hex()
    assert seeds == [secret]
    game.refresh_from_db()
    assert secret not in "".join(record_lines(game))


def test_an_auditor_decides_its_moves_again_once_the_seed_is_revealed(
    game: Game, placed: Submitted, now: datetime
) -> None:
    thought = think(seat_id=thinker(game).pk, now=now)
    assert thought is not None
    decide_thought(thought, now=now)
    game.refresh_from_db()
    holds, said = report_moves("".join(record_lines(game)))
    assert holds
    assert "0 moves of bots decided again." in said
    assert "1 moves of Flint version" in said
    agree_on_the_end(game, now)
    game.refresh_from_db()
    record = "".join(record_lines(game))
    assert report_moves(record) == (True, "1 moves of bots decided again.\n")
    done = to_text(thought.command)
    other = "hut" if done != "hut" else "forest 1"
    told = '"source":"automatic","command":"{}"'
    assert told.format(done) in record
    holds, said = report_moves(record.replace(told.format(done), told.format(other)))
    assert not holds
    assert f"would have decided “{done}”, not “{other}”" in said


def test_service_facts_during_thinking_are_considered(
    game: Game, placed: Submitted, now: datetime
) -> None:
    """Else an auditor, who decides from the events, would come to another seed."""
    early = think(seat_id=thinker(game).pk, now=now)
    assert early is not None
    record_heartbeat(now=now)
    later = now + timedelta(hours=2)
    assert record_heartbeat(now=later) is not None
    assert not decide_thought(early, now=later)
    told = version(game)
    assert told == early.version + 1
    again = think(seat_id=thinker(game).pk, now=later)
    assert again is not None
    assert again.version == told
    assert decide_thought(again, now=later)
    game.refresh_from_db()
    agree_on_the_end(game, later)
    game.refresh_from_db()
    record = "".join(record_lines(game))
    assert report_moves(record) == (True, "1 moves of bots decided again.\n")


def test_table_shows_which_bot_is_thinking(
    game: Game, placed: Submitted, client: Client, alice: User
) -> None:
    client.force_login(alice)
    for path in (f"/games/{game.slug}/?at=", f"/games/{game.slug}/play/"):
        context = client.get(path).context
        (bot,) = context.get("awaited") or context["turn"].awaited
        assert (bot.name, bot.is_thinking) == ("Flint", True)


def test_nobody_promises_an_email_to_a_guest(
    game: Game, placed: Submitted, client: Client, alice: User
) -> None:
    client.force_login(alice)
    path = f"/games/{game.slug}/play/"
    assert "We’ll email you" in text_of(page(client, path))
    User.objects.filter(pk=alice.pk).update(email=None)
    html = page(client, path)
    shown = text_of(html)
    assert "dock-waiting" in html
    assert "We’ll email you" not in shown
