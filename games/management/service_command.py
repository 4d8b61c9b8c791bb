"""Commands that run for as long as the service does, and their output."""

import logging
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.management.base import BaseCommand, SystemCheckError

logger = logging.getLogger(__name__)


class ServiceCommand(BaseCommand):
    """
    A command whose output is read as a log. If LOG_FORMAT is "json", its messages and
    its system checks are logged. Otherwise both are written to standard error, as
    usual.
    """

    # Settings only: the other checks concern code, and would load every view.
    requires_system_checks: tuple[str, ...] = (checks.Tags.security,)

    def say(self, sentence: str) -> None:
        if settings.LOG_FORMAT == "json":
            logger.warning(sentence)
        else:
            self.stderr.write(sentence)

    def check(self, *args: Any, **kwargs: Any) -> None:
        """Raise SystemCheckError if one finds an error."""
        if settings.LOG_FORMAT != "json":
            super().check(*args, **kwargs)
            return
        fail_level = kwargs.pop("fail_level", checks.ERROR)
        kwargs.pop("display_num_errors", None)
        found = checks.run_checks(*args, **kwargs)
        found = [each for each in found if not each.is_silenced()]
        for message in found:
            # levels of checks are those of logging
            logger.log(message.level, " ".join(str(message).split()))
        if any(message.is_serious(fail_level) for message in found):
            raise SystemCheckError("The system checks found errors: see the log.")
