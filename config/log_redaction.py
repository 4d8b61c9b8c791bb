"""Links are keys: whoever reads one in a log could play with it. So none is logged."""

import logging
import re

# The signature that ends every signed token (base64 of SHA-256), with what it signs.
SIGNED = re.compile(r"[\w.%-]+(?:(?::|%3A)[\w.-]+)*(?::|%3A)[\w-]{43}", re.IGNORECASE)
# What follows these words in an address, signed or not.
AFTER_ROUTE = re.compile(r"(/(?:play|invitation|sign-in|unsubscribe)/)[^/\s\"'?#<>]+")
HIDDEN = "[token]"


def redact(text: str) -> str:
    """`text` with the tokens of links replaced.

    >>> redact("Not Found: /play/12:0:1tK3mB:abcdef/")
    'Not Found: /play/[token]/'
    """
    return SIGNED.sub(HIDDEN, AFTER_ROUTE.sub(rf"\1{HIDDEN}", text))


class RedactingFormatter(logging.Formatter):
    """Redacts the finished text: message, arguments and traceback alike."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))
