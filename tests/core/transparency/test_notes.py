"""Signed notes, checkpoints, proofs and tiles: published examples and invalid ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency import notes, proofs, tiles
from stoneage_core.transparency.checkpoints import (
    TreeHead,
    decode_hash,
    read_tree_head,
    who_signed,
)
from stoneage_core.transparency.merkle import ProofFails, hash_leaf
from stoneage_core.transparency.notes import ED25519, BadNote
from tests.core.transparency.test_merkle import Grown
from tests.support.cosigning import Cosigner

#: The example of Go's package ``note``.
NEUMANN = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SIGNED = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKv"
    "qfqdngotpRZb6KE6RyyBwJnAM=\n"
)
LOG = notes.signer_of("stoneage.example/log/1", ED25519, bytes(32))
WITNESS = Cosigner("witness.example", bytes(range(32)))
WITNESS_KEY = notes.parse_vkey(WITNESS.vkey)
HEAD = TreeHead("stoneage.example/log/1", 300, bytes(range(32)))
SIGNED_BY_LOG = notes.SignedNote(HEAD.text, (LOG.sign(HEAD.text),))
CHECKPOINT = notes.read_note(str(SIGNED_BY_LOG) + WITNESS.line(HEAD.text, 1679315147))


def test_only_the_unchanged_published_note_has_a_good_signature() -> None:
    key = notes.parse_vkey(NEUMANN)
    assert key.vkey == NEUMANN
    assert notes.check_note(notes.read_note(SIGNED), key) is SignatureCheck.GOOD
    changed = notes.read_note(SIGNED.replace("cryptography", "gardening"))
    assert notes.check_note(changed, key) is SignatureCheck.BAD
    assert notes.check_note(CHECKPOINT, key) is SignatureCheck.BAD


def test_a_written_checkpoint_can_be_read_and_checked() -> None:
    read = notes.read_note(str(CHECKPOINT))
    assert read == CHECKPOINT
    assert read_tree_head(read) == HEAD
    log, witness = who_signed(read, [LOG.key, WITNESS_KEY])
    assert (log.check, log.seconds) == (SignatureCheck.GOOD, None)
    assert (witness.check, witness.seconds) == (SignatureCheck.GOOD, 1679315147)


def test_the_moment_of_a_cosignature_cannot_be_changed() -> None:
    signature = CHECKPOINT.signatures[1]
    later = (1679315148).to_bytes(8, "big") + signature.content[8:]
    shifted = notes.SignedNote(HEAD.text, (signature._replace(content=later),))
    assert notes.check_note(shifted, WITNESS_KEY) is SignatureCheck.BAD


def test_without_the_library_a_check_says_so(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography.exceptions", None)
    assert notes.check_note(CHECKPOINT, LOG.key) is SignatureCheck.LIBRARY_MISSING


def test_invalid_notes_keys_and_hashes_are_refused() -> None:
    for text in (
        *("", "text\n", "text\n\n", "text\n\nno signature\n", SIGNED[:-1]),
        *(SIGNED.replace("\n", "\r\n"), "x" * 100_001, "a\n\n— name AAAA\n"),
    ):
        with pytest.raises(BadNote):
            notes.read_note(text)
    for vkey in ("", "name", NEUMANN[:-4], NEUMANN.replace("c7", "c8"), "a b+00+AA=="):
        with pytest.raises(BadNote):
            notes.parse_vkey(vkey)
    with pytest.raises(BadNote, match="like NAME"):
        notes.parse_vkey("name+00000000+no base64")
    with pytest.raises(BadNote, match="not a key"):
        notes.parse_vkey("name+00000000+é")
    with pytest.raises(BadNote, match="not a hash"):
        decode_hash("é")
    with pytest.raises(BadNote, match="an unknown kind"):
        notes.parse_vkey(notes.NoteKey("name", 9, bytes(32)).vkey)


def test_a_signer_needs_a_valid_name_and_32_bytes() -> None:
    with pytest.raises(BadNote, match="not a valid name"):
        notes.signer_of("a b", ED25519, bytes(32))
    with pytest.raises(BadNote, match="not 31"):
        notes.signer_of("name", ED25519, bytes(31))


def test_invalid_checkpoints_are_refused() -> None:
    lines = HEAD.text.split("\n")
    for text in (
        "one\n",
        *("\n".join([*lines[:at], "?", *lines[3:]]) for at in (1, 2)),
    ):
        with pytest.raises(BadNote):
            read_tree_head(notes.SignedNote(text, CHECKPOINT.signatures))


def test_written_proofs_can_be_read_and_invalid_ones_are_refused() -> None:
    hashes = (bytes(32), bytes(range(32)))
    inclusion = proofs.InclusionProof(7, hashes, CHECKPOINT)
    assert proofs.read_inclusion(str(inclusion)) == inclusion
    consistency = proofs.ConsistencyProof(7, hashes, CHECKPOINT)
    assert proofs.read_consistency(str(consistency)) == consistency
    for wrong in (str(consistency), "", f"{inclusion}"[:60]):
        with pytest.raises(BadNote):
            proofs.read_inclusion(wrong)
    for wrong in (str(inclusion), "old 1\n", "old 01\n\nx", "old 1\nAA==\n\nx"):
        with pytest.raises(BadNote):
            proofs.read_consistency(wrong)
    with pytest.raises(BadNote, match="at most"):
        proofs.read_consistency("old 7\n" + 1000 * "AA==\n" + f"\n{CHECKPOINT}")


def test_proofs_are_checked_against_the_known_checkpoint() -> None:
    grown = Grown([b"one", b"two", b"three"])
    head = TreeHead(HEAD.origin, 3, grown.root)
    checkpoint = notes.SignedNote(head.text, (LOG.sign(head.text),))
    two = Grown([b"one", b"two"])
    proof = proofs.ConsistencyProof(2, tuple(grown.consistency(2, 3)), checkpoint)
    assert proof.check(TreeHead(HEAD.origin, 2, two.root)) == head
    for older in (TreeHead("another.example/log", 2, two.root), head):
        with pytest.raises(BadNote, match="than yours"):
            proof.check(older)
    leaf = hash_leaf(b"three")
    included = proofs.InclusionProof(2, tuple(grown.inclusion(2, 3)), checkpoint)
    assert included.check(leaf) == head
    with pytest.raises(ProofFails):
        included.check(hash_leaf(b"four"))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (notes.read_note, notes.parse_vkey, proofs.read_consistency):
        try:
            read(text)
        except BadNote:
            continue


def test_tile_paths_follow_the_standard() -> None:
    told = {
        tiles.LogTile(0, 5): "tile/0/005",
        tiles.LogTile(None, 1234067, 112): "tile/entries/x001/x234/067.p/112",
        tiles.LogTile(1, 999): "tile/1/999",
        tiles.LogTile(1, 1000, 1): "tile/1/x001/000.p/1",
    }
    for tile, path in told.items():
        assert tile.path == path
        assert tiles.tile_at(path.removeprefix("tile/")) == tile
    for path in ("0/5", "0/x000/005", "entries/000.p/0", "0/000.p/257", "64/000", "a"):
        with pytest.raises(tiles.BadTile):
            tiles.tile_at(path)


@given(st.lists(st.binary(max_size=40)))
def test_written_leaves_can_be_read_from_their_tile(leaves: list[bytes]) -> None:
    content = tiles.write_leaves(leaves)
    assert tiles.read_leaves(content) == leaves
    if content and leaves[-1]:
        with pytest.raises(tiles.BadTile):
            tiles.read_leaves(content[:-1])


def test_tiles_of_leaves_covers_the_range() -> None:
    assert list(tiles.tiles_of_leaves(255, 513)) == [
        tiles.LogTile(None, 0),
        tiles.LogTile(None, 1),
        tiles.LogTile(None, 2, 1),
    ]
    assert list(tiles.tiles_of_leaves(256, 256)) == []
