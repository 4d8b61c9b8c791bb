"""The review of a finished game: workers compute it in slices, and a page shows it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.background.attempts import LONGEST_PAUSE, begin
from games.history import reviewing
from games.history.review_page import ChanceTurn, chance_turns
from games.history.reviewing import (
    due_reviews,
    request_review,
    review_slice,
    reviewed_of,
)
from games.models import Game, User
from games.models.events import GameReview
from games.presentation.text import say
from games.presentation.timeline import load_timeline
from games.thinking import LEASE, TRIES, think_once
from stoneage_core.advice import reason_for
from stoneage_core.match.commands import is_move
from stoneage_core.notation import from_text
from stoneage_core.opponents.reviewing import Effort
from stoneage_core.state import EndReason
from tests.games.moderation.doing import do_action
from tests.support.pages import page, text_of
from tests.support.people import member
from tests.support.play import play_on, play_to_the_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

#: when it is computed
LATER = NOW + timedelta(days=1)
#: These tests are not about the quality of the review.
LITTLE = Effort(search=2, comparison=1, proof=1, round=2)


@pytest.fixture(autouse=True)
def is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the model is compiled, and that the machine is fast."""
    monkeypatch.setattr(reviewing, "SLICE", 86_400.0)
    monkeypatch.setattr("games.history.reviewing.is_compiled", lambda: True)
    monkeypatch.setattr(
        "games.thinking.review_slice",
        lambda game_id, now: review_slice(game_id=game_id, now=now, effort=LITTLE),
    )


@pytest.fixture
def administrator(db: None) -> User:
    return member("adam", "Administrators")


def end(
    game: Game, by: User, now: datetime, how: EndReason = EndReason.DECIDED
) -> Game:
    do_action("end", by=by, game=game, how=how, reason="Everyone agreed", now=now)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def ended(two_player_game: Game, administrator: User, now: datetime) -> Game:
    """A game of twenty decisions that the staff ended."""
    game = play_on(two_player_game, now=now, decisions=20)
    game = end(game, administrator, now + timedelta(hours=1))
    GameReview.objects.update(due_at=now)
    return game


def review_on_page(client: Client, game: Game) -> Any:
    return client.get(f"/games/{game.slug}/report/").context["review"]


def looking_back(client: Client, game: Game) -> str:
    return text_of(page(client, f"/games/{game.slug}/report/"))


def test_requested_review_starts_from_the_beginning(
    two_player_game: Game, now: datetime
) -> None:
    for upto in (0, 7):
        request_review(two_player_game, now=now)
        review = GameReview.objects.get()
        assert (review.due_at, review.upto, review.rounds) == (now, 0, [])
        GameReview.objects.update(due_at=None, upto=upto + 7, rounds=[{}])


def test_finished_game_is_reviewed(ended: Game, client: Client) -> None:
    assert "being reviewed: 0 % done" in looking_back(client, ended)
    think_once(LATER)
    review = GameReview.objects.get(game=ended)
    assert review.due_at is None
    reviewed = reviewed_of(review)
    assert [each.round for each in reviewed.rounds] == [1, 2]
    moves = {
        each.first: each.player
        for each in load_timeline(ended).kept_decisions
        if is_move(each.command)
    }
    assert reviewed.decisions
    for each in reviewed.decisions:
        assert moves[each.sequence] == each.player
    shown = looking_back(client, ended)
    assert "Accuracy" in shown
    assert "being reviewed" not in shown


def test_early_end_is_reviewed_apart_from_luck(ended: Game, client: Client) -> None:
    think_once(LATER)
    ending = GameReview.objects.get(game=ended).ending
    assert sum(ending) == pytest.approx(1)
    view = review_on_page(client, ended)
    assert view.is_early
    assert [round(100 * chance) for chance in ending] == list(view.chances[-1].chances)
    assert "Early end" in [line.label for line in view.results]
    looked = GameReview.objects.get(game=ended)
    looked.ending = []  # as of a game that was played out
    looked.save()
    view = review_on_page(client, ended)
    assert not view.is_early
    assert "Early end" not in [line.label for line in view.results]


def test_game_that_was_played_out_has_no_chances_at_an_early_end(
    two_player_game: Game, now: datetime
) -> None:
    game = play_to_the_end(two_player_game, now=now)
    GameReview.objects.update(due_at=now, upto=game.version)
    review_slice(game_id=game.pk, now=LATER, effort=LITTLE)
    review = GameReview.objects.get(game=game)
    assert (review.due_at, review.ending) == (None, [])


