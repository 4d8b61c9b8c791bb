"""What is told of webhooks themselves."""

from dataclasses import dataclass
from datetime import datetime

from games.signals import GameSignal
from notifications.models.webhooks import Webhook


@dataclass(frozen=True)
class WebhookSwitchedOff(GameSignal):
    """An address took nothing for a day, or is gone, and is called no more."""

    webhook: Webhook
    now: datetime
