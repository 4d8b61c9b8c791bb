"""The compiled model for tests that need it, or that compare it with the plain one."""

import pytest

from stoneage_core.opponents import compiling, kernel


@pytest.fixture(scope="session")
def compiled():
    """The model compiled, in some seconds if it is not yet; skips where that fails."""
    try:
        kernel.quicken()
    except compiling.NoCompiler as reason:
        pytest.skip(str(reason))
    return compiling.load()


@pytest.fixture
def quick(compiled):
    """Opponents think with the compiled model: plain it would take minutes."""
    assert kernel.kernel().is_compiled
