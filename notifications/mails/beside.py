"""Other channels that accompany a mail: browser notifications and webhooks.

All preferences apply to the mail: topics, pace and hours. When a mail is sent, a row is
posted for each browser and webhook; before delivery only the checks are made.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from django.db.models import Q
from django.utils.translation import gettext as _

from games.links.purposes import PLAY_LINK
from games.links.tokens import absolute_url
from games.web.reader import reading_as
from notifications.mails.base import (
    Checks,
    Context,
    MailContext,
    MailKind,
    kind_of,
    link_to,
)
from notifications.mails.turn import STILL_AWAITED
from notifications.models import Kind, OutgoingMail
from notifications.models.channels import PushSubscription, Webhook
from notifications.models.preferences import ASKING
from notifications.webhooks import WebhookSwitchedOff, WebhookTested, host_of

SWITCHED_ON = "the webhook was switched on again or removed"


class BesideMail(MailKind):
    """
    A message on another channel, at the same time as a mail with the same content. It
    goes even if the mail is skipped because its reader is unreachable by mail.
    """

    sends_to_unreachable = True

    def row(
        self, mail: OutgoingMail, to: PushSubscription | Webhook, now: datetime
    ) -> OutgoingMail:
        return self.new(
            f"{to.pk}:{mail.pk}",
            now,
            user_id=mail.user_id,
            seat_id=mail.seat_id,
            game_id=mail.game_id,
            about_version=mail.about_version,
        )


class PushedNotice(BesideMail):
    """Says in a browser that it is somebody's turn, and nothing else about the game."""

    kind = Kind.PUSH
    checks: ClassVar[Checks] = STILL_AWAITED

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """Takes queries."""
        asking = [each for each in _covered_by(mail) if each.topic in ASKING]
        if not asking:
            return
        for browser in PushSubscription.objects.filter(user=mail.user_id):
            for asked in asking:
                row = self.row(asked, browser, now)
                row.subscription = browser
                yield row


class WebhookCall(BesideMail):
    """Calls a program with a mail's subject and its game, or with a test."""

    kind = Kind.WEBHOOK
    on = (WebhookTested,)

    def mails(self, signal: WebhookTested) -> Iterable[OutgoingMail]:
        hook = signal.webhook
        key = f"{hook.pk}:test:{signal.now.isoformat()}"
        yield self.new(key, signal.now, user_id=hook.user_id, webhook=hook)

    def beside(self, mail: OutgoingMail, now: datetime) -> Iterable[OutgoingMail]:
        """Takes queries."""
        covered = [each for each in _covered_by(mail) if each.topic and each.game_id]
        if not covered:
            return
        games = {each.game_id for each in covered}
        hooks = Webhook.objects.filter(user=mail.user_id, off_at=None)
        for hook in hooks.filter(Q(game=None) | Q(game__in=games)):
            for each in covered:
                if hook.game_id in {None, each.game_id}:
                    row = self.row(each, hook, now)
                    row.webhook, row.beside = hook, each
                    yield row

    def why_stale(self, case: MailContext) -> str:
        if (accompanied := case.mail.beside) is None:
            return ""
        return kind_of(accompanied).why_stale(MailContext(accompanied, case.now))


class WebhookOff(MailKind):
    """To the owner of a webhook whose calls failed for a day: it is switched off."""

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

    def why_stale(self, case: MailContext) -> str:
        hook = case.mail.webhook
        return "" if hook is not None and hook.off_at is not None else SWITCHED_ON

    def context(self, case: MailContext) -> Context:
        hook = case.mail.webhook
        assert hook is not None
        link = link_to(absolute_url("webhooks"), _("See your webhooks"))
        return {"host": host_of(hook.url), "why": hook.off_why, **link}


def notification_of(mail: OutgoingMail, now: datetime) -> bytes:
    """Return the payload of a notification, in the reader's language, with its link."""
    case = MailContext(mail, now)
    with reading_as(mail.user):
        words = _("It’s your turn in %(game)s.") % {"game": case.title}
    payload = {
        "title": "Stone Age by Mail",
        "body": words,
        "tag": case.game.slug,
        "url": PLAY_LINK.url(case.seat, now=now),
    }
    return json.dumps(payload, ensure_ascii=False).encode()


def _covered_by(mail: OutgoingMail) -> list[OutgoingMail]:
    """Return the mails that a mail covers: itself, or the parts of a digest."""
    return [*mail.parts.all()] if mail.kind == Kind.DIGEST else [mail]
