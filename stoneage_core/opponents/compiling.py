"""
The model as a C extension: the same source, the same answers.

If Cython and a C compiler are installed, the rooms of `opponents.model` are put
together as one Cython module: hints become C types, numbers and tables become
constants. It is named after the digest of its sources, so a file made from other
sources is never used.

Compiling is part of setting the service up. Whoever only thinks calls `load`, which
never compiles.
"""

import ast
import fcntl
import importlib
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType

from stoneage_core.components import buildings, cards, resources
from stoneage_core.opponents import model
from stoneage_core.opponents.model import (
    acting,
    appraising,
    deciding,
    layout,
    moves,
    paying,
    placing,
    playing,
    promising,
    rounds,
    tables,
    weighing,
)

_RULES = (placing, acting, moves, rounds)
ROOMS = (*_RULES, paying, weighing, appraising, promising, deciding, playing)
_SOURCES = (buildings, cards, resources, layout, tables, *ROOMS)
_FOLDER = Path(str(model.__file__)).parent
#: The folder of a compilation, gone when it is over.
AT_WORK = _FOLDER / ".compiling"

_TYPES = {"int": "long long", "float": "double", "None": "void"}
_POINTERS = {"Board": "long long", "Weights": "double", "Appraisals": "double"}
#: The largest number that Cython writes as an int of C by itself.
_MOST_INT = 2**31 - 1
_FLAGS = ["-O2", "-ffp-contract=off"]  # no fused steps: the same figures everywhere


class NoCompiler(Exception):
    """The model cannot be compiled here; the message says why, in a sentence."""


@cache
def compiled_name() -> str:
    """Return the name of the module that these very sources are compiled to."""
    texts = (Path(str(module.__file__)).read_bytes() for module in _SOURCES)
    own = Path(__file__).read_bytes()
    return f"compiled_{sha256(b''.join([own, *texts])).hexdigest()[:16]}"


def compiled_file() -> Path:
    """Return where the model that is compiled from these very sources is kept."""
    return _FOLDER / f"{compiled_name()}{sysconfig.get_config_var('EXT_SUFFIX')}"


def is_compiled() -> bool:
    """Whether the compiled model is there. Costs one look into the file system."""
    return compiled_file().exists()


@cache
def load() -> ModuleType:
    """Return the compiled model if it is there, else the plain one. Never compiles."""
    if not is_compiled():
        return playing
    importlib.invalidate_caches()
    return import_module(f"{model.__name__}.{compiled_name()}")


def compile_model() -> Path:
    """
    Compile the model beside its sources, unless that is done; return the file.

    Takes about 15 seconds of one core. A second call waits for the first one. Raise
    NoCompiler.
    """
    with _lock():
        # A compilation that was killed left its folder behind.
        _remove_folder()
        if not is_compiled():
            try:
                _compile()
            finally:
                _remove_folder()
        _remove_outdated()
    load.cache_clear()
    return compiled_file()


def remove_leftovers() -> None:
    """Remove the folder of a compilation that was killed, unless another one runs."""
    with suppress(BlockingIOError), _lock(fcntl.LOCK_NB):
        _remove_folder()


