"""A trial: what is broken, and how; and the service, players and figures around it."""

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from django.db import connections

from tests.faults.audit import audit, last_mail, owed
from tests.faults.clock import DatabaseClock
from tests.faults.outcome import FaultOutcome
from tests.faults.players import Players
from tests.faults.service import WholeService
from tests.harness.mail_server import MailServer
from tests.harness.servers import Servers

#: Seconds within which the service must recover, from an operator's point of view.
LONGEST_RECOVERY = 900.0
#: Seconds within which /healthz must name a fault.
NOTICED = 75.0
#: A trial may write so many lines to the log, besides those for each fault.
LINES = 40
#: The bytes of a line, on average.
BYTES_A_LINE = 400


@dataclass
class FaultScene:
    """The parts of a trial; ``chance`` is the same in each run."""

    service: WholeService
    sink: MailServer
    clock: DatabaseClock
    is_quick: bool
    players: Players
    began_mails_at: int = field(default_factory=last_mail)
    chance: Random = field(default_factory=lambda: Random(18))
    counts: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    #: Ends what the trial prepared.
    undo: Callable[[], None] = lambda: None
    #: What /healthz said first about the fault, and the seconds until it did, at most.
    said: str = ""
    noticed_after: float = 0.0

    @property
    def servers(self) -> Servers:
        return self.service.servers

    def wait(self, seconds: float) -> None:
        """Let people play for so many seconds."""
        time.sleep(seconds)

    def pass_time(self, **duration: float) -> None:
        """Move the database's clock as if so much time had passed."""
        self.clock.pass_time(timedelta(**duration))

    def health(self) -> dict[str, Any] | None:
        """Return the response of /healthz, or None."""
        address = f"http://127.0.0.1:{self.service.port}/healthz"
        try:
            with urlopen(address, timeout=20) as answer:
                return dict(json.load(answer))
        except HTTPError as refusal:
            with refusal:
                return dict(json.load(refusal))
        except (OSError, ValueError):
            return None

    def reasons(self) -> list[str]:
        """Return the reasons of /healthz; none if it does not answer."""
        report = self.health()
        return [] if report is None else list(report["reasons"])

    def expect_reason(self, words: str) -> None:
        """Wait until /healthz gives a reason with these words, or note a fault."""
        began_at = time.monotonic()
        reasons: list[str] = []
        while (seconds := time.monotonic() - began_at) < NOTICED:
            reasons = self.reasons()
            found = next((reason for reason in reasons if words in reason), None)
            if found is not None:
                self.said = self.said or found
                self.noticed_after = max(self.noticed_after, seconds)
                return
            time.sleep(0.2)
        self.wrong.append(f"**/healthz did not say “{words}”, but {reasons}**")

    def wait_until_well(self) -> float:
        """
        Wait until nothing is wrong; return the seconds until then.

        Nothing is wrong if /healthz says so, and no email or deadline is due or in the
        hands of a dead worker. Nobody helps meanwhile.
        """
        began_at = well_since = time.monotonic()
        while time.monotonic() - began_at < LONGEST_RECOVERY:
            asked_at = time.monotonic()
            report = self.health()
            if not (report and report["healthy"]) or owed():
                well_since = time.monotonic()
            elif asked_at - well_since >= 2:
                return well_since - began_at
            time.sleep(0.5)
        self.wrong.append(f"**not well again: {self.health()}, {owed()} are due**")
        return time.monotonic() - began_at


def nothing(scene: FaultScene, number: int = 0) -> None:
    """Nothing is to be done."""


@dataclass(frozen=True)
class Trial:
    """
    A fault that begins with ``start`` and ends with ``stop``, so many ``times``.

    Pairs are for a full and a quick run. ``what`` names it in the table. While it lasts
    (at least ``lasts`` seconds), a reason of /healthz must contain ``says``; '' means
    that there must be none at all, None that it does not matter. ``around`` prepares
    the whole trial, ``finish`` adds notes at its end. ``lines`` are allowed in the log
    for each fault. A quick run lets ``retried_after`` pass in an instant; a full run
    waits.
    """

    name: str
    what: str
    start: Callable[[FaultScene, int], None]
    stop: Callable[[FaultScene, int], None] = nothing
    times: tuple[int, int] = (3, 1)
    lasts: tuple[float, float] = (0.0, 0.0)
    says: str | None = None
    around: Callable[[FaultScene], AbstractContextManager[object]] = nullcontext
    finish: Callable[[FaultScene], None] = nothing
    between: float = 1.0
    lines: float = 0.0
    retried_after: timedelta = timedelta(0)
    threads: int = 3
    idle: int = 0
    may_be_slow: bool = False
    needs_wall_clock: bool = False


def carry_out(
    trial: Trial,
    service: WholeService,
    sink: MailServer,
    clock: DatabaseClock,
    *,
    is_quick: bool,
) -> FaultOutcome:
    """Break the part as often as the trial says, and count what came of it."""
    players = Players(service.port, idle=trial.idle, threads=trial.threads)
    scene = FaultScene(service, sink, clock, is_quick, players)
    times, lasts = trial.times[is_quick], trial.lasts[is_quick]
    log, restarts = service.log.stat().st_size, service.unasked_starts
    with trial.around(scene), scene.players:
        for number in range(times):
            scene.wait(trial.between)
            trial.start(scene, number)
            ends_at = time.monotonic() + lasts
            if trial.says:
                scene.expect_reason(trial.says)
            elif trial.says == "" and (reasons := scene.reasons()):
                scene.wrong.append(f"**/healthz said {reasons}**")
            scene.wait(max(0.0, ends_at - time.monotonic()))
            trial.stop(scene, number)
            connections.close_all()  # ours may have been broken, too
        stopped_at = time.monotonic()
        if is_quick and trial.retried_after:
            scene.clock.pass_time(trial.retried_after)
        trial.finish(scene)
        scene.wait(trial.between)
    well_after = time.monotonic() - stopped_at + scene.wait_until_well()
    if restarts != service.unasked_starts:
        ended = service.unasked_starts - restarts
        scene.wrong.append(f"**{ended} programs ended by themselves**")
    written = service.log.read_bytes()[log:]
    lines = written.count(b"\n")
    most = LINES + trial.lines * times
    if lines > most or len(written) > most * BYTES_A_LINE:
        scene.wrong.append(f"**more than {most:.0f} lines in the log**")
    return FaultOutcome(
        what=trial.what,
        how_often=times,
        account=players.account,
        audit=audit(
            sink, players.account, players.games, began_mails_at=scene.began_mails_at
        ),
        said=scene.said,
        noticed_after=scene.noticed_after,
        lines=lines,
        bytes=len(written),
        well_after=well_after,
        notes=scene.notes,
        wrong=scene.wrong
        + (
            [f"**{players.account.slow} responses were slow**"]
            if players.account.slow and not (is_quick or trial.may_be_slow)
            else []
        ),
    )