def test_slice_continues_where_the_one_before_it_ended(
    ended: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    slices, whole = _reviewed_in_slices(ended, monkeypatch, seconds=60)
    assert slices == 1
    request_review(ended, now=ended.created_at)
    assert GameReview.objects.get().upto == 0
    slices, review = _reviewed_in_slices(ended, monkeypatch, seconds=0)
    assert slices > 5
    assert review == whole


def _reviewed_in_slices(
    game: Game, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> tuple[int, object]:
    monkeypatch.setattr(reviewing, "SLICE", seconds)
    slices, now = 0, game.created_at + timedelta(days=1)
    while due_reviews(now):
        review_slice(game_id=game.pk, now=now, effort=LITTLE)
        slices += 1
    return slices, reviewed_of(GameReview.objects.get())


def test_leased_review_is_left_alone_until_the_lease_ends(
    ended: Game, now: datetime
) -> None:
    later = now + timedelta(days=1)
    GameReview.objects.update(due_at=later + LEASE)
    assert due_reviews(later) == []
    review_slice(game_id=ended.pk, now=later, effort=LITTLE)
    assert GameReview.objects.get().upto == 0
    assert due_reviews(later + LEASE) == [ended.pk]


def test_review_of_a_resumed_game_is_deleted(
    ended: Game, administrator: User, now: datetime
) -> None:
    version = load_timeline(ended).decisions[-2].last
    do_action(
        "roll_back",
        by=administrator,
        game=ended,
        sequence=version,
        reason="It was no agreement",
        now=now + timedelta(hours=2),
    )
    assert not GameReview.objects.exists()
    end(Game.objects.get(pk=ended.pk), administrator, now + timedelta(hours=3))
    assert GameReview.objects.get().upto == 0


def test_result_is_dropped_if_the_game_was_resumed(
    ended: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = now + timedelta(days=1)

    def go_on(review: GameReview, effort: Effort) -> bool:
        request_review(ended, now=later)
        review.upto = 10
        return True

    monkeypatch.setattr(reviewing, "_continue_review", go_on)
    review_slice(game_id=ended.pk, now=later, effort=LITTLE)
    review = GameReview.objects.get()
    assert (review.upto, review.due_at) == (0, later)


def test_game_without_a_winner_is_not_reviewed(
    two_player_game: Game, administrator: User, now: datetime, client: Client
) -> None:
    end(two_player_game, administrator, now, EndReason.CALLED_OFF)
    assert not GameReview.objects.exists()


def test_review_that_fails_three_times_is_given_up(
    ended: Game,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(reviewing, "review_round", lambda *_: 1 / 0)
    moment = LATER
    for _ in range(3):
        assert "being reviewed" in looking_back(client, ended)
        assert think_once(moment)
        assert not think_once(moment)
        moment += LONGEST_PAUSE
    assert "3 attempts: ZeroDivisionError" in caplog.text
    assert review_on_page(client, ended).has_failed
    assert "Accuracy" not in looking_back(client, ended)
    assert not think_once(moment)


def test_review_that_crashes_its_process_is_given_up(
    ended: Game, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is counted before it begins, because afterwards nothing can be recorded."""
    moment = LATER
    for _ in range(TRIES):
        assert begin("review of game", ended.pk, moment, lease=LEASE)
        moment += LEASE
    assert think_once(moment)
    assert review_on_page(client, ended).has_failed


def test_review_requested_again_is_tried_again(
    ended: Game, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_review_that_crashes_its_process_is_given_up(ended, client, monkeypatch)
    request_review(ended, now=LATER)
    assert think_once(LATER + timedelta(days=1))
    assert GameReview.objects.get().due_at is None
    assert "Accuracy" in looking_back(client, ended)


@pytest.mark.parametrize("wanted", [True, False])
def test_no_review_without_compiler_or_setting(
    ended: Game,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    wanted: bool,
) -> None:
    settings.REVIEW_GAMES = wanted
    monkeypatch.setattr("games.history.reviewing.is_compiled", lambda: not wanted)
    think_once(LATER)
    assert GameReview.objects.get().upto == 0
    assert "Chances of winning" not in looking_back(client, ended)


def test_other_work_is_done_between_two_slices(
    ended: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "SLICE", 0.0)
    slices = 0
    while think_once(LATER):
        slices += 1
    assert slices > 5
    assert GameReview.objects.get().due_at is None


def test_requested_review_wakes_the_thinking_process(
    ended: Game,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    called: list[str] = []
    monkeypatch.setattr(reviewing, "call_thinker", lambda: called.append("called"))
    with django_capture_on_commit_callbacks(execute=True):
        request_review(ended, now=ended.created_at)
    assert called == ["called"]


# The page


def test_review_shows_costliest_decisions_and_better_ones(
    ended: Game, client: Client
) -> None:
    moves = [d for d in load_timeline(ended).kept_decisions if is_move(d.command)]
    even = (0.0, 0.0)
    cost = [
        [d.first, d.player, "hut", *(0.3, 0.3 + lost, 0.01), lost, 0.4, even, 0.02]
        # The last player of these has missed the hut before, at a higher cost.
        for d, lost in zip(moves, (0.1, 0.25, 0.05), strict=False)
    ]
    assert moves[2].player in {move.player for move in moves[:2]}
    GameReview.objects.update(
        due_at=None,
        upto=ended.version,
        rounds=[[6, moves[0].first - 1, [0.4, 0.6]]],  # as at the beginning in round 6
        decisions=cost,
    )
    html = page(client, f"/games/{ended.slug}/report/")
    for after in (5, 6):
        assert f'<th scope="row">{after}</th>' in html
    names = [seat.user.name for seat in ended.seats.order_by("number") if seat.user]
    shown, review = text_of(html), review_on_page(client, ended)
    rows = review.costliest
    assert [row.sequence for row in rows] == [d.first - 1 for d in moves[1::-1]]
    assert "25" in rows[0].cost
    assert "10" in rows[1].cost
    assert all(row.cost in shown and row.reason in shown for row in rows)
    before = load_timeline(ended).state_after(moves[1].first - 1)
    assert moves[1].player is not None
    assert rows[0].reason == say(
        reason_for(before, moves[1].player, from_text("hut")), names
    )
    assert "Better: Hut" in shown
    assert f"/games/{ended.slug}/at/{moves[1].first - 1}/" in html
    assert f"{names[0]}: from 40 % to " in html
    assert "Luck (± 3)" in shown  # the root of the sum of three squares of 2 %


def test_turning_points_are_where_the_chances_turned(
    ended: Game, client: Client
) -> None:
    """Not where the lead grew in a game that was decided long ago."""
    moves = [d for d in load_timeline(ended).kept_decisions if is_move(d.command)]
    first = moves[0].first - 1
    GameReview.objects.update(
        due_at=None,
        upto=ended.version,
        rounds=[
            [1, first, [0.5, 0.5]],
            [2, first + 1, [0.2, 0.8]],
            [3, first + 2, [0.95, 0.05]],
            [4, first + 3, [0.97, 0.03]],
        ],
        ending=[0.99, 0.01],
    )
    view = review_on_page(client, ended)
    assert view.turns == (ChanceTurn(2, 0, 20, 95), ChanceTurn(1, 1, 50, 80))
    context = client.get(f"/games/{ended.slug}/report/").context
    assert [turn["seat"] for turn in context["turns"]] == [0, 1]
    assert "20 %" in context["turns"][0]["sentence"]


def test_chances_that_hardly_change_are_no_turning_points() -> None:
    assert chance_turns([(50, 50), (59, 41), (55, 45)], first=0) == ()
    assert chance_turns([(50, 50)], first=0) == ()


def test_sums_of_changes_stay_below_100_percent(ended: Game, client: Client) -> None:
    moves = [d for d in load_timeline(ended).kept_decisions if is_move(d.command)]
    seen: dict[float, list[str]] = {}
    for gain in (0.9, 2.4):  # of each of two moves of the same two players
        GameReview.objects.update(
            due_at=None,
            upto=ended.version,
            rounds=[[1, moves[0].first - 1, [0.5, 0.5]]],
            decisions=[
                [move.first, player, "hut", 0.3, 0.3, 0.0, 0.0, 1.0, gains, 0.0]
                for move, player, gains in zip(
                    moves, (0, 1), ([gain, -gain], [-0.8, 0.8]), strict=False
                )
            ],
            ending=[],
        )
        _accuracy, *results = review_on_page(client, ended).results
        seen[gain] = [cell for line in results for cell in line.cells]
        assert all(line.meaning for line in results)
        assert all(
            abs(int(c.replace("\N{MINUS SIGN}", "-"))) <= 100 for c in seen[gain]
        )
    assert len(seen[0.9]) == 8
    assert len(seen[2.4]) == 4
