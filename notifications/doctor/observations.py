"""Observations of the mail doctor, each with a remedy. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """The result of a check; ``UNSURE`` if only the operator can tell."""

    GOOD = "good"
    UNSURE = "unsure"
    BAD = "bad"


@dataclass(frozen=True)
class Observation:
    """The result of one check; ``remedy`` says what to change, or how to find out."""

    grade: Grade
    sentence: str
    remedy: str = ""


def good(sentence: str) -> Observation:
    return Observation(Grade.GOOD, sentence)


def unsure(sentence: str, remedy: str) -> Observation:
    return Observation(Grade.UNSURE, sentence, remedy)


def bad(sentence: str, remedy: str) -> Observation:
    return Observation(Grade.BAD, sentence, remedy)


def count_grades(observations: Iterable[Observation]) -> str:
    """Return a count by grade: '3 good, 1 unsure, 0 bad'."""
    counts = Counter(each.grade for each in observations)
    return ", ".join(f"{counts[grade]} {grade}" for grade in Grade)
