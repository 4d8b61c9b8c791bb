"""Reading sentences about an absence: “I’m travelling tomorrow, back on Sunday”.

Nothing is done because of such a sentence: its writer is asked whether we read it right
(``execute``). So any day that is probably meant will do. Pure; never raises.
"""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum, auto
from functools import cache, cached_property
from typing import Any

from games.command_language.lexicon import fold, languages_of
from games.command_language.vocabulary import file_of, is_verb_last
from notifications.replies.dates import FILLING, day_in

#: Longest text that is read, in characters.
LONGEST = 300
#: In tokens: “Friday the 3rd of December 2026”.
LONGEST_DAY = 6
#: Shorter names of weekdays are also other words: sun, mar, sex.
SHORTEST_WEEKDAY = 5
#: Nobody plans further ahead.
FURTHEST = timedelta(days=400)
ONE_DAY, WEEK = timedelta(days=1), 7

_TOKEN = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?(?![\d/])|\d+"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*'?|[^\w\s]"
)
_NUMERIC = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2,4}))?")
_BARE_DAY = re.compile(r"\d{1,2}")
#: Behind a number that is a day: the 3rd.
_ORDINAL = frozenset({"st", "nd", "rd", "th", "일"})
#: Behind a number that is no day but a time.
_TIME = frozenset({":", "h", "pm", "am", "uhr", "시", "%", "€"})
#: Endings of Korean days, and marks behind them.
_PARTICLES = re.compile(
    r"(요일|\d일|주말|내일|모레|오늘|(?:다음|이번) ?[주달])(에는|에도|에|은|는|이나|엔)"
)


@dataclass(frozen=True)
class AbsenceWords:
    """
    The section ``absence`` of a language. Phrases are separated by ``|``.

    ``numbers`` are the words for 1 to 10 before a unit of time. If ``follow`` is set,
    marks are written behind the day and without a space, as in Korean, and all phrases
    are found inside words.
    """

    #: The writer is away or cannot play.
    signs: str
    #: The writer is not away, or no longer.
    denials: str
    #: Only programs write this.
    automatic: str
    #: Before the last day: until, back on.
    until: str
    #: Before the day after the last one.
    before: str
    #: Before the first day.
    since: str
    #: Between the two days of a range.
    to: str
    #: Before a length of time.
    lasting: str
    #: Before the length of time after which the writer is back.
    within: str
    #: Between a mark and its day.
    between: str
    #: Units of a length of time, and numbers in words.
    days: str
    weeks: str
    numbers: Mapping[str, str]
    #: Periods.
    this_week: str
    next_week: str
    weekend: str
    end_of_week: str
    end_of_month: str
    next_month: str
    follow: bool = False


@cache
def _words_in(language: str) -> AbsenceWords:
    section: Mapping[str, Any] = file_of(language)["absence"]
    return AbsenceWords(**section, follow=is_verb_last(language))


class _Role(Enum):
    FIRST = auto()
    LAST = auto()
    #: The day before this one is the last.
    BEFORE = auto()
    PLAIN = auto()


@dataclass(frozen=True)
class _Days:
    """The days that a part of the text names, and what they are for the absence."""

    first: date
    last: date
    role: _Role
    is_period: bool = False


@dataclass(frozen=True)
class _Length:
    days: int
    is_until: bool


def find_absence(
    text: str, language: str, *, today: date
) -> tuple[date | None, date] | None:
    """
    Return the first and the last day of the absence that a text speaks of, or None.

    The first is None if it begins now. Both English and ``language`` are tried.
    """
    plain = fold(text[:LONGEST])
    for each in languages_of(language):
        words = _words_in(each)
        if _speaks(plain, words) and not _denies(plain, words):
            sentence = _Sentence(_tokens(plain, words), words, each, today)
            if found := sentence.absence():
                return found
    return None


def speaks_of_absence(text: str, language: str) -> bool:
    """Return whether a text has a word of an absence, with or without a day."""
    plain = fold(text[:LONGEST])
    known = map(_words_in, languages_of(language))
    return any(_speaks(plain, words) and not _denies(plain, words) for words in known)


def _speaks(plain: str, words: AbsenceWords) -> bool:
    return _has(plain, words.signs, words.follow)


def _denies(plain: str, words: AbsenceWords) -> bool:
    return _has(plain, f"{words.denials}|{words.automatic}", words.follow)


def _has(plain: str, phrases: str, inside: bool) -> bool:
    return _pattern(phrases, inside).search(plain) is not None


@cache
def _pattern(phrases: str, inside: bool) -> re.Pattern[str]:
    joined = "|".join(re.escape(fold(phrase)) for phrase in phrases.split("|"))
    return re.compile(f"(?:{joined})" if inside else rf"(?<!\w)(?:{joined})(?!\w)")


@cache
def _phrases(phrases: str) -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(_TOKEN.findall(fold(phrase))) for phrase in phrases.split("|") if phrase
    )


