"""The types of fields reject trailing newlines."""

import pytest
from msgspec import ValidationError, convert

from stoneage_core import fields
from stoneage_core.audit.entries import RequestId


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (fields.ActName, "note"),
        (fields.BotName, "flint"),
        (fields.GameName, "q7x"),
        (fields.Digest, "0" * 63),
        (fields.Digest, "0" * 64),
        (fields.BeaconSignature, "0" * 96),
        (fields.MomentText, "2026-11-20T12:00:00.000000Z"),
        (fields.GoodName, "food"),
        (RequestId, "00000000-0000-4000-8000-000000000007"),
    ],
)
def test_a_trailing_newline_is_rejected(field, text):
    with pytest.raises(ValidationError):
        convert(f"{text}\n", field)


def test_a_digest_has_64_digits():
    assert convert("0f" * 32, fields.Digest) == "0f" * 32
    for length in (63, 65):
        with pytest.raises(ValidationError):
            convert("0" * length, fields.Digest)
