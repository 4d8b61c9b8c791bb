"""Hundreds of turn mails sent by two workers that are killed repeatedly."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from django.db.models import F

from config.launcher import programs
from games.models import Game
from games.now import database_now
from notifications.models import (
    Kind,
    MailPreferences,
    MailStatus,
    MailStep,
    OutgoingMail,
    Step,
)
from notifications.outbox import rows as outbox
from tests.harness.mail_server import MailServer, open_mail_server
from tests.harness.servers import broker
from tests.notifications.chaos.worker_pool import SLOTS, WorkerPool
from tests.support.mails import mails

#: How many mails, normally and with --slow.
FEW, MANY = 200, 1000
#: After these numbers of mails, the worker that sent the last one is killed, while
#: unclaimed mails still wait, because each slot claims dozens at once. Normally and
#: with --slow.
FEW_KILLS, MANY_KILLS = (50,), (50, 115, 185)

pytestmark = [
    pytest.mark.only_on("sqlite"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def sink() -> Iterator[MailServer]:
    with open_mail_server() as running:
        yield running


@pytest.fixture
def hire(tmp_path: Path, sink: MailServer) -> Iterator[Callable[[int], WorkerPool]]:
    """Return so many workers that have not been started."""
    with broker(tmp_path) as own:
        yield lambda count: WorkerPool(
            *(tmp_path, own.url, sink.port),
            workers=[programs.worker() for _ in range(count)],
        )


@pytest.fixture
def owed(two_player_game: Game, is_slow: bool) -> set[str]:
    """Post so many mails about Alice's turn; return their Message-IDs."""
    count = MANY if is_slow else FEW
    (turn,) = mails(Kind.YOUR_TURN)
    OutgoingMail.objects.exclude(pk=turn.pk).delete()
    # The workers are tested here, not drawing boards, which takes long.
    MailPreferences.objects.create(user=turn.user, text_only=True)
    due_at = database_now()
    OutgoingMail.objects.filter(pk=turn.pk).update(due_at=due_at)
    rows = [copy_of(turn, number, due_at) for number in range(1, count)]
    OutgoingMail.objects.bulk_create(rows)
    return {turn.message_id, *(row.message_id for row in rows)}


def copy_of(turn: OutgoingMail, number: int, due_at: datetime) -> OutgoingMail:
    return OutgoingMail(
        kind=turn.kind,
        user_id=turn.user_id,
        seat_id=turn.seat_id,
        game_id=turn.game_id,
        about_version=turn.about_version,
        dedupe_key=f"{turn.dedupe_key}:{number}",
        message_id=f"<your_turn.{number}@localhost>",
        created_at=turn.created_at,
        due_at=due_at,
    )


def test_no_mail_is_lost_and_each_copy_is_explained(
    owed: set[str],
    sink: MailServer,
    hire: Callable[[int], WorkerPool],
    is_slow: bool,
) -> None:
    kills = MANY_KILLS if is_slow else FEW_KILLS
    with hire(2) as workers:
        kill_again_and_again(kills, sink, workers)
        workers.work(until=nothing_waits)
        # Running workers finish; mails still being sent belong to killed ones.
        workers.stop(is_urgent=False)
    two_minutes_pass()
    with hire(1) as successors:
        successors.work(until=all_are_sent)

    assert set(sink.taken) == owed, "none is lost"
    assert workers.kills == len(kills)
    copies = sink.taken.total() - len(owed)
    assert workers.kills <= copies <= workers.kills * SLOTS
    vanished = vanishings()
    for name, count in sink.taken.items():
        assert count <= 1 + vanished[name], f"{name} came {count} times"


def kill_again_and_again(
    kills: Sequence[int], sink: MailServer, workers: WorkerPool
) -> None:
    """Kill the worker that sends a mail after it was accepted and before the answer."""
    moments = list(kills)

    def taken(name: str, port: int) -> None:
        with sink.lock:
            is_time = bool(moments) and len(sink.taken) >= moments[0]
            if is_time and workers.kill_whose(port):
                moments.pop(0)

    sink.on_taken = taken


def nothing_waits() -> bool:
    return not OutgoingMail.objects.filter(status=MailStatus.PENDING).exists()


def all_are_sent() -> bool:
    return not OutgoingMail.objects.exclude(status=MailStatus.SENT).exists()


def two_minutes_pass() -> None:
    """Make the leases of killed workers expire."""
    held = OutgoingMail.objects.filter(status=MailStatus.SENDING)
    held.update(due_at=F("due_at") - outbox.LEASE)


def vanishings() -> Counter[str]:
    """Count the VANISHED steps by Message-ID."""
    steps = MailStep.objects.filter(what=Step.VANISHED)
    return Counter(steps.values_list("mail__message_id", flat=True))
