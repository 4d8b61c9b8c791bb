"""Emails are written and sent with the keys that every installation has."""

import pytest


@pytest.fixture(autouse=True)
def _keys_of_an_installation(log_key: str) -> None:
    """Sign the site's log, as `up` does: a test without the key skips that work."""
