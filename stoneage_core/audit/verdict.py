"""The verdict of an audit."""

from typing import NamedTuple

from msgspec import Struct

from stoneage_core.events.setup import Origin
from stoneage_core.phrases import Phrase
from stoneage_core.transparency.proofs import InclusionProof

#: In place of a sequence: what is wrong is not at one event.
WHOLE = 0


class Finding(NamedTuple):
    """The event at which something is wrong, or WHOLE, and what."""

    sequence: int
    reason: Phrase


class Wrong(Exception):
    """Raised where a check fails; carries the finding."""

    def __init__(self, sequence: int, english: str, /, **values: object) -> None:
        key = "audit." + english.split(" ")[0].strip("{}").lower()
        self.finding = Finding(sequence, Phrase(key, english, values))
        super().__init__(str(self.finding.reason))


class BeaconRounds(NamedTuple):
    """
    The rounds that a game took of a beacon, by their events.

    That each was named before it was published follows from the moments in the record,
    which are the service's own word.

    Of those that are ``unchecked`` nobody can tell here whether they were signed: the
    library is missing. Those that were ``missed`` could not be had, it is said.
    """

    checked: tuple[int, ...] = ()
    unchecked: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()


class MailedDecisions(NamedTuple):
    """
    The decisions that players made by mail, by their first events.

    Of those that are ``signed`` the mail stands ahead, by its SHA-256, and the mail
    server found it signed by its sender's domain; of those that are ``told`` it stands
    there without that; of those that are ``untold`` it does not.
    """

    signed: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    untold: tuple[int, ...] = ()


class Logged(NamedTuple):
    """
    Where a game stands in the log of its site: up to which event, and the proof of it.

    ``since`` is the first event that was not in the log before that entry.
    """

    since: int
    upto: int
    proof: InclusionProof


class Verdict(Struct, frozen=True):
    """
    The outcome of an audit.

    ``finding`` is the first event that is wrong, or None. ``events`` is how many there
    are, ``head`` the hash of the last one; ``dice`` how many dice and draws were
    checked against the seed, which is 0 while the game runs. ``witnessed`` is the event
    that has the hash somebody kept, if one was given. Decisions are named by their
    first events: ``acts`` are those of the staff, ``without_reason`` those of them that
    no line tells the reason of, and ``late`` those of players that came after their
    time, and before the service saw it. The ``outages`` in which no clock ran are the
    operator's word, and so is that the game was ``restored`` from a back-up, since when
    other seeds are drawn from. With those that are ``redrawn`` the game went back over
    dice, and got others. ``origin`` is the event of another game from whose position it
    was played. ``beacon_rounds`` are those of a public beacon that the dice took, None
    for dice without one. A game that goes on has to do so by ``due_by``; ``is_overdue``
    tells that a week later it had not. ``mailed`` are the decisions by mail.
    ``logged`` is where the record says it stands in the log of its site.
    """

    game: str
    events: int
    head: str
    is_over: bool
    is_cancelled: bool
    dice: int
    finding: Finding | None = None
    witnessed: int | None = None
    acts: tuple[int, ...] = ()
    without_reason: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    outages: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    redrawn: tuple[int, ...] = ()
    beacon_rounds: BeaconRounds | None = None
    mailed: MailedDecisions = MailedDecisions()
    due_by: str = ""
    is_overdue: bool = False
    origin: Origin | None = None
    logged: Logged | None = None
