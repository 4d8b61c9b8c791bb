"""What anybody can find out about a finished game without trusting the service.

The draws are made again with nothing but the standard library, as docs/log-format.md
tells it; the scores are counted as at a table, from what each tribe owns.
"""

import hmac
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256

from stoneage_core import INITIAL, GameState, evolve
from stoneage_core.components.cards import CARDS, Figure, Green, Sand
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.feeding import TribeStarved
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardTaken,
    DiceForAllRolled,
    PointsScored,
)
from stoneage_core.events.rounds import BuildingRevealed, CardRevealed
from stoneage_core.events.setup import GameStarted
from stoneage_core.record import codec
from stoneage_core.state import Player
from tests.harness.site import Site

SPAN = 2**32
#: What a resource pays towards a building's points.
POINTS = {"wood": 3, "brick": 4, "stone": 5, "gold": 6}


def stored_events(site: Site, slug: str) -> list[Event]:
    """Return a game's events, from the rows of the service's database alone."""
    rows = site.rows(
        "SELECT sequence, type, schema_version, data FROM games_storedevent "
        "WHERE game_id = (SELECT id FROM games_game WHERE slug = ?) ORDER BY sequence",
        slug,
    )
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    return [codec.decode(*row[1:]) for row in rows]


def draws(events: Sequence[Event]) -> Iterator[tuple[object, object]]:
    """Yield each die and draw of a finished game as it was and as the seed has it."""
    revealed = events[-1]
    assert isinstance(revealed, SeedRevealed)
    seed, state, slot = bytes.fromhex(revealed.seed), INITIAL, ""
    for event in events:
        if isinstance(event, CardTaken):
            slot = event.place.value
        found = drawn(event)
        if found is not None:
            yield found, redrawn(seed, state, event, slot, len(found))
        state = evolve(state, event)


def drawn(event: Event) -> tuple[int, ...] | None:
    """Return what an event drew, None for an event without chance."""
    match event:
        case DiceRolled(dice=dice) | DiceForAllRolled(dice=dice):
            return dice
        case CardRevealed(card=card) | CardDrawn(card=card):
            return (card,)
        case BuildingRevealed(building=building):
            return (building,)
        case GameStarted(start_player):
            return (start_player,)
    return None


def redrawn(
    seed: bytes, state: GameState, event: Event, slot: str, count: int
) -> tuple[int, ...]:
    """Return what ``event``, the next after ``state``, has to have drawn.

    ``slot`` is the one of the card that was taken last. Nothing was ever taken back.
    """
    items = lots(state, event)
    label = f"{state.game}//{purpose(state.round, event, slot)}"
    return tuple(
        items[below(seed, len(items), f"{label}/{index}")] for index in range(count)
    )


def purpose(number: int, event: Event, slot: str) -> str:
    """Return what a draw decides: kind, round, times drawn anew, player, place."""
    match event:
        case DiceRolled(player=player, place=place):
            return f"dice/{number}/0/{player}/{place.value}"
        case DiceForAllRolled(player=player, place=place):
            return f"all/{number}/0/{player}/{place.value}"
        case CardDrawn(player=player):
            return f"further/{number}/0/{player}/{slot}"
        case CardRevealed(place=place):
            return f"card/{number + 1}/0/-/{place.value}"
        case BuildingRevealed(place=place):
            return f"building/{number}/0/-/{place.value}"
    return "start/0/0/-/-"


def lots(state: GameState, event: Event) -> Sequence[int]:
    """Return what an event drew from."""
    match event:
        case DiceRolled() | DiceForAllRolled():
            return range(1, 7)
        case GameStarted():
            if state.terms.first_player is not None:
                return (state.terms.first_player,)
            return range(state.player_count)
        case BuildingRevealed():
            return sorted(state.unseen_buildings)
    return sorted(state.unseen_cards)


def below(seed: bytes, sides: int, label: str) -> int:
    """Return the number from range(sides) that the seed has for a label."""
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{label}/{attempt}".encode(), "sha256")
        number = int.from_bytes(digest[:4])
        if number < SPAN - SPAN % sides:
            return number % sides
        attempt += 1


def fingerprint(seed: str) -> str:
    """Return the SHA-256 of a seed; both in hex."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def points_in_play(events: Sequence[Event], player: int) -> int:
    """Count a tribe's points before the final scoring: buildings, cards, hunger."""
    points = 0
    for event in events:
        match event:
            case BuildingBuilt(player=who, payment=payment) if who == player:
                points += sum(POINTS[str(kind)] * count for kind, count in payment)
            case PointsScored(player=who, points=won) if who == player:
                points += won
            case TribeStarved(player=who) if who == player:
                points -= 10
    return points


def scoring(tribe: Player, in_play: int) -> list[int]:
    """
    Return the lines of a tribe's final scoring, in the order in which they are shown.

    During the game, green symbols, farmers, tool makers, hut builders, shamans,
    resources.
    """
    bottoms = [CARDS[card].scoring for card in tribe.cards]
    symbols = Counter(b.symbol for b in bottoms if isinstance(b, Green))
    first, second = len(symbols), len([s for s, n in symbols.items() if n == 2])
    figures: Counter[Figure] = Counter()
    for bottom in bottoms:
        if isinstance(bottom, Sand):
            figures[bottom.figure] += bottom.count
    to_take = 2 if 36 in tribe.open_cards else 0  # two resources, never taken
    return [
        in_play,
        first * first + second * second,
        figures[Figure.FARMER] * tribe.food_track,
        figures[Figure.TOOL_MAKER] * sum(tool.value for tool in tribe.tools),
        figures[Figure.HUT_BUILDER] * len(tribe.buildings),
        figures[Figure.SHAMAN] * tribe.people,
        sum(count for _, count in tribe.resources) + to_take,
    ]
