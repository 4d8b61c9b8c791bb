"""A game in which moves are signed with a passkey, recorded by the rules alone."""

from stoneage_core.components.places import Place
from stoneage_core.cryptography.passkeys import challenge_of
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.facts import SetPasskeys, SignDecision
from stoneage_core.notation import from_text
from stoneage_core.use_order import UseOrder
from tests.core.beaconed import BeaconedGame
from tests.core.recorded_game import RecordedGame
from tests.support.passkey_device import PasskeyDevice

DEVICE = PasskeyDevice()


def opened() -> BeaconedGame:
    """A game in which player 1 is asked, and has told of a passkey."""
    game = BeaconedGame()
    game.takes_beacon()
    game.decides(SetPasskeys(0, (DEVICE.key,)))
    return game


def signs(
    game: RecordedGame,
    text: str,
    *,
    player: int = 0,
    order: UseOrder | None = None,
    device: PasskeyDevice = DEVICE,
) -> None:
    """Record a signature over a decision, on what the game is now."""
    seen, head = len(game.entries), game.entries[-1].hash
    assertion = device.sign(challenge_of(game.name, head, player, text))
    places = order.places if order else ()
    game.decides(SignDecision(player, device.digest, seen, places, assertion))


def signed(text: str = "forest 3", made: str = "") -> BeaconedGame:
    """A game in which player 1 signed one decision and ``made`` it, or another."""
    game = opened()
    signs(game, text)
    game.decides(PlayMove(from_text(made or text)), 0)
    return game


def whole_game() -> BeaconedGame:
    """One move is signed, one is not, then an order of uses; both agree to end it."""
    game = signed("forest 1")
    for player, text in ((1, "hunt 5"), (0, "river 1")):
        game.decides(PlayMove(from_text(text)), player)
    signs(game, "quarry 3")
    game.decides(PlayMove(from_text("quarry 3")), 0)
    game.takes_beacon()
    order = UseOrder((Place.RIVER, Place.FOREST, Place.QUARRY))
    signs(game, order.text, order=order)
    for text in ("use river", "use forest"):
        game.decides(PlayMove(from_text(text)), 0)
    game.decides(SetPasskeys(0, ()))
    game.ends()
    return game
