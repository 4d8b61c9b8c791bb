"""The Celery app: `celery -A config.celery worker`, `celery -A config.celery beat`."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery warns of root because a pickled message could run anything. Ours are JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)
# And, when the broker is lost, of a default to come: a mail being sent is finished.
warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)

app = Celery("stoneage")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Being here is the point: Celery then leaves LOGGING as settings made it."""
