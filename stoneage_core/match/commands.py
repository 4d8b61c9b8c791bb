"""What can be asked of a game: each command is decided as a whole, or refused.

Who asks, how and when stands beside it (``By``).
"""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from stoneage_core.clock import Clock
from stoneage_core.commands import Command
from stoneage_core.conduct import MotionKind
from stoneage_core.state import EndReason, GameState, Salts, TieBreak


class Create(Struct, frozen=True):
    """Open the game that has this name, with a sealed seed."""

    game: str
    player_count: int
    commitment: str
    tie_break: TieBreak
    first_player: int | None


class Join(Struct, frozen=True):
    """Take part, bound to a salt for the dice; of an ``own_seal`` nobody else knows."""

    salt_commitment: str
    own_seal: bool = False


class Start(Struct, frozen=True):
    """Start the game that all have joined, with their salts in seat order."""

    salts: Salts


class PlayMove(Struct, frozen=True):
    """Decide on the board."""

    command: Command


class TimeOut(Struct, frozen=True):
    """Decide for somebody whose time ran out, as ``choose`` says, till it is done."""

    choose: Callable[[GameState, int], Command]


class TakeBack(Struct, frozen=True):
    """Take back one's last move alone, which led to the event after ``sequence``."""

    sequence: int


class Propose(Struct, frozen=True):
    """Propose something to the others; the fields are those of ``MotionMade``."""

    kind: MotionKind
    sequence: int | None = None
    seat: int | None = None
    offer: int | None = None
    clock: Clock | None = None


class CastVote(Struct, frozen=True):
    """Say yes or no to a proposal."""

    proposal: int
    agrees: bool


class SettleProposals(Struct, frozen=True):
    """Let lapse what has lost its subject: somebody's offer was withdrawn."""


class DeclareAbsence(Struct, frozen=True):
    """Stop one's clock from a moment until another."""

    begins: datetime
    ends: datetime


class EndAbsence(Struct, frozen=True):
    """Come back early, or do not go at all; days not begun are not spent."""


class Resign(Struct, frozen=True):
    """Leave a seat to the steward."""


class ReclaimSeat(Struct, frozen=True):
    """Take a seat back, from the steward or from a substitute."""


class Replace(Struct, frozen=True):
    """Sit down for good, by an invitation of the staff, where another player is."""

    offer: int


class RestartClock(Struct, frozen=True):
    """Let the clock of a guest run, who stays for good."""


class SetClock(Struct, frozen=True):
    """Give the table a clock; whoever is awaited starts anew with it."""

    clock: Clock


class Pause(Struct, frozen=True):
    """Stop all clocks until a moment at the latest; who wants to may play on."""

    until: datetime


class Resume(Struct, frozen=True):
    """Let the clocks run again."""


class Freeze(Struct, frozen=True):
    """Put a game in quarantine: nobody decides, the steward neither; no time runs."""


class Unfreeze(Struct, frozen=True):
    """
    Release a game from quarantine, or one whose time-outs could not be carried out.

    A pause from before goes on.
    """


class GrantTime(Struct, frozen=True):
    """Give a player so many seconds more, in all, for the present decision."""

    player: int
    seconds: int


class RollBack(Struct, frozen=True):
    """Make the position again what it was after an event, with the banks of then."""

    sequence: int
    banks: bool = True


class Adjudicate(Struct, frozen=True):
    """End a game as it stands; its seed stays sealed for a while."""

    reason: EndReason


class RevealSeed(Struct, frozen=True):
    """Make an end by the staff final."""


MatchCommand = (
    Create
    | Join
    | Start
    | PlayMove
    | TimeOut
    | TakeBack
    | Propose
    | CastVote
    | SettleProposals
    | DeclareAbsence
    | EndAbsence
    | Resign
    | ReclaimSeat
    | Replace
    | RestartClock
    | SetClock
    | Pause
    | Resume
    | Freeze
    | Unfreeze
    | GrantTime
    | RollBack
    | Adjudicate
    | RevealSeed
)
