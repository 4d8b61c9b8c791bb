"""The command line: Django's, with `up` as the default command.

`stoneage-by-mail` is the command of the installed package, `manage.py` that of a source
checkout; both have the same commands.
"""

import os
import sys

from config.installation import find_version, refuse_sharing
from config.launcher import bootstrap

#: Options of Django's command line; every other option belongs to `up`.
ANSWERED = {"-h", "--help", "--version"}
#: What Django would answer with its own version.
ASKS_FOR_VERSION = (["version"], ["--version"])
#: Commands that only start other programs, and run as long as they do. The application,
#: which takes a hundred megabytes, is not loaded for them.
STARTERS = (["up"], ["serve"])


def main() -> None:
    """Run the command in `sys.argv`; without one, run the whole service."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if reason := refuse_sharing():
        bootstrap.stop(reason)
    arguments = add_default_command(sys.argv)
    bootstrap.read_directory_option(arguments)
    run_command(arguments)


def add_default_command(arguments: list[str]) -> list[str]:
    """Return the arguments, with `up` after the program if they name no command."""
    program, *rest = arguments
    if not rest or (rest[0].startswith("-") and rest[0] not in ANSWERED):
        return [program, "up", *rest]
    return arguments


def run_command(arguments: list[str]) -> None:
    """Run a management command; invalid settings end it with a sentence and code 2."""
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line, load_command_class

    if arguments[1:] in ASKS_FOR_VERSION:
        print(find_version())
        return
    try:
        if arguments[1:2] in STARTERS:
            load_command_class("config", arguments[1]).run_from_argv(arguments)
        else:
            execute_from_command_line(arguments)
    except ImproperlyConfigured as error:
        bootstrap.stop(str(error))
