"""A new game as people ask for it, before or behind the names of bots. Pure."""

from collections.abc import Collection, Iterator, Sequence

from games.command_language.lexicon import languages_of, words_of
from notifications.replies.intents import NewGame
from notifications.replies.salutations import without_courtesy
from notifications.replies.vocabulary import intent_words, joining_words


def new_games_in(line: str, language: str) -> Iterator[NewGame]:
    """
    Yield a new game where a line begins or ends with that: the names are the rest.

    In Korean what is wanted comes last.
    """
    words = words_of(without_courtesy(line, language))
    for each in languages_of(language):
        for phrase, meanings in intent_words(each).items():
            if "new game" not in meanings:
                continue
            if tuple(words[: len(phrase)]) == phrase:
                yield NewGame(" ".join(words[len(phrase) :]))
            elif tuple(words[-len(phrase) :]) == phrase:
                yield NewGame(" ".join(words[: -len(phrase)]))


def names_in(text: str, known: Sequence[str], language: str) -> list[str]:
    """
    Return the names in a text as they are known, and as they stand where they are not.

    What joins them is left out; in Korean it is written at the first of two names.
    """
    joining = joining_words(language)
    words = [word for word in words_of(text) if word not in joining]
    ends = {"", *joining}
    return [
        next((name for name in known if _is_called(word, name, ends)), word)
        for word in words
    ]


def _is_called(word: str, name: str, ends: Collection[str]) -> bool:
    """Whether a word is a name, maybe with something at its end."""
    folded = name.lower()
    return word.startswith(folded) and word[len(folded) :] in ends
