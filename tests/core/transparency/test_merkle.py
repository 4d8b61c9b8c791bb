"""Merkle trees: published vectors, the recursive definition, and false proofs."""

from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.transparency import merkle
from stoneage_core.transparency.merkle import LeafRange, ProofFails, Subtree

#: The usual test vectors of RFC 6962: leaves, and the roots of the trees of the first
#: 0, 1, 2, … of them.
LEAVES = [
    bytes.fromhex(each)
    for each in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
#: The audit path of leaf 5 in the tree of 8, and the proof that it grew from 6.
PATH_OF_5 = (
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
)
FROM_6 = (
    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
)


class Grown:
    """A tree built leaf by leaf, with all its nodes."""

    def __init__(self, leaves: list[bytes]) -> None:
        self.peaks: list[bytes] = []
        self.nodes: dict[Subtree, bytes] = {}
        for size, leaf in enumerate(leaves):
            self.nodes |= merkle.append_leaf(self.peaks, size, merkle.hash_leaf(leaf))

    @property
    def root(self) -> bytes:
        return merkle.root_of(self.peaks)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return merkle.hash_ranges(merkle.ranges_of_inclusion(index, size), self.nodes)

    def consistency(self, old: int, size: int) -> list[bytes]:
        return merkle.hash_ranges(merkle.ranges_of_consistency(old, size), self.nodes)


def numbered(count: int) -> list[bytes]:
    return [b"%d" % number for number in range(count)]


@cache
def defined(count: int, start: int = 0) -> bytes:
    """Return the root by the recursive definition of section 2.1."""
    if count == 0:
        return sha256(b"").digest()
    if count == 1:
        return sha256(b"\x00%d" % start).digest()
    half = 1 << (count - 1).bit_length() - 1
    left, right = defined(half, start), defined(count - half, start + half)
    return sha256(b"\x01" + left + right).digest()


GROWN = Grown(numbered(300))


def test_roots_match_the_published_vectors() -> None:
    assert [Grown(LEAVES[:size]).root.hex() for size in range(9)] == list(ROOTS)


def test_proofs_match_the_published_vectors() -> None:
    grown = Grown(LEAVES)
    assert tuple(each.hex() for each in grown.inclusion(5, 8)) == PATH_OF_5
    assert tuple(each.hex() for each in grown.consistency(6, 8)) == FROM_6


def test_roots_match_the_recursive_definition() -> None:
    for size in range(300):
        nodes = merkle.subtrees_of(LeafRange(0, size))
        assert merkle.root_of([GROWN.nodes[each] for each in nodes]) == defined(size)


@given(st.integers(1, 300), st.data())
def test_an_inclusion_proof_holds_only_for_its_leaf_and_tree(
    size: int, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = GROWN.inclusion(index, size)
    leaf, root = GROWN.nodes[Subtree(0, index)], defined(size)
    assert len(proof) <= (size - 1).bit_length()
    told = {"index": index, "size": size, "root": root, "proof": proof}
    merkle.check_inclusion(leaf=leaf, **told)
    wrong = [
        {"leaf": merkle.hash_leaf(b"another")},
        {"root": bytes(32)},
        {"index": size},
        {"proof": [*proof, bytes(32)]},
        {"size": size * 2 + 1},
        *({"proof": proof[:-1]} for _ in proof[:1]),
    ]
    for change in wrong:
        with pytest.raises(ProofFails):
            merkle.check_inclusion(**{"leaf": leaf, **told, **change})


@given(st.integers(1, 300), st.data())
def test_a_consistency_proof_holds_only_for_its_two_trees(
    size: int, data: st.DataObject
) -> None:
    old = data.draw(st.integers(1, size))
    proof = GROWN.consistency(old, size)
    told = {"old": old, "old_root": defined(old), "size": size, "root": defined(size)}
    merkle.check_consistency(**told, proof=proof)
    rewritten = Grown([b"another", *numbered(size)[1:]])
    theirs = {"root": rewritten.root, "proof": rewritten.consistency(old, size)}
    wrong = [
        theirs,
        {"old_root": bytes(32)},
        {"root": bytes(32)},
        {"old": 0},
        {"old": size + 1},
        {"proof": [*proof, bytes(32)]},
        *({"proof": proof[:-1]} for _ in proof[:1]),
    ]
    for change in wrong:
        with pytest.raises(ProofFails):
            merkle.check_consistency(**{**told, "proof": proof, **change})


def test_an_empty_consistency_proof_is_too_short() -> None:
    three, four = Grown([b"1", b"2", b"3"]), Grown([b"1", b"2", b"3", b"4"])
    with pytest.raises(ProofFails, match="too short"):
        merkle.check_consistency(
            old=3, size=4, old_root=three.root, root=four.root, proof=[]
        )


def test_proofs_of_missing_leaves_and_sizes_are_refused() -> None:
    for asked in (lambda: GROWN.inclusion(8, 8), lambda: GROWN.consistency(9, 8)):
        with pytest.raises(ValueError, match="a tree of 8 leaves"):
            asked()
