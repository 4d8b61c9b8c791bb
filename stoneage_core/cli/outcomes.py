"""Failures of the auditors' commands, and reading of their input."""

import argparse
from pathlib import Path


class Unusable(Exception):
    """The command cannot be run; the message is one line."""


class Overdue(Exception):
    """A record is correct, but its end is overdue; the message says since when."""


class Refuted(Exception):
    """A record or a log is wrong; the message says where and why."""


def bytes_of(file: str) -> bytes:
    """Return the content of a file; raise Unusable if it cannot be read."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Unusable(f"cannot read {file}: {error}") from error


def read_text(file: str) -> str:
    try:
        return bytes_of(file).decode("utf-8")
    except UnicodeError as error:
        raise Unusable(f"cannot read {file}: {error}") from error


def record_of(file: str) -> str:
    """
    Return the text of a record; raise Unusable if it cannot be read.

    Bytes that are not UTF-8 are kept, so that the audit finds them at their line.
    """
    return bytes_of(file).decode("utf-8", "surrogateescape")


def positive(text: str) -> int:
    """Parse an option as an integer of at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return int(text)


def natural(text: str) -> int:
    """Parse an option as an integer of at least 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 on")
    return int(text)
