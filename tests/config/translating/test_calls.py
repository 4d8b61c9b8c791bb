"""Sentences stand in calls of gettext as plain texts: xgettext reads no others."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch

from django.conf import settings

from config.translating.sources import IGNORED

PACKAGES = ("config", "games", "notifications", "stoneage_core")

#: How many texts each call takes first: a context, a sentence, and that of many.
TEXTS = {
    "gettext": 1,
    "_": 1,
    "gettext_noop": 1,
    "pgettext": 2,
    "ngettext": 2,
    "npgettext": 3,
}
CALLS = TEXTS | {f"{name}_lazy": texts for name, texts in TEXTS.items()}  # fmt: skip

#: Words the engine's sentences, which get into the catalogues by themselves.
WORDS_THE_ENGINE = "games/wording.py"

#: A number and the word for several; it needs another for one, unless it is never one.
_SEVERAL = re.compile(r"%\(\w+\)d (?:more )?(?!is\b)(?:[a-z]+s|people|dice)\b")
NEVER_ONE = (
    *("%(fewest)d to %(most)d resources of any kinds", "any %(amount)d resources"),
    *("Kept open: take any %(amount)d resources once, when you like.",),
    *("Roll %(dice)d dice for %(good)s", "lose %(points)d points, down to"),
    *("Up to %(count)d points with what you have.", "%(what)s %(count)d times"),
    *("It needs %(needed)d of %(voters)d votes.", "at least %(fewest)d digits"),
    *("at most %(count)d characters", "misses in a row the steward plays your seat."),
)

WRONG = """
_(f"{name} is away")
f"{_('You are away')}"
f"{name} {_('until %(day)s') % {'day': day}}"
f"{x:{_('width')}}"
ngettext("one", many, count)
pgettext_lazy("command", "a" + "b")
_(sentence)
"""
RIGHT = """
_("You are away")
_("You are " "away")
ngettext("one", "many", count)
pgettext_lazy("command", "a|b")
f"{_shown('x')} {sentence % values}"
"""


def mistakes(source: str) -> Iterator[int]:
    """Yield the lines of calls within f-strings, and of sentences that are no texts."""
    tree = ast.parse(source)
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(node) for each in joined for node in ast.walk(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (texts := CALLS.get(_name(node.func))):
            is_said = all(map(_is_text, node.args[:texts]))
            if id(node) in inside or not is_said:
                yield node.lineno


def lacking_one(source: str) -> Iterator[str]:
    """Yield the sentences with a number and the word for several, but none for one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and CALLS.get(_name(node.func)) == 1:
            texts = [
                each.value for each in node.args[:1] if isinstance(each, ast.Constant)
            ]
            yield from (text for text in texts if _SEVERAL.search(str(text)))


def _name(called: ast.expr) -> str:
    return (
        called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def sources() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each module of ours."""
    for package in PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            yield str(path.relative_to(settings.BASE_DIR)), path.read_text("utf-8")


def test_no_sentence_is_hidden_from_the_catalogues() -> None:
    found = [
        f"{path}:{line}"
        for path, source in sources()
        if path != WORDS_THE_ENGINE
        for line in mistakes(source)
    ]
    assert found == []


def test_where_a_number_may_be_one_there_are_words_for_it() -> None:
    found = {
        text
        for path, source in sources()
        if not any(fnmatch(path, pattern) for pattern in IGNORED)
        for text in lacking_one(source)
        if not any(words in text for words in NEVER_ONE)
    }
    assert found == set()


def test_the_search_sees_each_of_them() -> None:
    assert sorted(mistakes(WRONG)) == [2, 3, 4, 5, 6, 7, 8]
    assert list(mistakes(RIGHT)) == []
