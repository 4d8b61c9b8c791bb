"""Making games: seats, invitations, refusals and cancelling."""

from datetime import datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any

import pytest

from games import queries
from games.lobby.new_games import OPEN, cancel_game, create_game
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, GameSeed, Invitation, Status, StoredEvent, User
from games.signals import GameAdvanced, GameSignal, SeatInvited
from stoneage_core.cryptography.beacon import QUICKNET
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import GameCreated, PlayerJoined
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, LONGEST, MINUTE, PerMove, TimeControl
from tests.support.refusals import refuses


def create(host: User, *players: Any, **choices: Any) -> Game:
    now = choices.pop("now", datetime.fromisoformat("2026-11-20T12:00:00+00:00"))
    return create_game(host=host, players=players, now=now, **choices)


def invitations(game: Game) -> list[str]:
    return [seat.invitation for seat in read_seats(game)]


def test_host_among_the_players_joins_at_once(alice: User) -> None:
    game = create(alice, "alice@example.org", "bob@example.org")
    assert invitations(game) == [Invitation.ACCEPTED, Invitation.INVITED]
    assert game.status == Status.INVITING


def test_host_need_not_play(alice: User) -> None:
    game = create(alice, "bob@example.org", "carol@example.org")
    assert invitations(game) == [Invitation.INVITED] * 2
    assert game.host == alice


def test_spellings_of_an_address_are_one_person(alice: User) -> None:
    game = create(alice, " Alice@Example.ORG ", "bob@example.org")
    assert game.seats.get(number=0).user == alice


def test_stream_begins_with_the_commitment(alice: User) -> None:
    game = create(
        alice, "bob@example.org", "carol@example.org", terms=Terms(2, first_player=1)
    )
    first = load_stream(game)[0]
    secret = bytes(GameSeed.objects.get(game=game).secret)
    assert first == GameCreated(
        game=game.slug,
        commitment=sha256(secret).hexdigest(),
        rules_version=1,
        terms=Terms(2, first_player=1),
    )


def test_seed_is_only_in_its_own_table(alice: User) -> None:
    game = create(alice, "alice@example.org", DEFAULT_OPPONENT)
    seed = bytes(GameSeed.objects.get(game=game).secret).hex()
    rows = [*Game.objects.values_list(), *StoredEvent.objects.values_list()]
    assert len(seed) == 64
    assert all(seed not in str(row) for row in rows)


def test_every_game_has_its_own_seed(alice: User) -> None:
    for _ in range(3):
        create(alice, "alice@example.org", DEFAULT_OPPONENT)
    secrets = {bytes(seed.secret) for seed in GameSeed.objects.all()}
    assert len(secrets) == 3


def test_events_contain_no_personal_data(alice: User) -> None:
    game = create(alice, "alice@example.org", DEFAULT_OPPONENT)
    stored = "".join(
        StoredEvent.objects.filter(game=game).values_list("data", flat=True)
    )
    assert "alice" not in stored.lower()
    assert sha256(b"alice@example.org").hexdigest() not in stored


def test_invitations_are_published(alice: User, published: list[GameSignal]) -> None:
    create(alice, "alice@example.org", "bob@example.org", OPEN, DEFAULT_OPPONENT)
    invited = [told for told in published if isinstance(told, SeatInvited)]
    assert [str(told.seat.user) for told in invited] == ["bob@example.org"]


def test_bots_join_automatically(alice: User) -> None:
    game = create(alice, "bob@example.org", DEFAULT_OPPONENT)
    joined = [e for e in load_stream(game) if isinstance(e, PlayerJoined)]
    assert joined == [PlayerJoined(1, bot=DEFAULT_OPPONENT.bot)]
    assert game.table_state.seats[1].bot == "thatch"


def test_game_against_bots_starts_at_once(
    alice: User, published: list[GameSignal]
) -> None:
    game = create(alice, "alice@example.org", DEFAULT_OPPONENT, DEFAULT_OPPONENT)
    assert game.status == Status.ACTIVE
    assert game.started_at is not None
    (told,) = published
    assert isinstance(told, GameAdvanced)
    assert told.first_sequence == 1


def test_open_seats_wait_for_anyone(alice: User) -> None:
    game = create(alice, "alice@example.org", OPEN)
    assert invitations(game) == [Invitation.ACCEPTED, Invitation.OPEN]
    assert queries.open_games() == [game]


@pytest.mark.parametrize(
    "players",
    [
        [],
        ["alice@example.org"],
        [DEFAULT_OPPONENT] * 3,
        ["a@example.org", OPEN, OPEN, OPEN, OPEN],
        ["a@example.org", "A@example.org"],
        ["a@example.org", "no address"],
        ["a@example.org", ""],
    ],
)
def test_impossible_players_are_refused(alice: User, players: list[Any]) -> None:
    with refuses("invalid") as caught:
        create(alice, *players)
    assert caught.value.status == HTTPStatus.BAD_REQUEST
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "terms",
    [
        Terms(3),
        Terms(2, first_player=2),
        Terms(2, first_player=-1),
        Terms(2, TimeControl(PerMove(MINUTE - 1))),
        Terms(2, TimeControl(PerMove(LONGEST + 1))),
        Terms(2, TimeControl(PerMove(DAY), vacation=61)),
        Terms(2, tie_break="coin"),  # type: ignore[arg-type]
        Terms(2, beacon=QUICKNET),
    ],
)
def test_impossible_terms_are_refused(alice: User, terms: Terms) -> None:
    with refuses("invalid"):
        create(alice, "alice@example.org", OPEN, terms=terms)
    assert not Game.objects.exists()


def test_refused_address_is_named(alice: User) -> None:
    with refuses("invalid", match="“no address” isn’t an email address"):
        create(alice, "alice@example.org", "no address")


# Cancelling


def test_host_can_cancel_the_game(
    invited_game: Game, alice: User, now: datetime, published: list[GameSignal]
) -> None:
    game = cancel_game(game=invited_game, by=alice, now=now)
    assert game.status == Status.CANCELLED
    assert game.table_state.cancelled_at == now
    (*_, last) = load_stream(game)
    assert last == GameCancelled()
    (told,) = published
    assert [seat.number for seat in told.seats] == [0, 1]  # type: ignore[union-attr]


def test_cancelling_is_idempotent(
    invited_game: Game, alice: User, now: datetime, published: list[GameSignal]
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    cancel_game(game=invited_game, by=alice, now=now)
    assert len(published) == 1


def test_only_the_host_can_cancel(invited_game: Game, bob: User, now: datetime) -> None:
    with refuses("forbidden"):
        cancel_game(game=invited_game, by=bob, now=now)


def test_started_game_cannot_be_cancelled(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    with refuses("started"):
        cancel_game(game=two_player_game, by=alice, now=now)
