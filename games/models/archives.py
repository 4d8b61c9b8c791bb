"""Archives of a game's events, checks of games, and reviews."""

from django.db import models

from games.models.conditions import index_where_set
from games.models.games import Game


class GameArchive(models.Model):
    """
    The first events of a finished game, compressed. The database refuses to change it.

    It replaces the rows of ``StoredEvent`` up to ``last_sequence``, which are deleted;
    later events are rows again. ``head`` is the hash of its last event, and
    ``last_recorded_at`` that event's time. ``games.log.archive`` explains ``content``
    and ``marks``.
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
    """A successful check of a game as of event ``version`` with the hash ``head``."""

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
    A review as far as workers have got with it. It can be computed again at any time.

    All decisions up to event ``upto`` are in ``rounds`` and ``decisions``, lists of
    what ``stoneage_core.opponents.reviewing`` returns. ``due_at`` is when a process may
    continue. It is None once the review is done or, at ``failed_at``, was given up.
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
            # games.history.reviewing.due_reviews: reviews that are not done
            index_where_set("due_at", "review_due"),
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"