@contextmanager
def _lock(flags: int = 0) -> Iterator[None]:
    """Hold a lock that the system releases when this process ends, however it ends."""
    with open(str(model.__file__), "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | flags)
        yield


def _remove_folder() -> None:
    shutil.rmtree(AT_WORK, ignore_errors=True)


def _compile() -> None:
    try:
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
    except ImportError as error:
        raise NoCompiler(f"{error.name} is not installed.") from error
    compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise NoCompiler(f"The C compiler {compiler} is not installed.")
    name, target = compiled_name(), compiled_file()
    source = AT_WORK / f"{name}.pyx"
    try:
        AT_WORK.mkdir()
        source.write_text(cython_source(), "utf-8")
    except OSError as error:
        raise NoCompiler(f"{_FOLDER} cannot be written: {error.strerror}.") from error
    extension = Extension(name, [str(source)], extra_compile_args=_FLAGS)
    try:
        built = Distribution({"ext_modules": cythonize([extension], quiet=True)})  # type: ignore[no-untyped-call]
        command = built.get_command_obj("build_ext")
        command.build_lib = command.build_temp = str(AT_WORK)
        built.run_command("build_ext")
        # A process that is just about to load it finds the whole file, or none.
        (AT_WORK / target.name).replace(target)
    except Exception as error:
        raise NoCompiler(f"The C compiler failed: {error}") from error


def _remove_outdated() -> None:
    """Remove what was compiled from other sources."""
    target = compiled_file()
    for path in _FOLDER.glob(f"compiled_*{target.suffix}"):
        if path != target:
            path.unlink()


def cython_source() -> str:
    """Return the rooms of the model as one Cython module."""
    functions = [node for room in ROOMS for node in functions_of(room)]
    names = {function.name for function in functions} | {"int"}
    constants, columns = _numbers(), _columns()
    lines = [
        "# cython: language_level=3, boundscheck=False, wraparound=False",
        "# cython: cdivision=True, infer_types=True, initializedcheck=False",
        "cdef inline long long c_int(double x) noexcept: return <long long> x",
        *(f"cdef long long[{len(c)}] {n} = {c}" for n, c in columns.items()),
    ]
    shape = _Shape(names, constants)
    for function in functions:
        lines.append(f"cdef {_signature(function)} noexcept:")
        body = [shape.visit(part) for part in body_of(function)]
        text = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
        lines += [f"    {line}" for line in text.splitlines()]
        lines += _door(function)
    return "\n".join(lines) + "\n"


def functions_of(room: ModuleType) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a room as they are written."""
    module = ast.parse(Path(str(room.__file__)).read_text("utf-8"))
    return (node for node in module.body if isinstance(node, ast.FunctionDef))


def _numbers() -> dict[str, int]:
    """Return the constants that are integers, by name."""
    modules = (layout, tables, moves, weighing, appraising)
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }


def _columns() -> dict[str, list[int]]:
    """Return the tables that are lists of integers, by name."""
    found = vars(tables).items()
    return {n: v for n, v in found if n.isupper() and isinstance(v, list)}


def _signature(function: ast.FunctionDef) -> str:
    """Return a function's head in C types; boards and weights are pointers."""
    arguments = []
    for argument in function.args.args:
        hint = ast.unparse(argument.annotation or ast.Constant(None))
        pointed = _POINTERS.get(hint)
        kind = f"{pointed}*" if pointed else _TYPES[hint]
        arguments.append(f"{kind} {argument.arg}")
    result = _TYPES[ast.unparse(function.returns or ast.Constant(None))]
    return f"{result} c_{function.name}({', '.join(arguments)})"


def _door(function: ast.FunctionDef) -> list[str]:
    """Return the function by which Python calls another one, with its arrays."""
    takes, gives = [], []
    for argument in function.args.args:
        hint = ast.unparse(argument.annotation or ast.Constant(None))
        pointed = _POINTERS.get(hint)
        kind = f"{pointed}[::1]" if pointed else _TYPES[hint]
        takes.append(f"{kind} {argument.arg}")
        gives.append(f"&{argument.arg}[0]" if pointed else argument.arg)
    call = f"c_{function.name}({', '.join(gives)})"
    return [f"def {function.name}({', '.join(takes)}):", f"    return {call}"]


def body_of(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return what a function does, its docstring left out."""
    return function.body[1:] if ast.get_docstring(function) else function.body


class _Shape(ast.NodeTransformer):
    """Constants become numbers, calls of the model's functions calls of C functions."""

    def __init__(self, functions: set[str], constants: dict[str, int]) -> None:
        self._functions = functions
        self._constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._constants:
            return ast.Constant(self._constants[node.id])
        if node.id in self._functions:
            return ast.Name(f"c_{node.id}", node.ctx)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        # Cython reckons with objects of Python where a number has no C type.
        if isinstance(node.value, int) and node.value > _MOST_INT:
            return ast.Name(f"{node.value}LL")
        return node


if __name__ == "__main__":
    try:
        print(compile_model())
    except NoCompiler as refusal:
        sys.exit(str(refusal))
