"""Redaction of log lines: links are keys, so none is logged.

Nor are e-mail addresses, which mail servers like to repeat in their refusals.
"""

import logging
import re

from pythonjsonlogger.json import JsonFormatter

from notifications.redact_tokens import TAGGED

# The signature that ends every signed token (base64 of SHA-256), with what it signs.
SIGNED = re.compile(r"[\w.%-]+(?:(?::|%3A)[\w.-]+)*(?::|%3A)[\w-]{43}", re.IGNORECASE)
# What follows these words in an address, signed or not.
AFTER_ROUTE = re.compile(
    r"(/(?:play|invitation|calendar|keep|return|stand-in|sign-in|address|data|mail|no-mail|replies)/)"
    r"[^/\s\"'?#<>]+"
)
HIDDEN = "[token]"
# Access tokens, by which programs play.
ACCESS_TOKEN = re.compile(r"sabm_[\w-]+")
# Those by which a seat is played, and those of others.
ADDRESS = re.compile(rf"{TAGGED}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)


def redact(text: str) -> str:
    """`text` with the tokens of links, and e-mail addresses, replaced.

    >>> redact("Not Found: /play/12:0:1tK3mB:abcdef/")
    'Not Found: /play/[token]/'
    """
    text = SIGNED.sub(HIDDEN, AFTER_ROUTE.sub(rf"\1{HIDDEN}", text))
    text = ACCESS_TOKEN.sub(HIDDEN, text)
    return ADDRESS.sub("[address]", text)


class RedactingFormatter(logging.Formatter):
    """Redacts the finished text: message, arguments and traceback alike."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class RedactingJsonFormatter(JsonFormatter):
    """One JSON object a line: what is logged, its ``extra`` and its context."""

    def __init__(self) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={
                "levelname": "level",
                "name": "logger",
                "exc_info": "traceback",
            },
            timestamp="at",
        )

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
