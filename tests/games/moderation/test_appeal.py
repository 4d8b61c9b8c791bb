"""The staff can revoke an end for a while. Then the seed is revealed."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import deadlines, tasks
from games.background.attempts import FIRST_PAUSE
from games.history.export import record_lines
from games.models import Game, Status, StoredEvent, User
from games.moderation.actions.game import ENDS
from games.now import database_now
from games.table.submit import submit_command
from games.upkeep import reveal_seed
from stoneage_core import audit
from stoneage_core.match.state import Source
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import REASON, acts_offered, assert_whole, desk, do
from tests.games.moderation.doing import do_action, seat
from tests.support.play import everything, submit
from tests.support.refusals import refuses

DAY = timedelta(days=1)
APPEAL = 3 * DAY
BY_EACH_END = pytest.mark.parametrize("how", ENDS)
AtDesk = Callable[[User], Client]


def end(
    game: Game, by: User, now: datetime, how: EndReason = EndReason.DECIDED
) -> Game:
    do_action("end", by=by, game=game, how=how, reason=REASON, now=now)
    game.refresh_from_db()
    return game


def back(game: Game, by: User, sequence: int, now: datetime) -> Game:
    do_action("roll_back", by=by, game=game, sequence=sequence, reason=REASON, now=now)
    game.refresh_from_db()
    return game


def revealed(game: Game) -> bool:
    return StoredEvent.objects.filter(game=game, type="SeedRevealed").exists()


@BY_EACH_END
def test_resumed_game_continues_as_before_the_end(
    two_player_game: Game, moderator: User, now: datetime, how: EndReason
) -> None:
    game, before = two_player_game, two_player_game.version
    submit(game, 0, "forest 3", now=now)
    last = Game.objects.get(pk=game.pk).version
    end(game, moderator, now, how)
    assert (game.status, game.reveal_at) == (Status.FINISHED, now + APPEAL)
    assert not revealed(game)
    assert not game.is_final
    assert_whole(game)
    later = now + 2 * DAY
    back(game, moderator, last, later)
    assert (game.status, game.reveal_at) == (Status.ACTIVE, None)
    assert (game.finished_at, seat(game, 1).awaited_at) == (None, later)
    assert reveal_seed(game_id=game.pk, now=now + 9 * DAY) is False
    submit(game, 1, "hut 2", now=later)
    back(game, moderator, before, later)
    assert_whole(game)


@BY_EACH_END
def test_seed_is_revealed_and_the_game_final_after_the_period(
    two_player_game: Game, moderator: User, now: datetime, how: EndReason
) -> None:
    game, before = two_player_game, two_player_game.version
    end(game, moderator, now, how)
    early = now + APPEAL - timedelta(seconds=1)
    assert deadlines.REVEALS.find(early) == []
    assert reveal_seed(game_id=game.pk, now=early) is False
    assert deadlines.REVEALS.find(now + APPEAL) == [game.pk]
    assert reveal_seed(game_id=game.pk, now=now + APPEAL) is True
    assert reveal_seed(game_id=game.pk, now=now + APPEAL) is False
    game.refresh_from_db()
    last = StoredEvent.objects.filter(game=game).latest("sequence")
    assert (last.type, last.source) == ("SeedRevealed", Source.SERVICE)
    assert game.is_final
    with refuses("too_late", match="final"):
        back(game, moderator, before, now + APPEAL)
    assert_whole(game)
    assert audit.verify("".join(record_lines(game))).is_over


def test_revoked_end_can_be_restored(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game, before = two_player_game, two_player_game.version
    ended = end(game, moderator, now).version
    back(game, moderator, before, now)
    back(game, moderator, ended, now + DAY)
    assert (game.status, game.reveal_at) == (Status.FINISHED, now + DAY + APPEAL)
    with refuses("game_over"):
        submit(game, 0, "forest 3", now=now)
    assert_whole(game)


def test_ends_by_play_are_final_at_once(
    finished_game: Game, moderator: User, now: datetime
) -> None:
    assert finished_game.is_final
    with refuses("too_late", match="final"):
        back(finished_game, moderator, 10, now)


def test_failing_revelation_is_retried_after_a_pause(
    two_player_game: Game,
    moderator: User,
    monkeypatch: pytest.MonkeyPatch,
    now: datetime,
) -> None:
    end(two_player_game, moderator, now)
    late = now + APPEAL + timedelta(minutes=1)
    monkeypatch.setattr(tasks, "database_now", lambda: late)

    def broken(**_: object) -> bool:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("games.tasks.reveal_seed", broken)
        tasks.sweep_due()
    tasks.sweep_due()
    assert not revealed(two_player_game)
    monkeypatch.setattr(tasks, "database_now", lambda: late + FIRST_PAUSE)
    tasks.sweep_due()
    assert revealed(two_player_game)


def test_pages_say_when_the_seed_will_be_revealed(
    client: Client, two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    game, now = two_player_game, database_now()
    end(game, moderator, now)
    pages = [f"/games/{game.slug}/", f"/games/{game.slug}/result/"]
    for page in pages:
        shown = client.get(page)
        assert shown.context["game"].reveal_at is not None
        assertContains(shown, 'role="note"')
    assertContains(at_desk(moderator).get(desk(game)), 'role="note"')
    assert client.get(f"/games/{game.slug}/record.jsonl").status_code == 403
    reveal_seed(game_id=game.pk, now=now + APPEAL)
    for page in pages:
        assertNotContains(client.get(page), 'role="note"')
    assert client.get(f"/games/{game.slug}/record.jsonl").status_code == 200
    assert "roll_back" not in acts_offered(at_desk(moderator), game)


def test_desk_revokes_an_end(
    two_player_game: Game, moderator: User, at_desk: AtDesk
) -> None:
    game, client = two_player_game, at_desk(moderator)
    before = game.version
    assert do(client, desk(game, "end"), how="drawn").status_code == 303
    assert "roll_back" in acts_offered(client, game)
    assert do(client, desk(game, "roll_back"), sequence=before).status_code == 303
    game.refresh_from_db()
    assert game.status == Status.ACTIVE
    assert_whole(game)


def test_orders_stay_secret_until_the_end_is_final(
    two_player_game: Game, moderator: User, client: Client, now: datetime
) -> None:
    from stoneage_core import notation

    game = two_player_game
    submit_command(
        seat=seat(game, 0),
        command=notation.from_text("forest 3"),
        expected_version=game.version,
        request_id=None,
        now=now,
        source=Source.ORDERS,
    )
    end(game, moderator, now)
    history = f"/games/{game.slug}/history/"
    assert "orders" not in client.get(history).content.decode()
    reveal_seed(game_id=game.pk, now=now + APPEAL)
    assert "orders" in client.get(history).content.decode()


def test_revoking_an_end_needs_the_permission_and_no_seat(
    two_player_game: Game, auditor: User, moderator: User, now: datetime
) -> None:

    before = two_player_game.version
    end(two_player_game, moderator, now)
    rows = everything(two_player_game)
    with refuses("forbidden"):
        back(two_player_game, auditor, before, now)
    assert everything(two_player_game) == rows
