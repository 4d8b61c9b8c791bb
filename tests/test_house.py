"""Figures of the code's structure, whose ceilings may only fall."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("stoneage_core", "games", "notifications", "config")
SHORTEST, LONGEST = 40, 250


@cache
def modules() -> dict[Path, ast.Module]:
    """Return the modules of the service by path, migrations left out."""
    return {
        path: ast.parse(path.read_text("utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }


def names_of_several_classes() -> Iterator[str]:
    """Yield the names that more than one public class of a module's top level has."""
    defined = Counter(
        node.name
        for path, module in modules().items()
        for node in module.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        if "management" not in path.parts  # Django wants each to be called Command
    )
    return (name for name, count in defined.items() if count > 1)


def names_exported_again() -> Iterator[str]:
    """Yield what the `__init__` of a package imports from its own modules.

    Models are the public face of an app: Django looks for them there.
    """
    for path, module in modules().items():
        if path.parent.name == "models":
            continue
        package = ".".join(path.parent.relative_to(ROOT).parts)
        for node in module.body if path.name == "__init__.py" else ():
            if isinstance(node, ast.ImportFrom) and (
                node.level or str(node.module).startswith(f"{package}.")
            ):
                yield from (f"{package}.{alias.name}" for alias in node.names)


def short_files() -> Iterator[str]:
    """Yield the fragments, but for those that Django wants in a file of their own."""
    return (
        name
        for name, lines in lines_of_files()
        if 0 < lines < SHORTEST
        if "/commands/" not in name and not name.endswith(("/apps.py", "/urls.py"))
    )


def long_files() -> Iterator[str]:
    """Yield what is too long, but for the settings: a table, read by its headings."""
    return (
        name
        for name, lines in lines_of_files()
        if lines > LONGEST and name != "config/settings.py"
    )


def lines_of_files() -> Iterator[tuple[str, int]]:
    """Yield path and length of each file that is more than the door of a package."""
    for path in modules():
        if path.name != "__init__.py":
            name = path.relative_to(ROOT).as_posix()
            yield name, len(path.read_text("utf-8").splitlines())


@pytest.mark.parametrize(
    ("find", "ceiling"),
    [
        (names_of_several_classes, 0),
        (names_exported_again, 51),
        (short_files, 25),
        (long_files, 0),
    ],
)
def test_it_never_gets_worse(find, ceiling) -> None:
    found = sorted(find())
    assert len(found) <= ceiling, found
