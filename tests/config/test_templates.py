"""Templates: readable lines, and text that survives reformatting."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLE_SHEETS = sorted(ROOT.glob("*/static/*/*.css"))

#: djangofmt wraps at 110 columns, but not inside a Django tag.
LONGEST_LINE = 120

_SENTENCE = re.compile(
    r"{% blocktranslate(?P<options>[^%]*)%}(?P<text>.*?){% endblocktranslate %}", re.S
)
_PREFORMATTED = re.compile(r"\.(?P<name>[\w-]+) {[^}]*white-space: pre")


def test_lines_are_not_too_long() -> None:
    """Only the outline of a drawing may be longer."""
    too_long = [
        f"{template.relative_to(ROOT)}:{number}"
        for template in TEMPLATES
        for number, line in enumerate(template.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE and not line.lstrip().startswith('d="')
    ]
    assert too_long == []


def test_blocktranslate_of_several_lines_is_trimmed() -> None:
    """Otherwise the indentation becomes part of the msgid."""
    untrimmed = [
        f"{template.relative_to(ROOT)}: {sentence['text'].strip()}"
        for template in TEMPLATES
        for sentence in _SENTENCE.finditer(template.read_text())
        if "\n" in sentence["text"] and "trimmed" not in sentence["options"].split()
    ]
    assert untrimmed == []


def test_preformatted_text_touches_its_tags() -> None:
    """Line breaks of the source would be visible there."""
    names = {
        found["name"]
        for sheet in STYLE_SHEETS
        for found in _PREFORMATTED.finditer(sheet.read_text())
    }
    assert "talk-text" in names
    elements = [found for name in names for found in _elements_of(name)]
    assert elements
    for template, text in elements:
        assert text == text.strip(), template


def _elements_of(name: str) -> Iterator[tuple[Path, str]]:
    element = re.compile(
        rf'<(?P<tag>\w+)[^>]*\bclass="[^"]*\b{name}\b[^"]*"[^>]*>(?P<text>.*?)</(?P=tag)>',
        re.S,
    )
    for template in TEMPLATES:
        for found in element.finditer(template.read_text()):
            yield template, found["text"]
