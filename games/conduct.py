"""What is known of the conduct of a table: banks, misses, absences, proposals.

Disposable, like the position: ``games.projections.conduct_folds`` makes it from the
events.
"""

from datetime import datetime

import msgspec
from msgspec import Struct

from games.timekeeping import Span
from stoneage_core import conduct as c
from stoneage_core.clock import Clock


class Chair(Struct, frozen=True, omit_defaults=True):
    """
    How things stand with one seat.

    ``bank`` holds seconds, or is None where the clock has no banks; ``granted`` are the
    seconds that the staff gave on top for the present decision; ``misses`` counts the
    decisions missed in a row; ``away`` lists absences, past ones too.
    """

    bank: int | None = None
    granted: int = 0
    misses: int = 0
    is_stewarded: bool = False
    away: tuple[Span, ...] = ()

    def away_at(self, moment: datetime) -> Span | None:
        """Return the absence that a moment lies in."""
        return next(
            (span for span in self.away if span.begins <= moment < span.ends), None
        )


class Motion(Struct, frozen=True, omit_defaults=True):
    """
    An open proposal: what it says, since when, and who voted how (by player).

    It is overtaken once another round has begun, even if the game went back since.
    """

    proposal: c.MotionMade
    made_at: datetime
    votes: dict[int, bool]
    is_overtaken: bool = False

    @property
    def number(self) -> int:
        return self.proposal.motion


class Conduct(Struct, frozen=True, omit_defaults=True):
    """
    The conduct of a table; ``chairs`` are by number of player.

    ``clock`` is None where the log names none. In ``pauses`` all clocks stood still, or
    will; so they did in ``holds``, when the game was in quarantine, and they do since
    ``held_since``. ``motions`` are the open ones, and ``motion_count`` is how many
    there ever were.
    """

    clock: Clock | None = None
    chairs: tuple[Chair, ...] = ()
    pauses: tuple[Span, ...] = ()
    holds: tuple[Span, ...] = ()
    held_since: datetime | None = None
    motions: tuple[Motion, ...] = ()
    motion_count: int = 0

    def motion(self, number: int) -> Motion | None:
        """Return an open proposal by its number."""
        return next((each for each in self.motions if each.number == number), None)


#: Before anything was said about it.
UNSET = Conduct()

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Conduct)


def encode(conduct: Conduct) -> str:
    """Return a conduct as JSON, to be kept as a disposable cache."""
    return _encoder.encode(conduct).decode()


def decode(text: str) -> Conduct:
    """Return a conduct from :func:`encode`; raise msgspec.MsgspecError if not."""
    return _decoder.decode(text)
