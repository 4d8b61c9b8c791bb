"""The database field for the terms of a table."""

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
