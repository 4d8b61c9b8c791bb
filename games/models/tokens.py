"""Personal access tokens, with which programs act for a user."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_TOKEN_NAME = 40


class Scope(models.TextChoices):
    """The scopes of a token. None includes another."""

    READ = "read", _("read my games, and what I may read at their tables")
    PLAY = "play", _("play, talk and make games for me")
    WEBHOOKS = "webhooks", _("change my settings, and where I’m told of my games")
    BOT = "bot", _("play for an account that is a bot’s")


class AccessToken(models.Model):
    """
    A token that a user made for a program, under a ``name`` of their choice.

    Only its SHA-256 is stored, in hex, so the token cannot be read from here.
    ``scopes`` lists what it allows, and ``used_at`` is the last use, by the hour. It
    works until ``expires_at``; deleting the row revokes it before.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(max_length=LONGEST_TOKEN_NAME)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField("made")
    expires_at = models.DateTimeField("expires")
    used_at = models.DateTimeField("last used", null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"
