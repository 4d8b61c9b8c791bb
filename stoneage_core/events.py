"""What happened. An event is a fact in the past tense; it cannot be refused.

The tag of each class is its stable name in every stored log: it never changes, however
the class may be renamed or moved. An event that names the ``place`` it comes from
brings home the people who stood there; ``place`` is None for a picked die. What happens
around the play has a file of its own, ``match_events``.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from stoneage_core.beacon import Beacon
from stoneage_core.facts import (
    BeaconRound,
    BeaconSignature,
    BotName,
    BuildingId,
    CardId,
    Count,
    Digest,
    Fact,
    GameName,
    GoodName,
    Number,
    Sequence,
)
from stoneage_core.match_events import MatchEvent
from stoneage_core.places import Place
from stoneage_core.resources import Resources
from stoneage_core.state import EndReason, Phase, Position, Salts, Score, TieBreak


class GameCreated(Fact, frozen=True, tag="GameCreated"):
    """
    A game was set up; ``commitment`` is the SHA-256 of the secret seed, in hex.

    ``beacon`` names the public randomness that its dice take besides, if they do. At a
    table that is ``coached``, which is said of no other, all agreed to ask the coach;
    where it is ``rated``, all agreed that the result counts for their ratings.
    """

    game: str
    player_count: Annotated[int, Meta(ge=2, le=4)]
    tie_break: TieBreak
    commitment: str
    rules_version: int
    first_player: Number | None = None
    beacon: Beacon | None = None
    coached: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """An automatic player: its name, its version, and a digest of its tuning."""

    name: BotName
    version: Annotated[int, Meta(ge=1)]
    digest: Digest


class PlayerJoined(Fact, frozen=True, tag="PlayerJoined"):
    """
    A player accepted; ``salt_commitment`` binds them to what they add to the dice.

    It is hex, and '' for who adds nothing. With an ``own_seal`` the salt was made where
    the service does not know it. Nobody waits for who is ``untimed``: a guest. An
    automatic player is named by its ``bot``; where a program of its own plays for an
    account, that is named by ``program``.
    """

    player: Number
    salt_commitment: str = ""
    own_seal: bool = False
    untimed: bool = False
    bot: Bot | None = None
    program: BotName | UnsetType = UNSET


class SaltsRevealed(Fact, frozen=True, tag="SaltsRevealed"):
    """
    All had joined: what each player adds to the dice, in hex, or ''.

    None is the salt of a player who had sealed it themselves, and did not reveal it.
    """

    salts: Annotated[Salts, Meta(min_length=2, max_length=4)]


class BeaconRoundNamed(Fact, frozen=True, tag="BeaconRoundNamed"):
    """What is drawn next takes a ``round`` of the beacon that nobody knows yet."""

    round: BeaconRound


class BeaconRevealed(Fact, frozen=True, tag="BeaconRevealed"):
    """The round that was named is known: its ``value`` and ``signature``, in hex."""

    round: BeaconRound
    value: Digest
    signature: BeaconSignature


class BeaconMissed(Fact, frozen=True, tag="BeaconMissed"):
    """
    The round that was named could not be had for minutes.

    What is drawn next comes from the sealed seed alone.
    """

    round: BeaconRound


class GameStarted(Fact, frozen=True, tag="GameStarted"):
    """The board was set up; ``start_player`` was chosen by the host or drawn."""

    start_player: Number


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of another game: the game's name, the event's number and its hash."""

    game: GameName
    sequence: Sequence
    hash: Digest


class PositionSetUp(Fact, frozen=True, tag="PositionSetUp"):
    """The board was set up as it stood in another game, to see what if."""

    origin: Origin
    position: Position


class CardRevealed(Fact, frozen=True, tag="CardRevealed"):
    """A card was drawn from those unseen and laid into a slot."""

    place: Place
    card: CardId


class BuildingRevealed(Fact, frozen=True, tag="BuildingRevealed"):
    """The next tile of a stack was turned up."""

    place: Place
    building: BuildingId


class RoundStarted(Fact, frozen=True, tag="RoundStarted"):
    """A round began: tools are ready again, the start player is set."""

    round: Count
    start_player: Number


class PhaseStarted(Fact, frozen=True, tag="PhaseStarted"):
    """A phase of the round began."""

    phase: Phase


class TurnStarted(Fact, frozen=True, tag="TurnStarted"):
    """A player is to place people, or to use all those placed."""

    player: Number


class PeoplePlaced(Fact, frozen=True, tag="PeoplePlaced"):
    """People were put on one place."""

    player: Number
    place: Place
    people: Count


class DiceRolled(Fact, frozen=True, tag="DiceRolled"):
    """Dice were rolled for ``good`` (food or a resource)."""

    player: Number
    place: Place
    good: GoodName
    dice: tuple[int, ...]


