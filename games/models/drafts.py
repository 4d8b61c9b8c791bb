"""New games that somebody filled in before they signed in."""

from django.db import models

DRAFT_CODE_LENGTH = 20


class GameDraft(models.Model):
    """
    What somebody typed on the page for a new game before they signed in. ``code`` is
    the secret in the link that leads back to it, and ``fields`` is the form as it was
    sent. The row is deleted when the game is made, or some days later.
    """

    code = models.CharField(max_length=DRAFT_CODE_LENGTH, primary_key=True)
    fields = models.TextField()
    made_at = models.DateTimeField("made")

    def __str__(self) -> str:
        return f"draft of {self.made_at}"
