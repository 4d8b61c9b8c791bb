"""A monitor follows a log that only grew, and names what is wrong otherwise."""

import pytest

from stoneage_core.transparency import monitor, notes
from stoneage_core.transparency.checkpoints import TreeHead
from stoneage_core.transparency.logged_heads import (
    BadLeaf,
    GameFollower,
    LoggedHead,
    alias_of,
    leaves_of,
    read_leaf,
)
from stoneage_core.transparency.merkle import append_leaf, hash_leaf, root_of
from tests.core.transparency.test_notes import LOG

HASHES = [f"{number:064x}" for number in range(20)]
SEEN = monitor.MonitorState(LOG.key.name, LOG.key.vkey)


def checkpoint_of(
    leaves: list[bytes], signer: notes.NoteSigner = LOG
) -> notes.SignedNote:
    peaks: list[bytes] = []
    for size, data in enumerate(leaves):
        append_leaf(peaks, size, hash_leaf(data))
    text = TreeHead(LOG.key.name, len(leaves), root_of(peaks)).text
    return notes.SignedNote(text, (signer.sign(text),))


def leaves_at(
    game: str, *sequences: int, heads: list[str] = HASHES
) -> list[LoggedHead]:
    return leaves_of(game, heads, sequences)


def interleaved() -> list[bytes]:
    first, second = leaves_at("aaaa", 3, 5, 9), leaves_at("bbbb", 1, 4)
    both = [first[0], second[0], first[1], second[1], first[2]]
    return [each.data for each in both]


def test_a_monitor_follows_a_log_that_grows() -> None:
    leaves, state = interleaved(), SEEN
    for size in (2, 2, 5):
        checkpoint = checkpoint_of(leaves[:size])
        state = monitor.follow_log(state, checkpoint, leaves[state.size : size])
    assert state.size == 5
    assert state.games[alias_of("aaaa")][0] == 9


def test_a_monitor_refuses_a_log_that_contradicts_itself() -> None:
    leaves = interleaved()
    state = monitor.follow_log(SEEN, checkpoint_of(leaves[:3]), leaves[:3])
    rewritten = [leaves_at("cccc", 1)[0].data, *leaves[1:]]
    forked = leaves_at("aaaa", 3, 5, 7, heads=["f" * 64] * 20)[2].data
    stranger = notes.signer_of(LOG.key.name, notes.ED25519, b"x" * 32)
    other = checkpoint_of(leaves)._replace(
        text="other.example/log\n5\n" + "A" * 43 + "=\n"
    )
    for checkpoint, new, why in (
        (checkpoint_of(rewritten), rewritten[3:], "rewritten"),
        (checkpoint_of(leaves[:2]), [], "shrunk"),
        (checkpoint_of(leaves), leaves[3:4], "rewritten"),
        (
            checkpoint_of([*leaves[:3], forked]),
            [forked],
            "entry 3: a game has two histories",
        ),
        (checkpoint_of([*leaves[:3], b"[]"]), [b"[]"], "cannot be read"),
        (checkpoint_of(leaves, stranger), leaves[3:], "not signed by"),
        (other, leaves[3:], "another log"),
    ):
        with pytest.raises(monitor.Inconsistent, match=why):
            monitor.follow_log(state, checkpoint, new)


def test_only_canonical_leaves_can_be_read() -> None:
    leaf = leaves_at("aaaa", 3)[0]
    assert read_leaf(leaf.data) == leaf
    for data in (leaf.data + b" ", leaf.data.replace(b"head/1", b"head/2"), b"\xff"):
        with pytest.raises(BadLeaf):
            read_leaf(data)


def test_leaves_need_existing_events_in_increasing_order() -> None:
    for sequences in ((5, 5), (0,), (21,), (7, 3)):
        with pytest.raises(BadLeaf):
            leaves_at("aaaa", *sequences)


def test_a_second_leaf_of_the_same_event_is_a_second_history() -> None:
    first = leaves_at("aaaa", 3)[0]
    again = LoggedHead(first.alias, 3, "f" * 64, first.hash.hex())
    follower = GameFollower()
    follower.follow(first.data)
    with pytest.raises(BadLeaf, match="two histories"):
        follower.follow(again.data)
