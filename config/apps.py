"""The project as an app: it brings `up`, `test` and the checks of the settings."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "config"
    verbose_name = "Stone Age by Mail"

    def ready(self) -> None:
        from config import checks  # noqa: F401 (registers them)
