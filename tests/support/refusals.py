"""Expecting a refusal with a certain code."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.errors import RefusalCode, Refused


@contextmanager
def refuses(
    code: RefusalCode, match: str | None = None
) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Fail unless the block is refused with this code; ``match`` is a pattern."""
    with pytest.raises(Refused) as caught:
        yield caught
    assert caught.value.code == code
    if match is not None:
        assert re.search(match, str(caught.value)), str(caught.value)
