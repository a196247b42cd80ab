"""A schema's keywords in words: what a value is, and what holds about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.docs.markdown import code, link, listed, text, value
from accordant.docs.places import Book, definition_anchor, raw, schema_anchor
from accordant.docs.rows import definitions
from accordant.findings import JsonValue
from accordant.schema import pointers

MANY: Final = 12
"""So many members of an enum are named; the code list or the schema has the rest."""

_ARTICLES: Final = {"null": "null", "integer": "an integer", "array": "an array", "object": "an object"}


@dataclass(frozen=True, slots=True)
class Words:
    """Turns keywords of one schema into Markdown; links lead from the version's page."""

    book: Book
    schema: str

    def type(self, node: JsonValue) -> str:
        """What a value is, short enough for a cell: ``string``, ``array of ErrorRecord``, ``null or object``."""
        if node is True or node == {}:
            return "any value"
        if not isinstance(node, dict):
            return "nothing"
        if isinstance(node.get("$ref"), str):
            return self.reference(node["$ref"])
        for word in ("oneOf", "anyOf"):
            branches = node.get(word)
            if isinstance(branches, list) and branches and all(is_type(one) for one in branches):
                return listed(list(dict.fromkeys(self.type(one) for one in branches)))
        if "x-type-parameter" in node:
            return f"{text(str(node['x-type-parameter']))}: {listed(self._types(node))}"
        return listed(self._types(node))

    def _types(self, node: Mapping[str, JsonValue]) -> list[str]:
        given = node.get("type")
        names = [given] if isinstance(given, str) else given if isinstance(given, list) else [self._guess(node)]
        items = node.get("items")
        shown = [str(one) for one in names]
        if isinstance(items, dict) and items:
            return [f"array of {self.type(items)}" if one == "array" else text(one) for one in shown]
        if isinstance(node.get("additionalProperties"), dict) and not node.get("properties"):
            inner = self.type(node["additionalProperties"])
            return [f"object with values: {inner}" if one == "object" else text(one) for one in shown]
        return [text(one) for one in shown]

    def _guess(self, node: Mapping[str, JsonValue]) -> str:
        """A word for a value whose schema names no type."""
        if "x-codes" in node:
            given = node["x-codes"]
            name = given.get("list") if isinstance(given, dict) else given
            found = self.book.version.state.code_lists.get(str(name))
            return "integer" if found and any(isinstance(one.id, int) for one in found.entries) else "string"
        if "const" in node or "enum" in node:
            return "value"
        return "object" if "properties" in node else "any value"

    def reference(self, given: str) -> str:
        """A link to what a ``$ref`` names."""
        found = self.book.target(self.schema, given)
        if found is None:
            return code(given)
        name, pointer = found
        tokens = pointers.split(pointer)
        if not tokens:
            return link(text(name), self.book.to(self.book.index, schema_anchor(name)))
        defined = {at for _, at, _ in definitions(raw(self.book.version.state.schemas[name]))}
        if pointer in defined:
            return link(text(tokens[1]), self.book.to(self.book.index, definition_anchor(name, tokens[1])))
        return f"{link(text(name), self.book.to(self.book.index, schema_anchor(name)))} at {code(pointer)}"

    def limits(self, node: JsonValue) -> list[str]:
        """What narrows a value beyond its type, as phrases that fit behind *it has to be so*: ``at least 1 item``."""
        if not isinstance(node, dict):
            return []
        found = [write(node[name]) for name, write in _LIMITS.items() if name in node]
        if "x-codes" in node:
            found.insert(0, self.binding(node["x-codes"]))
        if isinstance(node.get("not"), dict):
            found += [f"not {one}" for one in self._alone(node["not"])]
        if node.get("additionalProperties") is False or node.get("unevaluatedProperties") is False:
            found.append("no other fields")
        return [one for one in found if one]

    def _alone(self, node: Mapping[str, JsonValue]) -> list[str]:
        """The limits of a subschema where it has nothing else."""
        return self.limits(node) if set(node) <= set(_LIMITS) and len(node) == 1 else []

    def binding(self, given: JsonValue) -> str:
        """What ``x-codes`` says."""
        name = given.get("list") if isinstance(given, dict) else given
        where = given.get("where", {}) if isinstance(given, dict) else {}
        page = self.book.to(self.book.codes(str(name)))
        chosen = [f"{text(str(key))} {code(str(one))}" for key, one in where.items()] if isinstance(where, dict) else []
        listed_codes = self.book.version.state.code_lists.get(str(name))
        shown = link(text(str(name)), page) if listed_codes else code(str(name))
        more = ", or another of that spelling" if listed_codes and listed_codes.extensible else ""
        return f"one of {shown}" + (f" with {listed(chosen, 'and')}" if chosen else "") + more

    def facts(self, node: JsonValue, at: str = "") -> Iterator[str]:
        """Everything that holds about the value at a place, a sentence part each.

        Args:
            node: a subschema.
            at: where the value stands in the document, as a JSON Pointer; "" is the document itself.
        """
        subject = code(at) if at else "the document"
        if node is False:
            yield f"{subject} is not there"
        if not isinstance(node, dict):
            return
        if "$ref" in node:
            yield f"{subject} is {self.reference(str(node['$ref']))}"
        if "type" in node:
            yield f"{subject} is {listed([_ARTICLES.get(one, f'a {one}') for one in map(text, _names(node['type']))])}"
        told = [name for name in _LIMITS if name in node and name not in _SILENT]
        yield from (f"{subject} {_verb(name)} {_LIMITS[name](node[name])}" for name in told)
        if "x-codes" in node:
            yield f"{subject} is {self.binding(node['x-codes'])}"
        if node.get("additionalProperties") is False or node.get("unevaluatedProperties") is False:
            yield f"{subject} has no other fields"
        yield from self._members(node, at)
        yield from self._logic(node, at, subject)

    def _members(self, node: Mapping[str, JsonValue], at: str) -> Iterator[str]:
        properties = node.get("properties")
        told: set[str] = set()
        for name, one in properties.items() if isinstance(properties, dict) else ():
            parts = list(self.facts(one, pointers.join(at, name)))
            told |= {name} if parts else set()
            yield from parts
        required = node.get("required")
        missing = [str(one) for one in required if one not in told] if isinstance(required, list) else []
        if missing:
            yield f"{listed([code(pointers.join(at, one)) for one in missing], 'and')} {_are(missing)} present"
        if isinstance(node.get("items"), dict | bool):
            yield from self.facts(node["items"], pointers.join(at, "*"))
        if isinstance(node.get("additionalProperties"), dict):
            yield from self.facts(node["additionalProperties"], f"{at}/…")
        if "contains" in node:
            yield f"an item of {code(at or '/')} fits: {self.joined(node['contains'], pointers.join(at, '*'))}"
        if "propertyNames" in node:
            yield f"each name of a field in {code(at or '/')} fits: {self.joined(node['propertyNames'], 'name')}"
        for word in ("dependentRequired", "dependentSchemas", "dependencies"):
            for name, one in node[word].items() if isinstance(node.get(word), dict) else ():
                then = {"required": one} if isinstance(one, list) else one
                yield f"when {code(pointers.join(at, name))} is present, {self.joined(then, at)}"

    def _logic(self, node: Mapping[str, JsonValue], at: str, subject: str) -> Iterator[str]:
        for one in node["allOf"] if isinstance(node.get("allOf"), list) else ():
            yield from self.facts(one, at)
        for word, says in (("anyOf", "at least one of these holds"), ("oneOf", "exactly one of these holds")):
            branches = node.get(word)
            if isinstance(branches, list) and branches and all(is_type(one) for one in branches):
                yield f"{subject} is {listed([self.type(one) for one in branches])}"
            elif isinstance(branches, list):
                told = [f"({index}) {self.joined(one, at)}" for index, one in enumerate(branches, 1)]
                yield f"{says}: {', '.join(told)}"
        if "not" in node:
            alone = self._alone(node["not"]) if isinstance(node["not"], dict) else []
            yield f"{subject} is not {alone[0]}" if alone else f"it is not so that {self.joined(node['not'], at)}"
        if "if" in node:
            yield self.rule(node, at)
        if "x-code-context" in node:
            yield self.context(node["x-code-context"], at)

    def rule(self, node: Mapping[str, JsonValue], at: str = "", premises: tuple[str, ...] = ()) -> str:
        """An ``if`` with its ``then`` and ``else``, under the premises of the conditions around it."""
        premise = " and ".join([*premises, self.joined(node["if"], at)])
        said = f"when {premise}: {self.joined(node['then'], at)}" if "then" in node else ""
        if "else" in node:
            otherwise = self.joined(node["else"], at)
            around = f"when {' and '.join(premises)}, " if premises and not said else ""
            said = f"{said}; otherwise {otherwise}" if said else f"{around}unless {premise}: {otherwise}"
        return said

    def context(self, given: JsonValue, at: str = "") -> str:
        """What ``x-code-context`` says."""
        if not isinstance(given, dict):
            return ""
        name = str(given.get("list"))
        page = self.book.to(self.book.codes(name))
        return (
            f"{code(pointers.join(at, str(given.get('context'))))} holds the context fields of the "
            f"{text(str(given.get('identifier')))}, as {link(text(name), page)} lists them"
        )

    def joined(self, node: JsonValue, at: str = "") -> str:
        """All facts in one breath."""
        told = list(self.facts(node, at))
        if len(told) > MANY:
            told = [*told[: MANY - 1], f"{len(told) - MANY + 1} further conditions hold"]
        return listed(told, "and") or "anything holds"


