"""
Records of users: decisions in time, seats kept to the end, results against others.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from games.log import positions
from games.models import Seat, SeatOffer, Status, StoredEvent, User
from games.models.seats import SeatQuerySet
from games.models.users import Profile
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.seats import AutopilotSeated
from stoneage_core.match.state import Source

#: Users are reliable with this percentage of decisions in time, if they made enough.
RELIABLE_SHARE, FEWEST_DECISIONS = 95, 20


#: The condition of ``StoredEvents.moves``, for use inside an aggregate.
MOVE = ~Q(command="") & ~Q(command__startswith="{")
#: Users who lost more than one in this many seats are seated last.
KEPT_OF = 5
#: How many of the latest games of two people are compared.
MOST_COMPARED = 50


class Reliability(NamedTuple):
    """How many decisions a user made in time, and how many they missed."""

    in_time: int
    missed: int

    @property
    def decisions(self) -> int:
        return self.in_time + self.missed

    @property
    def share(self) -> int:
        """The percentage in time, rounded down, or 0 without decisions."""
        return self.in_time * 100 // self.decisions if self.decisions else 0

    @property
    def is_reliable(self) -> bool:
        return self.decisions >= FEWEST_DECISIONS and self.share >= RELIABLE_SHARE

    @property
    def in_words(self) -> str:
        """'98 % in time', or '' without decisions."""
        return (
            _("%(share)d %% in time") % {"share": self.share} if self.decisions else ""
        )


def reliability_of(user_id: int) -> Reliability:
    """Return a user's reliability (two queries)."""
    return _records([user_id]).get(user_id, Reliability(0, 0))


def shown_reliability(user_ids: Iterable[int]) -> dict[int, Reliability]:
    """Return the reliability of users who show it (at most three queries)."""
    shown = Profile.objects.filter(user_id__in=set(user_ids), shows_record=True)
    return _records(list(shown.values_list("user_id", flat=True)))


def own_seats(user_ids: Iterable[int]) -> SeatQuerySet:
    """
    Return seats that users had from the beginning, at tables with other people.

    After a change of players some decisions are not theirs. Games against bots alone
    have no real deadlines.
    """
    others = Seat.objects.filter(game=OuterRef("game"), user__isnull=False)
    taken = SeatOffer.objects.filter(
        seat=OuterRef("pk"), user=OuterRef("user"), state=SeatOffer.State.TAKEN
    )
    seats = Seat.objects.filter(user__in=user_ids, absent_user=None)
    return seats.filter(Exists(others.exclude(pk=OuterRef("pk"))), ~Exists(taken))


def _records(user_ids: list[int]) -> dict[int, Reliability]:
    if not user_ids:
        return {}
    in_person = [source for source in Source if source.is_in_person]
    decided = Q(source__in=in_person) & MOVE
    events = StoredEvent.objects.filter(
        game__seats__in=own_seats(user_ids), game__seats__number=F("decided_by")
    )
    rows = events.values_list("game__seats__user").annotate(
        in_time=Count("pk", filter=decided),
        missed=Count("pk", filter=Q(type=TurnTimedOut.type_name())),
    )
    archived = (
        own_seats(user_ids)
        .order_by()
        .values_list("user")
        .annotate(in_time=Sum("archived_in_time"), missed=Sum("archived_missed"))
    )
    records = {user: Reliability(in_time, missed) for user, in_time, missed in archived}
    for user, in_time, missed in rows:
        before = records.get(user, Reliability(0, 0))
        records[user] = Reliability(before.in_time + in_time, before.missed + missed)
    return records


@dataclass(frozen=True)
class Attendance:
    """
    How a user kept their own seats at tables with other people.

    ``finished`` games are over, and in ``stayed`` of them the user was there at the
    end. ``begun`` games have started, and ``lost`` counts how often autopilot took over
    after missed decisions.
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
    """Return how a user keeps their seats (four queries)."""
    return attendances_of([user_id])[user_id]


def attendances_of(user_ids: Collection[int]) -> dict[int, Attendance]:
    """Return how users keep their seats, by user id. Takes four queries in total."""
    counts: dict[int, Counter[str]] = {user: Counter() for user in user_ids}
    over = Q(game__status=Status.FINISHED)
    there = Q(is_on_autopilot=False, absent_user=None)
    lent = Seat.objects.filter(absent_user__in=user_ids)
    for seats, owner in (own_seats(user_ids), "user"), (lent, "absent_user"):
        rows = seats.order_by().values_list(owner)
        for user, finished, stayed, begun, lost in rows.annotate(
            finished=Count("pk", filter=over),
            stayed=Count("pk", filter=over & there),
            begun=Count("pk", filter=Q(game__started_at__isnull=False)),
            lost=Sum("archived_lost"),
        ):
            counts[user].update(
                finished=finished, stayed=stayed, begun=begun, lost=lost
            )
        for user, lost in _seats_lost(seats, owner):
            counts[user].update(lost=lost)
    return {user: Attendance(**counted) for user, counted in counts.items()}


def _seats_lost(seats: QuerySet[Seat], owner: str) -> Iterable[tuple[int, int]]:
    """Return how often autopilot took these seats, by owner, in unarchived events."""
    events = StoredEvent.objects.filter(
        type=AutopilotSeated.type_name(),
        game__seats__in=seats,
        game__seats__number=F("decided_by"),
    )
    return events.values_list(f"game__seats__{owner}").annotate(Count("pk"))


@dataclass(frozen=True)
class HeadToHead:
    """In how many games a user was ahead of another, behind them, or level."""

    ahead: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.level


def head_to_head(own: User, other: User) -> HeadToHead | None:
    """Return the results of two users in common games, or None (two queries)."""
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
