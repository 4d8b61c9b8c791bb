"""The lines of a reply: which may be commands, and which are greetings, talk or names.

Pure; never raises.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from games.command_language.lexicon import (
    beginnings,
    fold,
    languages_of,
    without_bullets,
    words_of,
)
from games.command_language.reading import (
    Look,
    choice_marks,
    look_at,
    resembles_command,
)
from games.command_language.taking_back import wish_to_take_back
from games.command_language.vocabulary import (
    file_of,
    intent_words,
    known_languages,
    phrases_in_any,
)
from notifications.mail_text.body import columns_of
from notifications.mail_text.quote_stripping import Paragraph
from notifications.replies.absence_sentences import speaks_of_absence
from notifications.replies.vocabulary import usual_intent_words

#: In columns. Longer lines may have been wrapped; programs wrap at 65 to 80.
MAY_BE_BROKEN = 55
#: In words: a greeting with a name or two. Longer lines usually say something.
LONGEST_COURTESY = 4
#: A longer greeting may have this many other words: "good evening to you all in Rome".
MOST_GREETED = 2
#: What we pass on has at least this many words; fewer are a name or a greeting.
SHORTEST_TALK = 3
#: The requests that take free text.
WORDED = frozenset({"say", "orders"})
#: Requests that ask for nothing without a date: "to all", "a todos", "da Roma".
_SAYS_NOTHING = frozenset({"from", "until", "choose"})
#: Addresses, times of day and telephone numbers, which occur in signatures.
_CONTACT = re.compile(
    r"\S@\S+\.\S|://|\bwww\.|\b\d{1,2}:\d\d\b|\+?\d[\d ()/.-]{7,}\d|\[cid:",
    re.IGNORECASE,
)
#: Our own name after a greeting. It contains “stone”.
_OURSELVES = re.compile(r"(?<=[^\W_])[\s,:]+stone age(?: by mail)?\b")
#: Single Hangul letters, which express laughing or crying.
_SINGLE_JAMO = re.compile("[\u1100-\u11ff]+")
_ASIDE = re.compile(r"\s*[(\[].*[)\]]\s*")
#: '*2*': how programs write bold text.
_EMPHASIS = re.compile(r"^([*_]{1,3})(\S|\S.*\S)\1$")
#: What Koreans write behind the name of a person they speak to.
_HONORIFIC = r"(?:님|씨|아|야)?"


def lines_of(paragraphs: Iterable[Paragraph], language: str) -> list[str]:
    """A signature is a name after a closing, with something else above that."""
    typed = [line for each in paragraphs for line in _unbroken(each, language)]
    polite = [is_courtesy(line, language) for line in typed]
    is_closed = polite[-2:] == [True, False] and not all(polite[:-2])
    if is_closed and is_name(typed[-1], language):
        del typed[-1], polite[-1]
    return [
        line for line, is_polite in zip(typed, polite, strict=True) if not is_polite
    ]


def _unbroken(paragraph: Paragraph, language: str) -> Iterator[str]:
    """Yield the lines; a long one with free text is joined with those below."""
    for at, line in enumerate(paragraph):
        is_free = takes_words(line, language) or speaks_of_absence(line, language)
        if columns_of(line) >= MAY_BE_BROKEN and is_free:
            yield " ".join(paragraph[at:])
            return
        yield line


def takes_words(line: str, language: str) -> bool:
    """Return whether a line begins with a word that free text follows."""
    found = requests_in(bare_of(line), language)
    return any(name in WORDED for name, _length in found)


def requests_in(line: str, language: str) -> Iterator[tuple[str, int]]:
    """Yield the intents that a line begins with, and how many words each takes."""
    words = words_of(line)
    for each in languages_of(language):
        for name, length in beginnings(words, intent_words(each)):
            if name != "say" or _is_said(line, words[:length], each):
                yield name, length


def _is_said(line: str, words: Sequence[str], language: str) -> bool:
    """Return whether table talk follows; unusual words for it need a colon."""
    is_usual = list(words) == words_of(usual_intent_words("say", language))
    return is_usual or text_behind(line, len(words)).startswith((":", "："))  # noqa: RUF001


def text_behind(line: str, length: int) -> str:
    """Return the text after the first ``length`` words of a line, including a colon."""
    parts = [part for part in re.finditer(r"[^\s,]+", line) if words_of(part[0])]
    if len(parts) < length:
        return ""
    *_before, last = parts[:length]
    return line[last.start() + len(last[0].rstrip(":：")) :].lstrip()  # noqa: RUF001


def bare_of(line: str) -> str:
    return _EMPHASIS.sub(r"\2", without_bullets(line).strip())


def is_courtesy(line: str, language: str) -> bool:
    """Return whether a line only greets or thanks: short, no number, no command."""
    if not any(character.isalnum() for character in line):
        return bool(line.strip())  # signs alone, such as a thumbs-up
    look = _look(line, language)
    if not look.units:
        return True
    if look.content or look.is_holding_back or _asks(line, language):
        return False
    words = sum(len(unit.words.split()) for unit in look.units)
    said = [
        unit
        for unit in look.units
        if "" not in unit.meanings and not unit.roles & {"greetings", "polite"}
    ]
    is_short = words <= LONGEST_COURTESY or len(said) <= MOST_GREETED
    has_digit = any(character.isdigit() for character in line)
    return "greetings" in look.units[0].roles and is_short and not has_digit


def may_be_command(line: str, language: str) -> bool:
    """
    Return whether a line may be meant for us and is neither talk nor a signature. A
    line with an address or a time of day comes from a mail program or a signature.
    """
    look = _look(line, language)
    if look.is_holding_back:
        return True
    is_signature = _CONTACT.search(line) or _postscript().match(fold(line))
    return not is_signature and not is_talk(line, language)


def is_talk(line: str, language: str) -> bool:
    """
    Return whether a line has no word of a command, or a similar one, no number, and no
    word such as “wait”.
    """
    look = _look(line, language)
    units = look.about_moves
    # A number among other words is a street, a day or a price.
    is_number_of_theirs = (
        all(unit.number is not None for unit in look.content)
        and look.unknown >= MOST_GREETED
        and not choice_marks(units, language, named=True)
    )
    return not (
        (look.content and not is_number_of_theirs)
        or look.is_holding_back
        or _asks(line, language)
        or wish_to_take_back(line, language)
        or resembles_command(look)
    )


def introduces_others(line: str, language: str) -> bool:
    """
    Return whether what stands below a line may be somebody else's: “Bob wrote me this:”
    but not “my move:”.
    """
    units = _look(line, language).units
    unknown = sum(not unit.is_known for unit in units)
    is_about_others = any("elsewhere" in unit.roles for unit in units)
    return line.rstrip().endswith((":", "：")) and (  # noqa: RUF001
        is_about_others or unknown >= MOST_GREETED
    )


@cache
def _postscript() -> re.Pattern[str]:
    """Return a pattern of “P.S.” in all languages, with the signs behind it."""
    words = {
        re.escape(fold(phrase)).replace(r"\.", r"\.?\s?")
        for language in known_languages()
        for phrase in file_of(language)["around"]["postscripts"].split("|")
    }
    longest_first = "|".join(sorted(words, key=len, reverse=True))
    return re.compile(rf"\s*(?:{longest_first})(?!\w)\s*[:.,-]*\s*")


def _asks(line: str, language: str) -> bool:
    """Return whether a line has words of a request."""
    words = words_of(_OURSELVES.sub(" ", fold(line)))
    return any(
        # “Ok here goes” does not agree to anything.
        meaning not in _SAYS_NOTHING and (meaning != "okay" or length == len(words))
        for each in languages_of(language)
        for at in range(len(words))
        for meaning, length in beginnings(words[at:], intent_words(each))
    )


def _look(line: str, language: str) -> Look:
    return look_at(_OURSELVES.sub(" ", _SINGLE_JAMO.sub(" ", fold(line))), language)


def is_name(line: str, language: str) -> bool:
    """Return whether a line may be a name: one capitalised word that is no command."""
    words = words_of(line)
    if len(words) != 1 or line.islower():
        return False
    has_digit = any(character.isdigit() for character in words[0])
    return not has_digit and not may_be_command(line, language)


def without_courtesy(line: str, language: str) -> str:
    """Return a line without the polite words at its beginning and end."""
    line = unicodedata.normalize("NFKC", line)
    parts = re.finditer(r"[^\s,]+", line)
    placed = [(word, part.span()) for part in parts for word in words_of(part[0])]
    words = [word for word, _span in placed]
    phrases = phrases_in_any(languages_of(language), "around", "polite")
    before = _at_front(words, phrases)
    behind = _at_front(words[before:][::-1], {phrase[::-1] for phrase in phrases})
    spans = [span for _word, span in placed[before : len(placed) - behind]]
    return line[spans[0][0] : spans[-1][1]] if spans else ""


def _at_front(words: Sequence[str], phrases: Iterable[tuple[str, ...]]) -> int:
    at = 0
    while length := max(
        (len(p) for p in phrases if tuple(words[at : at + len(p)]) == p), default=0
    ):
        at += length
    return at


def is_addressed(line: str, names: Iterable[str]) -> bool:
    """
    Return whether a line speaks to one of these people: it begins with the name, maybe
    after a postscript, or ends with it, and has more words than a greeting. What is in
    brackets is an aside.
    """
    if _ASIDE.fullmatch(line) or len(line.split()) < SHORTEST_TALK:
        return False
    plain = fold(line)
    if postscript := _postscript().match(plain):
        plain = plain[postscript.end() :]
    for name in filter(None, map(fold, names)):
        called = re.escape(name)
        if re.match(
            rf"@?{called}{_HONORIFIC}(?:\s*[,:;!–—-]|\s*님|{_HONORIFIC}\s)", plain
        ):
            is_marked = re.match(
                rf"@?{called}{_HONORIFIC}\s*[,:;!–—-]|{called}(?:님|씨)", plain
            )
            if is_marked or "@" in plain[:1]:
                return True
        if re.search(rf",\s*{called}\s*[.!?~ ]*$", plain):
            return True
    return False


def is_spoken_to(line: str, names: Iterable[str], language: str) -> bool:
    """
    Return whether a line speaks to one of these people and is no move: “what a roll,
    Bob!”, but not “forest 3, Bob!”.
    """
    if not is_addressed(line, names):
        return False
    look = _look(line, language)
    has_number = any(unit.number is not None for unit in look.content)
    is_other = look.unknown or look.against & {"elsewhere", "questions"}
    return is_talk(line, language) or bool(is_other and not has_number)


def is_sentence(line: str, language: str) -> bool:
    """Return whether a line may be meant for people: some words, and no signature."""
    words = words_of(line)
    if _CONTACT.search(line) or _ASIDE.fullmatch(line) or "|" in line:
        return False
    letters = [word for word in words if any(map(str.isalpha, word))]
    is_titled = all(word[:1].isupper() for word in line.split() if word[:1].isalpha())
    is_spoken = not is_titled or not any(map(str.isupper, line))
    return (
        len(letters) >= SHORTEST_TALK and is_spoken and not is_courtesy(line, language)
    )
