"""The scene of a trial: the service, people who play, and a mail server."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.servers import Servers
from tests.faults.audit import audit, last_mail
from tests.faults.outcome import FaultOutcome
from tests.faults.players import Players
from tests.faults.service import WholeService
from tests.notifications.chaos import faulty_server
from tests.notifications.chaos.faulty_server import FaultyServer


@dataclass
class FaultScene:
    """What a trial has at hand; ``chance`` is the same in each run."""

    service: WholeService
    sink: FaultyServer
    players: Players
    began_mails_at: int
    chance: Random = field(default_factory=lambda: Random(18))
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def servers(self) -> Servers:
        return self.service.servers

    def wait(self, seconds: float) -> None:
        """Let people play on for so long."""
        time.sleep(seconds)

    def outcome(self, what: str, how_often: int) -> FaultOutcome:
        """Return what came of it, once everything has been done that is due."""
        seen = audit(
            self.service,
            self.sink,
            self.players.account,
            self.players.games,
            began_mails_at=self.began_mails_at,
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
    """Start the service with people at the tables, who play while they are entered."""
    began_mails_at = last_mail()
    with (
        faulty_server.running() as sink,
        WholeService(servers, sink.port, wall_clock=wall_clock, **variables) as service,
    ):
        players = Players(service.port, idle=idle, threads=threads)
        yield FaultScene(service, sink, players, began_mails_at)
