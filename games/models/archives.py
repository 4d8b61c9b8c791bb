"""Archives of a game's events, checks of it, and reviews."""

from django.db import models

from games.models.conditions import index_where_set
from games.models.games import Game


class GameArchive(models.Model):
    """
    The first events of a game that is over, compressed; the database keeps it as it is.

    It stands for the rows of ``StoredEvent`` up to ``last_sequence``, which are removed
    once it is there; what is recorded later has rows again. ``head`` is the hash of its
    last event, ``last_recorded_at`` that one's moment. ``games.store.archive`` tells
    what ``content`` and ``marks`` hold.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.PROTECT, related_name="archive"
    )
    last_sequence = models.PositiveIntegerField("last event")
    head = models.CharField("hash of the last event", max_length=64)
    last_recorded_at = models.DateTimeField("last event recorded")
    content = models.BinaryField()
    marks = models.BinaryField()
    archived_at = models.DateTimeField("archived")

    class Meta:
        verbose_name = "archive of a game"
        verbose_name_plural = "archives of games"

    def __str__(self) -> str:
        return f"archive of {self.game_id}"


class GameCheck(models.Model):
    """That a game was in order when it ended with event ``version``, hash ``head``."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="check_passed"
    )
    version = models.PositiveIntegerField("up to event")
    head = models.CharField("hash of that event", max_length=64, blank=True)
    checked_at = models.DateTimeField("checked")

    class Meta:
        verbose_name = "check of a game"
        verbose_name_plural = "checks of games"

    def __str__(self) -> str:
        return f"check of {self.game_id}"


class GameReview(models.Model):
    """
    A review as far as workers have come with it. It can always be made anew.

    All that was decided up to event ``upto`` is in ``rounds`` and ``decisions``, lists
    of what ``stoneage_core.opponents.reviewing`` returns. ``due_at`` is when a process
    may go on with it, None once it is done or, at ``failed_at``, was given up.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="review"
    )
    due_at = models.DateTimeField("due", null=True)
    failed_at = models.DateTimeField("given up", null=True)
    upto = models.PositiveIntegerField("reviewed up to event", default=0)
    rounds = models.JSONField(default=list)
    decisions = models.JSONField(default=list)

    class Meta:
        verbose_name = "review"
        indexes = [
            # games.history.reviewing.due_reviews: what is to be gone on with
            index_where_set("due_at", "review_due"),
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"
