"""``python -m tests.attacks [--quick] [--only …] [--write]``: see the package."""

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.harness.environment import ROOT
from tests.harness.mail_server import open_mail_server
from tests.harness.servers import Servers, production_servers
from tests.support.dated_table import lines_of, write_rows

if TYPE_CHECKING:
    from tests.attacks.attack import Attack

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
    parser.add_argument("--quick", action="store_true", help="make only a few of each")
    parser.add_argument(
        "--write", action="store_true", help=f"write the rows into {TABLE.name}"
    )
    parser.add_argument(
        "--only", type=names, default=list(SIZES), help=f"of {','.join(SIZES)}"
    )
    arguments = parser.parse_args()
    sizes = {name: SIZES[name][arguments.quick] for name in arguments.only}
    with production_servers(**VARIABLES) as started:
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


def names(text: str) -> list[str]:
    """Return the names of attacks, with commas between them."""
    found = text.split(",")
    if unknown := set(found) - set(SIZES):
        raise argparse.ArgumentTypeError(f"there is no {min(unknown)!r}")
    return found


def made(started: Servers, sizes: dict[str, int]) -> "Iterator[Attack]":
    """Make those attacks one after the other; they need a Django that is set up."""
    from django.conf import settings

    from tests.attacks import links, mails, requests, strangers
    from tests.attacks.grounds import prepared
    from tests.faults.service import WholeService

    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    with open_mail_server() as sink, WholeService(started, sink.port) as service:
        grounds, port = prepared(), service.port
        attacks: dict[str, Callable[[int], Attack]] = {
            "tokens": lambda size: links.forge_tokens(grounds, size),
            "replays": lambda size: links.replay_moves(grounds, size),
            "slow": lambda size: strangers.hold_connections(port, size),
            "mails": mails.hostile_mails,
            "races": strangers.race_for_address,
            "people": strangers.enumerate_people,
            "bomb": lambda size: strangers.mail_bomb(sink, size),
            "fuzz": lambda size: requests.fuzz(grounds, port, size),
            "roles": lambda size: requests.try_roles(grounds, size),
        }
        for name, attack in attacks.items():
            if name in sizes:
                yield attack(sizes[name])


if __name__ == "__main__":
    sys.exit(main())
