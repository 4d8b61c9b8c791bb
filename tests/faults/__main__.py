"""``python -m tests.faults [--quick] [--only NAMES] [--write]``: see the package."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from tests.harness.environment import ROOT
from tests.harness.mail_server import open_mail_server
from tests.harness.servers import (
    Servers,
    production_servers,
    server_folder,
    small_disk,
)
from tests.support.dated_table import lines_of, write_rows

if TYPE_CHECKING:
    from tests.faults.outcome import FaultOutcome
    from tests.faults.scene import Trial

#: Mails are due at once, background work is limited to play, a hanging mail server is
#: given up soon, and webhooks may be on this machine.
VARIABLES = {
    "UNDO_SECONDS": "0",
    "ORDERS_DELAY": "1,2",
    "REVIEW_GAMES": "off",
    "SAMPLE_GAME": "off",
    "EMAIL_TIMEOUT": "2",
    "WEBHOOK_LOOPBACK": "on",
}
TABLE = ROOT / "docs" / "faults.md"


def main() -> int:
    """Run the trials; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="make only a few of each")
    parser.add_argument(
        "--write", action="store_true", help=f"write the rows into {TABLE.name}"
    )
    parser.add_argument(
        "--only",
        type=lambda text: text.split(","),
        default=[],
        metavar="NAMES",
        help="only these trials, separated by commas",
    )
    arguments = parser.parse_args()
    today, rows, failed = datetime.now(UTC).date(), [], list[str]()
    with ExitStack() as stack:
        folder = stack.enter_context(server_folder()) / "disk"
        folder.mkdir(mode=0o711)
        is_small = stack.enter_context(small_disk(folder))
        started = stack.enter_context(production_servers(folder, **VARIABLES))
        from tests.faults.audit import checked_logs
        from tests.faults.outcome import COLUMNS
        from tests.faults.trials import TRIALS

        known = {trial.name: trial for trial in TRIALS}
        if unknown := set(arguments.only) - set(known):
            parser.error(f"there is no trial {min(unknown)}, only {', '.join(known)}")
        chosen = [known[name] for name in arguments.only] or list(TRIALS)
        if not is_small and known["disk"] in chosen:
            print("The trial “disk” is left out: it needs the right to mount one.")
            chosen.remove(known["disk"])
        for outcome in outcomes(started, chosen, is_quick=arguments.quick):
            print(outcome.row().line(f"{today}"), flush=True)
            failed += [] if outcome.is_well else [outcome.what]
            rows.append(outcome.row())
            if arguments.write:
                write_rows(TABLE, COLUMNS, rows[-1:], today)
        if findings := checked_logs(started):
            print(findings)
            failed.append("the logs of all games")
    print("\n".join(lines_of(COLUMNS, rows, today)))
    print("\n".join(f"Failed: {what}" for what in failed))
    return 1 if failed else 0


def outcomes(
    servers: Servers, trials: "Sequence[Trial]", *, is_quick: bool
) -> "Iterator[FaultOutcome]":
    """Carry out trials on one service, and those with wall clocks on another."""
    from tests.faults.clock import database_clock
    from tests.faults.scene import carry_out
    from tests.faults.service import WholeService
    from tests.faults.trials.clocks import set_wall_clock, wall_clock_of

    told = wall_clock_of(servers.directory)
    set_wall_clock(told, timedelta(0))
    with open_mail_server() as sink, database_clock() as clock:
        for needs in (False, True):
            mine = [trial for trial in trials if trial.needs_wall_clock is needs]
            if not mine:
                continue
            wall_clock = told if needs else None
            with WholeService(servers, sink.port, wall_clock=wall_clock) as service:
                for trial in mine:
                    yield carry_out(trial, service, sink, clock, is_quick=is_quick)


if __name__ == "__main__":
    sys.exit(main())
