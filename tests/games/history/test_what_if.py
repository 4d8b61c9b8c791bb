"""What-if games: a finished game is played on from a position."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from django.test import Client

from games.history.export import record_lines
from games.history.what_if import NOTHING_ASKED, create_what_if
from games.log import positions
from games.log.stream import load_stream
from games.models import Game, Seat, User
from games.presentation.timeline import load_timeline
from stoneage_core import awaited, replay
from stoneage_core.__main__ import main
from stoneage_core.audit import Wrong, check_origin, verify
from stoneage_core.events.setup import PositionSetUp
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.verification import report_moves
from stoneage_core.record.codec import encode_state
from tests.core.audit.record_forger import sealed
from tests.support.pages import page, signed_in, text_of
from tests.support.play import everything, play_on, play_to_the_end
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db

PEBBLE = OPPONENTS["Pebble"]
#: A position in the middle of the finished game.
DECISION = 60


@pytest.fixture
def sequence(finished_game: Game) -> int:
    return load_timeline(finished_game).decisions[DECISION].last


def start(source: Game, sequence: int, player: User, now: datetime) -> Seat:
    return create_what_if(
        source=source,
        sequence=sequence,
        number=0,
        opponent=PEBBLE,
        player=player,
        now=now,
    )


def record_of(game: Game) -> str:
    return "".join(record_lines(Game.objects.get(pk=game.pk)))


def test_game_starts_at_the_position_of_the_source(
    finished_game: Game, sequence: int, alice: User, now: datetime
) -> None:
    before = everything(finished_game)
    seat = start(finished_game, sequence, alice, now)
    game = Game.objects.get(pk=seat.game_id)
    happened = load_timeline(game)
    told = happened.happened
    (set_up,) = (n for n, one in enumerate(told, 1) if type(one.event) is PositionSetUp)
    stood = positions.state_at(finished_game, sequence)
    assert happened.state_after(set_up).position == stood.position
    assert (game.status, seat.number, seat.user) == ("active", 0, alice)
    assert everything(finished_game) == before


def test_record_verifies_alone_and_with_the_source(
    finished_game: Game,
    sequence: int,
    alice: User,
    now: datetime,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seat = start(finished_game, sequence, alice, now)
    game = play_to_the_end(Game.objects.get(pk=seat.game_id), now=now)
    record = record_of(game)
    verdict = verify(record)
    assert verdict.finding is None, str(verdict.finding)
    assert verdict.is_over
    assert verdict.dice
    assert report_moves(record)[0]
    files = {"what_if": record, "source": record_of(finished_game)}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    asked = ["verify", str(tmp_path / "what_if"), "--origin"]
    assert main([*asked, str(tmp_path / "source")]) == 0
    said = capsys.readouterr().out
    assert finished_game.slug in said
    assert f"event {sequence}" in said
    assert main([*asked, str(tmp_path / "what_if")]) == 1
    # Columns are rebuilt from the stream alone.
    state = replay(load_stream(game))
    assert encode_state(state) == encode_state(positions.state_of(game))


def test_changed_position_is_detected(
    finished_game: Game, sequence: int, alice: User, now: datetime
) -> None:
    record = record_of(start(finished_game, sequence, alice, now).game)
    lines = [json.loads(line) for line in record.splitlines()]
    set_up = next(each["event"] for each in lines if "origin" in each["event"])
    set_up["position"]["players"][1]["score"] += 1
    # The record is valid in itself. Only the record of the source shows the change.
    assert verify(sealed(lines)).finding is None
    with pytest.raises(Wrong, match="had another position"):
        check_origin(sealed(lines), record_of(finished_game))
    source = record_of(finished_game)
    with pytest.raises(Wrong, match="did not begin from another game"):
        check_origin(source, source)
    with pytest.raises(Wrong, match="other game is wrong: the hash does not fit"):
        check_origin(record, source.replace('"page"', '"api"', 1))


def test_only_final_games_can_be_played_on(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    game = play_on(two_player_game, now=now, decisions=4)
    before = Game.objects.count()
    with refuses("not_over"):
        start(game, game.version, alice, now)
    assert Game.objects.count() == before


def test_position_without_a_decision_cannot_be_played_on(
    finished_game: Game, alice: User, now: datetime
) -> None:
    for sequence in (1, finished_game.version):
        with refuses("invalid", match=str(NOTHING_ASKED)):
            start(finished_game, sequence, alice, now)


# The pages


def test_button_in_the_viewer_leads_to_the_table(
    finished_game: Game, sequence: int, alice: User
) -> None:
    owner, at = signed_in(alice), f"/games/{finished_game.slug}/at/{sequence}/"
    html = page(owner, f"{at}?sheet=what-if")
    assert f'action="{at}what-if/"' in html
    answer = owner.post(f"{at}what-if/", {"seat": "1", "opponent": "Pebble"})
    game = Game.objects.latest("pk")
    assert answer["Location"] == f"/games/{game.slug}/play/"
    own = game.seats.get(user=alice)
    assert own.number == 1
    assert game.seats.get(number=0).bot == "Pebble"
    assert own.number in awaited(positions.state_of(game))
    told = text_of(page(owner, f"/games/{game.slug}/history/"))
    assert finished_game.slug in told
    assert f"event {sequence}" in told


def test_visitor_plays_as_a_guest(
    finished_game: Game, sequence: int, client: Client
) -> None:
    at = f"/games/{finished_game.slug}/at/{sequence}/what-if/"
    answer = client.post(at, {"seat": "0", "opponent": "Thatch"})
    assert answer.status_code == 303
    assert answer["Location"].startswith("/play/")
    assert client.get(answer["Location"]).status_code == 200
    assert client.get(at).status_code == 405
    games = Game.objects.count()
    for nowhere in ({"seat": "7"}, {"seat": "x"}, {}):
        assert client.post(at, nowhere).status_code == 400
    assert Game.objects.count() == games


def test_end_of_the_decision_is_offered_in_its_middle(
    finished_game: Game, client: Client
) -> None:
    decisions = load_timeline(finished_game).decisions
    several = next(each for each in decisions[DECISION:] if each.last > each.first)
    path = f"/games/{finished_game.slug}/at/"
    html = page(client, f"{path}{several.first}/?sheet=what-if")
    assert f"{path}{several.last}/what-if/" in html
    html = page(client, f"{path}{finished_game.version}/?sheet=what-if")
    assert str(NOTHING_ASKED) in text_of(html)
    assert "/what-if/" not in html
