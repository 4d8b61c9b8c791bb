"""Moments in words."""

from datetime import UTC, datetime

from django.utils import timezone

from games.clocks import zone_of
from notifications.moments import moment_in_words

MOMENT = datetime(2026, 11, 22, 23, 5, tzinfo=UTC)


def test_a_moment_names_its_zone() -> None:
    with timezone.override(zone_of("America/Sao_Paulo")):
        assert moment_in_words(MOMENT) == (
            "Sunday 22 November 2026, 20:05 (America/Sao Paulo)"
        )


def test_a_day_may_be_another_one_elsewhere() -> None:
    with timezone.override(zone_of("Asia/Seoul")):
        assert moment_in_words(MOMENT).startswith("Monday 23 November 2026, 08:05")
