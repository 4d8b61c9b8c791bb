"""Fixtures with the compiled model."""

import pytest

from stoneage_core.opponents import compiling, kernel


@pytest.fixture(scope="session")
def compiled():
    """Return the compiled model, compiled if necessary; skip without a compiler."""
    try:
        kernel.quicken()
    except compiling.NoCompiler as reason:
        pytest.skip(str(reason))
    return compiling.load()


@pytest.fixture
def quick(compiled):
    """Let opponents use the compiled model, because the plain one takes minutes."""
    assert kernel.kernel().is_compiled
