"""`python -m config.launcher.database`: check settings, and prepare the database."""

import signal
import sys

import django
from django.core.checks import Tags
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS

from games.management.service_command import ServiceCommand

#: The checks of what comes from the environment. Django's others concern code, which no
#: operator can fix, and load every view.
SETTINGS = (Tags.security, Tags.database)


def main() -> None:
    # A migration that has begun is completed. The supervisor kills us if need be.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    django.setup()
    from notifications.doctor.start import require_mail_server

    command = ServiceCommand()
    try:
        command.check(tags=SETTINGS, databases=[DEFAULT_DB_ALIAS])
        call_command("migrate", verbosity=0, interactive=False)
        command.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
        if warning := require_mail_server():
            command.say(warning)
    except (CommandError, ImproperlyConfigured) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
