"""Choices in the rows of games and of seats: a status, an audience."""

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
