"""The stored names of kinds of mail, of their statuses and of obstacles."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """The stored names of kinds of mail; see ``notifications.mails``."""

    INVITATION = "invitation", _("invitation")
    INVITATION_DECLINED = "invitation_declined", _("invitation declined")
    GAME_STARTED = "game_started", _("game started")
    GAME_CANCELLED = "game_cancelled", _("game cancelled")
    YOUR_TURN = "your_turn", _("your turn")
    CHOICE_WANTED = "choice_wanted", _("choice wanted")
    REMINDER = "reminder", _("reminder")
    RESTORED = "restored", _("asked again after a restore")
    PUSH = "push", _("notification in a browser")
    WEBHOOK = "webhook", _("call of a webhook")
    WEBHOOK_OFF = "webhook_off", _("a webhook is switched off")
    ORDERS_DISARMED = "orders_disarmed", _("orders put aside")
    TIME_RAN_OUT = "time_ran_out", _("time ran out")
    AUTOPILOT_SEATED = "autopilot_seated", _("autopilot plays for you")
    SEAT_LEFT = "seat_left", _("autopilot plays for another")
    PLAYER_RETURNED = "player_returned", _("player returned")
    SUBSTITUTE_OFFERED = "substitute_offered", _("substitute offered")
    SUBSTITUTE_SEATED = "substitute_seated", _("playing as a substitute")
    PROPOSAL_MADE = "proposal_made", _("proposal made")
    VOTE_REMINDER = "vote_reminder", _("reminder of a vote")
    PROPOSAL_SETTLED = "proposal_settled", _("proposal settled")
    GAME_OVER = "game_over", _("game over")
    SIGN_IN = "sign_in", _("sign-in code and link")
    ACCOUNT_SECURED = "account_secured", _("a way to sign in has changed")
    FRESH_LINK = "fresh_link", _("fresh link")
    KEEP = "keep", _("keep a guest’s games")
    STAFF_ACTED = "staff_acted", _("the moderators did something")
    SEAT_OFFER = "seat_offer", _("offer of a seat")
    SEAT_TAKEN = "seat_taken", _("a seat has another player")
    REPLY_READ = "reply_read", _("what came of a reply")
    REPLY_UNREAD = "reply_unread", _("a reply could not be read")
    DIGEST = "digest", _("digest")
    DIGEST_READ = "digest_read", _("what came of a reply to a digest")
    UNREACHABLE = "unreachable", _("a player can’t be reached")
    ADDRESS_TRIED = "address_tried", _("test of an address")
    ADDRESS_CHANGED = "address_changed", _("address was changed")
    TALK = "talk", _("table talk")
    FOLLOWED_NEWS = "followed_news", _("news from what one follows")
    FOLLOWED_GAME_OVER = "followed_game_over", _("a followed game is over")
    ADDRESS_ADDITION = "address_addition", _("add an address")
    SEASON_OVER = "season_over", _("season over")


def kind_choices() -> list[tuple[str, Any]]:
    """Return the kinds with labels; a callable needs no migration."""
    return Kind.choices


class MailStatus(models.TextChoices):
    """The fate of a mail; the last three are final."""

    PENDING = "pending", _("waiting")
    SENDING = "sending", _("being sent")
    SENT = "sent", "sent"
    SKIPPED = "skipped", _("skipped")
    FAILED = "failed", _("failed")


class Obstacle(models.TextChoices):
    """Why the last attempt to send a mail failed, if it will be retried."""

    SERVER = "server", "the server accepts nothing from us"
    ANSWER = "answer", "the server deferred this mail; it may accept others"
    FAULT = "fault", "a fault of ours: it could not be rendered"


#: Kinds that do not go by email.
OTHER_CHANNELS = (Kind.PUSH, Kind.WEBHOOK)

#: Kinds that form one conversation in mail programs: turns and answers about them.
CONVERSATION = (
    *(Kind.YOUR_TURN, Kind.CHOICE_WANTED, Kind.REMINDER, Kind.ORDERS_DISARMED),
    Kind.REPLY_READ,
)

OPEN_STATUSES = (MailStatus.PENDING, MailStatus.SENDING)
SETTLED_STATUSES = (MailStatus.SENT, MailStatus.SKIPPED, MailStatus.FAILED)
