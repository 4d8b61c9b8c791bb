"""Pages as a person without JavaScript has them: text, links, forms, tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

UNREAD = ["script", "style", "svg", "template", "title"]
#: Fields of which a form has several.
REPEATED = {"use", "tile", "once"}
TYPED_FREELY = {"text", "email", "number", "hidden", "search", "password", "url"}


@dataclass
class Form:
    """
    A form: what is filled in, what may be chosen, and its buttons.

    ``values`` is what would be sent as it stands, ``repeated`` what is sent of fields
    of which there are several; ``options`` are the values of each group of radio
    buttons or list of options, ``buttons`` pairs of name and value.
    """

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    numbers: set[str] = field(default_factory=set)
    repeated: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Page:
    """What one answer of the service shows."""

    address: str
    status: int
    html: str

    @cached_property
    def text(self) -> str:
        """All words of the page, one space between them."""
        return words_of(self._tree.body)

    @cached_property
    def links(self) -> list[str]:
        """Where its links lead, as they are written."""
        return [link.attributes["href"] or "" for link in self._tree.css("a[href]")]

    @cached_property
    def question(self) -> str:
        """What the reader of a table is asked, '' for nothing."""
        pane = self._tree.css_first("#panes")
        return "" if pane is None else pane.attributes.get("data-asks") or ""

    @cached_property
    def places(self) -> dict[str, str]:
        """Where the links of a table's open places lead, by their keys."""
        drawn = LexborHTMLParser(self.html)
        links = [
            attributes_of(link)
            for link in drawn.css("a.place[href]:not(.place-closed)")
        ]
        return {said["data-place"]: said["href"] for said in links}

    @cached_property
    def forms(self) -> list[Form]:
        """The forms, in the order of the page."""
        return [form_of(form) for form in self._tree.css("form")]

    @cached_property
    def tables(self) -> list[list[list[str]]]:
        """The words of each cell, by table and row."""
        return [
            [[words_of(cell) for cell in row.css("th, td")] for row in table.css("tr")]
            for table in self._tree.css("table")
        ]

    def form_with(self, name: str, value: str | None = None) -> Form:
        """Return the form that has a field or button of that name (and value)."""
        for form in self.forms:
            offered = [*form.values.items(), *form.buttons]
            offered += [
                (key, each) for key in form.options for each in form.options[key]
            ]
            if any(name == key and value in (None, text) for key, text in offered):
                return form
        raise AssertionError(f"{self.address} has no form with {name}: {self.text}")

    @cached_property
    def _tree(self) -> LexborHTMLParser:
        tree = LexborHTMLParser(self.html)
        tree.strip_tags(UNREAD)
        for unseen in tree.css("[hidden]"):
            unseen.decompose()
        return tree


def words_of(node: LexborNode | None) -> str:
    """Return the words in a part of a page, one space between them."""
    return "" if node is None else " ".join(node.text(separator=" ").split())


def form_of(node: LexborNode) -> Form:
    """Return a form as it stands before anybody touches it."""
    said = attributes_of(node)
    form = Form(said.get("action", ""), said.get("method", "get").lower())
    for part in node.css("input, button, select[name]"):
        said = attributes_of(part)
        name, value = said.get("name", ""), said.get("value", "")
        if part.tag == "button":
            form.buttons.append((name, value))
        elif part.tag == "select":
            fill_in_select(form, name, part)
        else:
            fill_in_input(form, name, said)
    return form


def fill_in_input(form: Form, name: str, said: dict[str, str]) -> None:
    """Add what a field, a box or a round button says before it is touched."""
    kind = said.get("type", "text")
    if kind in TYPED_FREELY and name in REPEATED:
        form.repeated.setdefault(name, []).append(said["value"])
    elif kind in TYPED_FREELY:
        form.values[name] = said.get("value", "")
        if kind == "number":
            form.numbers.add(name)
    elif kind in {"radio", "checkbox"}:
        value = said.get("value", "on")
        if kind == "radio":
            form.options.setdefault(name, []).append(value)
        if "checked" in said and name in REPEATED:
            form.repeated.setdefault(name, []).append(value)
        elif "checked" in said:
            form.values[name] = value


def fill_in_select(form: Form, name: str, node: LexborNode) -> None:
    """Add the options of a list; the first is chosen where none is marked."""
    options = list(options_of(node))
    form.options[name] = [value for value, _ in options]
    marked = [value for value, is_marked in options if is_marked]
    form.values[name] = [*form.options[name][:1], *marked][-1]


def options_of(node: LexborNode) -> Iterator[tuple[str, bool]]:
    """Yield the value of each option, and whether it is marked as chosen."""
    for option in node.css("option"):
        said = attributes_of(option)
        yield said.get("value", words_of(option)), "selected" in said


def attributes_of(node: LexborNode) -> dict[str, str]:
    """Return the attributes of an element; one without a value has an empty one."""
    return {name: value or "" for name, value in node.attributes.items()}
