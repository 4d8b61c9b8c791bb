"""`compile_opponents`: the step of an installation that makes bots quick."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from stoneage_core.opponents import compiling

#: Added to the niceness, so that everything else on the machine has priority.
NICENESS = 10


class Command(BaseCommand):
    help = (
        "Compile the model with which bots think ahead. Needs a C compiler. Does "
        "nothing if it is compiled already."
    )
    # Images are built, and checkouts prepared, before there are any settings.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds",
            type=float,
            default=900.0,
            help="give up after this many seconds: %(default)g",
        )

    def handle(self, *args: Any, seconds: float, **options: Any) -> None:
        if not compiling.is_compiled():
            os.nice(NICENESS)
            signal.signal(signal.SIGTERM, end_once)
            if reason := compile_apart(seconds):
                raise CommandError(
                    f"The bots are not compiled. {reason} They play the same, but "
                    "think about eighty times longer. Flint is not offered, and "
                    "finished games are not reviewed."
                )
        self.stdout.write(f"The bots are compiled: {compiling.compiled_file()}")


def end_once(*_: object) -> NoReturn:
    """
    Exit at SIGTERM like at Ctrl-C, so that the compiler is ended with us. If a parent
    with several threads is killed, Linux can send the signal once for each thread. A
    later one would interrupt the clean-up.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def compile_apart(seconds: float) -> str:
    """
    Return why it failed, or ''. In any case no compiler keeps running and no partial
    output is left behind.
    """
    # A signal during the start of the process would leave it running.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    with subprocess.Popen(
        [sys.executable, "-m", compiling.__name__],
        cwd=settings.BASE_DIR,
        # The compiler's temporary files are deleted with this folder if it is killed.
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
