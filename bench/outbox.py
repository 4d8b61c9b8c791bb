"""M2: due mails of turns claimed, built, sent and recorded."""

import time
from collections.abc import Callable, Sequence

from bench import goals, matches
from bench.floors import bare_mails
from bench.mails import asking_mails, built
from bench.table import Comparison
from bench.timing import Scale, TimedCase
from config.celery import app
from config.launcher import programs
from config.launcher.supervisor import Program
from games.now import database_now
from games.transparency.sequencer import sequence_all_heads
from notifications.models import OPEN_STATUSES, MailStatus, MailStep, OutgoingMail
from notifications.tasks import send_due_mails
from tests.harness.mail_server import MailServer
from tests.harness.servers import Servers

#: At most this many mails are due at once: two batches.
MOST_DUE = 40
#: Each of their games is this many decisions ahead of the one before.
APART = 1
WORKERS = 2
#: Seconds within which all must be sent.
PATIENCE = 120.0
LOOK_AGAIN = 0.005


class Outbox:
    """Due mails of turns, and two workers that send them to a mail server."""

    def __init__(self, servers: Servers, sink: MailServer, scale: Scale) -> None:
        count = min(scale.requests, MOST_DUE)
        for number in range(count):
            matches.played_on(matches.invited_game(4), decisions=APART * number)
        sequence_all_heads(now=database_now())
        self.keys = asking_mails()[-count:]
        self.sink = sink
        self.bare = self._bare_task(servers)
        app.control.purge()
        for number in range(WORKERS):
            worker = programs.worker()
            worker.command = [*worker.command, "--hostname", f"{number}@%h"]
            start_worker(servers, worker)
        start_worker(servers, bare_mails.worker(WORKERS))

    def comparisons(self) -> list[Comparison]:
        """Compare the sender with tasks that only send the same bytes."""
        return [
            Comparison(
                goals.M2,
                f"{len(self.keys)} due mails of turns drained by two workers",
                "a bare Celery task that hands the same bytes to the same server",
                TimedCase("drained mails", self.drain, self.make_due),
                TimedCase("bare mails", self.bare),
                "mails/s",
            )
        ]

    def make_due(self) -> None:
        """Make these mails due as if they were new, and no others."""
        now = database_now()
        OutgoingMail.objects.filter(status__in=OPEN_STATUSES).update(
            status=MailStatus.SKIPPED
        )
        ours = OutgoingMail.objects.filter(pk__in=self.keys)
        MailStep.objects.filter(mail__in=ours).delete()
        ours.update(
            status=MailStatus.PENDING,
            due_at=now,
            held_until=None,
            claimed_at=None,
            sent_at=None,
            attempts=0,
            entry_ends=None,
        )

    def drain(self) -> int:
        """Wake both workers; return when every mail has been sent and recorded."""
        before = taken_by(self.sink)
        for _ in range(WORKERS):
            send_due_mails.delay()
        self._wait_for(lambda: taken_by(self.sink) - before >= len(self.keys))
        sent = OutgoingMail.objects.filter(pk__in=self.keys, status=MailStatus.SENT)
        self._wait_for(lambda: sent.count() == len(self.keys))
        return len(self.keys)

    def _bare_task(self, servers: Servers) -> Callable[[], int]:
        """Return a case in which a task of its own sends the bytes of each mail."""
        mails = write_mails(servers, self.keys)

        def run() -> int:
            before = taken_by(self.sink)
            for path, recipient in mails:
                bare_mails.hand_over.delay(path, recipient, self.sink.port)
            self._wait_for(lambda: taken_by(self.sink) - before >= len(mails))
            return len(mails)

        return run

    @staticmethod
    def _wait_for(is_done: Callable[[], bool]) -> None:
        """Poll until done; raise RuntimeError after a time-out."""
        end = time.monotonic() + PATIENCE
        while not is_done():
            if time.monotonic() > end:
                raise RuntimeError("not all mails were sent")
            time.sleep(LOOK_AGAIN)


def write_mails(servers: Servers, keys: Sequence[int]) -> list[tuple[str, str]]:
    """Write the bytes of mails into files; return their paths and recipients."""
    mails = []
    for key in keys:
        message = built(key)
        path = servers.directory / f"{key}.eml"
        path.write_bytes(message.message().as_bytes(linesep="\r\n"))
        mails.append((str(path), message.to[0]))
    return mails


def start_worker(servers: Servers, program: Program) -> None:
    """Start a Celery worker on these servers."""
    program.environment = servers.environment
    program.log = servers.directory / f"{program.name}.log"
    servers.start(program)


def taken_by(sink: MailServer) -> int:
    """Return how many mails a mail server has accepted."""
    return sum(sink.taken.values())