def _tokens(plain: str, words: AbsenceWords) -> list[str]:
    if words.follow:
        marks = "|".join((words.before, words.until, words.since, words.lasting))
        plain = _PARTICLES.sub(r"\1 ", plain)
        plain = _pattern(marks, True).sub(lambda mark: f" {mark[0]} ", plain)
        plain = re.sub(r"(?<=\d)일", "일 ", plain)
    return _TOKEN.findall(plain)


#: The first and the last of some days, and whether they are a period such as a week.
_Period = tuple[date, date, bool]


@dataclass(frozen=True)
class _Sentence:
    """A sentence in one language; ``at`` and ``end`` are places in its tokens."""

    tokens: Sequence[str]
    words: AbsenceWords
    language: str
    today: date

    def absence(self) -> tuple[date | None, date] | None:
        found = list(self._found())
        named = [each for each in found if isinstance(each, _Days)]
        lengths = [each for each in found if isinstance(each, _Length)]
        range_ = _of_days(named) or _of_length(named, lengths, self.today)
        if range_ is None:
            return None
        first, last = range_
        is_possible = self.today <= last <= self.today + FURTHEST
        if not is_possible or (first is not None and first > last):
            return None
        return (None if first is None or first <= self.today else first), last

    def _found(self) -> Iterator[_Days | _Length]:
        """Yield the days and lengths of time, in their order."""
        at, has_days = 0, False
        while at < len(self.tokens):
            end, days = self._days_at(at)
            if days is not None:
                role = self._role(at, end, may_end_range=has_days)
                if first := self._first_of_range(at, days[0]):
                    yield _Days(first, first, _Role.FIRST)
                    role = _Role.LAST
                end, days = self._with_date_behind(end, days)
                yield _Days(*days[:2], role, is_period=days[2])
                has_days = True
            else:
                end, lasting = self._length_at(at)
                if lasting is not None:
                    yield lasting
            at = max(at + 1, end)

    def _days_at(self, at: int) -> tuple[int, _Period | None]:
        """Return the end of the tokens that name days, and the days."""
        for phrases, days in self._periods:
            for phrase in phrases:
                if tuple(self.tokens[at : at + len(phrase)]) == phrase:
                    return at + len(phrase), days
        if self.tokens[at] in self._between | FILLING:
            return at, None  # it belongs to the mark before the day
        end, day = self._written_day_at(at)
        if day is None:
            end, day = self._number_at(at)
        return end, None if day is None else (day, day, False)

    def _written_day_at(self, at: int) -> tuple[int, date | None]:
        is_marked = self._role(at, at + 1) is not _Role.PLAIN or self.words.follow
        for end in range(min(at + LONGEST_DAY, len(self.tokens)), at, -1):
            text = " ".join(self.tokens[at:end])
            is_short = end == at + 1 and len(text) < SHORTEST_WEEKDAY
            if is_short and not is_marked:
                continue
            if day := day_in(text, self.language, today=self.today):
                return end, day
        return at, None

    def _number_at(self, at: int) -> tuple[int, date | None]:
        """Read “6/12”, “the 6th”, and “6” behind a mark such as “until”."""
        if numeric := _NUMERIC.fullmatch(self.tokens[at]):
            return at + 1, _numeric_day(numeric, self.language, self.today)
        if not _BARE_DAY.fullmatch(self.tokens[at]):
            return at, None
        is_ordinal = self._token(at + 1) in _ORDINAL
        end = at + 2 if is_ordinal else at + 1
        is_marked = self._role(at, end) is not _Role.PLAIN
        if is_marked or (is_ordinal and not self.words.follow):
            if not is_ordinal and self._token(end) in _TIME | self._units.keys():
                return at, None
            return end, _next_day_of_month(int(self.tokens[at]), self.today)
        return at, None

    def _with_date_behind(self, end: int, days: _Period) -> tuple[int, _Period]:
        """Take “Monday, 14 December” for one day."""
        at = end
        while self._token(at) in self._between | {",", "("}:
            at += 1
        if at == len(self.tokens):
            return end, days
        behind, same = self._days_at(at)
        if same is None or same[2] or same[0].weekday() != days[0].weekday():
            return end, days
        return behind, same

    def _role(self, at: int, end: int, *, may_end_range: bool = False) -> _Role:
        """Return the role of days by the mark before them or, in Korean, behind."""
        words = self.words
        marks = [
            (words.before, _Role.BEFORE),
            (words.until, _Role.LAST),
            (words.since, _Role.FIRST),
        ]
        if may_end_range:
            marks.append((words.to, _Role.LAST))
        return next(
            (role for mark, role in marks if self._is_marked(at, end, mark)),
            _Role.PLAIN,
        )

    def _is_marked(self, at: int, end: int, marks: str) -> bool:
        if self.words.follow:
            behind = "".join(self.tokens[end : end + 3])
            return any(behind.startswith("".join(mark)) for mark in _phrases(marks))
        while not self._follows(at, marks):
            if not at or self.tokens[at - 1] not in self._between:
                return False
            at -= 1
        return True

    def _follows(self, at: int, marks: str) -> bool:
        return any(
            tuple(self.tokens[max(0, at - len(mark)) : at]) == mark
            for mark in _phrases(marks)
        )

    def _first_of_range(self, at: int, last: date) -> date | None:
        """Return the first day of “1 to 5 December”; ``at`` is where 5 stands."""
        begin = at
        to = {word for mark in _phrases(self.words.to) for word in mark}
        while begin and self.tokens[begin - 1] in self._between - to:
            begin -= 1
        if not begin or self.tokens[begin - 1] not in to:
            return None
        while begin and self.tokens[begin - 1] in to | self._between | _ORDINAL:
            begin -= 1
        number = self.tokens[begin - 1] if begin else ""
        if not _BARE_DAY.fullmatch(number) or not 0 < int(number) <= last.day:
            return None
        return last.replace(day=int(number))

    def _length_at(self, at: int) -> tuple[int, _Length | None]:
        """Return the end of a length of time such as “two weeks”, and its days."""
        joined = "".join(self.tokens[at : at + 2])
        texts = [(at + 2, " ".join(self.tokens[at : at + 2]))]
        if self.words.follow:
            texts = [(at + 2, joined), (at + 1, self.tokens[at])]
        for end, text in texts:
            for unit, length in self._units.items():
                said = text.removesuffix(unit).strip()
                count = int(said) if _BARE_DAY.fullmatch(said) else self._number(said)
                if said == text or count is None:
                    continue
                if self._is_marked(at, end, self.words.within):
                    return end, _Length(count * length, is_until=True)
                if self._is_marked(at, end, self.words.lasting):
                    return end, _Length(count * length, is_until=False)
        return at, None

    def _number(self, said: str) -> int | None:
        for count, words in self.words.numbers.items():
            if said in map(fold, words.split("|")):
                return int(count)
        return None

    def _token(self, at: int) -> str:
        return self.tokens[at] if at < len(self.tokens) else ""

    @cached_property
    def _between(self) -> frozenset[str]:
        phrases = _phrases(self.words.between)
        return frozenset(word for phrase in phrases for word in phrase)

    @cached_property
    def _units(self) -> dict[str, int]:
        """The days of each unit; longer names come first."""
        units = {fold(name): WEEK for name in self.words.weeks.split("|")}
        units |= {fold(name): 1 for name in self.words.days.split("|")}
        return dict(sorted(units.items(), key=lambda unit: -len(unit[0])))

    @cached_property
    def _periods(self) -> list[tuple[list[tuple[str, ...]], _Period]]:
        """Phrases of periods with their days; longer phrases come first."""
        words, today = self.words, self.today
        sunday = today + timedelta(days=WEEK - 1 - today.weekday())
        end_of_month = _end_of_month(today)
        next_month = end_of_month + ONE_DAY
        periods = (
            (words.end_of_week, (sunday, sunday, False)),
            (words.end_of_month, (end_of_month, end_of_month, False)),
            (words.weekend, (max(today, sunday - ONE_DAY), sunday, True)),
            (words.this_week, (today, sunday, True)),
            (
                words.next_week,
                (sunday + ONE_DAY, sunday + timedelta(days=WEEK), True),
            ),
            (words.next_month, (next_month, _end_of_month(next_month), True)),
        )
        return [
            (sorted(_phrases(phrases), key=len, reverse=True), days)
            for phrases, days in periods
        ]


