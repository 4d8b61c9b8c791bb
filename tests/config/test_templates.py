"""The source of templates: lines that can be read, and text that reformatting keeps."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLE_SHEETS = sorted(ROOT.glob("*/static/*/*.css"))

#: djangofmt breaks lines at 110 columns, but not inside a tag of Django's.
LONGEST_LINE = 120

_SENTENCE = re.compile(
    r"{% blocktranslate(?P<options>[^%]*)%}(?P<text>.*?){% endblocktranslate %}", re.S
)
_PREFORMATTED = re.compile(r"\.(?P<name>[\w-]+) {[^}]*white-space: pre")


def test_lines_can_be_read_without_scrolling() -> None:
    """The outline of a drawing is the only thing that may be longer."""
    too_long = [
        f"{template.relative_to(ROOT)}:{number}"
        for template in TEMPLATES
        for number, line in enumerate(template.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE and not line.lstrip().startswith('d="')
    ]
    assert too_long == []


def test_sentences_of_several_lines_are_trimmed() -> None:
    """The indentation of any other is part of what is translated."""
    untrimmed = [
        f"{template.relative_to(ROOT)}: {sentence['text'].strip()}"
        for template in TEMPLATES
        for sentence in _SENTENCE.finditer(template.read_text())
        if "\n" in sentence["text"] and "trimmed" not in sentence["options"].split()
    ]
    assert untrimmed == []


def test_preformatted_text_begins_and_ends_beside_its_tags() -> None:
    """Line breaks of the source would be seen there."""
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
