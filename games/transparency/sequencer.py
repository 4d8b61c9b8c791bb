"""The sequencer: it enters the heads of games into the site's log, in batches.

Moves write nothing into the log. A game whose ``logged_version`` is behind its
``version`` has a head that is not in the log yet. The sweep looks for such games every
ten seconds, and so do workers before they send emails, which quote the log.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, QuerySet

from games.background.attempts import is_paused
from games.models import Checkpoint, Game, LogLeaf, StoredEvent, TransparencyLog
from games.transparency.keys import signers_of
from games.transparency.logs import lock_log, newest_checkpoint, write_published
from games.transparency.nodes import read_nodes, read_peaks, store_nodes
from stoneage_core.record.chain import GENESIS
from stoneage_core.transparency.checkpoints import TreeHead
from stoneage_core.transparency.logged_heads import LoggedHead, alias_of
from stoneage_core.transparency.merkle import Subtree, append_leaf, root_of
from stoneage_core.transparency.notes import SignedNote

#: The name of this work in attempts.
SEQUENCING = "entry of heads into the log"
#: How many heads are entered in one transaction.
BATCH = 200


def sequence_heads(*, now: datetime) -> bool:
    """
    Enter the next heads into the log, and sign it. Return whether there is more. Takes
    one query if there is nothing to do. Does nothing without a key.
    """
    return has_unlogged_heads() and _append_batch(now) == BATCH


def has_unlogged_heads() -> bool:
    """Return whether there is a log, and a head that is not in it yet."""
    return bool(settings.TRANSPARENCY_KEYS) and _unlogged().exists()


def sequence_all_heads(*, now: datetime) -> None:
    """
    Enter all heads that are not in the log yet, batch by batch.

    It stops while this work is paused after a failure, so that emails do not wait for
    it.
    """
    while has_unlogged_heads() and not is_paused(SEQUENCING, now):
        if not sequence_heads(now=now):
            return


def oldest_unlogged_age(now: datetime) -> timedelta | None:
    """Return for how long the oldest head has waited for the log, or None."""
    if not settings.TRANSPARENCY_KEYS:
        return None
    waiting = StoredEvent.objects.filter(
        game__in=_unlogged(), sequence=F("game__logged_version") + 1
    )
    oldest = waiting.aggregate(at=Min("recorded_at"))["at"]
    return None if oldest is None else now - oldest


def _unlogged() -> QuerySet[Game]:
    return Game.objects.filter(version__gt=F("logged_version"))


@transaction.atomic
def _append_batch(now: datetime) -> int:
    """
    Append the heads of some games. Skip games that are locked. So whoever holds the
    lock of the log never waits for a game.
    """
    log = lock_log(now=now)
    rows = _unlogged().select_for_update(of=("self",), skip_locked=True, no_key=True)
    games = list(rows.order_by("pk").only("slug", "version", "head")[:BATCH])
    if games:
        _append(log, games, now)
        for game in games:
            Game.objects.filter(pk=game.pk).update(logged_version=game.version)
    return len(games)


def _append(log: TransparencyLog, games: Sequence[Game], now: datetime) -> None:
    newest = newest_checkpoint(log)
    size = newest.size if newest else 0
    peaks, previous = read_peaks(log, size), _last_hashes(log, games)
    leaves, completed = list[LogLeaf](), list[tuple[Subtree, bytes]]()
    for game in games:
        leaf = LoggedHead(
            alias_of(game.slug),
            game.version,
            game.head,
            previous.get(game.pk, GENESIS),
        )
        leaves.append(
            LogLeaf(
                log=log,
                index=size,
                game_id=game.pk,
                sequence=game.version,
                data=leaf.data.decode(),
            )
        )
        completed += append_leaf(peaks, size, leaf.hash)
        size += 1
    LogLeaf.objects.bulk_create(leaves)
    store_nodes(log, completed)
    note = str(_signed(TreeHead(log.origin, size, root_of(peaks))))
    Checkpoint.objects.create(log=log, size=size, note=note, made_at=now)
    transaction.on_commit(lambda: write_published(log, note))


def _signed(head: TreeHead) -> SignedNote:
    signers = signers_of(head.origin)
    return SignedNote(head.text, tuple(each.sign(head.text) for each in signers))


def _last_hashes(log: TransparencyLog, games: Iterable[Game]) -> dict[int, str]:
    """Return the hash of the last leaf of each game that has one, by game id."""
    last = LogLeaf.objects.filter(
        log=log,
        game__in=[game.pk for game in games],
        sequence=F("game__logged_version"),
    )
    indexes = dict(last.values_list("game_id", "index"))
    hashes = read_nodes(log, [Subtree(0, index) for index in indexes.values()])
    return {game: hashes[Subtree(0, index)].hex() for game, index in indexes.items()}
