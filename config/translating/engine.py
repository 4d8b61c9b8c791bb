"""The engine's sentences, read from its sources.

They are no calls of gettext, for the engine knows none: they are plain templates in
tables, refusals and phrases. Every text of several words in there that is not written
for the console counts as one, so that none can be forgotten.
"""

import ast
import builtins
import re
from collections.abc import Iterator

from stoneage_core.cards import Symbol
from stoneage_core.errors import Irregular
from stoneage_core.phrases import Word
from stoneage_core.places import PLACES, in_words
from stoneage_core.resources import FOOD, NOTHING, Resource

#: A sentence, or a pair of them: for one, and for several.
Template = tuple[str] | tuple[str, str]

FOLDER = "stoneage_core"
#: What speaks to developers and auditors on the console, in English.
CONSOLE = {"__main__.py", "audit", "log.py", "perft.py", "report.py"}
#: Texts of several words that are commands and orders: they are never translated.
COMMANDS = {
    "feed nothing",
    "go hungry",
    "no tools",
    "place hut, field, forest 3",
    "tools none",
}


def speaks(path: str) -> bool:
    """Whether players read what the module at ``path`` says."""
    folder, *names = path.removeprefix("./").split("/")
    return folder == FOLDER and names[0] not in CONSOLE


def as_calls(source: str) -> str:
    """Return a module as calls of gettext, which is what xgettext understands."""
    return "".join(f"{_call(template)}\n" for template in templates(source))


def words() -> list[str]:
    """Return the single words that are put into sentences: goods, symbols, places."""
    places = [in_words(place) for place in PLACES]
    return [*map(str, Resource), FOOD, str(NOTHING.words()), *map(str, Symbol), *places]


def templates(source: str) -> list[Template]:
    """Return the sentences of a module; with the one of Word come all the words."""
    tree = ast.parse(source)
    pairs = list(_pairs(tree))
    paired = {text for pair in pairs for text in pair}
    alone = [(text,) for text in _texts(tree) if text not in paired]
    defines = any(_is_class(node, Word.__name__) for node in tree.body)
    return [*pairs, *alone, *((word,) for word in words() if defines)]


def _call(template: Template) -> str:
    if len(template) == 1:
        return f"gettext_noop({template[0]!r})"
    return f"ngettext({template[0]!r}, {template[1]!r}, count)"


def _pairs(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Find what is said of one and of several: in tuples, calls, and ``many=``."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=[*_, ast.Constant(str(one)), ast.Constant(str(many))]):
                if "{count}" in many:
                    yield one, many
            case ast.Call(args=[_, ast.Constant(str(one)), ast.Constant(str(many))]):
                if "{count}" in many:
                    yield one, many
            case ast.Call(args=[_, ast.Constant(str(one)), *_], keywords=keywords):
                for keyword in keywords:
                    match keyword:
                        case ast.keyword("many", ast.Constant(str(many))):
                            yield one, many


def _texts(tree: ast.Module) -> dict[str, None]:
    """Return the texts of several words, each once, in their order."""
    silent = {id(inner) for node in _silent(tree) for inner in ast.walk(node)}
    return {
        node.value: None
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in silent
        and _is_sentence(node.value)
    }


def _is_sentence(text: str) -> bool:
    """Whether there are several words, or gaps, with a space between them."""
    return bool(re.search(r"\w", text)) and " " in text and text not in COMMANDS


def _silent(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what no player reads: docstrings, names in enums, Python's own errors."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant()) | ast.Assert() | ast.JoinedStr():
                yield node
            case ast.ClassDef(bases=[ast.Name("StrEnum")]):
                yield node
            case ast.Raise(ast.Call(ast.Name(name))) if hasattr(builtins, name):
                yield node
            case ast.Call(ast.Name(Irregular.__name__)):
                yield node


def _is_class(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name
