#!/usr/bin/env python3
"""The one command of this project: `up` runs it, `test` tests it.

Works with nothing but Python: `config/launcher/bootstrap.py` prepares `.venv` first.
"""

import sys

from config.launcher import bootstrap


def main() -> None:
    bootstrap.prepare(sys.argv)
    # Only now: before, there may be no Django.
    from config.command_line import run_command

    run_command(sys.argv)


if __name__ == "__main__":
    main()
