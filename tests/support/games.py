"""The games of the tests: alice sits at 0, bob at 1, carol at 2, dave at 3."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from games.lobby.games import create_game
from games.lobby.seats import accept_seat
from games.models import Game, User
from games.signals.bus import GameSignal, bus
from stoneage_core.audit.seals import Seals
from stoneage_core.chance import LoadedChance
from stoneage_core.terms import Terms
from tests.support.played import KeptGame
from tests.support.standing_chance import drawn_for
from tests.support.standing_time import NOW


class Loaded:
    """
    The dice and draws to come, in order.

    When they are used up a die shows 3 and the first card or player is drawn.
    """

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.picks: list[int] = []

    def chance_of(self, game: Game) -> LoadedChance:
        dice = chain(self._taking(self.dice), repeat(3))
        secret = bytes(game.seed.secret).hex()
        return LoadedChance(dice, self._taking(self.picks), secret)

    @staticmethod
    def _taking(numbers: list[int]) -> Iterator[int]:
        while numbers:
            yield numbers.pop(0)


class Unsealed(Seals):
    """What loaded dice leave: each is as the record says."""

    @staticmethod
    def fits(seed: bytes, bound: str) -> bool:
        return False


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """Loaded dice instead of sealed ones: `loaded.dice[:] = [6, 6, 1]`."""
    chance = Loaded()
    monkeypatch.setattr("games.store.seeds.chance_of", chance.chance_of)
    # No seed leads to them, so an audit takes them as they fell.
    monkeypatch.setattr("stoneage_core.audit.verification.Seals", Unsealed)
    return chance


@pytest.fixture
def invited_game(loaded: Loaded, alice: User, bob: User) -> Game:
    """Alice hosts and sits; Bob is invited; Alice will start."""
    return create_game(
        host=alice, players=[alice, bob], terms=Terms(2, first_player=0), now=NOW
    )


@pytest.fixture
def two_player_game(invited_game: Game) -> Game:
    """Alice and Bob play; Alice is to place people."""
    return accept_seat(seat=invited_game.seats.get(number=1), now=NOW)


@pytest.fixture
def started_game(
    loaded: Loaded, alice: User, bob: User, carol: User, dave: User
) -> Game:
    """All four play; Alice is to place people."""
    people = [alice, bob, carol, dave]
    game = create_game(
        host=alice, players=people, terms=Terms(len(people), first_player=0), now=NOW
    )
    for seat in game.seats.order_by("number")[1:]:
        game = accept_seat(seat=seat, now=NOW)
    return game


@pytest.fixture
def published() -> Iterator[list[GameSignal]]:
    """All signals from here on."""
    heard: list[GameSignal] = []

    def hear(payload: object, **_: object) -> None:
        if isinstance(payload, GameSignal):
            heard.append(payload)

    bus.connect(hear)
    yield heard
    bus.disconnect(hear)


@pytest.fixture(scope="session")
def whole_games() -> list[KeptGame]:
    """The game of ``finished_game``, once it has been played."""
    return []


@pytest.fixture
def finished_game(
    db: None,
    alice: User,
    bob: User,
    whole_games: list[KeptGame],
    request: pytest.FixtureRequest,
) -> Game:
    """
    A whole game of two, played by what autopilot advises, with sealed dice.

    It is played once, as that takes longer than most tests, unless ids are taken; it is
    the same game whichever test comes first. One that was played with loaded dice is
    none for others, who may check the seed.
    """
    from tests.support.play import play_to_the_end

    for played in whole_games:
        if played.has_room():
            return played.put_back()
    players = [alice, bob]
    with drawn_for("a whole game"):
        game = create_game(host=alice, players=players, now=NOW)
        game = accept_seat(seat=game.seats.get(number=1), now=NOW)
        game = play_to_the_end(game, now=NOW)
    if "loaded" not in request.fixturenames:
        whole_games.append(KeptGame(game))
    return game


@pytest.fixture
def hungry_game(two_player_game: Game, loaded: Loaded) -> Game:
    """Alice and Bob both owe food and have resources to feed with, in round 3."""
    from tests.support.play import play_to_hunger

    return play_to_hunger(two_player_game, now=NOW)


@pytest.fixture
def buying_game(two_player_game: Game) -> Game:
    """Alice has people in the forest and on card 1, and is to use them in round 1."""
    from tests.support.play import submit

    for player, text in enumerate(["forest 4", "field", "card 1", "hunting grounds 4"]):
        submit(two_player_game, player % 2, text, now=NOW)
    two_player_game.refresh_from_db()
    return two_player_game
