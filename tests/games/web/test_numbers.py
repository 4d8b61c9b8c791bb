"""Whole numbers in URLs and forms, which may contain anything."""

import re

from django.http import QueryDict
from hypothesis import example, given
from hypothesis import strategies as st

from games.table.form_input import entered_in
from games.web.numbers import LONGEST, read_number

ENDLESS = "9" * 5000


@given(st.text(st.sampled_from(" 0123456789-+._x²٣"), max_size=LONGEST + 2))
@example(" 17 ")
@example("9" * LONGEST)
@example("9" * (LONGEST + 1))
@example(ENDLESS)
def test_text_is_a_number_if_it_is_ascii_digits_that_fit_a_column(text: str) -> None:
    digits = re.fullmatch(rf"[0-9]{{1,{LONGEST}}}", text.strip())
    assert read_number(text) == (int(digits[0]) if digits else None)


def test_missing_text_is_no_number() -> None:
    assert read_number(None) is None


def test_huge_number_is_refused() -> None:
    entered = entered_in(QueryDict(f"tile={ENDLESS}&tile=2&wood={ENDLESS}&stone=3"))
    assert entered.tiles == (2,)
    assert [count for _kind, count in entered.resources] == [3]
