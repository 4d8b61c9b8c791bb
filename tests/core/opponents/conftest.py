"""The compiled model for tests that need it, or that compare it with the plain one."""

from importlib import import_module

import pytest

from stoneage_core.opponents import compiling, kernel
from stoneage_core.opponents.model import layout


@pytest.fixture(scope="session")
def compiled():
    """The model compiled, in some seconds; skips where that cannot be done."""
    try:
        compiling.compile_model()
    except compiling.NoCompiler as reason:
        pytest.skip(str(reason))
    return import_module(f"{layout.__package__}.{compiling.compiled_name()}")


@pytest.fixture
def quick(compiled):
    """Opponents think with the compiled model: plain it would take minutes."""
    compiling.load.cache_clear()
    kernel.kernel.cache_clear()
    assert kernel.kernel().is_compiled
