"""Fields, indexes and constraints that several models use."""

from enum import Enum
from typing import TYPE_CHECKING, Any

from django.db import models

from stoneage_core.terms import Terms, decode_terms, encode_terms

if TYPE_CHECKING:
    _Text = models.TextField[Terms, Terms]
else:
    _Text = models.TextField


class TermsField(_Text):
    """Stores terms as canonical JSON, and reads them back as ``Terms``."""

    def from_db_value(self, value: str | None, *_: object) -> Terms | None:
        return None if value is None else decode_terms(value)

    def to_python(self, value: Any) -> Any:
        return decode_terms(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> Any:
        return encode_terms(value) if isinstance(value, Terms) else value

    def value_to_string(self, obj: models.Model) -> str:
        return encode_terms(self.value_from_object(obj))


def index_where_set(column: str, name: str) -> models.Index:
    has_value = models.Q(**{f"{column}__isnull": False})
    return models.Index(fields=[column], condition=has_value, name=name)


def unique_where_set(*columns: str, name: str) -> models.UniqueConstraint:
    """Return a unique constraint on the rows in which the last column is not null."""
    has_value = models.Q(**{f"{columns[-1]}__isnull": False})
    return models.UniqueConstraint(fields=columns, condition=has_value, name=name)


def unique_text(column: str, name: str) -> models.UniqueConstraint:
    """
    Return a unique constraint whose index also serves searches by prefix. A field with
    ``unique=True`` has two indexes on PostgreSQL, one for each purpose.
    """
    opclasses = ["varchar_pattern_ops"]
    return models.UniqueConstraint(fields=[column], name=name, opclasses=opclasses)


def check_known(column: str, known: type[Enum], name: str) -> models.CheckConstraint:
    """Return the constraint that a column holds one of an enum's values."""
    is_known = models.Q(**{f"{column}__in": [each.value for each in known]})
    return models.CheckConstraint(condition=is_known, name=name)
