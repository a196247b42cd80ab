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
from accordant.docs.markdown import HEAD, visible
from accordant.docs.places import Book, PageData, contract_page
from accordant.docs.try_schemas import carries_schemas, dialect, holders, is_form, type_parameters, whole, why_untried
from accordant.docs.try_ways import ways
from accordant.findings import JsonValue
from accordant.schema.dialects import DRAFT_2020_12
from accordant.schema.vocabulary import enumeration

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; base-uri 'none'; form-action 'none'"
)

_DRAFTS: Final = {"draft-04": "4", "draft-06": "7", "draft-07": "7", "2019-09": "2019-09", "2020-12": "2020-12"}

_MOST_OF_EXAMPLES: Final = 60_000
"""The most letters of examples that a page offers."""


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
    return not why_untried(book, schema)


def form_of(book: Book, schema: Schema) -> str:
    """The page on which one writes the schema that a type parameter of this one stands for; "" where there is none."""
    if not type_parameters(book, schema):
        return ""
    forms = (path(book, other.name) for other in book.version.state.schemas.values() if is_form(book, other))
    return next(forms, "")


def _subject(book: Book, schema: Schema, stream: Stream | None = None) -> dict[str, JsonValue]:
    """What the script judges by."""
    subject = _judged_by(book, schema)
    if carries_schemas(book, schema):
        assumed = book.version.state.data_draft or DRAFT_2020_12.name
        subject["carried"] = {"dialect": dialect(schema).name, "assumed": assumed}
    if is_form(book, schema):
        subject["answers"] = {
            "holders": [{"name": holder.name, **_judged_by(book, holder)} for holder in holders(book)]
        }
    if stream is not None:
        subject["stream"] = _grammar(stream)
    rules = try_rules.rules_for(book, schema, stream)
    examples = _examples(book, stream.name if stream is not None else schema.name)
    return {**subject, **({"rules": rules} if rules else {}), "examples": dict(examples)}


def _judged_by(book: Book, schema: Schema) -> dict[str, JsonValue]:
    named = dialect(schema).name
    return {"schema": whole(book, schema), "draft": _DRAFTS[named], "dialect": named}


def _grammar(stream: Stream) -> JsonValue:
    """The order of the lines, and what is said where some are missing."""
    grammar: dict[str, JsonValue] = {"discriminator": stream.discriminator}
    grammar["grammar"] = [_element(element) for element in stream.grammar]
    more = {"partial": list(stream.partial), "repeated": sorted(stream.repeated())}
    return {**grammar, **{name: value for name, value in more.items() if value}}


def _element(element: Element) -> JsonValue:
    counts = {"least": element.least, "most": element.most}
    if isinstance(element, Line):
        return {"line": element.type, **counts, **({"isLast": True} if element.terminal else {})}
    kind = "choice" if isinstance(element, Choice) else "sequence"
    return {kind: [_element(part) for part in element.elements], **counts}


def _page(book: Book, schema: Schema, stream: Stream | None = None, first: Example | None = None) -> str:
    name, writes_schema = stream.name if stream is not None else schema.name, is_form(book, schema)
    here = posixpath.dirname(path(book, name))
    assets = posixpath.relpath("assets", here)
    version = f"{posixpath.relpath(book.folder, here)}/index.html"
    title = f"Try {book.name}: {visible(name)}"
    what = "A schema" if writes_schema else "A document" if stream is None else "The lines of a stream"
    subject = {**_subject(book, schema, stream), **({} if writes_schema else {"ways": ways(book, schema, here)})}
    data = json.dumps(subject, ensure_ascii=True).replace("<", "\\u003c")
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
{chr(10).join(f'<script defer src="{assets}/{script}.js"></script>' for script in _scripts(book, schema, stream))}
</head>
<body>
{_nav(book, here)}
<main>
<h1>{html.escape(title)}</h1>
<p>{_ABOUT_FORMS if writes_schema else _ABOUT}</p>
{"" if writes_schema else try_rules.describe(book, schema, stream, version)}
{_open_parameters(book, schema, here)}
{_picker(book, name)}
{_judged("", what, html.escape(_begin(book, name, first, is_form=writes_schema)))}
{_ANSWERS if writes_schema else ""}</main>
<script type="application/json" id="subject">{data}</script>
</body>
</html>
"""


def _scripts(book: Book, schema: Schema, stream: Stream | None) -> list[str]:
    """The scripts that a page needs, in their order."""
    lines = ["try-lines"] if stream is not None else []
    carried = ["metaschemas", "try-carried"] if carries_schemas(book, schema) else []
    return [
        "validator",
        "rules",
        "try-it",
        "try-ways",
        *lines,
        *carried,
        *(["try-schema"] if is_form(book, schema) else []),
    ]


def _open_parameters(book: Book, schema: Schema, here: str) -> str:
    """What of a document is left to the command, where a part is of whatever type its reader names."""
    names, form = type_parameters(book, schema), form_of(book, schema)
    if not names:
        return ""
    shown = enumeration([f"<code>{html.escape(name)}</code>" for name in names], "and")
    command = "".join(f" --data-schema {html.escape(name)}=FILE" for name in names)
    also = f', as does <a href="{posixpath.relpath(form, here)}">the page on which one writes it</a>' if form else ""
    return (
        f"<p>What {shown} {'stands' if len(names) == 1 else 'stand'} for is judged here by the schema alone; "
        f"<code>registry validate{command}</code> judges it by yours too{also}.</p>"
    )


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
    "Write or drop a schema. It is judged here, in your browser, and sent nowhere; then answers are judged by it."
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
