"""The games of the tests: alice has seat 0, bob 1, carol 2, dave 3."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from games.lobby.new_games import create_game
from games.models import Game, User
from games.seats.invitations import accept_seat
from games.signals import GameSignal, bus
from stoneage_core.audit.seals import Seals
from stoneage_core.chance import LoadedChance
from stoneage_core.terms import Terms
from tests.support.played import KeptGame
from tests.support.standing_chance import drawn_for
from tests.support.standing_time import NOW


class Loaded:
    """
    The next dice and draws, in order.

    When they are used up, a die shows 3 and the first card or player is drawn.
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
    """Stands for the seed of loaded dice, which accepts the record as it is."""

    @staticmethod
    def fits(seed: bytes, bound: str) -> bool:
        return False


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """Loaded dice instead of sealed ones: `loaded.dice[:] = [6, 6, 1]`."""
    chance = Loaded()
    monkeypatch.setattr("games.log.seeds.chance_of", chance.chance_of)
    # No seed leads to them, so an audit accepts them as recorded.
    monkeypatch.setattr("stoneage_core.audit.verification.Seals", Unsealed)
    return chance


@pytest.fixture
def invited_game(loaded: Loaded, alice: User, bob: User) -> Game:
    """Alice hosts and plays, Bob is invited, Alice will be the start player."""
    return create_game(
        host=alice, players=[alice, bob], terms=Terms(2, first_player=0), now=NOW
    )


@pytest.fixture
def two_player_game(invited_game: Game) -> Game:
    """A game of Alice and Bob, in which Alice is to place people."""
    return accept_seat(seat=invited_game.seats.get(number=1), now=NOW)


@pytest.fixture
def started_game(
    loaded: Loaded, alice: User, bob: User, carol: User, dave: User
) -> Game:
    """A game of four, in which Alice is to place people."""
    people = [alice, bob, carol, dave]
    game = create_game(
        host=alice, players=people, terms=Terms(len(people), first_player=0), now=NOW
    )
    for seat in game.seats.order_by("number")[1:]:
        game = accept_seat(seat=seat, now=NOW)
    return game


@pytest.fixture
def published() -> Iterator[list[GameSignal]]:
    """All signals published from here on."""
    heard: list[GameSignal] = []

    def hear(payload: object, **_: object) -> None:
        if isinstance(payload, GameSignal):
            heard.append(payload)

    bus.connect(hear)
    yield heard
    bus.disconnect(hear)


@pytest.fixture(scope="session")
def whole_games() -> list[KeptGame]:
    """Keeps the game of ``finished_game`` once it has been played."""
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
    A whole game of two, played by autopilot with sealed dice.

    It is played once and then copied, because playing takes longer than most tests,
    unless its ids are taken. It is the same game in every run. Games with loaded dice
    are not reused, because tests may check the seed.
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
    """A game in round 3 in which Alice and Bob both lack food and have resources."""
    from tests.support.play import play_to_hunger

    return play_to_hunger(two_player_game, now=NOW)


@pytest.fixture
def buying_game(two_player_game: Game) -> Game:
    """A game in round 1 in which Alice uses people in the forest and on card 1."""
    from tests.support.play import submit

    for player, text in enumerate(["forest 4", "field", "card 1", "hunting grounds 4"]):
        submit(two_player_game, player % 2, text, now=NOW)
    two_player_game.refresh_from_db()
    return two_player_game
