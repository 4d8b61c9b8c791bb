"""Moments and spans in words."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from notifications.moments import moment_in_words, span_in_words, zone_of

MOMENT = datetime(2026, 11, 22, 23, 5, tzinfo=UTC)


def test_a_moment_names_its_zone() -> None:
    with timezone.override(zone_of("America/Sao_Paulo")):
        assert moment_in_words(MOMENT) == (
            "Sunday 22 November 2026, 20:05 (America/Sao Paulo)"
        )


def test_a_day_may_be_another_one_elsewhere() -> None:
    with timezone.override(zone_of("Asia/Seoul")):
        assert moment_in_words(MOMENT).startswith("Monday 23 November 2026, 08:05")


@pytest.mark.parametrize("name", ["", "Atlantis", "../etc/passwd", "/etc/passwd"])
def test_an_unknown_zone_is_utc(name: str) -> None:
    assert zone_of(name).key == "UTC"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (86400, "1 day"),
        (3 * 86400, "3 days"),
        (36 * 3600, "36 hours"),
        (90 * 60, "90 minutes"),
        (60, "1 minute"),
        (61, "1 minute"),
    ],
)
def test_a_span_in_its_largest_fitting_unit(seconds: int, words: str) -> None:
    assert span_in_words(seconds) == words
