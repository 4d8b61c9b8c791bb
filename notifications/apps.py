"""The app that writes to the players."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from games.own_data import provide
        from games.pages import mail_notes
        from notifications import desk, receivers
        from notifications.delivery_status import provider_events
        from notifications.inbox import webhooks
        from notifications.own_data import mails_of
        from notifications.preferences.subscriptions import silence_in

        receivers.connect()
        provider_events.connect()
        webhooks.connect()
        desk.connect()
        provide(mails_of)
        mail_notes.provide(silence_in)
