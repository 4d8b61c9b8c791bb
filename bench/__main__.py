"""``python -m bench [--quick] [--only E1,E3]``: run benchmarks and print a table."""

import argparse
import sys

from bench import goals, report
from bench.timing import FULL, QUICK


def main() -> int:
    """Run the chosen goals; return the exit code, 2 if packages are missing."""
    arguments = parsed()
    try:
        import chess  # noqa: F401 - a peer
        import eventsourcing  # noqa: F401 - a peer
    except ImportError as missing:
        print(
            f"A package for the comparison is not installed ({missing.name}); "
            "install requirements/bench.txt first.",
            file=sys.stderr,
        )
        return 2
    scale = QUICK if arguments.quick else FULL
    print(report.text(arguments.only, scale), flush=True)
    return 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="one short round of each, to see that it runs; the figures mean nothing",
    )
    parser.add_argument(
        "--only",
        type=chosen,
        default=goals.ALL,
        metavar="GOALS",
        help=f"only these goals, of {','.join(goals.ALL)}",
    )
    return parser.parse_args()


def chosen(text: str) -> tuple[str, ...]:
    """Return the goals named in ``text``, separated by commas."""
    names = tuple(text.upper().split(","))
    unknown = ", ".join(sorted(set(names) - set(goals.ALL)))
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no goal {unknown}")
    return names


if __name__ == "__main__":
    sys.exit(main())
