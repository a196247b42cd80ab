"""Code lists as TypeScript: the type of the identifiers, and an object with every fact."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList
from accordant.gen.codes import facts_of
from accordant.gen.model import Codes
from accordant.gen.python.text import lines_of
from accordant.gen.typescript.printer import template
from accordant.gen.typescript.text import camel, doc_comment, literal, member


def blocks(listed: CodeList, codes: Codes) -> Iterator[str]:
    """The type of the identifiers, and the constant."""
    words = [one for one in (listed.description or listed.title, f"From the code list `{listed.name}`.") if one]
    options = [literal(one) for one in codes.values]
    if listed.extensible or not options:
        options = [*options, "(string & {})"] if options else ["string"]
    yield template("alias.ts.jinja2").render(
        name=codes.type_name,
        parameters="",
        doc=doc_comment([line for text in words for line in lines_of(text)], ""),
        options=options,
    )
    keys = " | ".join(dict.fromkeys(literal(one.id) for one in listed.entries)) or "never"
    lines = [
        f"/** Every fact of `{lines_of(listed.name)[0]}` by identifier, retired ones included. */",
        f"export const {codes.constant}: Readonly<Record<{keys}, CodeFacts>> = {{",
    ]
    for entry in listed.entries:
        lines.append(f"  {_key(entry.id)}: {{")
        lines += [f"    {camel(name)}: {literal(value)}," for name, value in facts_of(entry).items()]
        lines.append("  },")
    yield "\n".join([*lines, "};"])


def _key(identifier: str | int) -> str:
    if identifier == "__proto__":
        return '["__proto__"]'
    return str(identifier) if isinstance(identifier, int) and identifier >= 0 else member(str(identifier))
