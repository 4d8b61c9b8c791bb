"""``python -m tests.attacks [--quick] [--write]``: see the package."""

import argparse
import sys
from datetime import UTC, datetime
from typing import Any

from bench import servers
from bench.servers import ROOT, Servers
from tests.support.dated_table import lines_of, write_rows

TABLE = ROOT / "SECURITY.md"
#: How much of each is tried, and with --quick.
SIZES = {
    "roles": (100_000, 300),
    "fuzz": (20_000, 400),
    "tokens": (5_000, 300),
    "replays": (200, 5),
    "slow": (400, 60),
    "mails": (2_000, 40),
    "races": (50, 3),
    "people": (60, 5),
    "bomb": (300, 30),
}
#: Replays take no time, and nothing but play is reckoned.
VARIABLES = {"UNDO_SECONDS": "0", "REVIEW_GAMES": "off"}


def main() -> int:
    """Make the attacks; return 1 where one got through."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.attacks", description=__doc__
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few of each, to see that all is well"
    )
    parser.add_argument(
        "--write", action="store_true", help=f"put the rows into {TABLE.name}"
    )
    arguments = parser.parse_args()
    sizes = {name: each[arguments.quick] for name, each in SIZES.items()}
    with servers.running(**VARIABLES) as started:
        from tests.attacks.attack import COLUMNS

        attacks, today = [], datetime.now(UTC).date()
        for attack in made(started, sizes):
            attacks.append(attack)
            print(attack.what, flush=True)
            if arguments.write:
                write_rows(TABLE, COLUMNS, [attack.row()], today)
    rows = [attack.row() for attack in attacks]
    print("\n".join(lines_of(COLUMNS, rows, today)))
    return 1 if any(attack.succeeded for attack in attacks) else 0


def made(started: Servers, sizes: dict[str, int]) -> Any:
    """Make the attacks one after the other; they need a Django that is set up."""
    from django.conf import settings

    from tests.attacks import links, mails, requests, strangers
    from tests.attacks.grounds import prepared
    from tests.faults.service import WholeService
    from tests.notifications.chaos import faulty_server

    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    with faulty_server.running() as sink, WholeService(started, sink.port) as service:
        grounds = prepared()
        yield links.forge_tokens(grounds, sizes["tokens"])
        yield links.replay_moves(grounds, sizes["replays"])
        yield strangers.hold_connections(service.port, sizes["slow"])
        yield mails.hostile_mails(sizes["mails"])
        yield strangers.race_for_address(sizes["races"])
        yield strangers.enumerate_people(grounds, sizes["people"])
        yield strangers.mail_bomb(sink, sizes["bomb"])
        yield requests.fuzz(grounds, service.port, sizes["fuzz"])
        yield requests.try_roles(grounds, sizes["roles"])


if __name__ == "__main__":
    sys.exit(main())
