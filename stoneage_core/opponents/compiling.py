"""
Compiles the model to a C extension, from the same source and with the same results.

If Cython and a C compiler are installed, the modules of ``stoneage_core.model`` become
one Cython module: type hints become C types, numbers and tables become constants.
Its name contains the digest of the sources, so an outdated file is never used.

Compiling is part of setting up the service. ``load`` never compiles.
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

from stoneage_core import model
from stoneage_core.components import buildings, cards, resources
from stoneage_core.model import (
    acting,
    appraising,
    deciding,
    layout,
    moves,
    paying,
    placing,
    playing,
    rounds,
    tables,
    weighing,
)

_RULES = (placing, acting, moves, rounds)
MODULES = (*_RULES, paying, weighing, appraising, deciding, playing)
_SOURCES = (buildings, cards, resources, layout, tables, *MODULES)
_FOLDER = Path(str(model.__file__)).parent
#: The temporary folder of a compilation.
AT_WORK = _FOLDER / ".compiling"

_TYPES = {"int": "long long", "float": "double", "None": "void"}
_POINTERS = {"Board": "long long", "Weights": "double", "Appraisals": "double"}
#: The largest number that Cython takes for a C integer.
_MOST_INT = 2**31 - 1
_FLAGS = ["-O2", "-ffp-contract=off"]  # fused operations would change the results


class NoCompiler(Exception):
    """The model cannot be compiled here; the message is a sentence."""


@cache
def compiled_name() -> str:
    texts = (Path(str(module.__file__)).read_bytes() for module in _SOURCES)
    own = Path(__file__).read_bytes()
    return f"compiled_{sha256(b''.join([own, *texts])).hexdigest()[:16]}"


def compiled_file() -> Path:
    return _FOLDER / f"{compiled_name()}{sysconfig.get_config_var('EXT_SUFFIX')}"


def is_compiled() -> bool:
    """Return whether the compiled model exists, by one look at the file system."""
    return compiled_file().exists()


@cache
def load() -> ModuleType:
    """Return the compiled model if it exists, or else the plain Python one."""
    if not is_compiled():
        return playing
    importlib.invalidate_caches()
    return import_module(f"{model.__name__}.{compiled_name()}")


def compile_model() -> Path:
    """
    Compile the model next to its sources, unless it exists, and return the file.

    This takes about 15 seconds of one core. A second call waits for the first one.
    Raise NoCompiler if it is not possible.
    """
    with _lock():
        # A compilation that was killed leaves its folder behind.
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
    """Remove the folder of a killed compilation, unless another one is running."""
    with suppress(BlockingIOError), _lock(fcntl.LOCK_NB):
        _remove_folder()


@contextmanager
def _lock(flags: int = 0) -> Iterator[None]:
    """Hold a file lock, which the system releases even if this process is killed."""
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
        # Other processes that load it see either the whole file or none.
        (AT_WORK / target.name).replace(target)
    except Exception as error:
        raise NoCompiler(f"The C compiler failed: {error}") from error


def _remove_outdated() -> None:
    target = compiled_file()
    for path in _FOLDER.glob(f"compiled_*{target.suffix}"):
        if path != target:
            path.unlink()


def cython_source() -> str:
    """Return the model as one Cython module."""
    functions = [node for module in MODULES for node in functions_of(module)]
    names = {function.name for function in functions} | {"int"}
    constants, columns = _integer_constants(), _integer_tables()
    lines = [
        "# cython: language_level=3, boundscheck=False, wraparound=False",
        "# cython: cdivision=True, infer_types=True, initializedcheck=False",
        "cdef inline long long c_int(double x) noexcept: return <long long> x",
        *(f"cdef long long[{len(c)}] {n} = {c}" for n, c in columns.items()),
    ]
    transformer = _CythonTransformer(names, constants)
    for function in functions:
        lines.append(f"cdef {_signature(function)} noexcept:")
        body = [transformer.visit(part) for part in body_of(function)]
        text = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
        lines += [f"    {line}" for line in text.splitlines()]
        lines += _wrapper(function)
    return "\n".join(lines) + "\n"


def functions_of(module: ModuleType) -> Iterator[ast.FunctionDef]:
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    return (node for node in tree.body if isinstance(node, ast.FunctionDef))


def _integer_constants() -> dict[str, int]:
    modules = (layout, tables, moves, weighing, appraising)
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int)
    }


def _integer_tables() -> dict[str, list[int]]:
    found = vars(tables).items()
    return {n: v for n, v in found if n.isupper() and isinstance(v, list)}


def _signature(function: ast.FunctionDef) -> str:
    """Return a function's signature in C types; boards and weights are pointers."""
    arguments = []
    for argument in function.args.args:
        hint = ast.unparse(argument.annotation or ast.Constant(None))
        pointed = _POINTERS.get(hint)
        kind = f"{pointed}*" if pointed else _TYPES[hint]
        arguments.append(f"{kind} {argument.arg}")
    result = _TYPES[ast.unparse(function.returns or ast.Constant(None))]
    return f"{result} c_{function.name}({', '.join(arguments)})"


def _wrapper(function: ast.FunctionDef) -> list[str]:
    """Return the Python function that calls a compiled one."""
    parameters, arguments = [], []
    for argument in function.args.args:
        hint = ast.unparse(argument.annotation or ast.Constant(None))
        pointed = _POINTERS.get(hint)
        kind = f"{pointed}[::1]" if pointed else _TYPES[hint]
        parameters.append(f"{kind} {argument.arg}")
        arguments.append(f"&{argument.arg}[0]" if pointed else argument.arg)
    call = f"c_{function.name}({', '.join(arguments)})"
    return [f"def {function.name}({', '.join(parameters)}):", f"    return {call}"]


def body_of(function: ast.FunctionDef) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) else function.body


class _CythonTransformer(ast.NodeTransformer):
    """Replaces constants by numbers and calls of functions by calls of C functions."""

    def __init__(self, functions: set[str], constants: dict[str, int]) -> None:
        self._functions = functions
        self._constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._constants:
            return ast.Constant(self._constants[node.id])
        if node.id in self._functions:
            return ast.Name(f"c_{node.id}", node.ctx)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        # A constant or a table of another module: at.PAY, tables.COST.
        return self.visit_Name(ast.Name(node.attr, node.ctx))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        # Without the suffix Cython would compute with Python objects.
        if isinstance(node.value, int) and node.value > _MOST_INT:
            return ast.Name(f"{node.value}LL")
        return node


if __name__ == "__main__":
    try:
        print(compile_model())
    except NoCompiler as refusal:
        sys.exit(str(refusal))
