"""Addresses that name a row and cannot be forged: ``name+<row>-<code>@host``.

The code is a MAC of the row and of what the address is bound to; if that changes, the
address stops working. Case does not matter, because mail servers may change it. Players
have such addresses in their mailboxes: the format may never change.
"""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

#: A hundred bits, which nobody can guess by mail.
_CODE_LENGTH = 20
_TAG = re.compile(rf"(\d{{1,18}})-([a-z2-7]{{{_CODE_LENGTH}}})")

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Tags(Generic[Row]):
    """Unforgeable names for rows; ``bound`` returns what a name is bound to."""

    salt: str
    bound: Callable[[Row], str]

    def of(self, row: Row) -> str:
        return f"{row.pk}-{self._code(row, settings.SECRET_KEY)}"

    def find(self, tag: str, rows: QuerySet[Row]) -> Row | None:
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
    name, _, domain = at.rpartition("@")
    return f"{name}+{tag}@{domain}"


def tag_in(address: str, at: str) -> str:
    local, _, domain = address.strip().lower().rpartition("@")
    name, _, tag = local.partition("+")
    return tag if f"{name}@{domain}" == at.lower() else ""
