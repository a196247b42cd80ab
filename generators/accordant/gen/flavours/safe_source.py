"""A check that printed Python is types and nothing else, by the nodes of its syntax tree."""

from __future__ import annotations

import ast
from typing import Final

from accordant.errors import InputError

MODULES: Final = frozenset({"__future__", "builtins", "dataclasses", "msgspec", "typing", "typing_extensions"})
CALLS: Final = frozenset({"Meta", "TypedDict", "field"})
_STATEMENTS: Final = (ast.ImportFrom, ast.ClassDef, ast.AnnAssign, ast.Assign, ast.Expr, ast.Pass)
_PARTS: Final = (
    ast.Module, ast.alias, ast.Name, ast.Load, ast.Store, ast.Constant, ast.Subscript, ast.Tuple, ast.List, ast.Dict,
    ast.BinOp, ast.BitOr, ast.UnaryOp, ast.USub, ast.Call, ast.keyword, *_STATEMENTS,
)  # fmt: skip


def require_types_only(text: str) -> None:
    """Refuse a module that holds anything but types.

    Raises:
        InputError: the module holds something else.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise _refusal(f"no Python ({error})") from error
    _require_allowed(tree, text_goes=False)


def _require_allowed(node: ast.AST, *, text_goes: bool) -> None:
    """Refuse a node that types do not need; ``text_goes``: strings are data here, nothing evaluates them."""
    if not isinstance(node, _PARTS):
        raise _refusal(type(node).__name__)
    match node:
        case ast.ImportFrom(module=module, level=level) if module not in MODULES or level:
            raise _refusal(f"an import of {module}")
        case ast.Call(func=func) if not (isinstance(func, ast.Name) and func.id in CALLS):
            raise _refusal(f"a call of {ast.unparse(func)[:40]}")
        case ast.ClassDef(decorator_list=decorators) if any(
            ast.unparse(decorator) != "dataclass" for decorator in decorators
        ):
            raise _refusal("a decorator")
        case ast.Constant(value=str(value)) if not text_goes and not value.isidentifier():
            raise _refusal("a text in place of a type")
        case ast.Expr(value=value) if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
            raise _refusal("an expression")
    for part in ast.iter_child_nodes(node):
        _require_allowed(part, text_goes=_takes_text(node, part, text_goes))


def _takes_text(node: ast.AST, part: ast.AST, before: bool) -> bool:
    """Whether strings in a part of a node are data: docstrings, literals, names of members, words of ``field``."""
    match node:
        case ast.Expr() | ast.Call() | ast.keyword():
            return isinstance(part, ast.Constant | ast.keyword)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inside):
            return part is inside
        case ast.Dict(keys=keys):
            return part in keys
        case ast.Tuple() | ast.List() | ast.UnaryOp():
            return before
        case _:
            return False


def _refusal(what: str) -> InputError:
    return InputError(
        f"datamodel-code-generator printed {what} where only types belong; nothing was written",
        next_step="generate the target python, which needs no other generator, and report the schema",
    )
