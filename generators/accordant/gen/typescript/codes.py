"""Code lists as TypeScript: the type of the identifiers, and an object with every fact."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import CodeList
from accordant.gen.printing.encoding import lines_of
from accordant.gen.typescript.printer import template
from accordant.gen.typescript.text import camel, doc_comment, literal, member
from accordant.model.codes import facts_of
from accordant.model.versions import VersionModel


def blocks(version: VersionModel, code_list: CodeList, site: str) -> Iterator[str]:
    """The type of the identifiers, and the constant."""
    codes = version.model.codes[code_list.name]
    words = [
        text for text in (code_list.description or code_list.title, f"From the code list `{code_list.name}`.") if text
    ]
    options = [literal(value) for value in codes.values]
    if codes.known_name:
        note = f"Those of `{lines_of(code_list.name)[0]}` that the list itself names."
        yield template("alias.ts.jinja2").render(
            name=codes.known_name, parameters="", doc=doc_comment([note], ""), options=options
        )
        options = [codes.known_name]
    if code_list.extensible or not options:
        options = [*options, "(string & {})"] if options else ["string"]
    yield template("alias.ts.jinja2").render(
        name=codes.type_name,
        parameters="",
        doc=doc_comment([line for text in words for line in lines_of(text)], ""),
        options=options,
    )
    named = [codes.listed_name] if codes.values else []
    retired = dict.fromkeys(literal(entry.id) for entry in code_list.entries if entry.retired)
    keys = " | ".join([*named, *retired]) or "never"
    lines = [
        f"/** Every fact of `{lines_of(code_list.name)[0]}` by identifier, retired ones included. */",
        f"export const {codes.constant}: Readonly<Record<{keys}, CodeFacts>> = {{",
    ]
    for entry in code_list.entries:
        lines.append(f"  {_key(entry.id)}: {{")
        facts = facts_of(entry, version.docs(code_list, entry, site))
        lines += [f"    {camel(name)}: {literal(value)}," for name, value in facts.items()]
        lines.append("  },")
    yield "\n".join([*lines, "};"])
    yield template("facts.ts.jinja2").render(
        list=lines_of(code_list.name)[0],
        function=f"{codes.type_name[0].lower()}{codes.type_name[1:]}Facts",
        constant=codes.constant,
    )


def _key(identifier: str | int) -> str:
    if identifier == "__proto__":
        return '["__proto__"]'
    return str(identifier) if isinstance(identifier, int) and identifier >= 0 else member(str(identifier))
