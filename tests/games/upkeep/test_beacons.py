"""A game whose dice use a public beacon: what waits for which round."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.asserts import assertTemplateUsed
from pytest_django.fixtures import Settings

from games import deadlines
from games.background.debounced_task import DebouncedTask
from games.history.export import record_lines
from games.lobby.new_games import create_game
from games.lobby.options import option_fields
from games.log import positions
from games.models import Game, Status, StoredEvent, User
from games.presentation.option_text import sentence_of, unusual_rows
from games.seats.invitations import accept_seat
from games.tasks import push_checkpoints, take_beacons
from games.transparency.sequencer import sequence_heads
from games.upkeep import BeaconSource, BeaconUnreachable, fetch_signature, take_beacon
from stoneage_core import audit
from stoneage_core.cryptography.beacon import (
    LEAD,
    PATIENCE,
    QUICKNET,
    WITNESSED,
    WITNESSED_LEAD,
)
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.terms import OPTIONS, Terms
from stoneage_core.transparency.notes import parse_vkey
from tests.core.transparency.test_notes import WITNESS
from tests.support.pages import html_of, text_of
from tests.support.play import freeze, submit
from tests.support.servers.beacon_relay import Relay, signature_of
from tests.support.servers.witness_server import WitnessServer
from tests.support.standing_time import NOW, StandingTime
from tests.support.transparency import unix_time

TEN_MINUTES = timedelta(seconds=PATIENCE)


@pytest.fixture
def table(beacon_relay: Relay, alice: User, bob: User) -> Game:
    """A game with a beacon in which all players have joined."""
    players = [str(user.email) for user in (alice, bob)]
    terms = Terms(2, first_player=0, beacon=QUICKNET)
    game = create_game(host=alice, players=players, terms=terms, now=NOW)
    return accept_seat(seat=game.seats.get(number=1), now=NOW)


def now_of(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def due_at(game: Game) -> datetime:
    at = now_of(game).beacon_due_at
    assert at is not None
    return at


def take(game: Game, at: datetime | None = None) -> bool:
    return take_beacon(game_id=game.pk, source=BeaconSource(), now=at or due_at(game))


def types_of(game: Game) -> list[str]:
    events = StoredEvent.objects.filter(game=game).order_by("sequence")
    return list(events.values_list("type", flat=True))


def placed(game: Game) -> Game:
    """Take the first round, and let all players place their people."""
    take(game)
    at = due_at_or_now(game)
    for move in ("forest 3", "clay pit 3", "field", "hunt 2", "tool maker"):
        player = game.seats.get(awaited_at__isnull=False).number
        submit(game, player, move, now=at)
    return now_of(game)


def due_at_or_now(game: Game) -> datetime:
    last = StoredEvent.objects.filter(game=game).latest("sequence")
    return last.recorded_at


def test_game_waits_for_its_first_round(table: Game) -> None:
    assert types_of(table)[-2:] == ["PlayerJoined", "BeaconRoundNamed"]
    assert table.status == Status.INVITING
    assert NOW + timedelta(seconds=10) <= due_at(table) < NOW + timedelta(seconds=14)
    assert not table.seats.filter(awaited_at__isnull=False).exists()
    assert deadlines.BEACONS.find(due_at(table) - timedelta(seconds=1)) == []
    assert deadlines.BEACONS.find(due_at(table)) == [table.pk]


def test_game_starts_and_continues_with_the_round(
    table: Game, beacon_relay: Relay
) -> None:
    number = positions.state_of(table).beacon_round
    game = placed(table)
    assert beacon_relay.asked[0].endswith(f"/public/{number}")
    assert game.phase == "actions"
    assert not game.seats.filter(awaited_at__isnull=False).exists()
    assert not game.seats.filter(deadline_at__isnull=False).exists()
    assert take(game)
    assert game.seats.get(awaited_at__isnull=False).number == 0
    assert now_of(game).beacon_due_at is None
    verdict = audit.verify("".join(record_lines(now_of(game))))
    assert verdict.finding is None
    assert verdict.beacon_rounds is not None
    assert len(verdict.beacon_rounds.checked) == 2
    call_command("check_streams", stdout=StringIO())


def test_unpublished_or_taken_round_is_ignored(table: Game) -> None:
    at = due_at(table)
    assert not take(table, at - timedelta(seconds=1))
    assert take(table, at)
    assert not take(table, at)
    assert types_of(table).count("BeaconRevealed") == 1


@pytest.mark.parametrize(
    "instead",
    [
        (500, b""),
        (200, b"no JSON"),
        (200, b"[" * 20_000),
        (200, b'{"round":1,"signature":"%s"}' % (b"b4" * 48)),
        (200, b'{"round":1,"signature":"%s"}' % signature_of(1).encode()),
    ],
)
def test_invalid_answer_counts_as_unreachable(
    table: Game, beacon_relay: Relay, instead: tuple[int, bytes]
) -> None:
    beacon_relay.instead = instead
    assert not take(table)
    assert now_of(table).beacon_due_at is not None
    beacon_relay.instead = None
    assert take(table)


def test_round_missing_for_minutes_is_skipped(table: Game, beacon_relay: Relay) -> None:
    beacon_relay.instead = (503, b"")
    assert not take(table, due_at(table) + TEN_MINUTES - timedelta(seconds=1))
    assert take(table, due_at(table) + TEN_MINUTES)
    assert "BeaconMissed" in types_of(table)
    assert now_of(table).status == Status.ACTIVE
    verdict = audit.verify("".join(record_lines(now_of(table))))
    assert verdict.finding is None
    assert verdict.beacon_rounds is not None
    assert verdict.beacon_rounds.missed


def test_games_go_on_after_the_relay_setting_is_removed(
    table: Game, settings: Settings
) -> None:
    settings.BEACON_URL = ""
    with pytest.raises(BeaconUnreachable, match="BEACON_URL"):
        fetch_signature(1)
    assert take(table, due_at(table) + TEN_MINUTES)


def test_one_failure_stops_fetching_for_all_games(beacon_relay: Relay) -> None:
    beacon_relay.instead = (404, b"")
    source = BeaconSource()
    for number in (1, 2):
        with pytest.raises(BeaconUnreachable):
            source.signature_of(number)
    assert len(beacon_relay.asked) == 1
    beacon_relay.instead = None
    source = BeaconSource()
    assert source.signature_of(3) == source.signature_of(3)
    assert len(beacon_relay.asked) == 2


def test_task_takes_due_rounds(table: Game, time_stands: StandingTime) -> None:
    time_stands.now = due_at(table)
    take_beacons()
    assert now_of(table).status == Status.ACTIVE


def test_frozen_game_does_not_take_its_round(table: Game) -> None:
    game = placed(table)
    freeze(game, due_at_or_now(game))
    assert deadlines.BEACONS.find(due_at(game)) == []
    assert not take(game)


def test_table_explains_its_beacon_and_the_wait(
    table: Game, client: Client, alice: User
) -> None:
    client.force_login(alice)
    about = client.get(f"/games/{table.slug}/?sheet=about")
    assert sentence_of("beacon", table.terms.beacon) in text_of(html_of(about))
    game = placed(table)
    shown = client.get(f"/games/{game.slug}/play/")
    assertTemplateUsed(shown, "games/dock/waiting.html")
    assert shown.context["turn"].awaited == ()


def test_form_offers_the_beacon_only_with_a_relay(
    beacon_relay: Relay,
    client: Client,
    alice: User,
    settings: Settings,
) -> None:
    client.force_login(alice)
    assert 'name="beacon"' in client.get("/games/new/").content.decode()
    form = {
        "plays": "on",
        "automatic": "1",
        "tie_break": "sequential",
        "clock-preset": "a_move_a_day",
        "beacon": "on",
    }
    answer = client.post("/games/new/", form)
    assert answer.status_code == 303, answer.content.decode()
    assert positions.state_of(Game.objects.get()).terms.beacon is not None
    settings.BEACON_URL = ""
    assert 'name="beacon"' not in client.get("/games/new/").content.decode()


def test_witness_signs_before_the_round_and_the_record_proves_it(
    witness: WitnessServer,
    beacon_relay: Relay,
    alice: User,
    bob: User,
    time_stands: StandingTime,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(DebouncedTask, "enqueue", lambda task: calls.append(task.task))
    players = [str(user.email) for user in (alice, bob)]
    terms = Terms(2, first_player=0, beacon=QUICKNET)
    game = create_game(host=alice, players=players, terms=terms, now=NOW)
    assert game.terms.beacon == WITNESSED
    with django_capture_on_commit_callbacks(execute=True):
        accept_seat(seat=game.seats.get(number=1), now=NOW)
    assert "games.tasks.push_checkpoints" in calls
    assert due_at(game) - NOW >= timedelta(minutes=3)
    push_checkpoints()
    game = placed(game)  # the second round gets no signature in time
    witness.now = unix_time(due_at(game))
    time_stands.now = due_at(game)
    push_checkpoints()
    assert take(game)
    sequence_heads(now=time_stands.now)
    text = "".join(record_lines(now_of(game)))
    key = parse_vkey(witness.known.vkey)
    verdict = audit.verify(text, witnesses=[key])
    assert verdict.finding is None
    assert verdict.beacon_rounds is not None
    first, second = verdict.beacon_rounds.used
    assert verdict.beacon_rounds.proven == ((first, ("witness.example",)),)
    assert verdict.beacon_rounds.claimed == (second,)


def test_short_lead_without_witnesses_or_other_people(
    beacon_relay: Relay, alice: User, bob: User, settings: Settings, log_key: str
) -> None:
    def lead(*players: User | Opponent) -> int:
        terms = Terms(2, beacon=QUICKNET)
        game = create_game(host=alice, players=players, terms=terms, now=NOW)
        assert game.terms.beacon is not None
        return game.terms.beacon.lead

    assert lead(alice, bob) == LEAD
    settings.TRANSPARENCY_WITNESSES = [f"{WITNESS.vkey} https://witness.example"]
    assert lead(alice, bob) == WITNESSED_LEAD
    assert lead(alice, next(iter(OPPONENTS.values()))) == LEAD
    settings.TRANSPARENCY_KEYS = []
    assert lead(alice, bob) == LEAD


def test_forms_and_tables_say_what_the_beacon_gives(
    beacon_relay: Relay, settings: Settings, log_key: str
) -> None:
    (option,) = (each for each in OPTIONS if each.field == "beacon")
    (field,) = option_fields([option]).values()
    assert "no witness signs it here" in field.help_text
    settings.TRANSPARENCY_WITNESSES = [f"{WITNESS.vkey} https://witness.example"]
    (field,) = option_fields([option]).values()
    assert "a witness elsewhere signs" in field.help_text
    (own,) = unusual_rows(Terms(2, beacon=QUICKNET), ["A", "B"])
    (proven,) = unusual_rows(Terms(2, beacon=WITNESSED), ["A", "B"])
    assert "No one else vouches for our clock." in own.sentence
    assert "So the record proves" in proven.sentence
