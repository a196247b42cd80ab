"""Code lists as Python: the type of the identifiers, and a mapping with every fact."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList
from accordant.findings import JsonValue
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring, literal, tuple_of
from accordant.model.codes import facts_of
from accordant.model.versions import VersionModel

_TUPLES = frozenset({"severity", "commands", "replaces", "ours"})


def blocks(version: VersionModel, code_list: CodeList, site: str) -> Iterator[str]:
    """The alias of the identifiers, and the constant."""
    codes = version.model.codes[code_list.name]
    words = [
        text for text in (code_list.description or code_list.title, f"From the code list `{code_list.name}`.") if text
    ]
    about = docstring([line for text in words for line in lines_of(text)], "")
    kind = "int" if codes.values and isinstance(codes.values[0], int) else "str"
    alias = _wrap_literal([literal(value) for value in codes.values]) if codes.values else kind
    if codes.known_name:
        note = docstring([f"Those of `{lines_of(code_list.name)[0]}` that the list itself names."], "")
        yield f"{codes.known_name}: TypeAlias = {alias}\n{note}"
        alias = f"{codes.known_name} | {kind}"
    yield f"{codes.type_name}: TypeAlias = {alias}\n{about}"
    lines = [f"{codes.constant}: Final[Mapping[{kind}, CodeFacts]] = MappingProxyType(", "    {"]
    for entry in code_list.entries:
        lines += [f"        {literal(entry.id)}: CodeFacts("]
        facts = facts_of(entry, version.docs(code_list, entry, site))
        lines += [f"            {name}={_fact(name, value)}," for name, value in facts.items()]
        lines += ["        ),"]
    lines += ["    }", ")"]
    name = lines_of(code_list.name)[0]
    yield "\n".join([*lines, docstring([f"Every fact of `{name}` by identifier, retired ones included."], "")])


def _fact(name: str, value: JsonValue) -> str:
    if name in _TUPLES:
        return tuple_of([literal(item) for item in value])
    if name == "context":
        return tuple_of([_context(item) for item in value])
    return literal(value)


def _context(fact: JsonValue) -> str:
    written = f"ContextFact({literal(fact['name'])}, always={fact['always']}"
    if fact["description"]:
        written += f", description={literal(fact['description'])}"
    return f"{written}, schema={literal(fact['schema'])})"


def _wrap_literal(values: list[str]) -> str:
    line = f"Literal[{', '.join(values)}]"
    if len(line) <= 90:
        return line
    return "Literal[\n" + "".join(f"    {value},\n" for value in values) + "]"
