"""The service from outside: in its own processes, by HTTP and in a real browser."""

import pytest

# What these modules assert is to be explained like the assertions of tests.
pytest.register_assert_rewrite(
    *(f"{__name__}.{name}" for name in ("chromium", "mail", "player", "tables")),
)
