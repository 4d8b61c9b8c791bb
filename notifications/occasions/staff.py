"""Mails about what the staff did: one to each person concerned, with the reason."""

from collections.abc import Iterator
from datetime import datetime

from games.models import Invitation, ModerationAction, Seat, Status
from games.moderation.actions.people import BAN
from games.moderation.actions.talk import ANSWER
from games.signals import GameAdvanced, StaffActed
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import draft


def acted(news: StaffActed) -> list[OutgoingMail]:
    """Tell all who play in the game, or the person whom it was about."""
    act = news.act
    if act.kind == ANSWER.key:
        return [_mail(act, act.user_id, news.now)] if act.user_id else []
    if act.game_id is not None:
        return list(_to_table(act, news.seats, news.now))
    mails = [_mail(act, act.user_id, news.now)]
    if act.kind == BAN.key:
        mails += _to_tables_of_the_banned(act, news.now)
    return mails


def tells_of_the_end(news: GameAdvanced) -> bool:
    """Whether the staff ended the game, of which they tell themselves."""
    reason = news.state.end_reason
    return reason is not None and reason.is_by_staff


def _to_table(
    act: ModerationAction, seats: tuple[Seat, ...], now: datetime
) -> Iterator[OutgoingMail]:
    """Absent players are told as well: it is their game."""
    for seat in seats:
        for user_id in {seat.user_id, seat.absent_user_id} - {None}:
            yield _mail(act, user_id, now, seat)


def _to_tables_of_the_banned(
    act: ModerationAction, now: datetime
) -> Iterator[OutgoingMail]:
    """The others have to know who plays the seat; why is between two people."""
    own = Seat.objects.filter(
        user=act.user,
        invitation=Invitation.ACCEPTED,
        game__status__in=(Status.INVITING, Status.ACTIVE),
    )
    others = Seat.objects.filter(game__in=own.values("game"), user__isnull=False)
    for seat in others.exclude(user=act.user).order_by("pk"):
        yield _mail(act, seat.user_id, now, seat)


def _mail(
    act: ModerationAction, user_id: int | None, now: datetime, seat: Seat | None = None
) -> OutgoingMail:
    about = f"{act.pk}:{user_id}"
    mail = draft(Kind.STAFF_ACTED, about, now, user_id=user_id, act_id=act.pk)
    if seat is not None:
        mail.seat_id, mail.game_id = seat.pk, seat.game_id
        mail.dedupe_key += f":{seat.game_id}"
    return mail
