"""A page with the examples of a version: the valid documents, and the invalid ones with what refuses each."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator

from accordant.contract import Example
from accordant.docs.markdown import code, details, fence, heading, json_block, link, page, prose, spot, text
from accordant.docs.places import Book, PageData, part_anchor, schema_anchor
from accordant.findings import JsonValue
from accordant.schema.vocabulary import enumeration


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """The page of every version that has examples."""
    for book in subject.books:
        if book.version.examples:
            yield book.examples, page(_blocks(book.on(book.examples)), searched=False)


def _blocks(book: Book) -> Iterator[str]:
    yield heading(1, f"{book.name}: examples")
    yield (
        f"The examples of {link(text(book.name), book.to(book.index))}, by schema. The *valid* ones are accepted by "
        "that schema. The *invalid* ones are refused, by the part of the schema that each of them names."
    )
    subjects = [*book.version.state.schemas, *book.version.state.streams]
    for name in sorted(subjects):
        examples = [example for example in book.version.examples if example.subject == name]
        if examples:
            yield heading(2, name, part_anchor("examples", name))
            examples.sort(key=lambda example: (not example.valid, example.name))
            yield from (_example(book, example) for example in examples)


def _example(book: Book, example: Example) -> str:
    word = "valid" if example.valid else "invalid"
    blocks = [prose(part) for part in example.note.split("\n\n") if part.strip()]
    if not example.valid:
        blocks.append(_refusal(book, example))
    blocks.append(_document_block(example))
    anchor = spot(part_anchor(word, example.subject, example.name))
    return f"{anchor}\n\n" + details(f"{text(example.name)} ({word})", blocks)


def _document_block(example: Example) -> str:
    if example.is_stream or len(example.documents) != 1:
        return fence("\n".join(json.dumps(line.value, ensure_ascii=False) for line in example.documents), "json")
    return json_block(example.documents[0].value)


def _refusal(book: Book, example: Example) -> str:
    """What refuses an invalid example, and the rules that are enforced there."""
    refusal = example.refused_by
    if refusal is None:
        return "Refused."
    if refusal.pointer == "grammar" or refusal.file == "grammar":
        return "Refused by the grammar of the stream."
    name = book.files.get(posixpath.basename(refusal.file), example.subject)
    target = book.to(book.index, schema_anchor(name))
    sentence = f"Refused by {link(text(name), target)} at {code(refusal.pointer or '#')}."
    known = [rule for rule in book.version.behaviour.rules if _concerns(rule, name, refusal.pointer)]
    if known:
        shown = [
            f"{link(code(str(rule['id'])), book.to(book.index, part_anchor('rule', str(rule['id']))))}: "
            f"{text(str(rule.get('says', '')))}"
            for rule in known
        ]
        sentence += f" {'Rule' if len(shown) == 1 else 'Rules'} {enumeration(shown, 'and')}"
    return sentence


def _concerns(rule: dict[str, JsonValue] | JsonValue, schema: str, pointer: str) -> bool:
    at = str(rule.get("enforced-by", ""))
    return rule.get("schema") == schema and bool(at) and (pointer == at or pointer.startswith(f"{at}/"))
