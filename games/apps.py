"""The Django app of the games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Importing them connects their receivers.
        from games.accounts import receivers as receivers
        from games.history import reviewing as reviewing
        from games.history import sample
        from games.leagues import dropping_out as dropping_out
        from games.leagues import leaving as leaving
        from games.leagues import results as results
        from games.moderation import registry as registry
        from games.ratings import rating as rating
        from games.transparency import logs as logs

        sample.connect(self)
