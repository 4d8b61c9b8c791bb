"""Mails about who sits down for good where another player was."""

from collections.abc import Iterator
from datetime import datetime

from games.models import Seat, SubstituteOffer
from games.signals import ReplacementSeated
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import about_seat, draft, is_reachable

#: A fresh link to answer by is mailed once in so many seconds at most.
REPEAT_SECONDS = 60


def invited(offer: SubstituteOffer, now: datetime) -> OutgoingMail:
    """Ask somebody to play on where another player was."""
    return draft(
        Kind.REPLACEMENT,
        f"{offer.pk}:{int(now.timestamp()) // REPEAT_SECONDS}",
        now,
        user_id=offer.user_id,
        seat_id=offer.seat_id,
        game_id=offer.seat.game_id,
        offer_id=offer.pk,
    )


def seated(news: ReplacementSeated) -> list[OutgoingMail]:
    """Tell the others at the table, who was there before, and who had invited them."""
    mails = [*_to_others(news), *_to_those_without_a_seat(news)]
    for mail in mails:
        mail.offer_id = news.offer.pk
    return mails


def _to_others(news: ReplacementSeated) -> Iterator[OutgoingMail]:
    for seat in filter(is_reachable, news.seats):
        if seat.user_id != news.offer.user_id:
            yield about_seat(Kind.SEAT_TAKEN, seat, news.now, f"{news.offer.pk}")


def _to_those_without_a_seat(news: ReplacementSeated) -> Iterator[OutgoingMail]:
    seat: Seat = news.seats[news.offer.seat.number]
    before = None if news.before is None else news.before.pk
    for user_id in (before, news.offer.invited_by_id):
        if user_id is not None:
            about = f"{news.offer.pk}:{user_id}"
            mail = about_seat(Kind.SEAT_TAKEN, seat, news.now, about)
            mail.user_id = user_id
            yield mail
