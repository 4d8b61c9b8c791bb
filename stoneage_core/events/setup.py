"""Events of setting up a game: terms, seed, players, start, position."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from stoneage_core.events.base import Event
from stoneage_core.fields import BotName, Digest, GameName, Number, Sequence
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.state import Position
from stoneage_core.terms import Terms


class GameCreated(Event, frozen=True, tag="GameCreated"):
    """A game was created; ``commitment`` is the SHA-256 of its secret seed."""

    game: str
    commitment: str
    rules_version: int
    terms: Terms

    sentences = Sentences(
        _(
            "A game for {player_count} players was set up; "
            "its dice are sealed as {commitment}."
        )
    )

    def derive_values(self) -> dict[str, object]:
        return {"player_count": self.terms.player_count}


class Bot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot: its name, its version, and the SHA-256 of its tuning."""

    name: BotName
    version: Annotated[int, Meta(ge=1)]
    digest: Digest


_PROGRAM = Sentences(
    _("{player} joined: a program plays for them, called {program}."), _("You joined.")
)


class PlayerJoined(Event, frozen=True, tag="PlayerJoined"):
    """A player joined: a person, a ``bot``, or a person's ``program`` by name."""

    player: Number
    bot: Bot | None = None
    program: BotName | UnsetType = UNSET

    sentences = Sentences(_("{player} joined."), _("You joined."))

    def choose_sentences(self) -> Sentences:
        return self.sentences if self.program is UNSET else _PROGRAM


class PlayerWithdrew(Event, frozen=True, tag="PlayerWithdrew"):
    """A player who had joined left before the start; somebody else may join."""

    player: Number

    sentences = Sentences(
        _("{player} left before the start."), _("You left before the start.")
    )


class GameStarted(Event, frozen=True, tag="GameStarted"):
    start_player: Number

    is_revealing = True
    sentences = Sentences(
        _("Everyone has joined; {start_player} will be the start player."),
        _("Everyone has joined, and you’re the start player."),
    )


class Origin(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of another game: the game's name, the event's sequence and hash."""

    game: GameName
    sequence: Sequence
    hash: Digest


class PositionSetUp(Event, frozen=True, tag="PositionSetUp"):
    origin: Origin
    position: Position

    is_revealing = True
    sentences = Sentences(
        _("The board was set up as it stood in game {game} after event {event}.")
    )

    def derive_values(self) -> dict[str, object]:
        return {"game": self.origin.game, "event": self.origin.sequence}
