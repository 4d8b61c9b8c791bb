"""Days in words: on pages, in the log, and in mails."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.now import zone_of
from games.presentation.dates import (
    day_in_words,
    duration_in_words,
    long_moment_in_words,
    moment_in_words,
)
from games.table.choices import average
from games.templatetags.moments import formatted_moment, moment

FORM = "D j M Y"
LATE = datetime(2026, 11, 21, 23, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "Sat 21 Nov 2026"),
        ("es", "sáb 21 nov 2026"),
        ("pt-br", "sáb 21 nov 2026"),
        ("it", "sab 21 nov 2026"),
    ],
)
def test_names_of_days_have_a_capital_only_in_english(language: str, day: str) -> None:
    with override(language):
        assert day_in_words(date(2026, 11, 21), FORM) == day
        assert formatted_moment(LATE, FORM) == day
        assert day[-11:] in moment_in_words(LATE)
        assert day[-11:] in moment(LATE)


@pytest.mark.parametrize(
    ("language", "mean"),
    [("en", "1.5"), ("ko", "1.5"), ("es", "1,5"), ("pt-br", "1,5"), ("it", "1,5")],
)
def test_decimals_are_written_as_the_language_has_them(
    language: str, mean: str
) -> None:
    with override(language):
        assert average("food", 1) == mean


MOMENT = datetime(2026, 11, 22, 23, 5, tzinfo=UTC)


def test_a_moment_names_its_zone() -> None:
    with timezone.override(zone_of("America/Sao_Paulo")):
        assert long_moment_in_words(MOMENT) == (
            "Sunday 22 November 2026, 20:05 (America/Sao Paulo)"
        )


def test_a_day_may_be_another_one_elsewhere() -> None:
    with timezone.override(zone_of("Asia/Seoul")):
        assert long_moment_in_words(MOMENT).startswith("Monday 23 November 2026, 08:05")


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("es", "domingo, 22 de noviembre de 2026, 23:05 (UTC)"),
        ("pt-br", "domingo, 22 de novembro de 2026, 23:05 (UTC)"),
        ("it", "domenica 22 novembre 2026, 23:05 (UTC)"),
        ("ko", "2026년 11월 22일 일요일 23:05 (UTC)"),
    ],
)
def test_days_and_months_are_written_as_the_language_has_them(
    language: str, moment: str
) -> None:
    with override(language):
        assert long_moment_in_words(MOMENT) == moment


def test_duration_has_its_two_largest_units() -> None:
    told = {
        0: "0 seconds",
        1: "1 second",
        59: "59 seconds",
        61: "1 minute",
        125: "2 minutes",
        3600: "1 hour",
        5400: "1 hour 30 minutes",
        3 * 3600 + 12 * 60 + 9: "3 hours 12 minutes",
        43200: "12 hours",
        86400: "1 day",
        86400 + 600: "1 day",
        129600: "1 day 12 hours",
        2 * 86400 + 3 * 3600 + 600: "2 days 3 hours",
        259200: "3 days",
    }
    assert {seconds: duration_in_words(seconds) for seconds in told} == told
