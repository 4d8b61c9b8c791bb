"""Why bots made their last decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Seat
from games.models.seats import ComparedMove
from games.presentation.text import names_of, say
from games.presentation.timeline import PlayedDecision, Timeline
from games.table.numbered_choices import command_in_words, words_of_commands
from stoneage_core import notation
from stoneage_core.match.commands import is_move
from stoneage_core.opponents.choosing import Figures, is_worth_telling, reason_of


@dataclass(frozen=True)
class OpponentReason:
    """The last notable decision of a bot in words, and its reason."""

    seat: int
    name: str
    move: str
    reason: str

    def __str__(self) -> str:
        return _("%(name)s chose “%(move)s”. %(reason)s") % {
            "name": self.name,
            "move": self.move,
            "reason": self.reason,
        }


def has_reasons(seats: Sequence[Seat], timeline: Timeline) -> bool:
    return bool(_told_of(seats, timeline))


def reasons_since(
    seats: Sequence[Seat], timeline: Timeline
) -> tuple[OpponentReason, ...]:
    """
    Return one reason for each bot that decided in a timeline, in seat order.

    Takes one query for the figures of searching bots.
    """
    told = _told_of(seats, timeline)
    return tuple(_reasons([told[number] for number in sorted(told)], seats, timeline))


def _told_of(seats: Sequence[Seat], timeline: Timeline) -> dict[int, PlayedDecision]:
    return {
        decision.player: decision
        for decision in timeline.kept_decisions
        if decision.player is not None
        and seats[decision.player].is_automatic
        and is_move(decision.command)
        and is_worth_telling(notation.from_text(decision.command))
    }


def _reasons(
    decisions: Sequence[PlayedDecision], seats: Sequence[Seat], timeline: Timeline
) -> Iterator[OpponentReason]:
    if not decisions:
        return
    found = ComparedMove.objects.filter(seat__game=seats[0].game)
    figures = {(one.seat_id, one.version): one for one in found}
    names = names_of(seats)
    for decision in decisions:
        assert decision.player is not None
        number, version = decision.player, decision.first - 1
        state = timeline.state_after(version)
        one = figures.get((seats[number].pk, version))
        compared = None if one is None else Figures(one.won, one.next_best)
        command = notation.from_text(decision.command)
        yield OpponentReason(
            seat=number,
            name=names[number],
            move=command_in_words(
                state, words_of_commands(state, number), decision.command
            ),
            reason=say(reason_of(state, number, command, compared), names),
        )
