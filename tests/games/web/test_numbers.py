"""Whole numbers in URLs and forms, which may contain anything."""

from django.http import QueryDict

from games.table.form_input import entered_in
from games.web.numbers import LONGEST, read_number

ENDLESS = "9" * 5000


def test_only_numbers_that_fit_a_column_are_numbers() -> None:
    assert [read_number(text) for text in ("0", " 17 ", "9" * LONGEST)] == [
        *(0, 17, 10**LONGEST - 1)
    ]
    for text in (None, "", "x", "-1", "1.5", "1_0", "²", "٣", "9" * 19, ENDLESS):
        assert read_number(text) is None


def test_huge_number_is_refused() -> None:
    entered = entered_in(QueryDict(f"tile={ENDLESS}&tile=2&wood={ENDLESS}&stone=3"))
    assert entered.tiles == (2,)
    assert [count for _kind, count in entered.resources] == [3]
