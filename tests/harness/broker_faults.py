"""A broker that is wiped, killed or frozen for a while."""

import signal
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from redis import Redis

from config.launcher.broker import OwnBroker
from tests.support.waiting import wait_for

#: Seconds after which a request times out, though every connection succeeds.
SHORT = 1.2
#: From unnoticeable pauses to ones that exceed every time-out.
VARIED = (*[0.5] * 8, *[1] * 8, *[1.5] * 8, *[2] * 4, 2.5, 3, 3, 6, 12)


class HiccupKind(StrEnum):
    FREEZE, KILL, WIPE = "freeze", "kill", "wipe"


@dataclass(frozen=True)
class Hiccup:
    """A fault of a broker, and its duration in seconds."""

    broker: OwnBroker
    kind: HiccupKind
    seconds: float

    def begin(self) -> None:
        match self.kind:
            case HiccupKind.FREEZE:
                self._signal(signal.SIGSTOP)
            case HiccupKind.KILL:
                self.broker.program.stop(lambda: True)
            case HiccupKind.WIPE:
                with Redis(unix_socket_path=str(self.broker.socket)) as client:
                    client.flushall()

    def end(self) -> None:
        """End the fault; return when the broker answers again."""
        match self.kind:
            case HiccupKind.FREEZE:
                self._signal(signal.SIGCONT)
            case HiccupKind.KILL:
                self.broker.program.start()
        wait_for(self.broker.answers)

    def _signal(self, number: signal.Signals) -> None:
        assert self.broker.program.process is not None
        self.broker.program.process.send_signal(number)


def few(broker: OwnBroker) -> Iterator[Hiccup]:
    """Yield each kind, and more freezes in a row than a worker has slots."""
    for kind in (HiccupKind.KILL, HiccupKind.WIPE, *[HiccupKind.FREEZE] * 4):
        yield Hiccup(broker, kind, 0 if kind is HiccupKind.WIPE else SHORT)


def many(broker: OwnBroker, count: int) -> Iterator[Hiccup]:
    """Yield so many faults, about half of them freezes, the same in each run."""
    chance = Random(count)
    kinds = (HiccupKind.FREEZE, HiccupKind.FREEZE, HiccupKind.KILL, HiccupKind.WIPE)
    for _ in range(count):
        yield Hiccup(broker, chance.choice(kinds), chance.choice(VARIED))
