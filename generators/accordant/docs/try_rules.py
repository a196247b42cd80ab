"""The contract's rules on pages that try a document: those that are asked there, and those left to a command."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from accordant.contract import Schema, Stream
from accordant.contract.holding import HeldRule, held_rules, rules_of
from accordant.docs.places import Book, part_anchor
from accordant.docs.try_schemas import carries_schemas
from accordant.findings import JsonValue


def rules_for(book: Book, schema: Schema, stream: Stream | None = None) -> dict[str, JsonValue]:
    """The rules about documents of a schema and the lines of a stream; empty where there are none."""
    held = _held_rules(book)
    document = rules_of(held, schema.name)
    lines = rules_of(held, stream.name) if stream is not None else []
    asked = {str(rule["id"]) for rule in (*document, *lines)}
    advice = sorted(asked & {str(rule.table["id"]) for rule in held if rule.is_warning})
    return {"document": [*map(dict, document)], "lines": [*map(dict, lines)], "advice": [*advice]} if asked else {}


def _held_rules(book: Book) -> list[HeldRule]:
    """The rules that documents of a version show, made ready once."""
    return book.once(held_rules, lambda: held_rules(book.version.state, book.version.default_schema))


def describe(book: Book, schema: Schema, stream: Stream | None, page: str) -> str:
    """What judges on a page, as HTML; ``page`` is the way to that of the version."""
    held = _link_rules(book, page, _held_names(book, schema, stream))
    left = _link_rules(book, page, _left_names(book, schema))
    judges = f"the schema and {_count(held)}" if held else "the schema alone"
    words = f"Judged here as by <code>registry validate</code>: by {judges}."
    if carries_schemas(book, schema):
        words += " The schemas in a document are judged too, each by its draft."
    if left:
        needs = "One rule needs" if len(left) == 1 else f"{len(left)} rules need"
        words += f" {needs} the exit code: use <code>registry conform</code>."
    return f"<p>{words}</p>\n{_unfold(held, left)}"


def _held_names(book: Book, schema: Schema, stream: Stream | None) -> list[str]:
    names = {schema.name, stream.name if stream is not None else schema.name}
    held = _held_rules(book)
    return [str(rule.table["id"]) for rule in held if names & set(rule.schemas)]


def _left_names(book: Book, schema: Schema) -> list[str]:
    """The rules about a document together with the exit code of its process."""
    version = book.version
    checked = (rule for rule in version.behaviour.rules if rule.get("check"))
    return [str(rule["id"]) for rule in checked if (rule.get("schema") or version.default_schema) == schema.name]


def _count(rules: Sequence[str]) -> str:
    return f"{len(rules)} {'rule' if len(rules) == 1 else 'rules'} of the contract"


def _link_rules(book: Book, page: str, names: Iterable[str]) -> list[str]:
    """The ids of rules, as links to those that have a row on the page of the version."""
    stated = {str(rule["id"]) for rule in book.version.behaviour.rules}
    shown = ((name, f"<code>{html.escape(name)}</code>") for name in names)
    return [f'<a href="{page}#{part_anchor("rule", name)}">{code}</a>' if name in stated else code
            for name, code in shown]  # fmt: skip


def _unfold(held: Sequence[str], left: Sequence[str]) -> str:
    """The rules by name, on a click; empty where there are none."""
    lists = (("Judged here", held), ("By <code>registry conform</code>", left))
    told = "".join(f"<p>{title}: {', '.join(rules)}.</p>" for title, rules in lists if rules)
    return f"<details><summary>The rules by name</summary>{told}</details>" if told else ""
