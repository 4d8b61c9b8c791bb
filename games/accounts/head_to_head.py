"""Head to head: games that two people finished together, and who came off better."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.accounts.reliability import own_seats
from games.models import Seat, Status, User
from games.store import positions

#: How many games are looked at, the latest ones.
MOST_COMPARED = 50


@dataclass(frozen=True)
class HeadToHead:
    """In how many games one was ahead of the other, behind them, and level."""

    ahead: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.level


def head_to_head(own: User, other: User) -> HeadToHead | None:
    """Return how two people stand to each other, None without a game. Two queries."""
    theirs = {
        seat.game_id: seat.number
        for seat in _finished(other).filter(game__in=_finished(own).values("game"))
    }
    seats = _finished(own).filter(game__in=theirs).select_related("game")
    differences = [
        ranks[theirs[seat.game_id]] - ranks[seat.number]
        for seat in seats.order_by("-game__finished_at")[:MOST_COMPARED]
        if (ranks := positions.state_of(seat.game).ranks)
    ]
    if not differences:
        return None
    return HeadToHead(
        ahead=sum(difference > 0 for difference in differences),
        behind=sum(difference < 0 for difference in differences),
        level=differences.count(0),
    )


def _finished(user: User) -> QuerySet[Seat]:
    return own_seats([user.pk]).filter(game__status=Status.FINISHED)
