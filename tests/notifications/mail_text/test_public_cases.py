"""Kinds of emails that other parsers of replies were reported to misread."""

import json
from pathlib import Path

import pytest

from notifications.mail_text.parse import parse_mail

FOLDER = Path(__file__).parent / "fixtures"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())


@pytest.mark.parametrize("name", EXPECTED)
def test_own_lines_are_read(name: str) -> None:
    case = EXPECTED[name]
    parsed = parse_mail((FOLDER / f"{name}.eml").read_bytes(), case["language"])
    assert list(parsed.own_lines) == case["own"]


def test_each_case_is_expected() -> None:
    names = {path.stem for path in FOLDER.glob("*.eml")}
    assert names == EXPECTED.keys()
