"""What the staff did, one row for each act, never changed and never removed."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import MOST_SEATS, Game

LONGEST_REASON = 500


class Act(models.TextChoices):
    """What the staff can do."""

    PAUSE = "pause", _("paused the game")
    RESUME = "resume", _("let the game go on")
    GRANT = "grant", _("gave more time")
    CLOCK = "clock", _("changed the clock")
    LINKS = "links", _("made old links useless")
    INVITE = "invite", _("invited another player")
    WITHDRAW = "withdraw", _("withdrew an invitation")
    ENTRUST = "entrust", _("gave the seat to the steward")
    GIVE_BACK = "give_back", _("gave the seat back to its player")
    PLAY = "play", _("decided for a seat")
    ROLL_BACK = "roll_back", _("took the game back")
    END = "end", _("ended the game")
    HOLD = "hold", _("put the game in quarantine")
    RELEASE = "release", _("released the game from quarantine")
    NOTE = "note", _("left a note")
    BAN = "ban", _("banned the player")
    UNBAN = "unban", _("lifted the ban")
    MUTE = "mute", _("muted the player")
    UNMUTE = "unmute", _("let the player talk again")
    ADDRESS = "address", _("changed the address")
    FORGET = "forget", _("will have the player forgotten")
    KEEP = "keep", _("will not have the player forgotten")
    RESEND = "resend", _("sent mails again")
    HIDE = "hide", _("hid a message")
    UNHIDE = "unhide", _("showed a message again")
    ANSWER = "answer", _("answered a report")


class StaffAct(models.Model):
    """
    One act of a moderator: who, when, on what, and why; the database keeps it so.

    ``sequence`` is the first event that it led to, or None where the log is not
    concerned. ``seat_number`` is the seat it was about, ``user`` the person.
    """

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="by",
        on_delete=models.PROTECT,
        related_name="staff_acts",
    )
    act = models.CharField("act", max_length=10, choices=Act.choices)
    game = models.ForeignKey(
        Game,
        verbose_name="game",
        null=True,
        on_delete=models.PROTECT,
        related_name="staff_acts",
    )
    seat_number = models.PositiveSmallIntegerField("seat", null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="person",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    reason = models.CharField("reason", max_length=LONGEST_REASON)
    sequence = models.PositiveIntegerField("event", null=True)
    acted_at = models.DateTimeField("when")

    class Meta:
        verbose_name = "act of the staff"
        verbose_name_plural = "acts of the staff"
        constraints = [
            models.CheckConstraint(
                name="staff_act_known", condition=models.Q(act__in=Act.values)
            ),
            models.CheckConstraint(
                name="staff_act_has_a_reason", condition=~models.Q(reason="")
            ),
            models.CheckConstraint(
                name="staff_act_seat_valid",
                condition=models.Q(seat_number__isnull=True)
                | models.Q(seat_number__lt=MOST_SEATS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.game_id or self.user_id}"
