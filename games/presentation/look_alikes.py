"""Names that look alike, by Unicode's table of confusable characters (TR39)."""

import unicodedata
from functools import lru_cache
from typing import Any

_JOINERS = "\u200c\u200d"
#: Digits and strokes that stand for letters.
_FOLDED = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
#: Parts of names that only the staff and the site itself may have, in our languages.
_RESERVED = (
    *("moderator", "moderador", "moderatori", "moderatrice"),
    *("administrat", "administrad", "amministrat"),
    *("운영진", "운영자", "관리자", "stoneagebymail"),
)
#: Whole names that they may have.
_RESERVED_NAMES = ("admin", "staff", "support", "system", "thestaff")


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    r"""
    Return what a text looks like, in letters and digits: texts that look alike have the
    same one.

    >>> skeleton("\u0410nna") == skeleton("anna")  # begins with a Cyrillic letter
    True
    """
    plain = unicodedata.normalize("NFKD", text)
    seen = "".join(_shape(character) for character in plain).casefold()
    return "".join(filter(str.isalnum, seen)).translate(_FOLDED)


def _shape(character: str) -> str:
    """Return the ASCII character that looks like this one, or else this one."""
    if character.isascii():
        return character
    if unicodedata.category(character) in {"Mn", "Cf"}:
        return ""
    alike = (other["c"] for other in _confusables().get(character, ()))
    return next(filter(str.isascii, alike), character)


def _confusables() -> dict[str, Any]:
    # Its table takes 7 MB, which most processes never need.
    from confusable_homoglyphs.confusables import confusables_data

    return confusables_data  # type: ignore[no-any-return]


def is_reserved(name: str) -> bool:
    """Return whether a name looks like one of the staff or of the site."""
    shape = skeleton(name)
    if any(skeleton(whole) == shape for whole in _RESERVED_NAMES):
        return True
    return any(skeleton(part) in shape for part in _RESERVED)


def has_invisible(text: str) -> bool:
    """
    Return whether a text has characters that nobody sees. Joiners are allowed where
    scripts and emoji need them, which ours do not.
    """
    invisible = [
        at for at, each in enumerate(text) if unicodedata.category(each) == "Cf"
    ]
    return not all(_joins(text, at) for at in invisible)


def _joins(text: str, at: int) -> bool:
    beside = text[at - 1 : at] + text[at + 1 : at + 2]
    scripts = [unicodedata.name(each, "").partition(" ")[0] for each in beside]
    ours = {"LATIN", "GREEK", "CYRILLIC", "HANGUL", "DIGIT", "SPACE"}
    return text[at] in _JOINERS and len(scripts) == 2 and ours.isdisjoint(scripts)
