"""The words that replies are written in: English ones and those of the reader.

The engine knows one notation (``stoneage_core.notation``). Here stands each of its
words with others for the same, parted by ``|``; a translation gives those of another
language in the same way, as many as people may think of. Accents, capitals and the
width of letters do not matter, and English is understood by everybody.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from django.utils.functional import Promise
from django.utils.translation import override, pgettext_lazy

Lexicon = Mapping[tuple[str, ...], frozenset[str]]
"""What phrases stand for: words of the notation, or names of asks."""

ENGLISH = "en"

#: The words of the notation; what says nothing that it needs stands for "".
_NOTATION: tuple[tuple[str, Promise], ...] = (
    # Translators: what people type in mails. Give all usual words for it, parted by |.
    ("hunting grounds", pgettext_lazy("command", "hunting grounds|hunting|hunt")),
    ("forest", pgettext_lazy("command", "forest|woods")),
    ("clay pit", pgettext_lazy("command", "clay pit|clay")),
    ("quarry", pgettext_lazy("command", "quarry")),
    ("river", pgettext_lazy("command", "river")),
    ("tool maker", pgettext_lazy("command", "tool maker|toolmaker")),
    ("hut", pgettext_lazy("command", "hut")),
    ("field", pgettext_lazy("command", "field")),
    ("card", pgettext_lazy("command", "card")),
    ("building", pgettext_lazy("command", "building")),
    ("wood", pgettext_lazy("command", "wood")),
    ("brick", pgettext_lazy("command", "brick|bricks")),
    ("stone", pgettext_lazy("command", "stone|stones")),
    ("gold", pgettext_lazy("command", "gold")),
    ("", pgettext_lazy("command", "place|put|send")),
    ("use", pgettext_lazy("command", "use")),
    ("tools", pgettext_lazy("command", "tools|tool")),
    ("once", pgettext_lazy("command", "once")),
    ("no tools", pgettext_lazy("command", "no tools")),
    ("buy", pgettext_lazy("command", "buy")),
    ("build", pgettext_lazy("command", "build")),
    ("leave", pgettext_lazy("command", "leave")),
    ("pick", pgettext_lazy("command", "pick")),
    ("take", pgettext_lazy("command", "take")),
    ("feed", pgettext_lazy("command", "feed")),
    ("go hungry", pgettext_lazy("command", "go hungry")),
    ("", pgettext_lazy("command", "people|person|the|in|with|and")),
)

#: What else can be asked for, by name.
_ASKS: tuple[tuple[str, Promise], ...] = (
    # Translators: what people type in mails. Give all usual words for it, parted by |.
    ("help", pgettext_lazy("command", "help")),
    ("board", pgettext_lazy("command", "board|position")),
    ("undo", pgettext_lazy("command", "undo|take back")),
    ("away", pgettext_lazy("command", "away")),
    ("from", pgettext_lazy("command", "from")),
    ("until", pgettext_lazy("command", "until|till|to")),
    ("back", pgettext_lazy("command", "back|I am back")),
    ("accept", pgettext_lazy("command", "accept")),
    ("decline", pgettext_lazy("command", "decline")),
    ("say", pgettext_lazy("command", "say")),
    ("yes", pgettext_lazy("command", "yes|agree")),
    ("no", pgettext_lazy("command", "no|disagree")),
    ("return", pgettext_lazy("command", "return")),
    ("orders", pgettext_lazy("command", "orders")),
    ("no orders", pgettext_lazy("command", "no orders")),
    ("choice", pgettext_lazy("command", "choice|option|number")),
)

#: How people begin and end a letter. A short line that begins so is passed over.
_COURTESIES: tuple[tuple[str, Promise], ...] = (
    # Translators: how letters begin and end; all usual words for it, parted by |.
    ("", pgettext_lazy("command", "hi|hello|hey|dear|good morning|good evening")),
    ("", pgettext_lazy("command", "thanks|thank you|cheers|regards|best|greetings")),
)

#: What stands before and behind an ask in its line, and says nothing.
_POLITE: tuple[tuple[str, Promise], ...] = (
    # Translators: what people put before or behind a command; all usual words for it.
    ("", pgettext_lazy("command", "please|thanks|thank you|many thanks|I|I am|I'm")),
)

_APOSTROPHES = str.maketrans("‘’´`ʼ", "'" * 5)  # noqa: RUF001
#: What may stand around a word and says nothing.
_AROUND = " \t\"'“”„‟«»‹›‚‛.,;:!?¡¿…·。、，．！？：；()[]*_"  # noqa: RUF001


def folded(text: str) -> str:
    """Return a text without what people write in different ways."""
    plain = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).casefold()
    parts = unicodedata.normalize("NFKD", plain)
    bare = "".join(c for c in parts if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded, without what stands around them."""
    words = (word.strip(_AROUND) for word in re.split(r"[\s,]+", folded(text)))
    return [word for word in words if word]


def notation_words(language: str) -> Lexicon:
    """Return what the words of a language mean in the notation."""
    return _lexicon("notation", language)


def ask_words(language: str) -> Lexicon:
    """Return what else can be asked for in a language."""
    return _lexicon("asks", language)


def courtesies(language: str) -> Lexicon:
    """Return how letters begin and end in a language."""
    return _lexicon("courtesies", language)


def polite_words(language: str) -> Lexicon:
    """Return what may stand before and behind an ask in a language."""
    return _lexicon("polite", language)


def languages_of(language: str) -> tuple[str, ...]:
    """Return the languages that a reader of one is understood in."""
    return tuple(dict.fromkeys((ENGLISH, language)))


_TABLES = {
    "notation": _NOTATION,
    "asks": _ASKS,
    "courtesies": _COURTESIES,
    "polite": _POLITE,
}


@cache
def _lexicon(table: str, language: str) -> Lexicon:
    found: dict[tuple[str, ...], set[str]] = {}
    with override(language):
        for meaning, phrases in _TABLES[table]:
            for phrase in str(phrases).split("|"):
                if words := tuple(words_of(phrase)):
                    found.setdefault(words, set()).add(meaning)
    return {words: frozenset(meanings) for words, meanings in found.items()}


@cache
def usual_words(table: str, language: str) -> Mapping[str, str]:
    """Return what each meaning is usually called: the first of its phrases."""
    usual: dict[str, str] = {}
    with override(language):
        for meaning, phrases in _TABLES[table]:
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


def is_number(word: str) -> bool:
    """Whether a word is digits alone."""
    return word.isascii() and word.isdecimal()
