"""`compile_opponents`: the step of an installation that makes opponents quick."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from stoneage_core.opponents import compiling

#: Added to the niceness: everything else on the machine goes first.
NICENESS = 10


class Command(BaseCommand):
    help = (
        "Compile the model with which bots think ahead, if that is not done yet. Needs "
        "a C compiler."
    )
    # An image is built, and a checkout prepared, before there is any setting.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds",
            type=float,
            default=900.0,
            help="give up after so many seconds; default: %(default)g",
        )

    def handle(self, *args: Any, seconds: float, **options: Any) -> None:
        if not compiling.is_compiled():
            os.nice(NICENESS)
            signal.signal(signal.SIGTERM, end_once)
            if reason := compile_apart(seconds):
                raise CommandError(
                    f"Opponents are not compiled. {reason} They play the same, but "
                    "think eighty times longer; Flint is not offered, and "
                    "finished games are not reviewed."
                )
        self.stdout.write(f"Opponents are compiled: {compiling.compiled_file()}")


def end_once(*_: object) -> NoReturn:
    """
    Unwind at SIGTERM, like at Ctrl-C, so that the compiler is ended with us.

    If a parent with several threads is killed, Linux can send the signal once for each
    thread. A later one would break off the cleaning up.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def compile_apart(seconds: float) -> str:
    """
    Compile in a process group of its own; return why it failed, or ''.

    However this is left, no compiler runs on and nothing half-made stays behind.
    """
    # A signal while the process is being started would leave it running.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    with subprocess.Popen(
        [sys.executable, "-m", compiling.__name__],
        cwd=settings.BASE_DIR,
        # The compiler's own files go with that folder, if it is killed.
        env=os.environ | {"TMPDIR": str(compiling.AT_WORK)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            _, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"The C compiler took longer than {seconds:g} seconds."
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                compiling.remove_leftovers()
    if process.returncode == 0:
        return ""
    lines = said.strip().splitlines()
    return lines[-1] if lines else f"The C compiler ended by {process.returncode}."
