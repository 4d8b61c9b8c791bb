"""Choices for columns of games and seats: status and invitation."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from stoneage_core.terms import Audience


class Status(models.TextChoices):
    INVITING = "inviting", _("waiting for players")
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Invitation(models.TextChoices):
    """The status of the invitation to a seat."""

    OPEN = "open", _("open")
    LINKED = "linked", _("for anyone who has the link")
    INVITED = "invited", _("invited")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")


__all__ = ["Audience", "Invitation", "Status"]
