"""The compiled model gives the same results as the plain one."""

import ast
import sys

import pytest

from stoneage_core.chance import RandomChance
from stoneage_core.model import layout, moves, playing
from stoneage_core.model.boards import model_board_of
from stoneage_core.opponents import compiling, kernel
from stoneage_core.opponents.kernel import Kernel
from stoneage_core.opponents.training import GUESSES
from stoneage_core.simulation import opening


def test_the_compiled_module_is_named_after_its_sources():
    assert compiling.compiled_name() == compiling.compiled_name()
    assert compiling.compiled_name().startswith("compiled_")


def test_every_function_of_the_model_gets_a_wrapper():
    source = compiling.cython_source()
    for module in compiling.MODULES:
        for function in compiling.functions_of(module):
            assert f"\ndef {function.name}(" in source


def test_the_model_only_uses_what_can_be_compiled_to_c():
    # Only calls of its own functions and of some builtins; no containers, and no
    # attributes but the constants and tables of other modules.
    own = {
        f.name for module in compiling.MODULES for f in compiling.functions_of(module)
    }
    for module in compiling.MODULES:
        for function in compiling.functions_of(module):
            for node in ast.walk(ast.Module(compiling.body_of(function), [])):
                assert not isinstance(node, ast.Tuple | ast.List)
                if isinstance(node, ast.Attribute):
                    assert isinstance(node.value, ast.Name)
                    assert node.value.id in {"at", "moves", "tables", "weighing"}
                    assert node.attr.isupper()
                if isinstance(node, ast.Call):
                    assert isinstance(node.func, ast.Name)
                    assert node.func.id in own | {"int", "min", "max", "range"}


def test_the_error_without_cython_names_it(monkeypatch):
    monkeypatch.setattr(compiling, "is_compiled", lambda: False)
    monkeypatch.setitem(sys.modules, "Cython.Build", None)
    with pytest.raises(compiling.NoCompiler, match="not installed"):
        compiling.compile_model()


def test_a_process_switches_to_the_compiled_model(monkeypatch):
    monkeypatch.setattr(kernel.compiling, "is_compiled", lambda: False)
    kernel.compiling.load.cache_clear()
    kernel.kernel.cache_clear()
    assert not kernel.use_compiled()
    monkeypatch.undo()
    assert kernel.use_compiled() == compiling.is_compiled()


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_and_plain_play_the_same_games(players, compiled, is_slow):
    kernels = (Kernel(playing), Kernel(compiled))
    rows = list(GUESSES) * players
    for seed in range(8 if is_slow else 2):
        board = model_board_of(opening(players, RandomChance(seed)).state)
        played = [
            kernel.shares(board, kernel.weights(rows), seed) for kernel in kernels
        ]
        assert played[0] == played[1]
        tried = [
            kernel.try_move(
                kernel.board(board),
                kernel.weights(rows),
                seed,
                range(3, 5),
                board[layout.TURN],
                moves.PUT | 1 << 8,  # one hunter
            )
            for kernel in kernels
        ]
        assert tried[0] == tried[1]
        compared = [
            kernel.compare_moves(
                kernel.board(board),
                kernel.weights(rows),
                seed,
                2,
                board[layout.TURN],
                moves.PUT | 1 << 8,
                moves.PUT | 2 << 8,
            )
            for kernel in kernels
        ]
        assert compared[0] == compared[1]
