"""The app that keeps the games."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Beside ``admin``, which the admin finds itself.
        autodiscover_modules("talk_admin")
