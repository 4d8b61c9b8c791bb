"""How a game comes about: who plays it, by which seeds, and from which position."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from stoneage_core.cryptography.beacon import Beacon
from stoneage_core.events.base import Event
from stoneage_core.fields import (
    FEWEST_SEATS,
    MOST_SEATS,
    BotName,
    Digest,
    GameName,
    Number,
    SeatCount,
    Sequence,
)
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.state import Position, Salts, TieBreak


class GameCreated(Event, frozen=True, tag="GameCreated"):
    """
    A game was set up; ``commitment`` is the SHA-256 of the secret seed, in hex.

    ``beacon`` names the public randomness that its dice take besides, if they do. At a
    table that is ``coached``, which is said of no other, all agreed to ask the coach;
    where it is ``rated``, all agreed that the result counts for their ratings.
    """

    game: str
    player_count: SeatCount
    tie_break: TieBreak
    commitment: str
    rules_version: int
    first_player: Number | None = None
    beacon: Beacon | None = None
    coached: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET

    sentences = Sentences(
        _(
            "A game for {player_count} players was set up; "
            "its dice are sealed as {commitment}."
        )
    )


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """An automatic player: its name, its version, and a digest of its tuning."""

    name: BotName
    version: Annotated[int, Meta(ge=1)]
    digest: Digest


_PROGRAM = Sentences(
    _("{player} joined: a program plays for them, called {program}."), _("You joined.")
)
_SEALED = Sentences(
    _("{player} joined and sealed a salt that no one else knows yet."), _("You joined.")
)
_SALTED = Sentences(
    _("{player} joined, and what they add to the dice is sealed."), _("You joined.")
)


class PlayerJoined(Event, frozen=True, tag="PlayerJoined"):
    """
    A player accepted; ``salt_commitment`` binds them to what they add to the dice.

    It is hex, and '' for whoever adds nothing. With an ``own_seal`` the salt was made
    where the service does not know it. An automatic player is named by its ``bot``;
    where a program of its own plays for an account, that is named by ``program``.
    """

    player: Number
    salt_commitment: str = ""
    own_seal: bool = False
    bot: Bot | None = None
    program: BotName | UnsetType = UNSET

    sentences = Sentences(_("{player} joined."), _("You joined."))

    def choose_sentences(self) -> Sentences:
        if self.program is not UNSET:
            return _PROGRAM
        if self.own_seal:
            return _SEALED
        return _SALTED if self.salt_commitment else self.sentences


class SaltsRevealed(Event, frozen=True, tag="SaltsRevealed"):
    """
    All had joined: what each player adds to the dice, in hex, or ''.

    None is the salt of a player who had sealed it themselves, and did not reveal it.
    """

    salts: Annotated[Salts, Meta(min_length=FEWEST_SEATS, max_length=MOST_SEATS)]

    sentences = Sentences(
        _("What the players add to the dice is revealed, and mixed into every roll.")
    )


class GameStarted(Event, frozen=True, tag="GameStarted"):
    """The board was set up; ``start_player`` was chosen by the host or drawn."""

    start_player: Number

    is_revealing = True
    sentences = Sentences(
        _("Everyone has joined; {start_player} will be the start player."),
        _("Everyone has joined, and you’re the start player."),
    )


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of another game: the game's name, the event's number and its hash."""

    game: GameName
    sequence: Sequence
    hash: Digest


class PositionSetUp(Event, frozen=True, tag="PositionSetUp"):
    """The board was set up as it stood in another game, to see what if."""

    origin: Origin
    position: Position

    is_revealing = True
    sentences = Sentences(
        _("The board was set up as it stood in game {game} after event {event}.")
    )

    def derive_values(self) -> dict[str, object]:
        return {"game": self.origin.game, "event": self.origin.sequence}
