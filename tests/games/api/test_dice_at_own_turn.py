"""Programs at a table at which the dice for all wait for one's own turn."""

from datetime import datetime
from pathlib import Path
from uuid import uuid4

import pytest

from games.history.export import record_lines
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, StoredEvent, User
from stoneage_core import autopilot, notation
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import OPTION_OF, Terms
from tests.games.api.conftest import Programs, read, refused
from tests.support.games import Loaded
from tests.support.open_dice import let_dice_wait
from tests.support.refusals import refuses
from tests.support.verifying import verified

pytestmark = pytest.mark.django_db


def test_a_position_tells_of_its_open_rolls(
    loaded: Loaded,
    alice: User,
    bob: User,
    carol: User,
    dave: User,
    now: datetime,
    program_of: Programs,
) -> None:
    game = let_dice_wait(alice, bob, carol, dave, loaded=loaded, now=now)
    program = program_of(bob)
    path = f"/games/{game.slug}"
    assert read(program.get(path))["options"]["dice_at_own_turn"] is True
    seen = read(program.get(f"{path}/position"))
    assert (seen["awaited"], seen["legal"]) == ([1], ["pick 2", "pick 4", "pick 5"])
    assert seen["state"]["open_rolls"] == [
        {"taker": 0, "dice": [2, 4, 5], "waiting": [1, 2, 3]}
    ]


def test_bots_are_refused_with_a_sentence(
    alice: User, bob: User, now: datetime, program_of: Programs
) -> None:
    sentence = "Bots don’t know the rules of this table yet."
    terms = Terms(3, dice_at_own_turn=True)
    players = [alice, bob, DEFAULT_OPPONENT]
    with refuses("invalid", sentence):
        create_game(host=alice, players=players, terms=terms, now=now)
    seats = [{"fill": "me"}, {"fill": "open"}, {"fill": "automatic"}]
    asked = {"seats": seats, "dice_at_own_turn": True}
    assert sentence in refused(program_of(alice).send("/games", asked), 400, "invalid")
    assert not Game.objects.exists()


def test_the_coach_is_refused_with_a_sentence(
    alice: User, program_of: Programs
) -> None:
    seats = [{"fill": "me"}, {"fill": "open"}, {"fill": "open"}]
    asked = {"seats": seats, "dice_at_own_turn": True, "coached": True}
    told = refused(program_of(alice).send("/games", asked), 400, "invalid")
    assert OPTION_OF["dice_at_own_turn"].excludes["coached"] in told


@pytest.mark.slow
def test_four_programs_play_a_whole_game(
    alice: User,
    bob: User,
    carol: User,
    dave: User,
    program_of: Programs,
    tmp_path: Path,
) -> None:
    """By nothing but the API: made, filled, begun and played; its record holds."""
    programs = [program_of(user) for user in (alice, bob, carol, dave)]
    seats = [{"fill": "me"}, *[{"fill": "open"}] * 3]
    asked = {"seats": seats, "dice_at_own_turn": True}
    slug = read(programs[0].send("/games", asked))["slug"]
    for program in programs[1:]:
        read(program.send(f"/games/{slug}/take", {}))
    game = Game.objects.get(slug=slug)
    users = [seat.user_id for seat in game.seats.order_by("number")]
    by_user = dict(zip((alice.pk, bob.pk, carol.pk, dave.pk), programs, strict=True))
    while awaiting := read(programs[0].get(f"/games/{slug}/position"))["awaited"]:
        player, state = awaiting[0], positions.state_of(Game.objects.get(slug=slug))
        program = by_user[users[player]]
        seen = read(program.get(f"/games/{slug}/position"))
        command = notation.to_text(autopilot.choose(state, player))
        assert command in seen["legal"]
        decision = {"command": command, "expected_version": seen["version"]}
        decision["request_id"] = str(uuid4())
        read(program.send(f"/games/{slug}/commands", decision))
    made = StoredEvent.objects.filter(game=game)
    assert set(made.moves().values_list("source", flat=True)) == {Source.API}
    assert made.filter(type="DiceOffered").exists()
    record = tmp_path / "record.jsonl"
    record.write_text("".join(record_lines(Game.objects.get(pk=game.pk))), "utf-8")
    assert verified(record) == 0
