"""``python -m tests.faults [--quick] [--only NAMES] [--write]``: see the package."""

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.harness.environment import ROOT
from tests.harness.servers import production_servers
from tests.support.dated_table import lines_of, write_rows

#: Mails are due at once, and background work is limited to play.
VARIABLES = {"UNDO_SECONDS": "0", "ORDERS_DELAY": "1,2", "REVIEW_GAMES": "off"}
TABLE = ROOT / "docs" / "faults.md"
#: The amount of each trial, normally and with --quick.
SIZES = {
    "workers": (200, 4),
    "broker": (200, 3),
    "database": (20, 2),
    "mail": (200, 6),
    "slow": (60, 5),
    "refusals": (3, 1),
    "beats": (12, 1),
    "clock": (20, 2),
    "wall": (20, 2),
    "crowd": (24, 4),
}


def main() -> int:
    """Run the trials; return 1 if one failed."""
    arguments = parsed()
    rows, is_well, today = [], True, datetime.now(UTC).date()
    with production_servers(**VARIABLES) as started:
        from tests.faults.outcome import COLUMNS

        for name in arguments.only:
            outcome = trials()[name](started, SIZES[name][arguments.quick])
            print(outcome.what, outcome.row().cells, flush=True)
            print(outcome.audit.logs, end="", flush=True)
            # Response times of a few quick trials are not representative.
            is_quick_enough = arguments.quick or not outcome.account.slow
            is_well = is_well and outcome.is_well and is_quick_enough
            rows.append(outcome.row())
            if arguments.write:
                write_rows(TABLE, COLUMNS, rows[-1:], today)
    print("\n".join(lines_of(COLUMNS, rows, today)))
    return 0 if is_well else 1


def trials() -> dict[str, Callable[..., Any]]:
    """Return all trials by name; they need Django to be set up."""
    from tests.faults.trials import clocks, crowd, mail_server, processes

    return {
        "workers": processes.kill_workers,
        "broker": processes.disturb_broker,
        "database": processes.crash_database,
        "mail": mail_server.misbehave,
        "slow": mail_server.hang_for_one,
        "refusals": mail_server.refuse_all,
        "beats": clocks.many_beats,
        "clock": clocks.move_database_clock,
        "wall": clocks.move_wall_clocks,
        "crowd": crowd.crowd_games,
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="make only a few of each")
    parser.add_argument(
        "--write", action="store_true", help=f"write the rows into {TABLE.name}"
    )
    parser.add_argument(
        "--only",
        type=chosen,
        default=tuple(SIZES),
        metavar="NAMES",
        help=f"only these, of {','.join(SIZES)}",
    )
    return parser.parse_args()


def chosen(text: str) -> tuple[str, ...]:
    """Return the trials named in ``text``, separated by commas."""
    names = tuple(text.split(","))
    unknown = ", ".join(sorted(set(names) - set(SIZES)))
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no trial {unknown}")
    return names


if __name__ == "__main__":
    sys.exit(main())
