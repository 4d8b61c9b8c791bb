"""Indexes and constraints that many tables have."""

from enum import Enum

from django.db import models


def index_where_set(column: str, name: str) -> models.Index:
    """Return an index of the rows that have a value in a column, by that value."""
    has_value = models.Q(**{f"{column}__isnull": False})
    return models.Index(fields=[column], condition=has_value, name=name)


def unique_where_set(*columns: str, name: str) -> models.UniqueConstraint:
    """Return the constraint of unique rows, among those with a value in the last."""
    has_value = models.Q(**{f"{columns[-1]}__isnull": False})
    return models.UniqueConstraint(fields=columns, condition=has_value, name=name)


def unique_text(column: str, name: str) -> models.UniqueConstraint:
    """
    Return the constraint of unique texts, whose index finds beginnings of them as well.

    A field that is ``unique`` itself has two indexes on PostgreSQL, one for each.
    """
    opclasses = ["varchar_pattern_ops"]
    return models.UniqueConstraint(fields=[column], name=name, opclasses=opclasses)


def check_known(column: str, known: type[Enum], name: str) -> models.CheckConstraint:
    """Return the constraint that a column holds one of some choices."""
    is_known = models.Q(**{f"{column}__in": [each.value for each in known]})
    return models.CheckConstraint(condition=is_known, name=name)
