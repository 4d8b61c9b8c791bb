"""The project as a Django app: it adds `up`, `test` and the checks of the settings."""

from django.apps import AppConfig
from django.conf import settings


class ProjectConfig(AppConfig):
    name = "config"
    verbose_name = "Stone Age by Mail"

    def ready(self) -> None:
        # Publishing a task needs the Celery app; the imports also register receivers.
        from config import celery, checks, database_file  # noqa: F401
        from config.monitoring import log_lines, status_page  # noqa: F401

        if settings.SENTRY_DSN:
            from config.monitoring import error_reports

            error_reports.start(settings.SENTRY_DSN)
