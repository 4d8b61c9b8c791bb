"""What happened. An event is a fact in the past tense; it cannot be refused.

The tag of each class is its stable name in every stored log: it never changes, however
the class may be renamed or moved. An event that names the ``place`` it comes from
brings home the people who stood there; ``place`` is None for a picked die.
"""

from msgspec import Struct

from stoneage_core.places import Place
from stoneage_core.resources import Resources
from stoneage_core.state import EndReason, Phase, Score, TieBreak


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """What all events share: frozen, and strict when read back from a log."""


class GameCreated(Fact, frozen=True, tag="GameCreated"):
    """A game was set up; ``commitment`` is the SHA-256 of the secret seed, in hex."""

    game: str
    player_count: int
    tie_break: TieBreak
    commitment: str
    rules_version: int
    first_player: int | None = None


class PlayerJoined(Fact, frozen=True, tag="PlayerJoined"):
    """A player accepted; ``salt`` is the SHA-256 of what they typed, in hex, or ''."""

    player: int
    salt: str = ""


class GameStarted(Fact, frozen=True, tag="GameStarted"):
    """All had joined; ``start_player`` was chosen by the host or drawn."""

    start_player: int


class CardRevealed(Fact, frozen=True, tag="CardRevealed"):
    """A card was drawn from those unseen and laid into a slot."""

    place: Place
    card: int


class BuildingRevealed(Fact, frozen=True, tag="BuildingRevealed"):
    """The next tile of a stack was turned up."""

    place: Place
    building: int


class RoundStarted(Fact, frozen=True, tag="RoundStarted"):
    """A round began: tools are ready again, the start player is set."""

    round: int
    start_player: int


class PhaseStarted(Fact, frozen=True, tag="PhaseStarted"):
    """A phase of the round began."""

    phase: Phase


class TurnStarted(Fact, frozen=True, tag="TurnStarted"):
    """A player is to place people, or to use all those placed."""

    player: int


class PeoplePlaced(Fact, frozen=True, tag="PeoplePlaced"):
    """People were put on one place."""

    player: int
    place: Place
    people: int


class DiceRolled(Fact, frozen=True, tag="DiceRolled"):
    """Dice were rolled for ``good`` (food or a resource)."""

    player: int
    place: Place
    good: str
    dice: tuple[int, ...]


class ToolsUsed(Fact, frozen=True, tag="ToolsUsed"):
    """Tiles in ``slots`` and one-use ``cards`` added ``value`` to the roll."""

    player: int
    slots: tuple[int, ...]
    cards: tuple[int, ...]
    value: int


class GoodsGathered(Fact, frozen=True, tag="GoodsGathered"):
    """A roll was cashed in: ``amount`` of ``good``, which may be none."""

    player: int
    place: Place
    good: str
    amount: int


class ToolMade(Fact, frozen=True, tag="ToolMade"):
    """The tile in ``slot`` is new or was raised to ``value``."""

    player: int
    place: Place | None
    slot: int
    value: int


class PersonBorn(Fact, frozen=True, tag="PersonBorn"):
    """The tribe grew by one."""

    player: int
    place: Place


class FoodTrackRaised(Fact, frozen=True, tag="FoodTrackRaised"):
    """The food track went up to ``level``."""

    player: int
    place: Place | None
    level: int


class NothingGained(Fact, frozen=True, tag="NothingGained"):
    """A place or card was used that could yield no more."""

    player: int
    place: Place | None


class CardTaken(Fact, frozen=True, tag="CardTaken"):
    """A civilization card was paid for."""

    player: int
    place: Place
    card: int
    payment: Resources


class CardKeptOpen(Fact, frozen=True, tag="CardKeptOpen"):
    """The card just taken stays open for one later use."""

    player: int
    card: int


class FoodGained(Fact, frozen=True, tag="FoodGained"):
    """A card gave food."""

    player: int
    amount: int


class ResourcesGained(Fact, frozen=True, tag="ResourcesGained"):
    """A card or a picked die gave resources."""

    player: int
    resources: Resources


class PointsScored(Fact, frozen=True, tag="PointsScored"):
    """A card gave points."""

    player: int
    points: int


class CardDrawn(Fact, frozen=True, tag="CardDrawn"):
    """A further card came from the deck, for its final scoring alone."""

    player: int
    card: int


class DiceForAllRolled(Fact, frozen=True, tag="DiceForAllRolled"):
    """A die per player lies ready; from ``player`` clockwise each picks one."""

    player: int
    place: Place
    dice: tuple[int, ...]


class DiePicked(Fact, frozen=True, tag="DiePicked"):
    """A player picked a die; what it gave follows."""

    player: int
    face: int


class ResourcesTaken(Fact, frozen=True, tag="ResourcesTaken"):
    """An open card was turned over for resources of choice."""

    player: int
    card: int
    resources: Resources


class BuildingBuilt(Fact, frozen=True, tag="BuildingBuilt"):
    """A building was paid for and scored."""

    player: int
    place: Place
    building: int
    payment: Resources
    points: int


class ActionDeclined(Fact, frozen=True, tag="ActionDeclined"):
    """A card or building was left where it is."""

    player: int
    place: Place


class FoodProduced(Fact, frozen=True, tag="FoodProduced"):
    """The food track fed its tribe."""

    player: int
    amount: int


class FoodRanShort(Fact, frozen=True, tag="FoodRanShort"):
    """All food was eaten and ``missing`` is still owed."""

    player: int
    food: int
    missing: int


class TribeFed(Fact, frozen=True, tag="TribeFed"):
    """A tribe was fed with ``food`` and, one for one, with ``resources``."""

    player: int
    food: int
    resources: Resources


class TribeStarved(Fact, frozen=True, tag="TribeStarved"):
    """The missing food was not covered; ``points`` were lost."""

    player: int
    points: int


class CardsSlid(Fact, frozen=True, tag="CardsSlid"):
    """The cards left moved towards the cheap end; ``cards`` are the slots after it."""

    cards: tuple[int | None, ...]


class FinalScored(Fact, frozen=True, tag="FinalScored"):
    """A tribe's final scoring."""

    player: int
    score: Score


class GameEnded(Fact, frozen=True, tag="GameEnded"):
    """The game is over; ``ranks`` gives each player's, shared where tied."""

    reason: EndReason
    ranks: tuple[int, ...]


class SeedRevealed(Fact, frozen=True, tag="SeedRevealed"):
    """The secret seed, in hex, for all to check the dice with."""

    seed: str


class TurnTimedOut(Fact, frozen=True, tag="TurnTimedOut"):
    """A player's time ran out; the decisions that follow were made for them."""

    player: int


Event = (
    GameCreated
    | PlayerJoined
    | GameStarted
    | CardRevealed
    | BuildingRevealed
    | RoundStarted
    | PhaseStarted
    | TurnStarted
    | PeoplePlaced
    | DiceRolled
    | ToolsUsed
    | GoodsGathered
    | ToolMade
    | PersonBorn
    | FoodTrackRaised
    | NothingGained
    | CardTaken
    | CardKeptOpen
    | FoodGained
    | ResourcesGained
    | PointsScored
    | CardDrawn
    | DiceForAllRolled
    | DiePicked
    | ResourcesTaken
    | BuildingBuilt
    | ActionDeclined
    | FoodProduced
    | FoodRanShort
    | TribeFed
    | TribeStarved
    | CardsSlid
    | FinalScored
    | GameEnded
    | SeedRevealed
    | TurnTimedOut
)