def is_type(node: JsonValue) -> bool:
    """Whether a branch says no more than which type it is, so that it can be listed by name."""
    quiet = {"$ref", "type", "title", "description", "$comment", "x-type-parameter"}
    return isinstance(node, dict) and set(node) <= quiet and bool(set(node) & {"$ref", "type"})


def _names(given: JsonValue) -> list[str]:
    return [str(one) for one in given] if isinstance(given, list) else [str(given)]


def _are(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _verb(name: str) -> str:
    return "has" if name[3:] in ("Length", "Items", "Properties") else "is"


def _count(least: bool, one: str, many: str) -> Callable[[JsonValue], str]:
    def write(limit: JsonValue) -> str:
        if limit == 0 and not least:
            return f"no {many}"
        return f"at {'least' if least else 'most'} {value(limit)} {one if limit == 1 else many}"

    return write


def _members(given: JsonValue) -> str:
    if not isinstance(given, list) or not given:
        return "none of all values"
    shown = [value(one) for one in given[:MANY]]
    more = f", and {len(given) - MANY} more" if len(given) > MANY else ""
    return f"one of {', '.join(shown)}{more}" if len(given) > 1 else shown[0]


_SILENT: Final = ("default", "deprecated", "readOnly", "writeOnly", "x-open", "x-closed")
"""Limits that say something to people and ask nothing of a value."""

_LIMITS: Final[Mapping[str, Callable[[JsonValue], str]]] = {
    "const": value,
    "enum": _members,
    "minLength": _count(True, "character", "characters"),
    "maxLength": _count(False, "character", "characters"),
    "pattern": lambda given: f"of the form {code(str(given))}",
    "format": lambda given: f"in the format {code(str(given))}",
    "minimum": lambda given: f"at least {value(given)}",
    "exclusiveMinimum": lambda given: f"more than {value(given)}",
    "maximum": lambda given: f"at most {value(given)}",
    "exclusiveMaximum": lambda given: f"less than {value(given)}",
    "multipleOf": lambda given: f"a multiple of {value(given)}",
    "minItems": _count(True, "item", "items"),
    "maxItems": _count(False, "item", "items"),
    "uniqueItems": lambda given: "without equal items" if given else "",
    "minProperties": _count(True, "field", "fields"),
    "maxProperties": _count(False, "field", "fields"),
    "x-unit": lambda given: f"in the unit {code(str(given))}",
    "x-closed": lambda given: "closed for good" if given else "",
    "x-open": lambda given: "open: values may be added" if given else "",
    "default": lambda given: f"default {value(given)}",
    "deprecated": lambda given: "deprecated" if given else "",
    "readOnly": lambda given: "read only" if given else "",
    "writeOnly": lambda given: "write only" if given else "",
}
