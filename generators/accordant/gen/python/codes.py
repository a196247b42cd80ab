"""Code lists as Python: the type of the identifiers, and a mapping with every fact."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList
from accordant.findings import JsonValue
from accordant.gen.codes import facts_of
from accordant.gen.model import Codes
from accordant.gen.python.text import docstring, lines_of, literal, tuple_of

_TUPLES = frozenset({"severity", "commands", "replaces"})


def blocks(listed: CodeList, codes: Codes) -> Iterator[str]:
    """The alias of the identifiers, and the constant."""
    words = [one for one in (listed.description or listed.title, f"From the code list `{listed.name}`.") if one]
    about = docstring([line for text in words for line in lines_of(text)], "")
    if listed.extensible:
        alias = "str"
    elif codes.values:
        alias = _wrapped_literal([literal(one) for one in codes.values])
    else:
        alias = "str"
    yield f"{codes.type_name}: TypeAlias = {alias}\n{about}"
    kind = "int" if codes.values and isinstance(codes.values[0], int) else "str"
    lines = [f"{codes.constant}: Final[Mapping[{kind}, CodeFacts]] = MappingProxyType(", "    {"]
    for entry in listed.entries:
        lines += [f"        {literal(entry.id)}: CodeFacts("]
        lines += [f"            {name}={_fact(name, value)}," for name, value in facts_of(entry).items()]
        lines += ["        ),"]
    lines += ["    }", ")"]
    yield "\n".join(lines) + f'\n"""Every fact of `{listed.name}` by identifier, retired ones included."""'


def _fact(name: str, value: JsonValue) -> str:
    if name in _TUPLES:
        return tuple_of([literal(one) for one in value])
    if name == "context":
        return tuple_of([_context(one) for one in value])
    return literal(value)


def _context(one: JsonValue) -> str:
    written = f"ContextFact({literal(one['name'])}, always={one['always']}"
    if one["description"]:
        written += f", description={literal(one['description'])}"
    return f"{written}, schema={literal(one['schema'])})"


def _wrapped_literal(values: list[str]) -> str:
    line = f"Literal[{', '.join(values)}]"
    if len(line) <= 90:
        return line
    return "Literal[\n" + "".join(f"    {one},\n" for one in values) + "]"
