"""Moments in words."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.clocks import zone_of
from notifications.mails.blocks.text import moment_in_words

MOMENT = datetime(2026, 11, 22, 23, 5, tzinfo=UTC)


def test_a_moment_names_its_zone() -> None:
    with timezone.override(zone_of("America/Sao_Paulo")):
        assert moment_in_words(MOMENT) == (
            "Sunday 22 November 2026, 20:05 (America/Sao Paulo)"
        )


def test_a_day_may_be_another_one_elsewhere() -> None:
    with timezone.override(zone_of("Asia/Seoul")):
        assert moment_in_words(MOMENT).startswith("Monday 23 November 2026, 08:05")


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("es", "domingo, 22 de noviembre de 2026, 23:05 (UTC)"),
        ("pt", "domingo, 22 de novembro de 2026, 23:05 (UTC)"),
        ("it", "domenica 22 novembre 2026, 23:05 (UTC)"),
        ("ko", "2026년 11월 22일 일요일 23:05 (UTC)"),
    ],
)
def test_days_and_months_are_written_as_the_language_has_them(
    language: str, moment: str
) -> None:
    with override(language):
        assert moment_in_words(MOMENT) == moment
