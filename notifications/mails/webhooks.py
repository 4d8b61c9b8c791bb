"""Webhooks: called when a mail goes that tells of a game; and when one is given up.

As with notifications in browsers there is one policy, that of the mail: what somebody
wants to hear of, how often and at what hours. What is owed beside it is a row of the
outbox for each address, and is stale when the mail is.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from games.links.purposes import home_url
from games.store.sql import finds_row
from notifications.mails.base import MailKind, kind_of
from notifications.mails.context import Context, MailContext, link_to
from notifications.mails.push import mails_told_by
from notifications.models import Kind, OutgoingMail
from notifications.models.webhooks import Webhook
from notifications.webhooks.hooks import WebhookSwitchedOff, host_of

_HAS_WEBHOOKS = "SELECT 1 FROM notifications_webhook WHERE user_id = %s"
SWITCHED_ON = "the webhook was switched on again, or removed"


class WebhookCall(MailKind):
    """Tells a program what a mail tells: its subject, and which game it is about."""

    kind = Kind.WEBHOOK

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """Yield the calls that are owed beside a mail that goes now. Queries."""
        told = [each for each in mails_told_by(mail) if each.topic and each.game_id]
        if not told or not finds_row(_HAS_WEBHOOKS, [mail.user_id]):
            return
        games = {each.game_id for each in told}
        hooks = Webhook.objects.filter(user=mail.user_id, off_at=None)
        for hook in hooks.filter(Q(game=None) | Q(game__in=games)):
            for each in told:
                if hook.game_id in {None, each.game_id}:
                    yield self._call(hook, each, now)

    def why_stale(self, mail: OutgoingMail) -> str:
        return kind_of(mail.beside).why_stale(mail.beside) if mail.beside else ""

    def _call(self, hook: Webhook, told: OutgoingMail, now: datetime) -> OutgoingMail:
        return self.new(
            f"{hook.pk}:{told.pk}",
            now,
            user_id=told.user_id,
            seat_id=told.seat_id,
            game_id=told.game_id,
            about_version=told.about_version,
            webhook=hook,
            beside=told,
        )


class WebhookOff(MailKind):
    """To the owner of a webhook that took nothing for a day: it is switched off."""

    kind = Kind.WEBHOOK_OFF
    on = (WebhookSwitchedOff,)

    def mails(self, signal: WebhookSwitchedOff) -> Iterable[OutgoingMail]:
        hook = signal.webhook
        yield self.new(
            f"{hook.pk}:{signal.now:%Y-%m-%d}",
            signal.now,
            user_id=hook.user_id,
            webhook=hook,
        )

    def why_stale(self, mail: OutgoingMail) -> str:
        hook = mail.webhook
        return "" if hook is not None and hook.off_at is not None else SWITCHED_ON

    def context(self, case: MailContext) -> Context:
        hook = case.mail.webhook
        assert hook is not None
        link = link_to(f"{home_url()}mail/webhooks/", _("See your webhooks"))
        return {"host": host_of(hook.url), "why": hook.off_why, **link}
