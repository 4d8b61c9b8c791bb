"""The project as an app: it brings `up`, `test` and the checks of the settings."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "config"
    verbose_name = "Stone Age by Mail"

    def ready(self) -> None:
        # Whoever publishes a task needs the Celery app; the checks register themselves.
        from config import celery, checks  # noqa: F401
