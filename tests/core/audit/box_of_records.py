"""
Makes many different records: whole games by seed, with events around the board.

python -m tests.core.audit.box_of_records DIRECTORY [COUNT]
"""

import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

from stoneage_core import Phase, autopilot, awaited
from stoneage_core.cryptography.beacon import PATIENCE, QUICKNET
from stoneage_core.errors import GameError
from stoneage_core.events.chance import BeaconMissed
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.seats import SeatOffered
from stoneage_core.events.service import ReplyReceived
from stoneage_core.match.absences import DeclareAbsence
from stoneage_core.match.deadlines import beacon_due_at
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.seats import ReclaimSeat
from stoneage_core.match.timeouts import TimeOut, choose_moves
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.recorded_game import RecordedGame

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
CLOCK = TimeControl(PerMove(DAY), misses=2, vacation=21, takeback=600)


class BoxedGame(RecordedGame):
    """A random game that is determined by its number."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.gone: set[int] = set()
        players = 2 + number % 3
        super().__init__(
            f"box{number:03d}",
            sha256(f"game {number} of the box".encode()).digest(),
            CLOCK,
            BEGIN + timedelta(hours=number),
            players=players,
            beacon=QUICKNET if number % 7 == 0 else None,
            bot=DEFAULT_OPPONENT.bot if number % 4 == 0 and players > 2 else None,
        )

    def plays_on(self) -> None:
        """Play until the game ends, by its rules or by agreement."""
        while self.state.phase is not Phase.ENDED:
            self.now += timedelta(minutes=self.random.randrange(1, 40))
            with suppress(GameError):  # some random actions are not allowed
                self._happens()

    def _happens(self) -> None:
        if waits_for_beacon(self.state):
            self._misses_beacon()
            return
        player = min(awaited(self.state))
        seat = self.match.table.seats[player]
        if seat.is_automatic:
            self.moves("automatic")
        elif seat.is_on_autopilot:
            self.gone.discard(player)
            self._without(player)
        elif player in self.gone:
            self._times_out(player)
        else:
            self._asked(player)

    def _asked(self, player: int) -> None:
        """Let a player move, on the page or by email, or do something else."""
        match self.random.randrange(60):
            case 0:
                self.gone.add(player)
                self._times_out(player)
            case 1:
                self.decides(
                    DeclareAbsence(self.now, self.now + timedelta(days=1)), player
                )
            case 2 if self.state.round > 3:
                self._votes(player, Propose(ProposalKind.END), dissent=0.8)
            case 3:
                began = next(each for each in reversed(self.entries) if each.command)
                self.decides(TakeBack(began.sequence), began.decided_by)
            case number if number < 12:
                mail = sha256(f"{self.name} {len(self.events)}".encode())
                self.decides(ReplyReceived(player, mail.hexdigest(), number % 2 == 0))
                self.moves("reply")
            case _:
                self.moves()

    def _times_out(self, player: int) -> None:
        self.now += timedelta(days=3)
        moves = choose_moves(self.state, player, self.chance, autopilot.choose)
        self.decides(TimeOut(moves), player, "timeout")

    def _without(self, player: int) -> None:
        """Let autopilot move, or let the player or a substitute take the seat."""
        others = sorted(self.match.table.present - {player})
        match self.random.randrange(12):
            case 0:
                self.decides(ReclaimSeat(), player)
            case 1 if others:
                offer = self.match.table.next_offer
                self.decides(SeatOffered(offer, player, for_good=False))
                proposed = Propose(ProposalKind.SUBSTITUTE, seat=player, offer=offer)
                self._votes(others[0], proposed, dissent=0.1)
            case _:
                self.moves("autopilot")

    def _votes(self, player: int, proposed: Propose, *, dissent: float) -> None:
        self.decides(proposed, player)
        if not (open_ones := self.match.table.proposals):
            return  # no other player votes, so it is settled
        number = open_ones[-1].made.proposal
        for other in sorted(self.match.table.present - {player}):
            agrees = self.random.random() > dissent
            self.decides(CastVote(number, agrees), other)

    def _misses_beacon(self) -> None:
        due = beacon_due_at(self.state)
        assert due is not None
        self.now = max(self.now, due + timedelta(seconds=PATIENCE))
        self.decides(BeaconMissed(self.state.beacon_round))


def fill_box(directory: Path, count: int) -> list[Path]:
    """Write ``count`` records into a directory, and return the files."""
    directory.mkdir(parents=True, exist_ok=True)
    files = []
    for number in range(count):
        game = BoxedGame(number)
        game.plays_on()
        files.append(directory / f"{game.name}-record.jsonl")
        files[-1].write_text(game.text, "utf-8")
    return files


def bend(file: Path, random: Random) -> int:
    """Change one digit of a record, and return the number of its line."""
    lines = file.read_bytes().splitlines(keepends=True)
    at = random.randrange(len(lines))
    digits = [n for n, byte in enumerate(lines[at]) if chr(byte).isdigit()]
    changed = bytearray(lines[at])
    place = random.choice(digits)
    changed[place] = ord("0") + (changed[place] - ord("0") + 1) % 10
    lines[at] = bytes(changed)
    file.write_bytes(b"".join(lines))
    return at + 1


if __name__ == "__main__":
    written = fill_box(Path(sys.argv[1]), int((sys.argv[2:] or ["200"])[0]))
    print(f"{len(written)} records in {sys.argv[1]}")
