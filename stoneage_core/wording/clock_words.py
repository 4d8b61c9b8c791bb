"""Phrases for lengths of time and time controls."""

from collections.abc import Iterator

from stoneage_core.phrases import Many, Phrase, Template, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.time_control import DAY, HOUR, MINUTE, Bank, TimeControl, Window

_UNITS = (
    (DAY, "day", ngettext_noop("one day", "{count} days")),
    (HOUR, "hour", ngettext_noop("one hour", "{count} hours")),
    (MINUTE, "minute", ngettext_noop("one minute", "{count} minutes")),
    (1, "second", ngettext_noop("one second", "{count} seconds")),
)


def duration_phrase(seconds: int) -> Phrase:
    """Return a length of time: 'one day and 12 hours'."""
    parts = tuple(_parts(seconds)) or (_part(0, *_UNITS[-1][1:]),)
    return Phrase("duration", "{parts}", {"parts": Many(parts)})


def _parts(seconds: int) -> Iterator[Phrase]:
    for length, unit, template in _UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            yield _part(count, unit, template)


def _part(count: int, unit: str, template: Template) -> Phrase:
    return Phrase(f"duration.{unit}", template, {"count": count})


def time_control_in_words(control: TimeControl) -> Phrase:
    """Return a whole clock: 'one day for each decision and 12 hours of grace'."""
    return Phrase("clock", "{terms}", {"terms": Many(_terms(control))})


def _terms(control: TimeControl) -> Iterator[Phrase]:
    if isinstance(control.time, Bank):
        yield _bank(control.time)
    else:
        time = {"time": duration_phrase(control.time.seconds)}
        yield Phrase("clock.per_move", "{time} for each turn", time)
    if control.grace:
        grace = {"time": duration_phrase(control.grace)}
        yield Phrase("clock.grace", "{time} of grace", grace)
    if control.window is not None:
        yield _window(control.window)
    if control.weekends:
        yield Phrase("clock.weekends", "free weekends")
    if control.vacation:
        yield Phrase(
            "clock.vacation",
            ngettext_noop("one vacation day a year", "{count} vacation days a year"),
            {"count": control.vacation},
        )
    yield _misses(control.misses)


def _bank(bank: Bank) -> Phrase:
    lengths = {
        "start": duration_phrase(bank.start),
        "increment": duration_phrase(bank.increment),
        "cap": duration_phrase(bank.cap),
    }
    words = _("a bank of {start}, {increment} more for each turn, at most {cap}")
    return Phrase("clock.bank", words, lengths)


def _window(window: Window) -> Phrase:
    times = {"opens": _time(window.opens), "closes": _time(window.closes)}
    return Phrase("clock.window", "running from {opens} to {closes}", times)


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _misses(misses: int) -> Phrase:
    return Phrase(
        "clock.misses",
        ngettext_noop(
            "autopilot after one missed turn",
            "autopilot after {count} missed turns in a row",
        ),
        {"count": misses},
    )