def _of_days(named: Sequence[_Days]) -> tuple[date | None, date] | None:
    """Return the first and last day, if a last day is named or a day stands alone."""
    ends = [each for each in named if each.role in (_Role.LAST, _Role.BEFORE)]
    begins = [each for each in named if each.role in (_Role.FIRST, _Role.PLAIN)]
    if ends:
        end = ends[-1]
        # “Until next week” does not include it.
        is_excluded = end.role is _Role.BEFORE or end.is_period
        last = end.first - ONE_DAY if is_excluded else end.last
        return (begins[0].first if begins else None), last
    if len(begins) > 1:
        return begins[0].first, begins[-1].last
    if begins and begins[0].role is _Role.PLAIN:
        return begins[0].first, begins[0].last
    return None


def _of_length(
    named: Sequence[_Days], lengths: Sequence[_Length], today: date
) -> tuple[date | None, date] | None:
    if not lengths:
        return None
    days = timedelta(days=lengths[0].days)
    if named and not lengths[0].is_until:
        return named[0].first, named[0].first + days - ONE_DAY
    return None, today + days


def _numeric_day(match: re.Match[str], language: str, today: date) -> date | None:
    """Return the day of 6/12: the next one, if English can mean two of them."""
    first, second, year = int(match[1]), int(match[2]), match[3]
    orders = [(first, second)]
    if language in ("en", "ko"):
        orders.append((second, first))
    if language == "ko":
        orders.reverse()
    years = [today.year, today.year + 1]
    if year is not None:
        years = [int(year) + (2000 if len(year) == 2 else 0)]
    days = [_day(each, month, day) for each in years for day, month in orders]
    coming = [day for day in days if day is not None and day >= today]
    return min(coming, default=None)


def _next_day_of_month(number: int, today: date) -> date | None:
    """Return the next day with this number, today included."""
    month = today
    for _attempt in range(3):
        day = _day(month.year, month.month, number)
        if day is not None and day >= today:
            return day
        month = month.replace(day=1) + timedelta(days=32)
    return None


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
