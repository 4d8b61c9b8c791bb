"""What the rows of the database and their columns are called: only the staff see it.

The values to choose from are another matter, players read some of them.
"""

import ast


def without_names(source: str) -> str:
    """Return a module of models with the names of rows and columns left out."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and _is_name(node):
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[number - 1] = "\n"
    return "".join(lines)


def _is_name(node: ast.stmt) -> bool:
    match node:
        case ast.ClassDef(name="Meta"):
            return True
        case ast.Assign(value=ast.Call(ast.Attribute(ast.Name("models")))):
            return True
    return False
