"""A pytest plugin that saves every kind of mail that tests render.

MAIL_ALBUM=folder python -m pytest -p tests.support.mail_album tests/notifications

For each kind of mail it writes the first one rendered by any test, in every language:
``<kind>.<language>.html`` with its picture inlined, and ``.txt``. A browser shows the
HTML as a phone does. Without ``MAIL_ALBUM`` it does nothing.

The 17 days of ``tests/games/month/test_seventeen_days.py`` have an album of their own,
with every email that each person got: run it with ``LETTERS=folder``.
"""

import base64
import html
import os
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

_IMPORTERS = (
    "notifications.sending.render",
    "notifications.sending.send",
    "tests.notifications.mails.test_contents",
)


def pytest_configure(config: pytest.Config) -> None:
    """Save rendered mails if a folder is named."""
    if folder := os.environ.get("MAIL_ALBUM"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(_Album(Path(folder)))


class _Album:
    """The folder of saved mails, one of each kind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: set[str] = set()

    @pytest.fixture(autouse=True)
    def _watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from importlib import import_module

        from games.presentation.picture import draw_picture

        # Tests share one picture to save time; here each mail needs its own.
        monkeypatch.setattr("notifications.sending.render.draw_picture", draw_picture)
        for name in _IMPORTERS:
            module = import_module(name)
            monkeypatch.setattr(module, "message_for", self._keeping(module))

    def _keeping(self, module: Any) -> Callable[..., EmailMultiAlternatives]:
        render: Callable[..., EmailMultiAlternatives] = module.message_for

        def message_for(mail: Any, **options: Any) -> EmailMultiAlternatives:
            message = render(mail, **options)
            if mail.kind not in self.seen and message.alternatives:
                self.seen.add(mail.kind)
                self._keep(mail, render, options)
            return message

        return message_for

    def _keep(
        self, mail: Any, render: Callable[..., EmailMultiAlternatives], options: Any
    ) -> None:
        """Write a mail in each language; restore the reader's language afterwards."""
        from config.languages import NAMES

        own = mail.user.language
        for language, _name in NAMES:
            mail.user.language = language
            message = render(mail, **options)
            stem = self.folder / f"{mail.kind}.{language}"
            stem.with_suffix(f".{language}.html").write_text(shown_html(message))
            text = f"From: {message.from_email}\nSubject: {message.subject}\n\n"
            stem.with_suffix(f".{language}.txt").write_text(f"{text}{message.body}")
        mail.user.language = own


def write_letters(
    folder: Path, letters: Iterable[tuple[datetime, str, EmailMultiAlternatives]]
) -> None:
    """
    Write every email that each person got, in order: ``<person>/<number>.html`` and
    ``.txt``, and an ``index.html`` that lists them by person with time and subject.
    """
    people: dict[str, list[str]] = {}
    for at, to, message in letters:
        person = to.partition("@")[0]
        rows = people.setdefault(person, [])
        stem = folder / person / f"{len(rows) + 1:03}"
        stem.parent.mkdir(parents=True, exist_ok=True)
        text = f"Date: {at:%a %d %b %H:%M}\nSubject: {message.subject}\n\n"
        stem.with_suffix(".txt").write_text(f"{text}{message.body}")
        shown = stem.with_suffix(".html" if message.alternatives else ".txt")
        if message.alternatives:
            shown.write_text(shown_html(message))
        link = f'<a href="{person}/{shown.name}">{html.escape(message.subject)}</a>'
        rows.append(f"<li>{at:%a %d %b %H:%M} {link}</li>")
    parts = [
        f"<h2>{html.escape(person)}: {len(rows)}</h2><ol>{''.join(rows)}</ol>"
        for person, rows in sorted(people.items())
    ]
    (folder / "index.html").write_text(f"<meta charset=utf-8>{''.join(parts)}")


def shown_html(message: EmailMultiAlternatives) -> str:
    """Return the HTML with its picture inlined, as a mail program shows it."""
    (shown,) = (str(each[0]) for each in message.alternatives)
    for part in message.message().walk():
        if part["Content-ID"]:
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            data = f"data:image/png;base64,{base64.b64encode(content).decode()}"
            shown = re.sub(r'"cid:[^"]+"', f'"{data}"', shown)
    return shown
