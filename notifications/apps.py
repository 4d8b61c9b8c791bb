"""The app for mails to and from players."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from notifications import receivers as receivers
        from notifications.delivery_status import provider_events as provider_events
        from notifications.inbox import provider_hooks

        provider_hooks.connect()
