"""Days in words, as they stand within a sentence."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

#: Where names of days and months have no capital; Django's tables give them one.
_LOWER_CASE = frozenset(["es", "it", "pt"])


def day_in_words(day: date, form: str) -> str:
    """Return a day, or a moment, as ``form`` says in the codes of Django's filter."""
    words = date_format(day, form)
    return words.lower() if get_language() in _LOWER_CASE else words
