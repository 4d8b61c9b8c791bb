"""Carrying out of a form of the dock: one decision, or several in their order."""

from datetime import datetime

from games.decisions.session import How
from games.models import Seat
from games.play.forms import Move
from games.play.submit import Submitted, submit_command, submit_uses
from games.presentation.outcome import OutcomeSentence, outcome_of
from games.store import positions
from games.store.heads import require_seen
from stoneage_core.use_order import UseOrder

#: No game has as many events as a number of more digits says.
LONGEST_SEQUENCE = 7


def carry_out(seat: Seat, move: Move, how: How, now: datetime) -> Submitted:
    """
    Decide what a form asks for. Raise Refused or GameError, as the services do.

    PositionLost where it was filled in on a position that a restore has lost.
    """
    require_seen(seat.game, move.expected_version, move.expected_head)
    asked = move.asked
    if isinstance(asked, UseOrder):
        return submit_uses(
            seat=seat,
            order=asked,
            expected_version=move.expected_version,
            request_id=move.request_id,
            now=now,
            source=how,
        )
    return submit_command(
        seat=seat,
        command=asked,
        expected_version=move.expected_version,
        request_id=move.request_id,
        now=now,
        source=how,
    )


def outcome_since(seat: Seat, first_sequence: str) -> tuple[OutcomeSentence, ...]:
    """
    Return what came of the decision that began with an event, if one did.

    ``first_sequence`` is from an address, and may be anything.
    """
    if not first_sequence.isdecimal() or len(first_sequence) > LONGEST_SEQUENCE:
        return ()
    after, upto = int(first_sequence) - 1, seat.game.version
    if not 0 <= after < upto:
        return ()
    events = positions.events_of(seat.game, after=after, upto=upto)
    return outcome_of(tuple(events), seat.number)
