"""The setup of a trial: the service, people who play, and a mail server."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.faults.audit import audit, last_mail
from tests.faults.outcome import FaultOutcome
from tests.faults.players import Players
from tests.faults.service import WholeService
from tests.harness.mail_server import MailServer, open_mail_server
from tests.harness.servers import Servers

#: Seconds within which the service must recover, from an operator's point of view.
LONGEST_RECOVERY = 300.0


@dataclass
class FaultScene:
    """The parts of a trial; ``chance`` is the same in each run."""

    service: WholeService
    sink: MailServer
    players: Players
    began_mails_at: int
    chance: Random = field(default_factory=lambda: Random(18))
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def servers(self) -> Servers:
        return self.service.servers

    def wait(self, seconds: float) -> None:
        """Let people play for so many seconds."""
        time.sleep(seconds)

    def health(self) -> dict[str, Any] | None:
        """Return the response of /healthz, or None."""
        address = f"http://127.0.0.1:{self.service.port}/healthz"
        try:
            with urlopen(address, timeout=20) as answer:
                return dict(json.load(answer))
        except HTTPError as refusal:
            with refusal:
                return dict(json.load(refusal))
        except OSError:
            return None

    def expect_complaint(self, *words: str, within: float) -> None:
        """Wait until /healthz gives a reason with these words, or note a fault."""
        given_up_at = time.monotonic() + within
        reasons: list[str] = []
        while time.monotonic() < given_up_at:
            report = self.health()
            reasons = [] if report is None else report["reasons"]
            if any(all(word in reason for word in words) for reason in reasons):
                return
            time.sleep(0.2)
        self.wrong.append(f"**/healthz did not say “{words[0]}”, but {reasons}**")

    def wait_until_well(self) -> float:
        """
        Wait until an operator sees no fault; return the number of seconds.

        Then /healthz reports a healthy service, and no email waits that could be sent.
        """
        began_at = time.monotonic()
        while (seconds := time.monotonic() - began_at) < LONGEST_RECOVERY:
            report = self.health()
            if report and report["healthy"] and not report["oldest_due_mail_seconds"]:
                return seconds
            time.sleep(1)
        self.wrong.append(f"**not well after {seconds:.0f} s: {self.health()}**")
        return seconds

    def outcome(self, what: str, how_often: int) -> FaultOutcome:
        """Return the result after all due work has been done."""
        well_after = self.wait_until_well()
        seen = audit(
            self.service,
            self.sink,
            self.players.account,
            self.players.games,
            began_mails_at=self.began_mails_at,
            well_after=well_after,
        )
        account = self.players.account
        return FaultOutcome(what, how_often, account, seen, self.notes, self.wrong)


@contextmanager
def playing(
    servers: Servers,
    *,
    idle: int = 0,
    threads: int = 3,
    wall_clock: Path | None = None,
    **variables: str,
) -> Iterator[FaultScene]:
    """Start the service with people who play during the block."""
    began_mails_at = last_mail()
    with (
        open_mail_server() as sink,
        WholeService(servers, sink.port, wall_clock=wall_clock, **variables) as service,
    ):
        players = Players(service.port, idle=idle, threads=threads)
        yield FaultScene(service, sink, players, began_mails_at)
