"""Where a text speaks of somebody by name or address."""

import re
from collections.abc import Sequence


def mention_of(words: Sequence[str]) -> re.Pattern[str]:
    """
    Return what finds any of the words where it is one of its own.

    Behind it Hangul may go on: Korean particles follow a name without a space.

    >>> mention_of(["Ann", "민수"]).sub("X", "Ann, Ann이, Anna, 민수가, 김민수")
    'X, X이, Anna, X가, 김민수'
    """
    either = "|".join(re.escape(word) for word in words)
    return re.compile(rf"(?<!\w)(?:{either})(?![^\W가-힣])", re.IGNORECASE)
