"""Effects of further acts on clocks, sweeps, results and seats."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games import deadlines
from games.clocks import PRESETS
from games.deadlines import expire_turn
from games.log import positions
from games.models import Game, StoredEvent, User
from games.moderation.actions.game import ENDS
from games.seats.offers import return_to_seat
from stoneage_core import IllegalMove, notation
from stoneage_core.match.state import Source
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import REASON, assert_whole
from tests.games.moderation.doing import do_action, seat
from tests.support.play import submit
from tests.support.refusals import refuses

DAY = timedelta(days=1)


def deadline(game: Game, number: int = 0) -> datetime:
    found = seat(game, number).deadline_at
    assert found is not None
    return found


def pause(game: Game, by: User, now: datetime, days: int = 2) -> None:
    until = now + days * DAY
    do_action("pause", by=by, game=game, until=until, reason=REASON, now=now)


def test_pause_postpones_deadlines(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    before = deadline(two_player_game)
    pause(two_player_game, moderator, now)
    assert deadline(two_player_game) == before + 2 * DAY
    submit(two_player_game, 0, "forest 3", now=now)  # players can still move
    assert_whole(two_player_game)


def test_early_resumption_returns_the_rest_of_the_budget(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    before = deadline(two_player_game)
    pause(two_player_game, moderator, now)
    do_action(
        "resume", by=moderator, game=two_player_game, reason=REASON, now=now + DAY
    )
    assert deadline(two_player_game) == before + DAY
    with refuses("too_late"):
        do_action(
            "resume", by=moderator, game=two_player_game, reason=REASON, now=now + DAY
        )
    assert_whole(two_player_game)


def test_pause_in_the_future_can_be_lifted(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    before = deadline(two_player_game)
    pause(two_player_game, moderator, now + DAY)
    with refuses("too_late", match="paused already"):
        pause(two_player_game, moderator, now)
    do_action("resume", by=moderator, game=two_player_game, reason=REASON, now=now)
    assert not Game.objects.get(pk=two_player_game.pk).table_state.pauses
    assert deadline(two_player_game) == before
    assert_whole(two_player_game)


def test_pause_has_a_budget_and_an_end(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    for days in (31, 0, -1):
        with refuses("irregular"):
            pause(two_player_game, moderator, now, days)
    pause(two_player_game, moderator, now, 20)
    with refuses("too_late"):
        pause(two_player_game, moderator, now, 1)
    with refuses("irregular"):
        pause(two_player_game, moderator, now + 21 * DAY, 11)
    pause(two_player_game, moderator, now + 21 * DAY, 10)
    assert_whole(two_player_game)


def test_extra_time_is_for_the_current_decision(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    before = deadline(two_player_game)
    own = seat(two_player_game, 0)
    do_action("grant", by=moderator, seat=own, seconds=86_400, reason=REASON, now=now)
    assert deadline(two_player_game) == before + DAY
    do_action("grant", by=moderator, seat=own, seconds=0, reason=REASON, now=now)
    assert deadline(two_player_game) == before
    with refuses("irregular", match="This player has no deadline"):
        do_action(
            "grant",
            by=moderator,
            seat=seat(two_player_game, 1),
            seconds=1,
            reason=REASON,
            now=now,
        )
    assert_whole(two_player_game)


def test_change_of_clock_restarts_the_turn(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    later = now + timedelta(hours=5)
    live = PRESETS["live"]
    do_action(
        "clock",
        by=moderator,
        game=two_player_game,
        clock=live,
        reason=REASON,
        now=later,
    )
    two_player_game.refresh_from_db()
    assert two_player_game.time_control == live
    assert later < deadline(two_player_game) < later + DAY
    assert_whole(two_player_game)


def test_frozen_game_allows_no_decision_and_runs_no_clock(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    do_action("freeze", by=moderator, game=two_player_game, reason=REASON, now=now)
    with refuses("frozen"):
        submit(two_player_game, 0, "forest 3", now=now)
    late = now + 400 * DAY
    assert deadlines.due_seats(late) == []
    own = seat(two_player_game, 0)
    assert expire_turn(seat_id=own.pk, now=late) is False
    with refuses("too_late"):
        do_action("freeze", by=moderator, game=two_player_game, reason=REASON, now=now)
    do_action("unfreeze", by=moderator, game=two_player_game, reason=REASON, now=late)
    assert late < deadline(two_player_game)
    submit(two_player_game, 0, "forest 3", now=late)
    assert_whole(two_player_game)


@pytest.mark.parametrize(
    ("how", "ranks", "words"),
    [
        (EndReason.DECIDED, None, "The moderators ended the game as it stood."),
        (EndReason.DRAWN, {1}, "The moderators ended the game as a draw."),
        (EndReason.CALLED_OFF, None, "no one has won or lost"),
    ],
)
def test_game_can_be_ended_in_three_ways(
    client: Client,
    two_player_game: Game,
    moderator: User,
    now: datetime,
    how: EndReason,
    ranks: set[int] | None,
    words: str,
) -> None:
    game = two_player_game
    submit(game, 0, "forest 3", now=now)
    do_action("end", by=moderator, game=game, how=how, reason=REASON, now=now)
    game.refresh_from_db()
    state = positions.state_of(game)
    assert state.end_reason is how
    if ranks is not None:
        assert set(state.ranks) == ranks
    if how is EndReason.CALLED_OFF:
        assert not state.winners
    page = client.get(f"/games/{game.slug}/result/")
    assert words in page.content.decode()
    about = client.get(f"/games/{game.slug}/?sheet=about")
    assert REASON in about.content.decode()
    with refuses("game_over"):
        submit(game, 1, "forest 3", now=now)
    with refuses("too_late"):
        do_action("end", by=moderator, game=game, how=how, reason=REASON, now=now)
    assert_whole(game)


def test_invalid_end_is_refused(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    with refuses("irregular"):
        do_action(
            "end",
            by=moderator,
            game=two_player_game,
            how=EndReason.NO_CARDS,
            reason=REASON,
            now=now,
        )


def test_form_offers_each_end() -> None:
    assert ENDS.keys() == {how for how in EndReason if how.is_by_staff}


def test_decision_by_the_staff_is_recorded_as_theirs(
    two_player_game: Game, administrator: User, now: datetime
) -> None:
    own = seat(two_player_game, 0)
    forest = notation.from_text("forest 3")
    do_action(
        "play", by=administrator, seat=own, command=forest, reason=REASON, now=now
    )
    placed = StoredEvent.objects.get(game=two_player_game, command="forest 3")
    assert placed.source == Source.STAFF
    with pytest.raises(IllegalMove):
        do_action(
            "play", by=administrator, seat=own, command=forest, reason=REASON, now=now
        )
    assert_whole(two_player_game)


def test_seat_goes_to_autopilot_and_back(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    own = seat(two_player_game, 0)
    do_action("entrust", by=moderator, seat=own, reason=REASON, now=now)
    assert seat(two_player_game, 0).is_on_autopilot
    assert seat(two_player_game, 1).awaited_at is not None  # autopilot played on
    with refuses("too_late"):
        do_action("entrust", by=moderator, seat=own, reason=REASON, now=now)
    do_action("give_back", by=moderator, seat=own, reason=REASON, now=now)
    assert not seat(two_player_game, 0).is_on_autopilot
    with refuses("too_late"):
        do_action("give_back", by=moderator, seat=own, reason=REASON, now=now)
    assert_whole(two_player_game)


def test_ban_leaves_seats_to_autopilot_until_it_is_lifted(
    two_player_game: Game,
    bob: User,
    administrator: User,
    now: datetime,
) -> None:
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    own = seat(two_player_game, 1)
    assert own.is_on_autopilot
    with refuses("too_late"):
        do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    submit(two_player_game, 0, "forest 3", now=now)
    assert seat(two_player_game, 0).awaited_at is not None
    do_action("unban", by=administrator, user=bob, reason=REASON, now=now)
    return_to_seat(seat=own, user=None, now=now)
    assert not seat(two_player_game, 1).is_on_autopilot
    assert_whole(two_player_game)


def test_links_are_revoked_and_a_fresh_one_is_requested(
    two_player_game: Game, moderator: User, published: list[object], now: datetime
) -> None:
    own = seat(two_player_game, 1)
    do_action("links", by=moderator, seat=own, reason=REASON, now=now)
    assert seat(two_player_game, 1).link_epoch == own.link_epoch + 1
    assert {type(news).__name__ for news in published} == {
        "ActionLogged",
        "GameAdvanced",
        "LinkRequested",
    }
