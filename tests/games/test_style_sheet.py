"""What the style sheet must not forget."""

from pathlib import Path

from django.contrib.staticfiles import finders


def test_letters_that_are_typed_are_large_enough_for_phones() -> None:
    """Below 16 pixels they zoom in, and the page is cut off at its side."""
    sheet = Path(str(finders.find("games/page.css"))).read_text()
    assert "\ntextarea.code { font-size: max(1rem, 16px); }\n" in sheet
