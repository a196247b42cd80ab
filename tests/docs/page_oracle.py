"""What the table of a page says, held against the judge: parse the cells, ask for documents that would refute them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accordant.algebra import Budget, Found, Nothing, Session
from accordant.docs.escapes import unescape
from accordant.docs.places import field_anchor, section_anchor
from accordant.model.fields.places import FieldPlace
from accordant.model.fields.reader import FieldFacts, FieldReader, Section
from accordant.model.json_equality import ATOMS, atom_of
from accordant.schema.references import Resources

ROW = re.compile(r"^\| (?P<cells>.*) \|$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([^"]+)">')
LINK = re.compile(r"\[[^\]]*\]\([^)]*#(schema\.[^)]+)\)")
INNER = re.compile(
    r"(array of|object with values:) (?:(?:array of|object with values:) )*"
    r"(?:\[[^\]]*\]\([^)]*\)|\((?:[^()]|\([^()]*\))*\)|any value|number with a fraction|\w+: \w+|\w+)"
)
"""What a cell says about items and members of values, behind the type itself."""

WORDS = {
    "null": {"null"}, "boolean": {"boolean"}, "string": {"string"}, "array": {"array"}, "object": {"object"},
    "integer": {"integer"}, "number": {"integer", "fraction"}, "number with a fraction": {"fraction"},
}  # fmt: skip
SCHEMAS: dict[str, Any] = {name: {"type": name} for name in ATOMS - {"fraction"}} | {
    "fraction": {"type": "number", "not": {"type": "integer"}}
}
SIZES = {"character": "Length", "item": "Items", "member": "Properties"}
BOUND = re.compile(
    r"(?P<how>at least|at most|more than|less than|exactly) (?:<code>)?(?P<limit>-?[0-9.e+]+)(?:</code>)?"
    r"(?: (?P<what>character|item|member)s?)?"
)

CLAUSE = re.compile(
    r"<code>(?P<pointer>(?:/[^<*…]+)+)</code> is "
    r"(?P<absent>present|absent)?(?: or )?(?P<value><code>.*</code>)?"
)
"""A clause of a condition that is tested: a member is there, is missing, or has a value."""


@dataclass(frozen=True)
class Cells:
    """A row of a table; columns that the page leaves out are empty."""

    type: str
    required: str
    constraints: str
    field: str = ""


def tagged(page: str) -> str:
    """The page with every piece of code between tags, its special letters as entities: one spelling to look for."""
    page = re.sub(r"<code>(.*?)</code>", lambda found: f"<code>{_encoded(unescape(found[1]))}</code>", page)
    return re.sub(r"(?<!\\)`([^`\n]+)`", lambda found: f"<code>{_encoded(found[1])}</code>", page)


def _encoded(letters: str) -> str:
    return "".join(f"&#{ord(letter)};" if letter in "&<>`|*_[]{}\\#~^$=\"'" else letter for letter in letters)


def rows(page: str) -> dict[str, Cells]:
    """The rows of every table of fields, by each of their anchors."""
    titles: list[str] = []
    found: dict[str, Cells] = {}
    for match in ROW.finditer(page):
        cells = match["cells"].split(" | ")
        if cells[0] == "Field":
            titles = cells
        elif titles and ANCHOR.search(cells[0]):
            by_title = dict(zip(titles, cells, strict=False))
            row = Cells(
                by_title.get("Type", ""), by_title.get("Required", ""), by_title.get("Constraints", ""), cells[0]
            )
            found |= dict.fromkeys(ANCHOR.findall(cells[0]), row)
    return found


class Oracle:
    """Refutes the cells of one version's pages."""

    def __init__(self, reader: FieldReader) -> None:
        self.reader = reader
        self.sections = {section_anchor(section.schema, section.name): section for section in reader.sections.values()}
        self._types: dict[str, frozenset[str]] = {}

    def faults(self, section: Section, page: Mapping[str, Cells], *, tight: bool = True) -> Iterator[str]:
        """What is wrong on a page about one section.

        Args:
            section: a document or definition.
            page: the rows of the page.
            tight: bounds are also to be reached, which random schemas do not promise.
        """
        asked = Questions(section)
        for field in self.reader.fields(section):
            anchor = field_anchor(section_anchor(section.schema, section.name), field.anchors[0])
            cells = page.get(anchor)
            if cells is None:  # :mod:`tests.docs.declared_rows` tells which rows there must be
                continue
            yield from (f"{anchor}: {fault}" for fault in self._type_faults(field, cells, asked))
            yield from (f"{anchor}: {fault}" for fault in _presence_faults(field, cells, asked))
            yield from (f"{anchor}: {fault}" for fault in _bound_faults(field, cells, asked, tight))

    def said_types(self, cell: str) -> frozenset[str]:
        """The JSON types that a cell names."""
        if cell == "any value":
            return ATOMS
        said: set[str] = set()
        plain = INNER.sub(lambda match: match[1].split()[0], cell)
        plain = re.sub(r"\b\w+: ", "", plain)
        for link in LINK.findall(plain):
            section = self.sections[link]
            said |= {name for name in ATOMS if Questions(section).possible(FieldPlace(), 0, SCHEMAS[name])}
        for word in re.split(r", | or ", LINK.sub("", plain)):
            said |= WORDS.get(word.strip(" ()"), set())
        return frozenset(said)

    def _type_faults(self, field: FieldFacts, cells: Cells, asked: Questions) -> Iterator[str]:
        place, said = field.facts.place, self.said_types(cells.type)
        for name in sorted(ATOMS):
            possible = asked.possible(place, len(place.steps), SCHEMAS[name])
            if possible is not None and possible != (name in said):
                yield f"type {cells.type!r}, but {name} is {'admitted' if possible else 'refused'}"


