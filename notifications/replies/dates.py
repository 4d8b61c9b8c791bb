"""Parsing dates as people write them: 3 Dec, December 3rd 2026, 2026-12-03, Friday,
tomorrow.

Names of months and weekdays are those of English and of the reader's language. An
ambiguous date such as 3/12 is rejected. Pure; never raises.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import chain

from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.functional import Promise
from django.utils.translation import override

from games.command_language.lexicon import fold, languages_of, words_of
from games.command_language.vocabulary import (
    intent_words,
    known_languages,
    lexicon_of,
    phrases_in_any,
)

Table = Mapping[int, str | Promise]

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
#: '12월 3일', with or without a year before it.
_HANGUL = re.compile(r"(?:(\d{4})년)?(\d{1,2})월(\d{1,2})일")
#: '5', '5일'.
_NUMBER = re.compile(r"(\d{1,2})일?")
_PIECES = re.compile(r"\d+|[^\W\d_]+|[^\w\s.,]")
#: Between and after the parts of a date: 3rd of December, 3 de diciembre, 1º.
FILLING = frozenset(
    phrase[0] for phrase in phrases_in_any(known_languages(), "days", "of")
)
#: Longest text that is parsed, in characters.
LONGEST_SPAN = 100
#: In words: "the 3rd of December 2026".
LONGEST_DAY = 5


def parse_absence(
    text: str, language: str, *, today: date
) -> tuple[date, date | None] | None:
    """
    Accepts 'until D', 'from D until D', Korean order ('D from D until') and 'D ~ D'.
    """
    plain = fold(text[:LONGEST_SPAN]).strip(" .,;!")
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
        first = first or day_of_same_month(last, begins)
        last = last or day_of_same_month(first, until)
    if last is None or (begins is not None and first is None):
        return None
    return last, first


def names_last_day(line: str, language: str, *, today: date) -> bool:
    text = fold(line[:LONGEST_SPAN]).strip(" .,;!")
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


def day_in(text: str, language: str, *, today: date) -> date | None:
    """
    Return the one day that a text names, or None. Without a year it is the next such
    day, today included; a weekday is never today. “Next Friday” is accepted only if
    both its meanings are the same day.
    """
    plain = fold(text).strip(" .,;!")
    if match := _ISO.fullmatch(plain):
        return _day(*map(int, match.groups()))
    if match := _HANGUL.fullmatch(re.sub(r"\s", "", plain)):
        year, month, day = match.groups()
        return _next(int(year) if year else None, int(month), int(day), today)
    weekday = _weekdays(language).get(_joined(plain))
    if weekday is not None:
        return _coming(weekday, today)
    if day := _relative(words_of(plain), language, today):
        return day
    return _named(_PIECES.findall(plain), language, today)


def _relative(words: Sequence[str], language: str, today: date) -> date | None:
    """
    Parse 'tomorrow', 'Friday next week', 'next Friday'. Some people mean the coming
    Friday by the last, others that of the week after, so it is accepted only if both
    are the same day.
    """
    known = {
        phrase: meaning
        for each in languages_of(language)
        for phrase, meanings in lexicon_of(each, "days").items()
        for meaning in meanings
    }
    if days := known.get(tuple(words), "").removeprefix("+"):
        return today + timedelta(days=int(days)) if days.isdecimal() else None
    for at in range(1, len(words)):
        for mark, name in ((words[:at], words[at:]), (words[at:], words[:at])):
            meaning = known.get(tuple(mark))
            weekday = _weekdays(language).get(_joined(" ".join(name)))
            if weekday is None or meaning not in ("next", "next week"):
                continue
            later = today + timedelta(days=7 - today.weekday() + weekday)
            is_clear = meaning == "next week" or later == _coming(weekday, today)
            return later if is_clear else None
    return None


def _coming(weekday: int, today: date) -> date:
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def day_of_same_month(known: date | None, text: str) -> date | None:
    """Return the day in the month of ``known`` that a text gives as a bare number."""
    said = (piece for piece in _PIECES.findall(text) if piece not in FILLING)
    number = _NUMBER.fullmatch("".join(said))
    if known is None or number is None:
        return None
    return _day(known.year, known.month, int(number[1]))


def _mark(name: str, language: str) -> str:
    phrases = {
        " ".join(words)
        for each in languages_of(language)
        for words, meanings in intent_words(each).items()
        if name in meanings
    }
    longest_first = sorted(phrases, key=len, reverse=True)
    return f"(?:{'|'.join(map(_as_pattern, longest_first))})"


def _as_pattern(mark: str) -> str:
    """Return a pattern for whole words; Hangul appends marks to words."""
    return rf"(?<!\w){re.escape(mark)}(?!\w)" if mark.isascii() else re.escape(mark)


def _named(pieces: Iterable[str], language: str, today: date) -> date | None:
    """Parse a month's name, a day and perhaps a year; the month may stand anywhere."""
    said = [piece for piece in pieces if piece not in FILLING]
    months = [_months(language).get(piece) for piece in said]
    (*found,) = filter(None, months)
    numbers = [piece for piece in said if piece.isascii() and piece.isdecimal()]
    if len(found) != 1 or len(numbers) + 1 != len(said) or not numbers:
        return None
    day, *years = numbers
    if len(day) > 2 or len(years) > 1 or any(len(year) != 4 for year in years):
        return None
    return _next(int(years[0]) if years else None, found[0], int(day), today)


def _next(year: int | None, month: int, day: int, today: date) -> date | None:
    if year is not None:
        return _day(year, month, day)
    years = range(today.year, today.year + 9)
    days = filter(None, (_day(each, month, day) for each in years))
    return next((each for each in days if each >= today), None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _joined(text: str) -> str:
    """Return a name as one word without articles: 'el viernes', 'sexta-feira'."""
    pieces = _PIECES.findall(fold(text))
    return "".join(piece for piece in pieces if piece not in FILLING | {"-"})


@cache
def _months(language: str) -> dict[str, int]:
    """Return the numbers of month names, without ambiguous names."""
    return _clear(_names((MONTHS, MONTHS_3, MONTHS_AP), language))


@cache
def _weekdays(language: str) -> dict[str, int]:
    """Return weekdays by name (Monday is 0), without names that also mean a month."""
    names = _names((WEEKDAYS, WEEKDAYS_ABBR), language)
    shortened = ((name.removesuffix("feira"), days) for name, days in names)
    days = _clear(chain(names, shortened))
    return {name: day for name, day in days.items() if name not in _months(language)}


def _names(tables: Iterable[Table], language: str) -> list[tuple[str, int]]:
    found = []
    for each in languages_of(language):
        with override(each):
            for table in tables:
                found += [(_joined(str(name)), at) for at, name in table.items()]
    return found


def _clear(names: Iterable[tuple[str, int]]) -> dict[str, int]:
    meanings: dict[str, set[int]] = {}
    for name, meaning in names:
        meanings.setdefault(name, set()).add(meaning)
    return {name: found.pop() for name, found in meanings.items() if len(found) == 1}
