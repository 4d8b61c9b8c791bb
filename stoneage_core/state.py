"""The position of a game. It has no secrets, so everybody may see all of it."""

from enum import StrEnum

from msgspec import Struct

from stoneage_core.components.buildings import ALL_BUILDINGS
from stoneage_core.components.cards import ALL_CARDS
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import NOTHING, Resources
from stoneage_core.components.tools import Tool
from stoneage_core.fields import SEAT_COUNTS
from stoneage_core.terms import NOTHING_AGREED, Terms


class Phase(StrEnum):
    """The phase of a game; the three phases of a round are repeated."""

    INVITATION = "invitation"
    PLACEMENT = "placement"
    ACTIONS = "actions"
    FEEDING = "feeding"
    ENDED = "ended"


class Question(StrEnum):
    PLACE = "place"
    USE = "use"
    TOOLS = "tools"
    DIE = "die"
    FEED = "feed"


class EndReason(StrEnum):
    """Why a game ended: by the rules, by agreement, or by the staff."""

    NO_CARDS = "no_cards"
    NO_BUILDINGS = "no_buildings"
    AGREED = "agreed"
    DECIDED = "decided"
    DRAWN = "drawn"
    CALLED_OFF = "called_off"

    @property
    def is_by_staff(self) -> bool:
        """Whether the staff ended the game, which they can reverse for a while."""
        return self in (EndReason.DECIDED, EndReason.DRAWN, EndReason.CALLED_OFF)

    @property
    def is_early(self) -> bool:
        """Whether people ended the game, before the rules did."""
        return self not in (EndReason.NO_CARDS, EndReason.NO_BUILDINGS)


_QUESTIONS = {
    Phase.PLACEMENT: Question.PLACE,
    Phase.ACTIONS: Question.USE,
    Phase.FEEDING: Question.FEED,
}

#: The turn orders: _ORDERS[player count][first player].
_ORDERS = {
    count: tuple((*range(first, count), *range(first)) for first in range(count))
    for count in SEAT_COUNTS
}

NOBODY = (0,) * len(PLACES)


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    people: int = 5
    food: int = 12
    food_track: int = 0
    score: int = 0
    resources: Resources = NOTHING
    tools: tuple[Tool, ...] = ()
    cards: tuple[int, ...] = ()
    open_cards: tuple[int, ...] = ()
    buildings: tuple[int, ...] = ()
    placed: tuple[int, ...] = NOBODY

    @property
    def unplaced(self) -> int:
        return self.people - sum(self.placed)

    def on(self, place: Place) -> int:
        return self.placed[place.number]


class Stack(Struct, frozen=True, array_like=True):
    """A stack of buildings: the one face up, and how many are left, including it."""

    top: int | None
    left: int


class ToolsDecision(Struct, frozen=True, forbid_unknown_fields=True, tag="tools"):
    """A roll to which its player may add tools."""

    player: int
    place: Place
    good: str
    dice: tuple[int, ...]


class DiceDecision(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="dice"
):
    """
    Dice for all: the ``waiting`` players pick from ``dice`` in this order.

    If the table picks at the players' own turns, one player picks from the open roll
    with the index ``roll``.
    """

    dice: tuple[int, ...]
    waiting: tuple[int, ...]
    roll: int | None = None


class OpenRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """
    Dice for all that players pick at their own turns.

    ``dice`` are left of the roll of ``taker``; the ``waiting`` players, clockwise from
    the taker, have not picked yet.
    """

    taker: int
    dice: tuple[int, ...]
    waiting: tuple[int, ...]


class Score(Struct, frozen=True):
    """A final scoring, line by line; ``before`` is the score before it."""

    before: int
    green: int
    farmers: int
    tool_makers: int
    hut_builders: int
    shamans: int
    resources: int

    @property
    def total(self) -> int:
        cards = self.green + self.farmers + self.tool_makers
        return self.before + cards + self.hut_builders + self.shamans + self.resources


class Position(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is on the table: the part of a state from which another game can start."""

    phase: Phase
    round: int
    start_player: int
    turn: int | None
    players: tuple[Player, ...]
    slots: tuple[int | None, ...]
    unseen_cards: tuple[int, ...]
    stacks: tuple[Stack, ...]
    unseen_buildings: tuple[int, ...]
    decision: ToolsDecision | DiceDecision | None
    owing: tuple[int, ...]
    open_rolls: tuple[OpenRoll, ...] = ()


class GameState(Struct, frozen=True):
    """
    The state of a game on the board; it follows from its events.

    - ``version`` is the sequence of the last event; ``rules_version`` is the current
      version of the rules.
    - ``commitment`` is the SHA-256 of the seed in use.
    - ``joined`` says for each player whether they have joined.
    - ``drawn_at`` is the sequence of the latest draw; ``redone`` counts for each round
      how often the game went back to or across it after a draw. Going back does not
      reset them.
    - ``beacon_round`` is the awaited round of the beacon, or 0. ``randomness`` is that
      of the last round, '' if it was missed. If ``is_redrawing``, the game went back
      across draws and needs another round.
    - ``slots`` are the cards for sale, from cost 1 to 4. ``unseen_cards`` and
      ``unseen_buildings`` have not been drawn yet.
    - ``owing`` is each player's missing food.
    - ``open_rolls`` are dice for all that wait for players' own turns, oldest first.
    """

    version: int = 0
    game: str = ""
    rules_version: int = 0
    terms: Terms = NOTHING_AGREED
    commitment: str = ""
    joined: tuple[bool, ...] = ()
    drawn_at: int = 0
    redone: tuple[int, ...] = ()
    beacon_round: int = 0
    randomness: str = ""
    is_redrawing: bool = False
    phase: Phase = Phase.INVITATION
    round: int = 0
    start_player: int = 0
    turn: int | None = None
    players: tuple[Player, ...] = ()
    slots: tuple[int | None, ...] = (None, None, None, None)
    unseen_cards: tuple[int, ...] = ALL_CARDS
    stacks: tuple[Stack, ...] = ()
    unseen_buildings: tuple[int, ...] = ALL_BUILDINGS
    decision: ToolsDecision | DiceDecision | None = None
    owing: tuple[int, ...] = ()
    open_rolls: tuple[OpenRoll, ...] = ()
    scores: tuple[Score | None, ...] = ()
    end_reason: EndReason | None = None
    ranks: tuple[int, ...] = ()
    seed: str = ""

    @property
    def player_count(self) -> int:
        return self.terms.player_count

    @property
    def question(self) -> Question | None:
        """What the awaited players decide; None before the start and after the end."""
        if self.decision is None:
            return _QUESTIONS.get(self.phase)
        return Question.TOOLS if type(self.decision) is ToolsDecision else Question.DIE

    @property
    def position(self) -> Position:
        return Position(*(getattr(self, name) for name in Position.__struct_fields__))

    @property
    def is_full(self) -> bool:
        return all(self.joined)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who share the first rank; empty until the game has ended."""
        return tuple(n for n, rank in enumerate(self.ranks) if rank == 1)

    def has_joined(self, player: int) -> bool:
        return self.joined[player]

    def times_redone(self, round_number: int) -> int:
        """Return how often the game went back to or across a round after a draw."""
        redone = self.redone
        return redone[round_number] if round_number < len(redone) else 0

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Return all players in turn order, from ``first``."""
        return _ORDERS[self.player_count][first % self.player_count]


INITIAL = GameState()
