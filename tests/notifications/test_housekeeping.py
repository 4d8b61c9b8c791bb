"""Retention: mails and their steps are deleted unless they are open or still useful."""

from datetime import datetime, timedelta

import pytest
from django.conf import settings

from games.models import Game, User
from notifications.housekeeping import (
    INCOMING_ROWS_LAST,
    MAILBOX_LASTS,
    drop_incoming,
    drop_mailbox,
    drop_outgoing,
)
from notifications.models import (
    IncomingMail,
    Kind,
    MailboxMessage,
    MailStatus,
    MailStep,
    OutgoingMail,
    Step,
)
from notifications.outbox import rows
from notifications.outbox.rows import new_mail

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_settled_mail_is_deleted_after_its_game_is_over(
    finished_game: Game, two_player_game: Game, alice: User, now: datetime
) -> None:
    OutgoingMail.objects.all().delete()
    limit = now - timedelta(days=settings.OUTGOING_MAIL_DAYS)

    def mail(name: str, game: Game | None, *, at: datetime, **columns: object) -> None:
        row = new_mail(Kind.YOUR_TURN, name, at, user=alice, game=game)
        settled = {"status": MailStatus.SKIPPED} | columns
        for column, value in settled.items():
            setattr(row, column, value)
        row.save()
        rows.add_step(row, Step.SKIPPED, at=at)

    old = limit - SECOND
    mail("over", finished_game, at=old)
    mail("of no game", None, at=old)
    mail("calendar of then", finished_game, at=old, entry_ends=now - SECOND)
    mail("young", finished_game, at=limit)
    mail("owed", finished_game, at=old, status=MailStatus.PENDING)
    mail("played", two_player_game, at=old)
    mail("in a calendar", finished_game, at=old, entry_ends=now)
    assert drop_outgoing(now) == 3
    kept = {row.dedupe_key.partition(":")[2] for row in OutgoingMail.objects.all()}
    assert kept == {"young", "owed", "played", "in a calendar"}
    assert MailStep.objects.count() == 4


def test_pruned_incoming_mail_is_deleted_after_a_year(now: datetime) -> None:
    def mail(name: str, at: datetime, pruned_at: datetime | None) -> None:
        IncomingMail.objects.create(
            message_id=name,
            recipient="play@stoneage.example",
            source=b"",
            received_at=at,
            due_at=at,
            pruned_at=pruned_at,
        )

    limit = now - INCOMING_ROWS_LAST
    mail("old", limit - SECOND, now)
    mail("with words", limit - SECOND, None)
    mail("young", limit, now)
    assert drop_incoming(now) == 1
    kept = IncomingMail.objects.order_by("pk").values_list("message_id", flat=True)
    assert list(kept) == ["with words", "young"]


def test_old_mailbox_messages_are_deleted(now: datetime) -> None:
    limit = now - MAILBOX_LASTS
    for at in (limit - SECOND, limit):
        MailboxMessage.objects.create(
            sender="a@b.example", recipient="c@d.example", received_at=at, source=b""
        )
    assert drop_mailbox(now) == 1
    assert MailboxMessage.objects.get().received_at == limit
