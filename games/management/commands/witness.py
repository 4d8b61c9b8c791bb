"""`manage.py witness URL`: witness the log of another installation."""

from argparse import ArgumentParser, Namespace
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.now import database_now
from stoneage_core.cli.outcomes import Refuted, Unusable
from stoneage_core.cli.witness import add_witness_options, run_witness, task_of


class Command(BaseCommand):
    help = (
        "Read what is new in the log of another installation, and sign that it only "
        "grew. The state and the key are stored in VAR_DIR/witness. Exit code 1 "
        "if it did not only grow. `python -m stoneage_core witness` does the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_witness_options(parser)
        folder = settings.VAR_DIR / "witness"
        parser.set_defaults(state=str(folder / "witness.json"))
        parser.set_defaults(secret=str(folder / "witness.key"))

    def handle(self, *args: Any, **options: Any) -> None:
        task = task_of(Namespace(**options))
        try:
            report = run_witness(task, clock=lambda: int(database_now().timestamp()))
        except Refuted as refuted:
            raise CommandError(str(refuted), returncode=1) from refuted
        except Unusable as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(report, ending="")
