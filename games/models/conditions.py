"""Indexes and constraints that several models use."""

from enum import Enum

from django.db import models


def index_where_set(column: str, name: str) -> models.Index:
    """Return a partial index on a column of the rows in which it is not null."""
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
