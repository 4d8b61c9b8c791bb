"""Mails about who can be reached: to the others at the table, and to try an address."""

from collections.abc import Iterator
from datetime import datetime

from games.models import Seat, Status
from games.signals import AddressTried, UserUnreachable
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import draft


def told(news: UserUnreachable) -> Iterator[OutgoingMail]:
    """Tell the others who play with them; before the start, who invited them."""
    for seat in news.seats:
        if seat.game.status == Status.ACTIVE:
            yield from _to_table(news, seat)
        elif (host_id := seat.game.host_id) not in {None, news.user.pk}:
            yield _mail(seat, host_id, _own(news, seat, host_id) or seat, news.now)


def tried(news: AddressTried) -> OutgoingMail:
    """Write to who says that mails reach them."""
    key = f"{news.user.pk}:{int(news.now.timestamp())}"
    return draft(Kind.ADDRESS_TRIED, key, news.now, user_id=news.user.pk)


def _to_table(news: UserUnreachable, seat: Seat) -> Iterator[OutgoingMail]:
    for other in news.others:
        reads = other.user is not None and other.user.email is not None
        if other.game_id == seat.game_id and reads:
            yield _mail(seat, other.user_id, other, news.now)


def _own(news: UserUnreachable, seat: Seat, user_id: int | None) -> Seat | None:
    at_table = (other for other in news.others if other.game_id == seat.game_id)
    return next((other for other in at_table if other.user_id == user_id), None)


def _mail(lost: Seat, user_id: int | None, seat: Seat, now: datetime) -> OutgoingMail:
    """At most once a day, however often an address is tried again."""
    return draft(
        Kind.UNREACHABLE,
        f"{lost.pk}:{user_id}:{now:%Y-%m-%d}",
        now,
        user_id=user_id,
        seat_id=seat.pk,
        game_id=lost.game_id,
    )
