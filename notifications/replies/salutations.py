"""Greetings, thanks and signatures: lines that ask for nothing. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain

from games.command_language.lexicon import (
    beginnings,
    fold,
    languages_of,
    words_of,
)
from games.command_language.vocabulary import (
    intent_words,
    is_verb_last,
    notation_words,
    phrases_in_any,
)

#: In words: a greeting with a name or two. Longer lines usually say something.
LONGEST_COURTESY = 4
#: A longer greeting may have this many other words: "good evening to you all in Rome".
MOST_GREETED = 2
#: In longer lines a word that resembles a command's is not a typing error.
LONGEST_SLIP = 14
#: Similarity from which a word counts as misspelt: "hutt" resembles "hut", "Marta" does
#: not resemble "carta".
_ALIKE = 0.85
#: Shorter words resemble too many others.
_SHORTEST_SLIP = 4
#: Addresses and times of day, which occur in signatures and before quotes.
_NO_COMMAND = re.compile(r"\S@\S+\.\S|://|\bwww\.|\b\d{1,2}:\d\d\b")
#: Our own name, which many greetings address; it is the same in all languages.
_OURSELVES = (("stone", "age", "by", "mail"), ("stone", "age"))
#: Meanings that ask for nothing without a date: "to all", "a todos", "da Roma".
_SAYS_NOTHING = frozenset({"", "from", "until"})
#: Single Hangul letters, which express laughing or crying.
_SINGLE_JAMO = re.compile("[\u1100-\u11ff]+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: Words, folded, that hold back or take back; with one a greeting is more than that.
_HOLDING_BACK = {
    "en": re.compile("not|never|don'?t|but|wait|stop|ignore|cancel"),
    "es": re.compile("nunca|pero|esper(?:a|ad|e|en)|ignor(?:a|ad|e|en)|cancel(?:a|o)"),
    "pt-br": re.compile(
        "nunca|mas|calma|esper(?:a|e|em)|ignor(?:a|e|em)|cancel(?:a|e|o)"
    ),
    "ko": re.compile("안|못|근데|하지만|말고|아직|(?:취소|잠깐|잠시|기다|무시).*"),
    "it": re.compile("non|mai|ma|pero|calma|aspett(?:a|ate|o)|ignor(?:a|ate)"),
}


def is_courtesy(line: str, language: str) -> bool:
    """Return whether a line only greets or thanks: short, no number, no command."""
    words = _without_our_name(_spoken(line))
    if not words:
        return bool(line.strip())  # signs alone, such as a thumbs-up
    if any(map(_has_digit, words)):
        return False
    greeting = _at_front(words, _phrases("greetings", language))
    said = {word for word in words[greeting:] if not _is_filler(word, language)}
    is_short = len(words) <= LONGEST_COURTESY or len(said) <= MOST_GREETED
    if not greeting or not is_short:
        return False
    return not any(
        _holds_back(words, each) or _means_something(words, each)
        for each in languages_of(language)
    )


def may_be_command(line: str, language: str) -> bool:
    """
    Return whether a line may be meant for us and is not a signature: it has a word of a
    command, or a similar one, a number, or a word such as “wait”. A line with an
    address or a time of day comes from a mail program or a signature.
    """
    words = _without_our_name(_spoken(line))
    languages = list(languages_of(language))
    if any(_holds_back(words, each) for each in languages):
        return True
    if _NO_COMMAND.search(line):
        return False
    return any(map(_has_digit, words)) or any(
        _means_something(words, each) or _is_like_command(words, each)
        for each in languages
    )


def _is_like_command(words: Sequence[str], language: str) -> bool:
    """Return whether a word resembles a command's or, in Korean, begins with one."""
    if len(words) > LONGEST_SLIP:
        return False
    known = _command_words(language)
    if is_verb_last(language):
        return any(word[:end] in known for word in words for end in range(1, len(word)))
    long = [word for word in words if len(word) >= _SHORTEST_SLIP]
    return any(get_close_matches(word, known, 1, _ALIKE) for word in long)


@cache
def _command_words(language: str) -> frozenset[str]:
    lexicons = (notation_words(language), intent_words(language))
    phrases = chain.from_iterable(lexicon.items() for lexicon in lexicons)
    return frozenset(
        phrase[0]
        for phrase, meanings in phrases
        if len(phrase) == 1 and not meanings <= _SAYS_NOTHING
    )


def _holds_back(words: Iterable[str], language: str) -> bool:
    """Return whether any word holds something back, as in "Hi, don't yet"."""
    pattern = _HOLDING_BACK.get(language)
    return pattern is not None and any(map(pattern.fullmatch, words))


def _spoken(line: str) -> list[str]:
    return _WORD.findall(_SINGLE_JAMO.sub(" ", fold(line)))


def is_name(line: str, language: str) -> bool:
    """Return whether a line may be a name: one capitalised word that is no command."""
    words = words_of(line)
    if len(words) != 1 or _has_digit(words[0]) or line.islower():
        return False
    return not any(_means_something(words, each) for each in languages_of(language))


def without_courtesy(line: str, language: str) -> str:
    line = unicodedata.normalize("NFKC", line)
    parts = re.finditer(r"[^\s,]+", line)
    placed = [(word, part.span()) for part in parts for word in words_of(part[0])]
    words = [word for word, _ in placed]
    phrases = _phrases("polite", language)
    before = _at_front(words, phrases)
    behind = _at_front(words[before:][::-1], {phrase[::-1] for phrase in phrases})
    spans = [span for _, span in placed[before : len(placed) - behind]]
    return line[spans[0][0] : spans[-1][1]] if spans else ""


def _without_our_name(words: list[str]) -> list[str]:
    """Remove our name after a greeting, because it contains “stone”."""
    for name in _OURSELVES:
        for at in range(1, len(words)):
            if _begins(words, name, at):
                return words[:at] + words[at + len(name) :]
    return words


def _phrases(name: str, language: str) -> frozenset[tuple[str, ...]]:
    return phrases_in_any(languages_of(language), "around", name)


def _at_front(words: Sequence[str], phrases: Iterable[tuple[str, ...]]) -> int:
    at = 0
    while length := max((len(p) for p in phrases if _begins(words, p, at)), default=0):
        at += length
    return at


def _begins(words: Sequence[str], phrase: tuple[str, ...], at: int = 0) -> bool:
    return tuple(words[at : at + len(phrase)]) == phrase


def _means_something(words: Sequence[str], language: str) -> bool:
    meanings = (
        meaning
        for at in range(len(words))
        for meaning in _meanings(words[at:], language)
    )
    return not _SAYS_NOTHING.issuperset(meanings)


def _is_filler(word: str, language: str) -> bool:
    found = {m for each in languages_of(language) for m in _meanings([word], each)}
    return bool(found) and found <= _SAYS_NOTHING


def _meanings(words: Sequence[str], language: str) -> Iterator[str]:
    for lexicon in (notation_words(language), intent_words(language)):
        yield from (meaning for meaning, _ in beginnings(words, lexicon))


def _has_digit(word: str) -> bool:
    return any(c.isdigit() for c in word)