class ToolsUsed(Fact, frozen=True, tag="ToolsUsed"):
    """Tiles in ``slots`` and one-use ``cards`` added ``value`` to the roll."""

    player: Number
    slots: tuple[int, ...]
    cards: tuple[CardId, ...]
    value: Count


class GoodsGathered(Fact, frozen=True, tag="GoodsGathered"):
    """A roll was cashed in: ``amount`` of ``good``, which may be none."""

    player: Number
    place: Place
    good: GoodName
    amount: Count


class ToolMade(Fact, frozen=True, tag="ToolMade"):
    """The tile in ``slot`` is new or was raised to ``value``."""

    player: Number
    place: Place | None
    slot: Count
    value: Count


class PersonBorn(Fact, frozen=True, tag="PersonBorn"):
    """The tribe grew by one."""

    player: Number
    place: Place


class FoodTrackRaised(Fact, frozen=True, tag="FoodTrackRaised"):
    """The food track went up to ``level``."""

    player: Number
    place: Place | None
    level: Count


class NothingGained(Fact, frozen=True, tag="NothingGained"):
    """A place or card was used that could yield no more."""

    player: Number
    place: Place | None


class CardTaken(Fact, frozen=True, tag="CardTaken"):
    """A civilization card was paid for."""

    player: Number
    place: Place
    card: CardId
    payment: Resources


class CardKeptOpen(Fact, frozen=True, tag="CardKeptOpen"):
    """The card just taken stays open for one later use."""

    player: Number
    card: CardId


class FoodGained(Fact, frozen=True, tag="FoodGained"):
    """A card gave food."""

    player: Number
    amount: Count


class ResourcesGained(Fact, frozen=True, tag="ResourcesGained"):
    """A card or a picked die gave resources."""

    player: Number
    resources: Resources


class PointsScored(Fact, frozen=True, tag="PointsScored"):
    """A card gave points."""

    player: Number
    points: Count


class CardDrawn(Fact, frozen=True, tag="CardDrawn"):
    """A further card came from the deck, for its final scoring alone."""

    player: Number
    card: CardId


class DiceForAllRolled(Fact, frozen=True, tag="DiceForAllRolled"):
    """A die per player lies ready; from ``player`` clockwise each picks one."""

    player: Number
    place: Place
    dice: tuple[int, ...]


class DiePicked(Fact, frozen=True, tag="DiePicked"):
    """A player picked a die; what it gave follows."""

    player: Number
    face: Count


class ResourcesTaken(Fact, frozen=True, tag="ResourcesTaken"):
    """An open card was turned over for resources of choice."""

    player: Number
    card: CardId
    resources: Resources


class BuildingBuilt(Fact, frozen=True, tag="BuildingBuilt"):
    """A building was paid for and scored."""

    player: Number
    place: Place
    building: BuildingId
    payment: Resources
    points: Count


class ActionDeclined(Fact, frozen=True, tag="ActionDeclined"):
    """A card or building was left where it is."""

    player: Number
    place: Place


class FoodProduced(Fact, frozen=True, tag="FoodProduced"):
    """The food track fed its tribe."""

    player: Number
    amount: Count


class FoodRanShort(Fact, frozen=True, tag="FoodRanShort"):
    """All food was eaten and ``missing`` is still owed."""

    player: Number
    food: Count
    missing: Count


class TribeFed(Fact, frozen=True, tag="TribeFed"):
    """A tribe was fed with ``food`` and, one for one, with ``resources``."""

    player: Number
    food: Count
    resources: Resources


class TribeStarved(Fact, frozen=True, tag="TribeStarved"):
    """The missing food was not covered; ``points`` were lost."""

    player: Number
    points: Count


class CardsSlid(Fact, frozen=True, tag="CardsSlid"):
    """The cards left moved towards the cheap end; ``cards`` are the slots after it."""

    cards: tuple[CardId | None, ...]


class FinalScored(Fact, frozen=True, tag="FinalScored"):
    """A tribe's final scoring."""

    player: Number
    score: Score


class GameEnded(Fact, frozen=True, tag="GameEnded"):
    """The game is over; ``ranks`` gives each player's, shared where tied."""

    reason: EndReason
    ranks: tuple[int, ...]


class SeedRevealed(Fact, frozen=True, tag="SeedRevealed"):
    """The secret seed, in hex, for all to check the dice with."""

    seed: str


Event = (
    GameCreated
    | PlayerJoined
    | SaltsRevealed
    | BeaconRoundNamed
    | BeaconRevealed
    | BeaconMissed
    | GameStarted
    | PositionSetUp
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
    | MatchEvent
)

#: What nobody knew before it happened, and the end, after which nothing is open.
REVEALING: tuple[type[Event], ...] = (
    DiceRolled,
    DiceForAllRolled,
    CardDrawn,
    CardRevealed,
    BuildingRevealed,
    GameStarted,
    PositionSetUp,
    GameEnded,
)
