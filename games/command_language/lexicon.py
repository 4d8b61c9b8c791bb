"""Words with what they mean, in English and in the reader's language.

A vocabulary has all usual words for each meaning, parted by ``|``; a translation gives
those of another language in the same way, as many as people may think of. Accents,
capitals and the width of letters do not matter, and English is understood by everybody.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from django.utils.functional import Promise
from django.utils.translation import get_language, override

Lexicon = Mapping[tuple[str, ...], frozenset[str]]
"""What phrases may stand for, in one language."""

ENGLISH = "en"

_APOSTROPHES = str.maketrans("‘’´`ʼ", "'" * 5)  # noqa: RUF001
#: What may stand around a word and says nothing.
_AROUND = " \t\"'“”„‟«»‹›‚‛.,;:!?¡¿…·。、，．！？：；()[]*_"  # noqa: RUF001

#: Before the lines of a list; such marks say nothing.
_BULLETS = re.compile(r"^\s*(?:[-*+•·‣–—]\s+)+")
#: '1.', '2)', '(3)', the same in wide letters, and '①', if something stands behind it.
_NUMBER = re.compile(
    r"^\s*(?:[(（]?\d{1,2}\s*[.)．）]+(?!\d)|[①-⑳])\s*(?=\S)"  # noqa: RUF001
)


class Vocabulary:
    """Meanings with their words; what says nothing that is needed means ""."""

    def __init__(self, *words: tuple[str, Promise]) -> None:
        self.words = words


def fold(text: str) -> str:
    """Return a text without what people write in different ways."""
    plain = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).casefold()
    parts = unicodedata.normalize("NFKD", plain)
    bare = "".join(c for c in parts if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without what stands around them."""
    words = (word.strip(_AROUND) for word in re.split(r"[\s,]+", fold(text)))
    return [word for word in words if word]


def without_bullets(line: str) -> str:
    """Return a line without what may stand before it in a list."""
    return _BULLETS.sub("", line)


def without_marks(line: str) -> str:
    """Return a line without bullets and without its number in a list."""
    return _NUMBER.sub("", without_bullets(line))


def is_number(word: str) -> bool:
    """Whether a word is digits alone."""
    return word.isascii() and word.isdecimal()


def current_language() -> str:
    """Return the language in which everything is worded at the moment."""
    return get_language() or ENGLISH


def languages_of(language: str) -> tuple[str, ...]:
    """Return the languages that a reader of one is understood in."""
    return tuple(dict.fromkeys((ENGLISH, language)))


@cache
def lexicon_of(vocabulary: Vocabulary, language: str) -> Lexicon:
    """Return what the words of a language mean."""
    found: dict[tuple[str, ...], set[str]] = {}
    with override(language):
        for meaning, phrases in vocabulary.words:
            for phrase in str(phrases).split("|"):
                if words := tuple(words_of(phrase)):
                    found.setdefault(words, set()).add(meaning)
    return {words: frozenset(meanings) for words, meanings in found.items()}


@cache
def usual_words(vocabulary: Vocabulary, language: str) -> Mapping[str, str]:
    """Return what each meaning is usually called: the first of its phrases."""
    usual: dict[str, str] = {}
    with override(language):
        for meaning, phrases in vocabulary.words:
            usual.setdefault(meaning, str(phrases).split("|")[0])
    return usual


def beginnings(words: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[str, int]]:
    """Yield what the longest phrase at the front may mean, and its number of words."""
    longest = max(map(len, lexicon), default=0)
    for length in range(min(longest, len(words)), 0, -1):
        meanings = lexicon.get(tuple(words[:length]))
        if meanings is not None:
            yield from ((meaning, length) for meaning in sorted(meanings))
            return


def speaks_of(
    meanings: Container[str], words: Sequence[str], lexicons: Iterable[Lexicon]
) -> bool:
    """Whether some meaning is named anywhere among words: “oops, can I undo that?”."""
    return any(
        meaning in meanings
        for lexicon in lexicons
        for at in range(len(words))
        for meaning, _ in beginnings(words[at:], lexicon)
    )


def translations(words: Sequence[str], lexicon: Lexicon) -> Iterator[list[str]]:
    """Yield what the phrases of a line may mean; none if a word is not known."""
    phrases: list[list[str]] = []
    at = 0
    while at < len(words):
        found = list(beginnings(words[at:], lexicon))
        if not found and is_number(words[at]):
            found = [(words[at], 1)]
        if not found:
            return
        phrases.append([meaning for meaning, _ in found])
        at += found[0][1]
    for chosen in product(*phrases):
        yield [meaning for meaning in chosen if meaning]
