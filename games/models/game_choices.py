"""Choices in the rows of games and of seats: a status, an audience."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from stoneage_core import TieBreak


class Status(models.TextChoices):
    """The status of a game."""

    INVITING = "inviting", _("waiting for players")
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Invitation(models.TextChoices):
    """The status of the invitation to a seat."""

    OPEN = "open", _("open")
    LINKED = "linked", _("for whoever has the link")
    INVITED = "invited", _("invited")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")


class TieBreakChoice(models.TextChoices):
    """The rule by which equal final scores are told apart."""

    SEQUENTIAL = TieBreak.SEQUENTIAL.value, _("one criterion after the other")
    SUM = TieBreak.SUM.value, _("the sum of all criteria")


class Audience(models.TextChoices):
    """Who may watch a game that has begun, besides its players and the staff."""

    NOBODY = "nobody", _("only the players")
    LINK = "link", _("whoever has the link")
    EVERYONE = "everyone", _("everyone: the game is listed")


class WatchDelay(models.TextChoices):
    """By how much spectators are kept behind a game while it is being played."""

    NONE = "none"
    THREE_MOVES = "3-moves"
    TEN_MOVES = "10-moves"
    THIRTY_MOVES = "30-moves"
    ONE_HOUR = "1-hour"
    ONE_DAY = "24-hours"
    THREE_DAYS = "72-hours"

    @property
    def moves(self) -> int:
        """How many of the latest moves are held back, 0 where time is."""
        return self._count if self.value.endswith("moves") else 0

    @property
    def time(self) -> timedelta:
        """For how long what happens is held back, no time where moves are."""
        is_time = self.value.endswith(("hour", "hours"))
        return timedelta(hours=self._count if is_time else 0)

    @property
    def _count(self) -> int:
        return int(self.value.partition("-")[0])
