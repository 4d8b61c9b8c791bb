"""
A public randomness beacon (drand): numbers that nobody knows before they are published.

A chain has a round every few seconds. The randomness of a round is the SHA-256 of its
signature, which is a BLS signature of the round's number on BLS12-381. Some thirty
organizations make it together; none of them can alone. It can be checked offline with
the chain's public key and the library pyblst, which is imported when it is needed.
"""

from enum import Enum
from hashlib import sha256
from types import ModuleType
from typing import Annotated

from msgspec import Meta, Struct

from stoneage_core.fields import Count

#: The least number of seconds between naming a round and its publication. Even if our
#: clock is slow, the round must not be published yet when it is named.
LEAD = 10

#: How many seconds a game waits for a round before it goes on without it.
PATIENCE = 10 * 60

_SCHEME = "bls-unchained-g1-rfc9380"
_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

#: The generator of G2, compressed.
_GENERATOR = bytes.fromhex(
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049"
    "334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051"
    "c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
)


class Beacon(Struct, frozen=True, forbid_unknown_fields=True):
    """
    A chain of public randomness: its hash and scheme, and the times of its rounds.

    ``genesis`` is the Unix time of the first round, ``period`` the seconds per round.
    """

    chain: str
    scheme: str
    genesis: Count
    period: Annotated[int, Meta(ge=1)]

    def published_at(self, number: int) -> int:
        """Return the Unix time at which a round is published."""
        return self.genesis + (number - 1) * self.period

    def round_after(self, second: int) -> int:
        """Return the first round that is published ``LEAD`` seconds later or after."""
        return max(0, -((self.genesis - second - LEAD) // self.period)) + 1


#: The League of Entropy's chain: a round every three seconds since August 2023.
QUICKNET = Beacon(
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    _SCHEME,
    1692803367,
    3,
)

#: The compressed public keys of the chains that a game may use, by hash.
PUBLIC_KEYS = {
    QUICKNET.chain: bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    )
}


class SignatureCheck(Enum):
    """The result of checking a signature."""

    GOOD = "good"
    BAD = "bad"
    LIBRARY_MISSING = "library missing"


def randomness_of(signature: str) -> str:
    """Return the randomness of a round from its signature, both in hex."""
    return sha256(bytes.fromhex(signature)).hexdigest()


def check_signature(beacon: Beacon, number: int, signature: str) -> SignatureCheck:
    """Check the hex signature of a round; raise KeyError for unknown chains."""
    key = PUBLIC_KEYS[beacon.chain]
    blst = _library()
    if blst is None:
        return SignatureCheck.LIBRARY_MISSING
    try:
        # This rejects points outside the group, so a round has only one signature.
        signed = blst.BlstP1Element.uncompress(bytes.fromhex(signature))
    except ValueError:
        return SignatureCheck.BAD
    message = sha256(number.to_bytes(8)).digest()
    hashed = blst.BlstP1Element.hash_to_group(message, _DOMAIN)
    generator = blst.BlstP2Element.uncompress(_GENERATOR)
    public = blst.BlstP2Element.uncompress(key)
    is_good = blst.final_verify(
        blst.miller_loop(signed, generator), blst.miller_loop(hashed, public)
    )
    return SignatureCheck.GOOD if is_good else SignatureCheck.BAD


def has_library() -> bool:
    """Return whether signatures can be checked here."""
    return _library() is not None


def _library() -> ModuleType | None:
    try:
        import pyblst
    except ImportError:
        return None
    blst: ModuleType = pyblst
    return blst
