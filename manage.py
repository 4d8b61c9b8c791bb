#!/usr/bin/env python3
"""The one command of this project: `up` runs it, `test` tests it.

Works with nothing but Python: `config/launcher/bootstrap.py` prepares `.venv` first.
"""

import sys

from config.launcher import bootstrap


def main() -> None:
    bootstrap.prepare(sys.argv)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        bootstrap.stop(str(error))


if __name__ == "__main__":
    main()
