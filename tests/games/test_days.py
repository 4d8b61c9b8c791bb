"""Days in words: on pages, in the log, and in mails."""

from datetime import UTC, date, datetime

import pytest
from django.utils.translation import override

from games.days import day_in_words
from games.pages.options.choices import average
from games.templatetags.moments import in_words, moment
from games.wording import moment_in_words

FORM = "D j M Y"
LATE = datetime(2026, 11, 21, 23, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "Sat 21 Nov 2026"),
        ("es", "sáb 21 nov 2026"),
        ("pt", "sáb 21 nov 2026"),
        ("it", "sab 21 nov 2026"),
    ],
)
def test_names_of_days_have_a_capital_only_in_english(language: str, day: str) -> None:
    with override(language):
        assert day_in_words(date(2026, 11, 21), FORM) == day
        assert in_words(LATE, FORM) == day
        assert day[-11:] in moment_in_words(LATE)
        assert day[-11:] in moment(LATE)


@pytest.mark.parametrize(
    ("language", "mean"),
    [("en", "1.5"), ("ko", "1.5"), ("es", "1,5"), ("pt", "1,5"), ("it", "1,5")],
)
def test_decimals_are_written_as_the_language_has_them(
    language: str, mean: str
) -> None:
    with override(language):
        assert average("food", 1) == mean
