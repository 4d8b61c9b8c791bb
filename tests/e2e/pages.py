"""Pages as a person without JavaScript has them: text, links, forms, tables."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNREAD = {"script", "style", "svg", "title"}
TYPED_FREELY = {"text", "email", "number", "hidden", "search", "password", "url"}


@dataclass
class Form:
    """
    A form: what is filled in, what may be chosen, and its buttons.

    ``values`` is what would be sent as it stands, ``options`` the values of each group
    of radio buttons or list of options, ``buttons`` pairs of name and value.
    """

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    numbers: set[str] = field(default_factory=set)


class Page(HTMLParser):
    """What one answer of the service shows."""

    def __init__(self, *, address: str, status: int, html: str) -> None:
        super().__init__()
        self.address = address
        self.status = status
        self.html = html
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.tables: list[list[list[str]]] = []
        self._words: list[str] = []
        self._open: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self.feed(html)
        self.close()

    @property
    def text(self) -> str:
        """All words of the page, one space between them."""
        return " ".join(" ".join(self._words).split())

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

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            method = attributes.get("method", "get").lower()
            self._form = Form(attributes.get("action", ""), method)
            self.forms.append(self._form)
        elif tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag in {"input", "button", "select", "option"} and self._form is not None:
            getattr(self, f"_read_{tag}")(self._form, attributes)
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in {"td", "th"} and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if UNREAD & set(self._open) or not data.strip():
            return
        self._words.append(data)
        if {"td", "th"} & set(self._open) and self.tables[-1] and self.tables[-1][-1]:
            cell = f"{self.tables[-1][-1][-1]} {data.strip()}"
            self.tables[-1][-1][-1] = cell.strip()

    def _read_input(self, form: Form, attributes: dict[str, str]) -> None:
        name, kind = attributes.get("name", ""), attributes.get("type", "text")
        is_choice = kind in {"radio", "checkbox"}
        value = attributes.get("value", "on" if is_choice else "")
        if is_choice:
            if kind == "radio":
                form.options.setdefault(name, []).append(value)
            if "checked" in attributes:
                form.values[name] = value
        elif kind in TYPED_FREELY:
            form.values[name] = value
            if kind == "number":
                form.numbers.add(name)

    def _read_button(self, form: Form, attributes: dict[str, str]) -> None:
        form.buttons.append((attributes.get("name", ""), attributes.get("value", "")))

    def _read_select(self, form: Form, attributes: dict[str, str]) -> None:
        self._select = attributes.get("name", "")
        form.options[self._select] = []

    def _read_option(self, form: Form, attributes: dict[str, str]) -> None:
        value = attributes.get("value", "")
        form.options[self._select].append(value)
        if "selected" in attributes or self._select not in form.values:
            form.values[self._select] = value
