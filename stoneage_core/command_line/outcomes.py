"""Outcomes of the auditors' commands other than success, and reading of their input."""

import argparse
from pathlib import Path


class Unusable(Exception):
    """What was asked for cannot be done; the message is one clear line."""


class Overdue(Exception):
    """A record holds, and its end is withheld; the message says since when."""


class Refuted(Exception):
    """A record, or a log, does not hold; the message says where and why."""


def bytes_of(file: str) -> bytes:
    """Return what is in a file; raise Unusable where it cannot be read."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Unusable(f"cannot read {file}: {error}") from error


def read_text(file: str) -> str:
    """Return the text in a file; raise Unusable where there is none."""
    try:
        return bytes_of(file).decode("utf-8")
    except UnicodeError as error:
        raise Unusable(f"cannot read {file}: {error}") from error


def record_of(file: str) -> str:
    """Return a record. A byte that is no text is found later, with its line."""
    return bytes_of(file).decode("utf-8", "surrogateescape")


def positive(text: str) -> int:
    """Return a number that was typed; one less than 1 is none."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not a positive number")
    return number


def natural(text: str) -> int:
    """Return a number that was typed; one less than 0 is none."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is less than 0")
    return number
