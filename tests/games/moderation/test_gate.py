"""
`check_streams` as the gate before a release: it reports what the verifier refutes.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.history.export import record_lines
from games.history.importing import import_game
from games.log import stream
from games.models import Game, GameSeed, ModerationAction, User
from games.moderation.registry import all_actions
from games.seats.offers import accept_offer
from games.table.votes import cast_vote
from stoneage_core import audit
from stoneage_core.components.cards import CARDS
from stoneage_core.match.acts import ACTS
from tests.games.history.test_record import wiped
from tests.games.ledger import first, rewrite
from tests.games.moderation.conftest import REASON, assert_whole
from tests.games.moderation.doing import do_action, invite, seat
from tests.support.proposals import propose_end
from tests.support.triggers import without_triggers

#: An act of the staff in a game's log that the staff's own log does not confirm.
UNLOGGED = "the staff's log does not contain it"


def report() -> str:
    """Return what the command reports. It has to fail."""
    out = StringIO()
    with pytest.raises(CommandError) as raised:
        call_command("check_streams", stdout=out)
    assert raised.value.returncode == 1
    return out.getvalue()


def another_die(event: dict[str, Any]) -> None:
    event["dice"][0] = event["dice"][0] % 6 + 1


def more_wood(event: dict[str, Any]) -> None:
    event["amount"] += 3


def more_points(event: dict[str, Any]) -> None:
    score = event["score"]
    score[next(iter(score))] += 9


FORGERIES = [
    ("DiceRolled", another_die),
    ("GoodsGathered", more_wood),
    ("FinalScored", more_points),
]


@pytest.mark.parametrize(("kind", "change"), FORGERIES)
def test_rewritten_past_is_detected(
    finished_game: Game, kind: str, change: Callable[[dict[str, Any]], None]
) -> None:
    """Hashes and columns fit, so only the rules and the seed reveal it."""
    sequence = first(finished_game, kind)
    rewrite(finished_game, sequence, change)
    assert f"{finished_game.slug}: event {sequence} is wrong: " in report()


def test_forged_draw_of_a_running_game_is_detected(
    two_player_game: Game,
) -> None:
    """Without the seed any other unseen card would be as plausible."""
    shown = two_player_game.events.filter(type="CardRevealed").order_by("sequence")
    seen = {msgspec.json.decode(event.data)["card"] for event in shown}
    other = next(iter(CARDS.keys() - seen))
    last = shown.latest("sequence").sequence
    rewrite(two_player_game, last, lambda event: event.update(card=other))
    record = "".join(record_lines(Game.objects.get(pk=two_player_game.pk)))
    assert audit.verify(record).finding is None
    assert f"event {last} is wrong: " in report()


def test_seed_that_does_not_match_its_commitment_is_detected(
    two_player_game: Game,
) -> None:
    GameSeed.objects.filter(game=two_player_game).update(secret=bytes(32))
    assert "the secret seed is not the one that was sealed" in report().lower()
    GameSeed.objects.filter(game=two_player_game).delete()
    assert "its secret seed is missing" in report()


def test_each_missing_trigger_is_detected(two_player_game: Game) -> None:
    assert stream.missing_triggers(connection) == []
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(query)
        names = [str(name) for (name,) in cursor.fetchall()]
    with without_triggers():
        assert stream.missing_triggers(connection) == sorted(names)
        said = report()
    for name in names:
        assert f"The trigger {name} is missing" in said
    assert stream.missing_triggers(connection) == []


def test_disabled_trigger_is_detected(two_player_game: Game) -> None:
    idle = {
        "sqlite": (
            "DROP TRIGGER games_moderationaction_no_delete",
            "CREATE TRIGGER games_moderationaction_no_delete"
            " BEFORE DELETE ON games_moderationaction BEGIN SELECT 1; END",
        ),
        "postgresql": (
            "ALTER TABLE games_moderationaction"
            " DISABLE TRIGGER games_moderationaction_append_only",
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        for statement in idle:
            cursor.execute(statement)
    assert len(stream.missing_triggers(connection)) == 1


def test_forged_acts_and_decisions_of_the_staff_are_detected(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = two_player_game
    do_action("entrust", by=moderator, seat=seat(game, 1), reason=REASON, now=now)
    do_action("give_back", by=moderator, seat=seat(game, 1), reason=REASON, now=now)
    assert_whole(game)
    acts = ModerationAction.objects.filter(game=game)
    entrusted = acts.get(kind="entrust").sequence
    with without_triggers():
        acts.filter(kind="entrust").update(kind="pause")
    assert UNLOGGED in report()
    with without_triggers():
        acts.filter(kind="pause").delete()
    assert f"event {entrusted} is an act" in report()
    assert UNLOGGED in report()


def test_seat_taken_without_an_invitation_is_detected(
    two_player_game: Game, moderator: User, carol: User, now: datetime
) -> None:
    offer = invite(
        by=moderator,
        seat=seat(two_player_game, 1),
        email=str(carol.email),
        reason=REASON,
        now=now,
    )
    accept_offer(offer=offer, user=carol, now=now)
    assert_whole(two_player_game)
    with without_triggers():
        ModerationAction.objects.all().delete()
    assert UNLOGGED in report()


def test_ban_explains_only_the_seats_that_it_empties(
    two_player_game: Game, administrator: User, bob: User, now: datetime
) -> None:
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    assert_whole(two_player_game)
    with without_triggers():
        ModerationAction.objects.update(acted_at=now - timedelta(days=1))
    assert UNLOGGED in report()


def test_other_acts_do_not_explain_an_empty_seat(
    two_player_game: Game, administrator: User, bob: User, carol: User, now: datetime
) -> None:
    until = now + timedelta(days=1)
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    do_action("mute", by=administrator, user=carol, until=until, reason=REASON, now=now)
    with without_triggers():
        ModerationAction.objects.filter(kind="ban").delete()
    assert UNLOGGED in report()


def test_running_game_does_not_count_as_imported(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = two_player_game
    do_action("entrust", by=moderator, seat=seat(game, 1), reason=REASON, now=now)
    game.seats.update(user=None)
    with without_triggers():
        ModerationAction.objects.all().delete()
    assert UNLOGGED in report()


def test_imported_game_needs_no_acts_here(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = two_player_game
    do_action(
        "pause",
        by=moderator,
        game=game,
        until=now + timedelta(days=1),
        reason=REASON,
        now=now,
    )
    propose_end(seat=seat(game, 0), now=now)
    cast_vote(seat=seat(game, 1), proposal=1, agrees=True, now=now)
    with without_triggers():
        ModerationAction.objects.all().delete()
    assert UNLOGGED in report()
    imported = import_game(text=wiped(game), now=now)
    assert_whole(imported)


def test_verifier_knows_every_act_on_games() -> None:
    actions = all_actions()
    on_games = {key for key, action in actions.items() if action.subject_type is Game}
    assert ACTS.keys() == on_games


def test_empty_database_fails_the_check(db: None) -> None:
    out = StringIO()
    empty = "There is no game in this database: nothing was checked."
    with pytest.raises(CommandError, match=empty) as raised:
        call_command("check_streams", stdout=out)
    assert (raised.value.returncode, out.getvalue()) == (1, "")
    call_command("check_streams", "--allow-empty", stdout=out)
    assert out.getvalue() == f"{empty}\n"


def test_unknown_game_is_named(two_player_game: Game) -> None:
    with pytest.raises(CommandError, match="There is no game nosuchgame"):
        call_command("check_streams", "nosuchgame", two_player_game.slug)
