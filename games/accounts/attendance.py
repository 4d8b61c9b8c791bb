"""Attendance: games that somebody played to the end, and seats lost to the clock."""

from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet, Sum

from games.accounts.reliability import own_seats
from games.models import Seat, Status, StoredEvent

#: Who lost more than one in so many of the seats that they began on is seated later.
KEPT_OF = 5


@dataclass(frozen=True)
class Attendance:
    """
    Of somebody's own seats at tables with others: how many games are over, in how many
    of them they were there at the end, how many were ``begun`` at all, and how often
    autopilot took over because they had missed too much.
    """

    finished: int = 0
    stayed: int = 0
    begun: int = 0
    lost: int = 0

    @property
    def is_steady(self) -> bool:
        """Whether they lose few enough seats to be seated first."""
        return self.lost * KEPT_OF <= self.begun


def attendance_of(user_id: int) -> Attendance:
    """Return how somebody keeps their seats. Six queries."""
    own, lent = own_seats([user_id]), Seat.objects.filter(absent_user=user_id)
    over = Q(game__status=Status.FINISHED)
    counts = own.aggregate(
        finished=Count("pk", filter=over),
        stayed=Count("pk", filter=over & Q(is_on_autopilot=False)),
        begun=Count("pk", filter=Q(game__started_at__isnull=False)),
    )
    left = lent.aggregate(finished=Count("pk", filter=over), begun=Count("pk"))
    return Attendance(
        finished=counts["finished"] + left["finished"],
        stayed=counts["stayed"],
        begun=counts["begun"] + left["begun"],
        lost=seats_lost(own) + seats_lost(lent),
    )


def seats_lost(seats: QuerySet[Seat]) -> int:
    """Return how often players lost these seats to the clock. Two queries."""
    events = StoredEvent.objects.filter(
        type="AutopilotSeated",
        game__seats__in=seats,
        game__seats__number=F("decided_by"),
    )
    archived = seats.aggregate(lost=Sum("archived_lost"))["lost"] or 0
    return events.count() + archived
