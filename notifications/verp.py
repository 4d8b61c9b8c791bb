"""Addresses that name a row, and that nobody can make up: ``name+<row>-<code>@host``.

The code is a MAC of the row and of whatever the address is bound to, so it ends with
that. Letters do not differ by case, for mail servers may change it. Such addresses are
in people's mailboxes: how they are made may never change.
"""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

#: A hundred bits, of which nobody guesses one by mail.
_CODE_LENGTH = 20
_TAG = re.compile(rf"(\d{{1,18}})-([a-z2-7]{{{_CODE_LENGTH}}})")

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Tags(Generic[Row]):
    """Short names for rows of a kind; ``bound`` says what a row's name ends with."""

    salt: str
    bound: Callable[[Row], str]

    def of(self, row: Row) -> str:
        """Return the name of a row."""
        return f"{row.pk}-{self._code(row, settings.SECRET_KEY)}"

    def find(self, tag: str, rows: QuerySet[Row]) -> Row | None:
        """Return the row of this name, or None if there is none among ``rows``."""
        match = _TAG.fullmatch(tag.lower())
        row = rows.filter(pk=int(match[1])).first() if match else None
        if match is None or row is None:
            return None
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        codes = (self._code(row, key) for key in keys)
        return row if any(constant_time_compare(c, match[2]) for c in codes) else None

    def _code(self, row: Row, key: str) -> str:
        bound = f"{row.pk}:{self.bound(row)}"
        mac = salted_hmac(self.salt, bound, secret=key, algorithm="sha256").digest()
        return base64.b32encode(mac)[:_CODE_LENGTH].decode().lower()


def tagged_address(at: str, tag: str) -> str:
    """Return the address ``at`` with a tag."""
    name, _, domain = at.rpartition("@")
    return f"{name}+{tag}@{domain}"


def tag_in(address: str, at: str) -> str:
    """Return the tag of an address that is ``at`` with one, '' of every other one."""
    local, _, domain = address.strip().lower().rpartition("@")
    name, _, tag = local.partition("+")
    return tag if f"{name}@{domain}" == at.lower() else ""
