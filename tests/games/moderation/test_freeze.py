"""A frozen game: nobody can decide until the staff unfreeze it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.log import positions
from games.models import Game, StoredEvent, User
from games.now import database_now
from games.orders import follow_orders, write_orders
from games.upkeep import reveal_seed
from stoneage_core import notation
from stoneage_core.state import EndReason, Phase
from tests.games.moderation.conftest import REASON, assert_whole, desk
from tests.games.moderation.doing import do_action, seat
from tests.support.proposals import propose_end
from tests.support.refusals import refuses

DAY = timedelta(days=1)
AtDesk = Callable[[User], Client]


def hold(game: Game, by: User, now: datetime) -> Game:
    do_action("freeze", by=by, game=game, reason=REASON, now=now)
    game.refresh_from_db()
    return game


def release(game: Game, by: User, now: datetime) -> Game:
    do_action("unfreeze", by=by, game=game, reason=REASON, now=now)
    game.refresh_from_db()
    return game


def types_since(game: Game, version: int) -> list[str]:
    events = StoredEvent.objects.filter(game=game, sequence__gt=version)
    return list(events.order_by("sequence").values_list("type", flat=True))


REFUSED: dict[str, Callable[[User, Game, datetime], object]] = {
    "resume": lambda by, game, now: do_action(
        "resume", by=by, game=game, reason=REASON, now=now
    ),
    "pause": lambda by, game, now: do_action(
        "pause", by=by, game=game, until=now + DAY, reason=REASON, now=now
    ),
    "grant": lambda by, game, now: do_action(
        "grant", by=by, seat=seat(game, 0), seconds=3600, reason=REASON, now=now
    ),
    "play": lambda by, game, now: do_action(
        "play",
        by=by,
        seat=seat(game, 0),
        command=notation.from_text("forest 3"),
        reason=REASON,
        now=now,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_decisions_wait_until_the_game_is_unfrozen(
    two_player_game: Game, administrator: User, now: datetime, name: str
) -> None:
    game = two_player_game
    do_action(
        "pause", by=administrator, game=game, until=now + DAY, reason=REASON, now=now
    )
    hold(game, administrator, now)
    with refuses("too_late"):
        REFUSED[name](administrator, game, now)
    assert_whole(game)


def test_autopilot_waits_until_the_game_is_unfrozen(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = hold(two_player_game, moderator, now)
    held = game.version
    do_action("entrust", by=moderator, seat=seat(game, 0), reason=REASON, now=now)
    assert types_since(game, held) == ["StaffActed", "SeatEntrusted"]
    assert_whole(game)
    release(game, moderator, now + DAY)
    _act, entrusted, act, released, *played = types_since(game, held)
    assert (entrusted, act, released) == ("SeatEntrusted", "StaffActed", "GameUnfrozen")
    assert "PeoplePlaced" in played
    assert_whole(game)


def test_frozen_game_does_not_play_for_banned_players_or_after_a_roll_back(
    two_player_game: Game, bob: User, administrator: User, now: datetime
) -> None:
    game, start = two_player_game, two_player_game.version
    do_action("entrust", by=administrator, seat=seat(game, 0), reason=REASON, now=now)
    held = hold(game, administrator, now).version
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    do_action(
        "roll_back", by=administrator, game=game, sequence=start, reason=REASON, now=now
    )
    banned, rolled_back = (
        ["StaffActed", "SeatEntrusted"],
        ["StaffActed", "GameRolledBack"],
    )
    assert types_since(game, held) == banned + rolled_back
    assert_whole(game)
    # The unfair step can be mended before anybody moves.
    do_action("give_back", by=administrator, seat=seat(game, 0), reason=REASON, now=now)
    release(game, administrator, now)
    assert seat(game, 0).awaited_at == now
    assert (
        positions.state_of(game).version == held + 8
    )  # four acts and their consequences
    assert_whole(game)


def test_unfreezing_settles_no_vote(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    """The staff gave away the seat of the only player who had not voted."""
    game = two_player_game
    propose_end(seat=seat(game, 0), now=now)
    hold(game, moderator, now)
    do_action("entrust", by=moderator, seat=seat(game, 1), reason=REASON, now=now)
    assert Game.objects.get(pk=game.pk).table_state.proposals
    assert_whole(game)
    release(game, moderator, now)
    assert positions.state_of(game).phase is not Phase.ENDED
    assert Game.objects.get(pk=game.pk).table_state.proposals == ()
    assert_whole(game)


def test_frozen_game_can_be_ended_and_its_seed_revealed(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = hold(two_player_game, moderator, now)
    how = EndReason.DECIDED
    do_action("end", by=moderator, game=game, how=how, reason=REASON, now=now)
    assert reveal_seed(game_id=game.pk, now=now + 3 * DAY) is True
    assert_whole(game)


def test_freeze_does_not_use_the_pause_budget(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game, late = hold(two_player_game, moderator, now), now + 40 * DAY
    release(game, moderator, late)
    do_action(
        "pause", by=moderator, game=game, until=late + 30 * DAY, reason=REASON, now=late
    )
    assert_whole(game)


def test_pause_continues_after_unfreezing(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game, until = two_player_game, now + 20 * DAY
    before = seat(game, 0).deadline_at
    assert before is not None
    do_action("pause", by=moderator, game=game, until=until, reason=REASON, now=now)
    hold(game, moderator, now + DAY)
    assert seat(game, 0).deadline_at is None
    release(game, moderator, now + 2 * DAY)
    assert seat(game, 0).deadline_at == before + 20 * DAY
    hold(game, moderator, now + 19 * DAY)
    release(game, moderator, now + 25 * DAY)
    assert seat(game, 0).deadline_at == before + 25 * DAY
    assert_whole(game)


def test_orders_wait_until_the_game_is_unfrozen(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = two_player_game
    write_orders(seat=seat(game, 0), text="forest 3", now=now)
    later = now + timedelta(hours=1)
    hold(game, moderator, now)
    assert follow_orders(seat_id=seat(game, 0).pk, now=later) is False
    release(game, moderator, later)
    own = seat(game, 0)
    assert own.orders_at is not None
    assert follow_orders(seat_id=own.pk, now=own.orders_at) is True


@pytest.mark.parametrize("key", ["resume", "pause", "play", "grant", "freeze"])
def test_desk_offers_only_acts_that_are_possible(
    two_player_game: Game, administrator: User, at_desk: AtDesk, key: str
) -> None:
    hold(two_player_game, administrator, database_now())
    client, path = at_desk(administrator), desk(two_player_game, key)
    for answer in (client.get(path), client.post(path, {"reason": REASON})):
        assert answer.status_code == 409
        assertTemplateUsed(answer, "games/moderation/refused.html")
