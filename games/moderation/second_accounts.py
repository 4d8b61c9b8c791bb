"""Hints that two accounts may belong to one person. They prove nothing.

Families share a browser, friends share their club's domain, and good players win. So
only the staff see the hints, with the evidence and the number of games.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count

from games.log import positions
from games.log.archive import read_archive
from games.models import Seat, Status, StoredEvent, User
from games.models.tallies import SeenBrowser
from games.moderation.subjects import url_of
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source

#: Games are compared only with the people with whom a user plays most.
MOST_COMPARED, FEWEST_SHARED = 8, 2
#: How many of the latest games of two people are examined.
MOST_GAMES = 12
#: A domain that more users have proves nothing.
RARE_DOMAIN = 4
#: Two people have the same rhythm if this share of decisions is this close together.
CLOSE, CLOSE_SHARE, FEWEST_DECISIONS = timedelta(minutes=5), 0.6, 10
#: How many games with others at the table one of the two has to win.
FEWEST_WON = 3


#: The seats of two people in the games that they share, by game.
_Shared = dict[int, tuple[Seat, Seat]]


def second_account_hints(
    user: User, now: datetime
) -> list[tuple[User, str, list[str]]]:
    reasons: dict[User, list[str]] = defaultdict(list)
    for other, days in _same_browser(user, now):
        when = f"last {days} days ago" if days else "today"
        reasons[other].append(f"played in the same browser {when}")
    for other, seats in _play_together(user):
        reasons[other] += [*_same_rhythm(user, other, seats), *_won_together(seats)]
    hints = [(other, url_of(other), found) for other, found in reasons.items() if found]
    return sorted(hints, key=lambda hint: -len(hint[2]))


def _same_browser(user: User, now: datetime) -> Iterator[tuple[User, int]]:
    since = now - timedelta(days=settings.BROWSER_DAYS)
    own = SeenBrowser.objects.filter(user=user, seen_at__gte=since)
    others = SeenBrowser.objects.filter(
        browser__in=own.values("browser"), seen_at__gte=since
    )
    latest: dict[User, datetime] = {}
    for seen in others.exclude(user=user).select_related("user").order_by("seen_at"):
        latest[seen.user] = seen.seen_at
    for other, seen_at in latest.items():
        yield other, (now - seen_at).days


def _play_together(user: User) -> Iterator[tuple[User, _Shared]]:
    others = Seat.objects.filter(game__seats__user=user, user__isnull=False)
    counted = others.exclude(user=user).values("user")
    counted = counted.annotate(games=Count("game", distinct=True))
    often = counted.filter(games__gte=FEWEST_SHARED).order_by("-games", "user")
    people = User.objects.in_bulk([row["user"] for row in often[:MOST_COMPARED]])
    for other in people.values():
        theirs = Seat.objects.filter(user=other, game__seats__user=user)
        theirs = theirs.select_related("game").order_by("-game_id")[:MOST_GAMES]
        by_game = {seat.game_id: seat for seat in theirs}
        own = Seat.objects.filter(user=user, game__in=by_game)
        yield other, {seat.game_id: (seat, by_game[seat.game_id]) for seat in own}


def _same_rhythm(user: User, other: User, seats: _Shared) -> Iterator[str]:
    """Yield a reason if both use a rare email domain and decide at the same times."""
    domain, others_domain = (
        (each.email or "").partition("@")[2] for each in (user, other)
    )
    if not domain or domain != others_domain:
        return
    if User.objects.filter(email__endswith=f"@{domain}").count() > RARE_DOMAIN:
        return
    own, others = moments_in(seats)
    close = sum(
        any(abs(at - other_at) <= CLOSE for other_at in others.get(game, ()))
        for game, times in own.items()
        for at in times
    )
    count = sum(map(len, own.values()))
    if count >= FEWEST_DECISIONS and close >= CLOSE_SHARE * count:
        yield (
            f"has an address at {domain} as well, and of {count} decisions in games "
            f"that they share {close} fell within five minutes of theirs"
        )


def moments_in(
    seats: _Shared,
) -> tuple[dict[int, list[datetime]], dict[int, list[datetime]]]:
    """Return when each of two people decided in person, by game."""
    in_person = [source for source in Source if source.is_in_person]
    events = StoredEvent.objects.filter(game__in=seats, source__in=in_person).moves()
    own: dict[int, list[datetime]] = defaultdict(list)
    others: dict[int, list[datetime]] = defaultdict(list)
    rows = events.values_list("game_id", "decided_by", "recorded_at")
    for game, number, at in (*rows, *_archived_moments(seats)):
        first, second = seats[game]
        if number == first.number:
            own[game].append(at)
        elif number == second.number:
            others[game].append(at)
    for each in (*own.values(), *others.values()):
        each.sort()
    return own, others


def _archived_moments(
    seats: _Shared,
) -> Iterator[tuple[int, int | None, datetime]]:
    for key, (_own, theirs) in seats.items():
        if theirs.game.archived_at is None:
            continue
        for each in read_archive(theirs.game):
            if Source(each.source).is_in_person and is_move(each.command):
                yield key, each.decided_by, each.recorded_at


def _won_together(seats: _Shared) -> Iterator[str]:
    over = [
        pair
        for pair in seats.values()
        if pair[1].game.status == Status.FINISHED and pair[1].game.seat_count > 2
    ]
    if len(over) < FEWEST_WON:
        return
    for pair in over:
        ranks = positions.state_of(pair[1].game).ranks
        if not ranks or all(ranks[seat.number] != 1 for seat in pair):
            return
    yield f"one of the two won each of the {len(over)} games with others"
