"""The site's log: leaves, tree nodes, checkpoints and cosignatures.

Rows are only ever added; the database refuses anything else. See docs/transparency.md.
"""

from django.db import models

from games.models.games import Game


class TransparencyLog(models.Model):
    """
    A log, identified by its origin. The newest one is in use.

    After a restore from a backup a new log begins, which ``follows`` the former one,
    because continuing that one could show two versions of it. ``lost_checkpoint`` is
    then the checkpoint that this machine had published and that the backup lacks, if
    any.
    """

    origin = models.CharField(max_length=200, unique=True)
    began_at = models.DateTimeField("began")
    follows = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="followed_by"
    )
    lost_checkpoint = models.TextField(blank=True, default="")

    class Meta:
        verbose_name = "log"

    def __str__(self) -> str:
        return self.origin


class LogLeaf(models.Model):
    """
    The head of a game at some time, as the leaf at ``index``, from 0. ``data`` is its
    form in ``stoneage_core.transparency.logged_heads``.
    """

    log = models.ForeignKey(
        TransparencyLog, on_delete=models.PROTECT, related_name="leaves"
    )
    index = models.PositiveBigIntegerField()
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="leaves")
    sequence = models.PositiveIntegerField()
    data = models.TextField()

    class Meta:
        verbose_name = "leaf"
        verbose_name_plural = "leaves"
        constraints = [
            models.UniqueConstraint(fields=["log", "index"], name="leaf_index_once"),
            models.UniqueConstraint(
                fields=["game", "log", "sequence"], name="leaf_of_event_once_a_log"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.index}"


class TreeNode(models.Model):
    """
    The 32-byte hash of a complete subtree, at ``index`` of ``level``. Nodes of level 0
    are the hashes of the leaves.
    """

    log = models.ForeignKey(
        TransparencyLog, on_delete=models.PROTECT, related_name="nodes"
    )
    level = models.PositiveSmallIntegerField()
    index = models.PositiveBigIntegerField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        verbose_name = "node"
        constraints = [
            models.UniqueConstraint(
                fields=["log", "level", "index"], name="node_place_once"
            ),
        ]

    def __str__(self) -> str:
        return f"node {self.index} of level {self.level}"


class Checkpoint(models.Model):
    """Size and root of a log, signed. ``note`` is the signed note as it is served."""

    log = models.ForeignKey(
        TransparencyLog, on_delete=models.PROTECT, related_name="checkpoints"
    )
    size = models.PositiveBigIntegerField()
    note = models.TextField()
    made_at = models.DateTimeField("made")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["log", "size"], name="checkpoint_once")
        ]

    def __str__(self) -> str:
        return f"checkpoint of {self.size}"


class Cosignature(models.Model):
    """
    A witness's signature below a checkpoint: the ``line`` as received, and its time.
    """

    checkpoint = models.ForeignKey(
        Checkpoint, on_delete=models.PROTECT, related_name="cosignatures"
    )
    witness = models.CharField(max_length=200)
    line = models.TextField()
    signed_at = models.DateTimeField("signed")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["checkpoint", "witness"], name="cosignature_once_a_witness"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.witness} below {self.checkpoint_id}"
