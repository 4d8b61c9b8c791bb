"""What of a letter is to be carried out, one ask a line. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from notifications.mails.blocks.text import columns_of
from notifications.replies.asks import takes_words
from notifications.replies.courtesy import is_courtesy, is_name

Paragraph = tuple[str, ...]
"""Lines, none blank, of which a mail program may have made several out of one."""

#: Columns from which on a line may have been broken; programs do so at 65 to 80.
MAY_BE_BROKEN = 55


def lines_of(paragraphs: Iterable[Paragraph], language: str) -> list[str]:
    """Return the lines as they were typed; greetings and thanks are passed over."""
    typed = [line for each in paragraphs for line in _unbroken(each, language)]
    polite = [is_courtesy(line, language) for line in typed]
    signed = _is_signed(typed, polite, language)
    asked = [
        line for line, is_polite in zip(typed, polite, strict=True) if not is_polite
    ]
    return asked[:-1] if signed else asked


def _is_signed(typed: Sequence[str], polite: Sequence[bool], language: str) -> bool:
    """Whether a name ends a letter, beneath a closing with something else above it."""
    is_closed = polite[-2:] == [True, False] and not all(polite[:-2])
    return is_closed and is_name(typed[-1], language)


def _unbroken(paragraph: Paragraph, language: str) -> Iterator[str]:
    """Yield the lines; a long one that takes any words takes those beneath it, too."""
    for at, line in enumerate(paragraph):
        if columns_of(line) >= MAY_BE_BROKEN and takes_words(line, language):
            yield " ".join(paragraph[at:])
            return
        yield line
