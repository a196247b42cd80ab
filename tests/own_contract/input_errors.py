"""Which words ``InputError.rule`` can take: read from the source, followed through functions that pass a word on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from accordant.errors import InputError

EXCEPTION = "InputError"
WORD = "rule"


@dataclass
class Carrier:
    """A function that hands its parameter ``rule`` on to an InputError."""

    index: int | None
    """Where the parameter stands among the positional ones (``self`` not counted); None for keyword-only."""
    words: set[str] = field(default_factory=set)
    """What its default value gives."""
    is_method: bool = False


def words_of(package: Path) -> tuple[set[str], list[str]]:
    """Every word, and the places where a word could not be followed (``file:line``)."""
    calls = [
        (path, function, call)
        for path in sorted(package.rglob("*.py"))
        for function, call in _calls(ast.parse(path.read_text("utf-8")))
    ]
    words = {InputError(reason="").rule}
    lost: list[str] = []
    carriers: dict[tuple[Path, str], Carrier] = {}
    while True:
        before = len(carriers)
        lost.clear()
        for path, function, call in calls:
            for value in list(_word_arguments(path, call, carriers)):
                _follow(path, function, value, words, lost, carriers)
        if len(carriers) == before:
            return words | {word for carrier in carriers.values() for word in carrier.words}, lost


def _calls(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | None, ast.Call]]:
    """Every call with the innermost function around it."""
    todo: list[tuple[ast.FunctionDef | None, ast.AST]] = [(None, tree)]
    while todo:
        function, node = todo.pop()
        if isinstance(node, ast.FunctionDef):
            function = node
        if isinstance(node, ast.Call):
            yield function, node
        todo += [(function, child) for child in ast.iter_child_nodes(node)]


def _word_arguments(path: Path, call: ast.Call, carriers: dict[tuple[Path, str], Carrier]) -> Iterator[ast.expr]:
    """What a call gives as the word: of an InputError, or of a function that carries one on."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
    if name == EXCEPTION:
        yield from (keyword.value for keyword in call.keywords if keyword.arg == WORD)
        yield from call.args[6:7]
        return
    own = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "self"
    for (home, function), carrier in carriers.items():
        if function != name or (own and home != path) or (isinstance(call.func, ast.Name) and carrier.is_method):
            continue
        yield from (keyword.value for keyword in call.keywords if keyword.arg == WORD)
        if carrier.index is not None and len(call.args) > carrier.index:
            yield call.args[carrier.index]


def _follow(
    path: Path,
    function: ast.FunctionDef | None,
    value: ast.expr,
    words: set[str],
    lost: list[str],
    carriers: dict[tuple[Path, str], Carrier],
) -> None:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        words.add(value.value)
    elif isinstance(value, ast.IfExp):
        for part in (value.body, value.orelse):
            _follow(path, function, part, words, lost, carriers)
    elif isinstance(value, ast.Name) and function is not None and _parameter(function, value.id) is not None:
        carriers[path, function.name] = _parameter(function, value.id) or Carrier(None)
    elif isinstance(value, ast.Name) and function is not None and _assigned_values(function, value.id):
        for part in _assigned_values(function, value.id):
            _follow(path, function, part, words, lost, carriers)
    else:
        lost.append(f"{path}:{value.lineno}")


def _parameter(function: ast.FunctionDef, name: str) -> Carrier | None:
    arguments = function.args
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    defaults: dict[str, ast.expr | None] = dict(
        zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
    )
    defaults |= {
        argument.arg: default for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    }
    if name not in positional and name not in defaults:
        return None
    default = defaults.get(name)
    word = {default.value} if isinstance(default, ast.Constant) and isinstance(default.value, str) else set()
    own = [argument for argument in positional if argument not in ("self", "cls")]
    return Carrier(own.index(name) if name in own else None, word, own != positional)


def _assigned_values(function: ast.FunctionDef, name: str) -> list[ast.expr]:
    return [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
