"""What the staff did and why: lines of their own, at the end of a record.

Their chain is not that of the events: no mail quotes its end. It tells whether a line
was changed by somebody who did not hash all anew, and no more. The mail about an act
quotes its reason in words.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from stoneage_core import chain
from stoneage_core.audit import moments
from stoneage_core.audit.entries import Entry, Hash, MomentText, Positive, parted
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.facts import Number


class StaffAct(Struct, frozen=True, forbid_unknown_fields=True):
    """
    One act: the first event that it led to, if any, and the seat it was about.

    Who of the staff it was is told to nobody.
    """

    number: Positive
    act: Annotated[str, Meta(pattern=r"^[a-z_]{1,10}$")]
    event: Positive | None
    seat: Number | None
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    acted_at: MomentText

    def form(self) -> chain.Form:
        """Return what is hashed of it."""
        about = (self.number, self.act, self.event, self.seat)
        return (*about, self.reason, self.acted_at)


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    staff: StaffAct
    hash: Hash


_lines = msgspec.json.Decoder(_Line)


def write_acts(acts: Sequence[StaffAct], game: str) -> str:
    """Return the lines of the acts in a game, each with its end."""
    text, previous = "", chain.GENESIS
    for act in acts:
        previous = chain.link(previous, game, act.form())
        text += msgspec.json.encode(_Line(act, previous)).decode() + "\n"
    return text


def check_acts(text: str, game: str, entries: Sequence[Entry]) -> int:
    """Raise Wrong at the first act in a record that is not in order; count them."""
    _events, told = parted(text)
    acts = [_act(line, at) for at, line in enumerate(told.split("\n")[:-1], 1)]
    if write_acts(acts, game) != told:
        raise Wrong(WHOLE, "the acts of the staff are not as they were written")
    for number, act in enumerate(acts, 1):
        _require_in_order(act, number, entries)
    return len(acts)


def _act(line: str, number: int) -> StaffAct:
    try:
        return _lines.decode(line).staff
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        english = "act {number} of the staff cannot be read: {error}"
        raise Wrong(WHOLE, english, number=number, error=error) from error


def _require_in_order(act: StaffAct, number: int, entries: Sequence[Entry]) -> None:
    if act.number != number or not moments.is_moment(act.acted_at):
        english = "act {number} of the staff is not in its place"
        raise Wrong(WHOLE, english, number=number)
    led_to = entries[act.event - 1 : act.event] if act.event else ()
    if act.event and not any(entry.decided_how == "staff" for entry in led_to):
        english = "act {number} of the staff led to no event of theirs"
        raise Wrong(WHOLE, english, number=number)
