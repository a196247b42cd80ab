"""Pages on which one tries a schema or a stream: a document is judged while it is typed, and nothing is sent."""

from __future__ import annotations

import html
import json
import posixpath
from collections.abc import Iterator
from typing import Final

from accordant.contract import Choice, Element, Example, Line, Schema, Stream
from accordant.docs import try_rules
from accordant.docs.code_carriers import Carriers
from accordant.docs.machines import bundle
from accordant.docs.markdown import HEAD, visible
from accordant.docs.places import Book, PageData, contract_page
from accordant.findings import JsonValue
from accordant.schema.dialects import dialect_named

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; base-uri 'none'; form-action 'none'"
)

_DRAFTS: Final = {"draft-04": "4", "draft-06": "7", "draft-07": "7", "2019-09": "2019-09", "2020-12": "2020-12"}

_MOST_OF_EXAMPLES: Final = 60_000
"""The most letters of examples that a page offers."""

_ELSEWHERE: Final = ("x-schema", "x-type-parameter")
"""Annotations by which more is judged than the schema says: what has them is judged by the command only."""


def pages(subject: PageData) -> Iterator[tuple[str, str]]:
    """A page for each schema and each stream that a browser can judge as the command does."""
    for book in subject.books:
        state, carriers = book.version.state, Carriers.of_version(book)
        for schema in state.schemas.values():
            if is_tried(book, schema):
                yield path(book, schema.name), _page(book, schema, first=carriers.find_shown(schema.name)[0])
        for stream in state.streams.values():
            line = state.schemas.get(stream.line)
            if line is not None and is_tried(book, line):
                yield path(book, stream.name), _page(book, line, stream)


def path(book: Book, name: str) -> str:
    """The page on which a schema or a stream of a version is tried."""
    return f"try/{book.name}/{name}.html"


def is_tried(book: Book, schema: Schema) -> bool:
    """Whether a browser judges documents of a schema as the command does."""
    return not _judged_elsewhere(book, schema) or _is_form(book, schema)


def _judged_elsewhere(book: Book, schema: Schema) -> int:
    """How often a schema, with all that it refers to, leaves something to the command."""
    key = (_judged_elsewhere, schema.name)
    if key not in book.memo:
        whole = json.dumps(_whole(book, schema))
        book.memo[key] = sum(whole.count(f'"{word}"') for word in _ELSEWHERE)
    return int(book.memo[key])


def _is_form(book: Book, schema: Schema) -> bool:
    """Whether the documents of a schema are schemas themselves, and nothing else is left to the command."""
    value = schema.value
    return isinstance(value, dict) and "x-schema" in value and _judged_elsewhere(book, schema) == 1


def form_of(book: Book, schema: Schema) -> str:
    """The page on which one writes the schema that a type parameter of this one stands for; "" where there is none."""
    if not (isinstance(schema.value, dict) and '"x-type-parameter"' in json.dumps(schema.value)):
        return ""
    forms = (path(book, other.name) for other in book.version.state.schemas.values() if _is_form(book, other))
    return next(forms, "")


def _whole(book: Book, schema: Schema) -> JsonValue:
    whole = bundle(schema, book.version.state)
    return schema.value if whole is None else whole


def _subject(book: Book, schema: Schema, stream: Stream | None = None) -> JsonValue:
    """What the script judges by."""
    named = schema.value.get("$schema") if isinstance(schema.value, dict) else None
    dialect = dialect_named(named) if isinstance(named, str) else None
    subject: dict[str, JsonValue] = {"schema": _whole(book, schema)}
    subject["draft"] = _DRAFTS.get(dialect.name if dialect else "2020-12", "2020-12")
    if _is_form(book, schema):
        subject["answers"] = {"draft": book.version.state.data_draft or "2020-12", "holders": _holders(book)}
    if stream is not None:
        grammar = [_element(element) for element in stream.grammar]
        subject["stream"] = {"discriminator": stream.discriminator, "grammar": grammar}
    rules = try_rules.rules_for(book, schema, stream)
    examples = _examples(book, stream.name if stream is not None else schema.name)
    return {**subject, **({"rules": rules} if rules else {}), "examples": dict(examples)}


def _holders(book: Book) -> list[JsonValue]:
    """The schemas whose documents hand over what a type parameter describes."""
    state = book.version.state
    holders = [schema for schema in state.schemas.values() if '"x-type-parameter"' in json.dumps(schema.value)]
    return [{"name": schema.name, "schema": _whole(book, schema)} for schema in holders]


def _element(element: Element) -> JsonValue:
    counts = {"least": element.least, "most": element.most}
    if isinstance(element, Line):
        return {"line": element.type, **counts}
    kind = "choice" if isinstance(element, Choice) else "sequence"
    return {kind: [_element(part) for part in element.elements], **counts}


