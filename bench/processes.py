"""``python -m bench.processes [COUNT ...]``: moves by several processes at once.

Each process plays its own games through the service, on one PostgreSQL. More machines
scale in the same way, as long as PostgreSQL keeps up.
"""

import subprocess
import sys
import time

from tests.harness.environment import ROOT
from tests.harness.servers import Servers, production_servers

COUNTS = (1, 2, 4)
SECONDS = 10.0


def main() -> int:
    """Print the moves per second for each number of processes, or play."""
    if sys.argv[1:2] == ["--play"]:
        play()
        return 0
    counts = tuple(map(int, sys.argv[1:])) or COUNTS
    with production_servers() as servers:
        print("| processes | moves a second | of one |")
        print("|----------:|---------------:|-------:|")
        first = 0.0
        for count in counts:
            rate = rate_of(servers, count)
            first = first or rate
            print(f"| {count} | {rate:.0f} | {rate / first:.2f} |", flush=True)
    return 0


def rate_of(servers: Servers, count: int) -> float:
    """Return the total moves per second of ``count`` processes."""
    command = [sys.executable, "-m", "bench.processes", "--play"]
    started = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=servers.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    answers = [process.communicate()[0] for process in started]
    return sum(map(float, answers))


def play() -> None:
    """Make moves for some seconds, and print the rate."""
    import django

    django.setup()
    from bench import matches

    game = matches.invited_game(2)
    begun, moves = time.monotonic(), 0
    while (passed := time.monotonic() - begun) < SECONDS:
        if matches.awaited_seat(game) is None:
            game = matches.invited_game(2)
        game = matches.played_on(game, decisions=1)
        moves += 1
    print(moves / passed)


if __name__ == "__main__":
    sys.exit(main())
