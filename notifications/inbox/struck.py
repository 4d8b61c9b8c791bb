"""A mail without some words: in plain text, with the headers that are free of them."""

from collections.abc import Callable

from notifications.inbox import headers
from notifications.inbox.parsing import TELLING, letter_of, message_of


def without(source: bytes, strike: Callable[[str], str]) -> bytes:
    """Return a mail as it reads when ``strike`` has gone through its words."""
    message, letter = message_of(source), letter_of(source)
    values = {name: headers.line(message, name) for name in TELLING}
    kept = {name: value for name, value in values.items() if value == strike(value)}
    kept |= {
        "Subject": strike(letter.subject),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in kept.items() if value)
    return f"{head}\r\n{strike(letter.text)}\n".encode()
