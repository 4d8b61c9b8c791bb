"""Details of the style sheet that are easy to forget."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import get_template


def test_input_text_is_large_enough_for_phones() -> None:
    """Phones zoom in on inputs below 16 pixels, and the page is cut off at its side."""
    sheet = Path(str(finders.find("games/page.css"))).read_text()
    assert "\ntextarea.code { font-size: max(1rem, 16px); }\n" in sheet


def test_korean_lines_break_between_words() -> None:
    """Without this rule lines of Korean break in the middle of words."""
    page = Path(str(finders.find("games/page.css"))).read_text()
    mail = get_template("emails/style.css").render()
    rules = [rule_of(page, "body"), rule_of(mail, ".inside"), rule_of(mail, ".foot")]
    assert ["word-break: keep-all;" in rule for rule in rules] == [True] * 3


def rule_of(sheet: str, selector: str) -> str:
    return f"\n{sheet}".partition(f"\n{selector} {{")[2].partition("}")[0]
