"""What of a letter is to be carried out, one ask a line. Pure."""

from collections.abc import Iterable, Iterator

from notifications.parts.widths import columns_of
from notifications.replies.asks import takes_words
from notifications.replies.courtesy import is_courtesy

Paragraph = tuple[str, ...]
"""Lines, none blank, of which a mail program may have made several out of one."""

#: Columns from which on a line may have been broken; programs do so at 65 to 80.
MAY_BE_BROKEN = 55


def lines_of(paragraphs: Iterable[Paragraph], language: str) -> list[str]:
    """Return the lines as they were typed; greetings and thanks are passed over."""
    typed = (line for each in paragraphs for line in _unbroken(each, language))
    return [line for line in typed if not is_courtesy(line, language)]


def _unbroken(paragraph: Paragraph, language: str) -> Iterator[str]:
    """Yield the lines; a long one that takes any words takes those beneath it, too."""
    for at, line in enumerate(paragraph):
        if columns_of(line) >= MAY_BE_BROKEN and takes_words(line, language):
            yield " ".join(paragraph[at:])
            return
        yield line
