"""Calls of gettext contain literal strings, because xgettext finds no others."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch

from django.apps import apps
from django.conf import settings
from django.utils.functional import Promise

from config.management.commands.update_translations import IGNORED, KEYWORDS

PACKAGES = ("config", "games", "notifications", "stoneage_core")

#: The number of literal arguments of each function: context, singular, plural.
TEXTS = {
    "gettext": 1,
    "_": 1,
    "gettext_noop": 1,
    "pgettext": 2,
    "ngettext": 2,
    "npgettext": 3,
    "ngettext_noop": 2,
}
CALLS = TEXTS | {f"{name}_lazy": texts for name, texts in TEXTS.items()}  # fmt: skip

#: A number with a plural noun, which also needs a singular form unless it is never 1.
_SEVERAL = re.compile(r"%\(\w+\)d (?:more )?(?!is\b)(?:[a-z]+s|people|dice)\b")
NEVER_ONE = (
    *("%(fewest)d to %(most)d resources of any kinds", "any %(amount)d resources"),
    "About %(weeks)d weeks if all play %(visits)d times a week.",
    *("Kept open: take any %(amount)d resources once, when you like.",),
    *("Roll %(dice)d dice for %(good)s", "lose %(points)d points, down to"),
    *("Up to %(count)d points with what you have.", "%(what)s %(count)d times"),
    *("It needs %(needed)d of %(voters)d votes.", "at least %(fewest)d digits"),
    *("at most %(count)d characters", "misses in a row autopilot plays for you."),
    *("The first %(slots)d tools have", "With %(count)d different symbols you"),
    *("every %(divisor)d pips are one wood.",),
    *("pay what the slot costs, 1 to %(most)d resources of any kinds but never",),
)

#: Functions that mark the engine's sentences; players never see those about corrupt
#: data.
MARKS = {"_", "Irregular", *(keyword.partition(":")[0] for keyword in KEYWORDS)}
_TEMPLATE = re.compile(r"\{[a-z_]\w*\}[^{]*\w|\w[^{]*\{[a-z_]\w*\}")

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
    """Yield the lines of calls in f-strings, and of calls without literals."""
    tree = ast.parse(source)
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(node) for each in joined for node in ast.walk(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (texts := CALLS.get(_name(node.func))):
            is_said = all(map(_is_text, node.args[:texts]))
            if id(node) in inside or not is_said:
                yield node.lineno


def lacking_one(source: str) -> Iterator[str]:
    """Yield the sentences with a number and a plural noun but no singular form."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and CALLS.get(_name(node.func)) == 1:
            texts = [
                each.value for each in node.args[:1] if isinstance(each, ast.Constant)
            ]
            yield from (text for text in texts if _SEVERAL.search(str(text)))


def unmarked(source: str) -> Iterator[str]:
    """Yield the engine's templates that are not in a marking call."""
    tree = ast.parse(source)
    marked = {
        id(node)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _name(call.func) in MARKS
        for node in ast.walk(call)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant()):  # a docstring
                marked.add(id(node.value))
            case ast.Constant(str(text)) if _TEMPLATE.search(text):
                if id(node) not in marked:
                    yield text


def _name(called: ast.expr) -> str:
    return (
        called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    )


def _is_text(node: ast.expr) -> bool:
    """Return whether xgettext finds the argument, or has found it in the engine."""
    match node:
        case ast.Constant(value):
            return isinstance(value, str)
        case ast.Attribute() | ast.Subscript() | ast.Call(ast.Name("str")):
            return True
    return False


def sources() -> Iterator[tuple[str, str]]:
    """Yield the path and the source of each module."""
    for package in PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            yield str(path.relative_to(settings.BASE_DIR)), path.read_text("utf-8")


def test_every_sentence_can_be_extracted() -> None:
    found = [
        f"{path}:{line}" for path, source in sources() for line in mistakes(source)
    ]
    assert found == []


def test_every_sentence_of_the_engine_can_be_extracted() -> None:
    found = {
        path: texts
        for path, source in sources()
        if path.startswith("stoneage_core/")
        and not any(fnmatch(path, pattern) for pattern in IGNORED)
        and (texts := list(unmarked(source)))
    }
    assert found == {}
    assert list(unmarked('x = "{player} is away"')) == ["{player} is away"]
    assert not list(unmarked('x = _("{player} is away"), f"{x} and {y}", "{goods}"'))


def test_verbose_names_of_models_are_for_the_staff() -> None:
    translated = {
        named
        for app in ("games", "notifications")
        for model in apps.get_app_config(app).get_models()
        for named in (model._meta, *model._meta.local_fields)
        if isinstance(named.verbose_name, Promise)
    }
    django_has_named = {"password", "last_login", "is_superuser"}
    assert {getattr(each, "name", each) for each in translated} == django_has_named


def test_sentences_with_numbers_have_singular_forms() -> None:
    found = {
        text
        for path, source in sources()
        if not any(fnmatch(path, pattern) for pattern in IGNORED)
        for text in lacking_one(source)
        if not any(words in text for words in NEVER_ONE)
    }
    assert found == set()


def test_search_finds_each_kind_of_mistake() -> None:
    assert sorted(mistakes(WRONG)) == [2, 3, 4, 5, 6, 7, 8]
    assert list(mistakes(RIGHT)) == []