def _presence_faults(field: FieldFacts, cells: Cells, asked: Questions) -> Iterator[str]:
    if field.presence is None:
        if cells.required:
            yield "Required has a meaning for members only"
        return
    place = field.facts.place
    name = getattr(place.steps[-1], "name", "")
    around = len(place.steps) - 1
    missing = asked.possible(place, around, {"type": "object", "not": {"required": [name]}})
    there = asked.possible(place, around, {"type": "object", "required": [name]})
    if missing and cells.required == "yes":
        yield "is required, but a document without it is valid"
    if missing is False and cells.required != "yes":
        yield f"Required says {cells.required!r}, but every document has it"
    if cells.required.startswith("when") and there is False:
        yield "is required under a condition, but no document has it"
    condition = condition_of(cells.required)
    # Some document does without the member. Where none does for which the condition holds, one does for which it fails.
    if condition is not None and missing:
        without = {"type": "object", "not": {"required": [name]}}
        if asked.possible(place, around, without, condition):
            yield f"Required says {cells.required!r}, but a document where that holds does without it"


def condition_of(cell: str) -> Any:
    """A schema of the documents for which the condition of a cell holds; None where it has no clauses of that form."""
    clauses = [CLAUSE.fullmatch(clause) for clause in html.unescape(cell).removeprefix("when ").split(" and ")]
    if not cell.startswith("when ") or not all(clauses):
        return None
    return {"allOf": [_clause_schema(clause) for clause in clauses if clause]}


def _clause_schema(clause: re.Match[str]) -> Any:
    *outer, name = clause["pointer"][1:].split("/")
    value = {"const": json.loads(clause["value"][6:-7])} if clause["value"] else True
    has_value = {"required": [name], "properties": {name: value}}
    is_absent = {"not": {"required": [name]}}
    schema: Any = (
        {"anyOf": [is_absent, has_value]}
        if clause["absent"] == "absent" and clause["value"]
        else (is_absent if clause["absent"] == "absent" else has_value)
    )
    for token in reversed(outer):
        schema = {"type": "object", "required": [token], "properties": {token: {"type": "object", **schema}}}
    return {"type": "object", **schema}


