"""From when until when somebody is away, as a line says it. Pure; never raises."""

import re
from datetime import date

from games.words.lexicon import folded, languages_of
from notifications.replies.dates import day_beside, day_in
from notifications.replies.vocabulary import ask_words

#: Characters that say from when until when.
LONGEST_SPAN = 100
#: Words of a day: "the 3rd of December 2026".
LONGEST_DAY = 5


def days_away(
    text: str, language: str, *, today: date
) -> tuple[date, date | None] | None:
    """
    Return the last day and the first, if one is named; None if that is not clear.

    Read 'until D', 'from D until D'; as in Korean 'D from D until'; 'D ~ D'.
    """
    plain = folded(text[:LONGEST_SPAN]).strip(" .,;!")
    begin, end = (_mark(name, language) for name in ("from", "until"))
    for form in (
        rf"(?:{begin}\s*(?P<begins>.+?)\s*)?{end}\s*(?P<until>.+)",
        rf"(?:(?P<begins>.+?)\s*{begin}\s*)?(?P<until>.+?)\s*{end}",
        r"(?P<begins>.+?)\s*~\s*(?P<until>.+)",
    ):
        if match := re.fullmatch(form, plain):
            return _between(match["begins"], match["until"], language, today)
    return None


def _between(
    begins: str | None, until: str, language: str, today: date
) -> tuple[date, date | None] | None:
    last = day_in(until, language, today=today)
    first = None if begins is None else day_in(begins, language, today=today)
    if begins is not None:  # from 1 to 5 December
        first = first or day_beside(last, begins)
        last = last or day_beside(first, until)
    if last is None or (begins is not None and first is None):
        return None
    return last, first


def names_last_day(line: str, language: str, *, today: date) -> bool:
    """Whether a sentence says until which day something lasts."""
    text = folded(line[:LONGEST_SPAN]).strip(" .,;!")
    for mark in re.finditer(_mark("until", language), text):
        if mark[0].isascii():
            words = text[mark.end() :].split()[:LONGEST_DAY]
            days = [words[:count] for count in range(1, len(words) + 1)]
        else:
            words = text[: mark.start()].split()[-LONGEST_DAY:]
            days = [words[at:] for at in range(len(words))]
        if any(day_in(" ".join(day), language, today=today) for day in days):
            return True
    return False


def _mark(name: str, language: str) -> str:
    """Return the pattern of 'from' or 'until', the longest of its phrases first."""
    phrases = {
        " ".join(words)
        for each in languages_of(language)
        for words, meanings in ask_words(each).items()
        if name in meanings
    }
    longest_first = sorted(phrases, key=len, reverse=True)
    return f"(?:{'|'.join(map(_as_pattern, longest_first))})"


def _as_pattern(mark: str) -> str:
    """Where words are parted by blanks a mark is a word; Hangul hangs it on."""
    return rf"(?<!\w){re.escape(mark)}(?!\w)" if mark.isascii() else re.escape(mark)
