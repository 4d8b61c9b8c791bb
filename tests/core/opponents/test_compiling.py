"""The compiled model is the plain one, only quicker."""

import ast
import sys

import pytest

from stoneage_core.chance import RandomChance
from stoneage_core.opponents import compiling, kernel
from stoneage_core.opponents.boards import model_board_of
from stoneage_core.opponents.kernel import Kernel
from stoneage_core.opponents.model import layout, moves, playing
from stoneage_core.opponents.training import GUESSES
from stoneage_core.simulation import opening


def test_what_is_compiled_is_named_after_its_sources():
    assert compiling.compiled_name() == compiling.compiled_name()
    assert compiling.compiled_name().startswith("compiled_")


def test_every_function_of_the_model_gets_a_wrapper():
    source = compiling.cython_source()
    for module in compiling.MODULES:
        for function in compiling.functions_of(module):
            assert f"\ndef {function.name}(" in source


def test_the_model_uses_only_what_c_has():
    """No calls but its own and int, min, max, range; no strings, tuples, attributes."""
    own = {
        f.name for module in compiling.MODULES for f in compiling.functions_of(module)
    }
    for module in compiling.MODULES:
        for function in compiling.functions_of(module):
            for node in ast.walk(ast.Module(compiling.body_of(function), [])):
                assert not isinstance(node, ast.Attribute | ast.Tuple | ast.List)
                if isinstance(node, ast.Call):
                    assert isinstance(node.func, ast.Name)
                    assert node.func.id in own | {"int", "min", "max", "range"}


def test_without_a_compiler_the_refusal_says_what_is_missing(monkeypatch):
    monkeypatch.setattr(compiling, "is_compiled", lambda: False)
    monkeypatch.setitem(sys.modules, "Cython.Build", None)
    with pytest.raises(compiling.NoCompiler, match="not installed"):
        compiling.compile_model()


def test_process_takes_the_compiled_model_once_it_is_there(monkeypatch):
    monkeypatch.setattr(kernel.compiling, "is_compiled", lambda: False)
    kernel.compiling.load.cache_clear()
    kernel.kernel.cache_clear()
    assert not kernel.use_compiled()
    monkeypatch.undo()
    assert kernel.use_compiled() == compiling.is_compiled()


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_and_plain_play_the_same_games(players, compiled, is_slow):
    """Games, and moves that are tried and compared: of more seeds with --slow."""
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