def _bound_faults(field: FieldFacts, cells: Cells, asked: Questions, tight: bool) -> Iterator[str]:
    place = field.facts.place
    for phrase in cells.constraints.split("; "):
        match = BOUND.fullmatch(html.unescape(phrase))
        if match is None:
            continue
        beyond, reached = schemas_at_bound(match["how"], match["limit"], match["what"])
        if asked.possible(place, len(place.steps), beyond):
            yield f"{phrase!r}, but a value beyond is accepted"
        if tight and reached is not None and asked.possible(place, len(place.steps), reached) is False:
            yield f"{phrase!r}, but no value reaches it"


def schemas_at_bound(how: str, limit: str, what: str | None) -> tuple[Any, Any]:
    """A schema of the values beyond a bound, and one of those at it."""
    number = float(limit) if "." in limit or "e" in limit else int(limit)
    if what is None:
        beyond = {"at least": "exclusiveMaximum", "at most": "exclusiveMinimum"}.get(how)
        if beyond is None:
            return {"type": "number", {"more than": "maximum", "less than": "minimum"}[how]: number}, None
        return {"type": "number", beyond: number}, {"const": number}
    kind = {"character": "string", "item": "array", "member": "object"}[what]
    low, high = f"min{SIZES[what]}", f"max{SIZES[what]}"
    exact = {"type": kind, low: number, high: number}
    below: dict[str, Any] = {"type": kind, high: number - 1} if number > 0 else {"not": {}}
    above = {"type": kind, low: number + 1}
    outside: dict[str, Any] = {"at least": below, "at most": above, "exactly": {"anyOf": [below, above]}}[how]
    return outside, exact


class Questions:
    """Asks for documents of one section; a document that is found is looked through here once more."""

    def __init__(self, section: Section) -> None:
        self.node = section.site.node
        self.session = Session(Budget(seconds=20))
        self.others = {uri: self.node.resources.root(uri).value for uri in self.node.resources}

    def possible(self, place: FieldPlace, steps: int, asked: Any, condition: Any = True) -> bool | None:
        """Whether a value of the schema ``asked`` stands after so many steps to the place of some document.

        Args:
            place: the place.
            steps: how many of its steps count.
            asked: a schema of the value.
            condition: a schema of the documents that count.
        """
        question = {"allOf": [place.question(asked, steps), condition]}
        others = self.others if place.assumed else {}  # nothing else in a question refers to them
        outcome = self.session.find([self.node, Resources.of(question, others)])
        if isinstance(outcome, Found):
            values = list(values_at(outcome.document, [step.token for step in place.steps[:steps]]))
            assert any(_fits(value, asked) for value in values), (outcome.document, place.pointer, asked)
            return True
        return False if isinstance(outcome, Nothing) else None


def values_at(document: Any, tokens: Sequence[str]) -> Iterator[Any]:
    """The values at a place; ``*`` is every index, ``…`` every name."""
    if not tokens:
        yield document
        return
    first, *rest = tokens
    if isinstance(document, list):
        inner = document if first == "*" else document[int(first) :][:1] if first.isdigit() else []
    elif isinstance(document, dict):
        name = first.replace("~1", "/").replace("~0", "~")
        inner = list(document.values()) if first == "…" else [document[name]] if name in document else []
    else:
        inner = []
    for value in inner:
        yield from values_at(value, rest)


def _fits(value: Any, asked: Any) -> bool:
    """Whether a value is as asked, as far as types and names tell; the algebra's validator has judged the rest."""
    if "required" in asked:
        return isinstance(value, dict) and asked["required"][0] in value
    if asked.get("not", {}).get("required"):
        return isinstance(value, dict) and asked["not"]["required"][0] not in value
    wanted = asked.get("type")
    return wanted is None or wanted == atom_of(value) or wanted == "number"
