"""The audit after a trial: every accepted move exists once, and players know."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Max

from games.log.positions import steps_of
from games.log.stream import load_records
from games.models import Game, Seat, StoredEvent
from games.now import database_now
from notifications.models import (
    OPEN_STATUSES,
    Kind,
    MailStatus,
    MailStep,
    OutgoingMail,
    Step,
)
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.state import History, Match
from tests.faults.players import Account
from tests.harness.environment import ROOT
from tests.harness.mail_server import MailServer
from tests.harness.servers import Servers

#: Seconds that due work may wait, with a sweep every ten.
SWEPT = timedelta(seconds=30)
#: Steps of a mail after which it may be sent again.
EXPLAINS = (Step.VANISHED, Step.DEFERRED)


class Copies(NamedTuple):
    """How many mails arrived more than once, and how many unexplained."""

    twice: int
    unexplained: int
    reasons: Counter[str]


@dataclass
class Audit:
    """
    The counts after a trial. Those in ``is_well`` should be 0. ``retried`` emails wait
    for their next try because the mail server deferred them.
    """

    moves: int
    lost: int
    doubled: int
    unmailed: int
    mails: int
    unseen: int
    copies: Copies
    retried: int
    time_outs: int
    ahead: int

    @property
    def is_well(self) -> bool:
        wrong = (
            self.lost
            + self.doubled
            + self.unmailed
            + self.unseen
            + self.copies.unexplained
            + self.ahead
        )
        return not wrong


def audit(
    sink: MailServer,
    account: Account,
    games: Sequence[int],
    *,
    began_mails_at: int,
) -> Audit:
    """Count what is wrong, when nothing is due any more."""
    stored = Counter(
        StoredEvent.objects.filter(
            game__in=games, request_id__isnull=False
        ).values_list("request_id", flat=True)
    )
    mails = OutgoingMail.objects.filter(pk__gt=began_mails_at)
    sent = dict(mails.filter(status=MailStatus.SENT).values_list("message_id", "pk"))
    return Audit(
        moves=len(account.accepted),
        lost=len(account.accepted - set(stored)),
        doubled=sum(count > 1 for count in stored.values())
        + len(strange(stored, account)),
        unmailed=sum(len(list(unmailed_turns(pk))) for pk in games),
        mails=len(sent),
        unseen=sum(not sink.taken[name] for name in sent),
        copies=copies_of(sent, sink),
        retried=mails.filter(status__in=OPEN_STATUSES).exclude(obstacle="").count(),
        time_outs=StoredEvent.objects.filter(
            game__in=games, type="TurnTimedOut"
        ).count(),
        ahead=ahead(),
    )


def last_mail() -> int:
    """Return the id of the latest mail."""
    return OutgoingMail.objects.aggregate(last=Max("pk"))["last"] or 0


def owed() -> int:
    """
    Return how many emails and deadlines are due or in the hands of a worker.

    Emails that the mail server deferred wait for their next try; they are not due.
    """
    mails = OutgoingMail.objects.filter(part_of=None)
    due = mails.filter(status=MailStatus.PENDING, due_at__lte=database_now())
    return due.count() + mails.filter(status=MailStatus.SENDING).count() + overdue()


def strange(stored: Counter[UUID], account: Account) -> set[UUID]:
    """Return the moves of people that none of them sent."""
    return {each for each in stored if each not in account.sent}


def unmailed_turns(game_id: int) -> Iterator[tuple[int, int]]:
    """Yield seat and version of each question without a mail."""
    game = Game.objects.get(pk=game_id)
    written = OutgoingMail.objects.filter(game=game)
    told = set(written.values_list("seat__number", "about_version"))
    begun = set(written.filter(kind=Kind.GAME_STARTED).values_list("seat__number"))
    match, history = Match(), History()
    for step in steps_of(record for record, _ in load_records(game)):
        before, match = match, evolve_match(match, step, lambda: history)
        history.note(before, step, match)
        for player, asked in match.table.pending.items():
            is_new = before.table.pending.get(player) != asked
            is_played = not match.table.seats[player].is_on_autopilot
            is_told = (player, asked.version) in told
            is_first = not before.table.pending and (player,) in begun
            if is_new and is_played and not (is_told or is_first):
                yield player, asked.version


def copies_of(sent: dict[str, int], sink: MailServer) -> Copies:
    """Compare the mails received, by Message-ID, with their steps."""
    steps = MailStep.objects.filter(mail__in=sent.values(), what__in=EXPLAINS)
    told = Counter(steps.values_list("mail__message_id", flat=True))
    twice = {name for name in sent if sink.taken[name] > 1}
    unexplained = sum(sink.taken[name] > 1 + told[name] for name in twice)
    reasons = Counter(
        steps.filter(mail__message_id__in=twice).values_list("what", flat=True)
    )
    return Copies(len(twice), unexplained, reasons)


def overdue() -> int:
    """Return how many deadlines have passed without being handled."""
    late = Seat.objects.filter(awaited_at__isnull=False)
    return late.filter(deadline_at__lt=database_now() - SWEPT).count()


def ahead() -> int:
    """Return how many mails wait far too long."""
    owed = OutgoingMail.objects.filter(status__in=OPEN_STATUSES)
    written_ahead = owed.filter(created_at__gt=database_now() + SWEPT)
    late = owed.filter(due_at__gt=F("created_at") + timedelta(hours=5))
    return (written_ahead | late).count()


def checked_logs(servers: Servers) -> str:
    """Return '' if the logs of all games verify, else the output of `check_streams`."""
    outcome = subprocess.run(
        [sys.executable, "manage.py", "check_streams"],
        cwd=ROOT,
        env=servers.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if outcome.returncode == 0 else outcome.stdout + outcome.stderr
