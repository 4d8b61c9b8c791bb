"""What the staff did and why: lines of their own, at the end of a record.

Their chain is not that of the events: no mail quotes its end. It tells whether a line
was changed by somebody who did not hash all anew, and no more. So each line has to fit
what it led to, and what the staff decided without a line is named. The mail about an
act quotes its reason in words.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from stoneage_core import chain
from stoneage_core.audit import moments
from stoneage_core.audit.decisions import CheckedDecision
from stoneage_core.audit.entries import Hash, Positive, parted
from stoneage_core.audit.kinds import ON_GAMES
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.facts import MomentText, Number


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


def check_acts(
    text: str, game: str, decisions: Sequence[CheckedDecision]
) -> list[StaffAct]:
    """
    Return the acts in a record; raise Wrong at the first that is not in order.

    ``decisions`` are those of the staff.
    """
    _events, told = parted(text)
    acts = [_act(line, at) for at, line in enumerate(told.split("\n")[:-1], 1)]
    if write_acts(acts, game) != told:
        raise Wrong(WHOLE, "the acts of the staff are not as they were written")
    untold = {decided.entry.sequence: decided for decided in decisions}
    for number, act in enumerate(acts, 1):
        _require_in_order(act, number)
        _require_fitting(act, untold.pop(act.event or 0, None))
    return acts


def without_act(
    decisions: Sequence[CheckedDecision], acts: Sequence[StaffAct]
) -> Iterator[int]:
    """
    Yield which ``decisions`` of the staff have no line, by their first events.

    Who sits down where the staff invited them to has the line of the invitation.
    """
    told = {act.event for act in acts}
    offers = [act for act in acts if ON_GAMES[act.act].later]
    for decided in decisions:
        if decided.entry.sequence in told:
            continue
        offer = next((act for act in offers if _is_taken_up(act, decided)), None)
        if offer is None:
            yield decided.entry.sequence
        else:
            offers.remove(offer)


def _is_taken_up(act: StaffAct, decided: CheckedDecision) -> bool:
    later = ON_GAMES[act.act].later
    made = later is not None and isinstance(decided.command, later)
    is_there = decided.seat == act.seat
    return made and is_there and act.acted_at <= decided.entry.recorded_at


def _act(line: str, number: int) -> StaffAct:
    try:
        return _lines.decode(line).staff
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        english = "act {number} of the staff cannot be read: {error}"
        raise Wrong(WHOLE, english, number=number, error=error) from error


def _require_in_order(act: StaffAct, number: int) -> None:
    if act.number != number or not moments.is_moment(act.acted_at):
        english = "act {number} of the staff is not in its place"
        raise Wrong(WHOLE, english, number=number)
    if act.act not in ON_GAMES:
        english = "act {number} of the staff is none that there is: {act}"
        raise Wrong(WHOLE, english, number=number, act=act.act)


def _require_fitting(act: StaffAct, decided: CheckedDecision | None) -> None:
    """Raise Wrong unless an act led to a decision such as it leads to, told once."""
    kind = ON_GAMES[act.act]
    if act.event is None and kind.command is None:
        return
    if decided is None:
        english = "act {number} of the staff led to no event of theirs"
        raise Wrong(WHOLE, english, number=act.number)
    fits = kind.command is not None and isinstance(decided.command, kind.command)
    if not fits or act.seat != decided.seat:
        english = "act {number} of the staff cannot have led to event {event}"
        raise Wrong(WHOLE, english, number=act.number, event=act.event)