def _page(book: Book, schema: Schema, stream: Stream | None = None, first: Example | None = None) -> str:
    name, is_form = stream.name if stream is not None else schema.name, _is_form(book, schema)
    here = posixpath.dirname(path(book, name))
    assets = posixpath.relpath("assets", here)
    version = f"{posixpath.relpath(book.folder, here)}/index.html"
    title = f"Try {book.name}: {visible(name)}"
    what = "A schema" if is_form else "A document" if stream is None else "The lines of a stream"
    data = json.dumps(_subject(book, schema, stream), ensure_ascii=True).replace("<", "\\u003c")
    scripts = ["validator", "rules", "try-it", *(["try-schema"] if is_form else [])]
    return f"""\
<!doctype html>
{HEAD}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<link rel="stylesheet" href="{assets}/typeface.css">
<link rel="stylesheet" href="{assets}/brand.css">
<link rel="stylesheet" href="{assets}/try-it.css">
{chr(10).join(f'<script defer src="{assets}/{script}.js"></script>' for script in scripts)}
</head>
<body>
{_nav(book, here)}
<main>
<h1>{html.escape(title)}</h1>
<p>{_ABOUT_FORMS if is_form else _ABOUT}</p>
{"" if is_form else try_rules.describe(book, schema, stream, version)}
{_picker(book, name)}
{_judged("", what, html.escape(_begin(book, name, first, is_form=is_form)))}
{_ANSWERS if is_form else ""}</main>
<script type="application/json" id="subject">{data}</script>
</body>
</html>
"""


def _judged(end: str, label: str, given: str = "") -> str:
    """A text, and what is said of it; ``end`` tells several apart."""
    return f"""\
<label for="text{end}">{label}</label>
<textarea id="text{end}" spellcheck="false" autocapitalize="off" autocomplete="off">
{given}</textarea>
<div id="verdict{end}" class="verdict" role="status" tabindex="-1">The page needs its script to judge.</div>
<ol id="errors{end}" class="errors"></ol>"""


_ABOUT: Final = "Paste or drop what a program printed. It is judged here, in your browser, and sent nowhere."
_ABOUT_FORMS: Final = (
    "Write or drop a schema. It is judged here, in your browser, and sent nowhere; then answers are judged by it. "
    "<code>registry validate</code> also says whether any document fits the schema at all."
)
_ANSWERS: Final = f"""\
<button id="validate" class="check" type="button">Validate schema</button>
<section class="answers">
<h2>A session</h2>
<p>Give the answer of an agent, alone or in the document that hands it over.
What is refused is asked for once more.</p>
<div id="session" class="verdict" role="status"></div>
{_judged("-1", "The first answer")}
{_judged("-2", "The answer to the retry")}
</section>
"""


def _nav(book: Book, here: str) -> str:
    """The way back to the other pages, and the switch between light and dark."""
    contract = contract_page(book.contract.name).replace(".md", ".html")
    pages = {
        "All contracts": "index.html",
        book.contract.name: contract,
        book.version.name: f"{book.folder}/index.html",
    }
    links = (f'<a href="{posixpath.relpath(page, here)}">{html.escape(name)}</a>' for name, page in pages.items())
    switch = '<button type="button" id="scheme" hidden>Light or dark</button>'
    return f"<nav><span>{' / '.join(links)}</span>{switch}</nav>"


def _picker(book: Book, name: str) -> str:
    """A choice of the examples: the valid ones, then those that are refused."""
    options = [f"<option>{html.escape(label)}</option>" for label, _ in _examples(book, name)]
    if not options:
        return ""
    first = '<option value="">take one ...</option>'
    return f'<label for="example">Examples</label>\n<select id="example">{first}{"".join(options)}</select>'


def _examples(book: Book, name: str) -> list[tuple[str, str]]:
    """The examples of a schema or stream by their names, the smaller ones, as many as a page may hold."""
    listed = [example for example in book.version.examples if example.subject == name]
    listed.sort(key=lambda example: (not example.valid, _size(example), example.name))
    room, examples = _MOST_OF_EXAMPLES, []
    for example in listed:
        shown = _text(example)
        room -= len(shown)
        if room >= 0:
            examples.append((f"{visible(example.name)} ({'valid' if example.valid else 'refused'})", shown))
    return examples


def _begin(book: Book, name: str, first: Example | None, *, is_form: bool) -> str:
    """The text to begin with: an example that is given, else the smallest; of schemas one that describes a member."""
    valid = [example for example in book.version.examples if example.subject == name and example.valid]
    valid.sort(key=lambda example: (example != first, _size(example), example.name))
    telling = [example for example in valid if is_form and '"properties"' in example.documents[0].text]
    return next(map(_text, telling or valid), "")


def _size(example: Example) -> int:
    return sum(len(document.text) for document in example.documents)


def _text(example: Example) -> str:
    """The text of an example: its document over several lines, or the lines of a stream."""
    if example.is_stream or len(example.documents) != 1:
        return "\n".join(json.dumps(line.value, ensure_ascii=False) for line in example.documents)
    return json.dumps(example.documents[0].value, indent=2, ensure_ascii=False)
