"""Code lists as Python: the type of the identifiers, and a mapping with every fact."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList
from accordant.findings import JsonValue
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring, literal, tuple_of
from accordant.model.codes import facts_of
from accordant.model.versions import VersionModel

_TUPLES = frozenset({"severity", "commands", "replaces"})


def blocks(one: VersionModel, listed: CodeList, site: str) -> Iterator[str]:
    """The alias of the identifiers, and the constant."""
    codes = one.model.codes[listed.name]
    words = [text for text in (listed.description or listed.title, f"From the code list `{listed.name}`.") if text]
    about = docstring([line for text in words for line in lines_of(text)], "")
    kind = "int" if codes.values and isinstance(codes.values[0], int) else "str"
    alias = _wrapped_literal([literal(value) for value in codes.values]) if codes.values else kind
    if codes.known_name:
        said = docstring([f"Those of `{lines_of(listed.name)[0]}` that the list itself names."], "")
        yield f"{codes.known_name}: TypeAlias = {alias}\n{said}"
        alias = f"{codes.known_name} | {kind}"
    yield f"{codes.type_name}: TypeAlias = {alias}\n{about}"
    lines = [f"{codes.constant}: Final[Mapping[{kind}, CodeFacts]] = MappingProxyType(", "    {"]
    for entry in listed.entries:
        lines += [f"        {literal(entry.id)}: CodeFacts("]
        facts = facts_of(entry, one.docs(listed, entry, site))
        lines += [f"            {name}={_fact(name, value)}," for name, value in facts.items()]
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
