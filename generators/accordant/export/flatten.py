"""One document in which every reference is local: all that a schema refers to is copied, in the words of one draft.

What a dynamic reference means depends on the way to it (Core 8.2.3.2), so a definition that is reached on ways that
differ in this has several copies. Anchors and addresses inside are not needed any more.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from accordant.export.forms import Form, Loss
from accordant.export.keywords import Keywords, add_conjunct, lower_to_07, raise_to_2020
from accordant.export.unevaluated import items_schema, members_schema
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12, REFERENCES, Keyword, Kind, paths_in
from accordant.schema.library_patterns import FRAGMENT
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import judging, target_of

_HOLDERS: Final = ("$defs", "definitions")
_BY_BRANCHES: Final = "branches that may hold or not decide what it applies to"
_Key = tuple[Node, Scope]


@dataclass(frozen=True, slots=True)
class Flat:
    """A flat schema, what it does not say, and the roots of the documents that it is made of."""

    value: JsonValue
    losses: tuple[Loss, ...]
    documents: tuple[Node, ...]


def flatten(root: Node, form: Form, address: str, names: Mapping[str, str]) -> Flat:
    """A schema as one document with local references alone.

    Args:
        root: the schema.
        form: the form of the export.
        address: the ``$id`` of the result.
        names: what each document is called, by its address.

    Raises:
        UnresolvableReference: a reference leads nowhere.
    """
    return Copies(form, names).flat(root, address)


@dataclass
class Copies:
    """Copies of schemas in the words of one draft, with local references alone."""

    form: Form
    names: Mapping[str, str]
    """What each document is called, by its address."""
    places: dict[_Key, str] = field(default_factory=dict)
    """Where each copied definition stands: its name, or empty for the root."""
    given: dict[_Key, str] = field(default_factory=dict)
    """The schemas that have names already, to which all others refer, also where they stand inside of them."""
    reserved: set[str] = field(default_factory=set)
    """Names that no other definition gets."""
    spell: Callable[[str], str] = str
    """How the names of definitions are written."""
    todo: list[_Key] = field(default_factory=list)
    losses: dict[Loss, None] = field(default_factory=dict)

    def flat(self, root: Node, address: str) -> Flat:
        """A schema as one document."""
        inside = root.resources.enter(root, ())
        self.places[root, inside] = ""
        self._keep_own_definitions(root, inside)
        body = self.schema(root, inside)
        definitions = self.definitions()
        keywords: Keywords = body if isinstance(body, dict) else {} if body else {"not": {}}
        if "$ref" in keywords:  # in draft-07 a reference would hide the address beside it
            add_conjunct(keywords, {"$ref": keywords.pop("$ref")})
        value: Keywords = {"$schema": self.form.draft.uri, "$id": address, **keywords}
        if definitions:
            value[self.form.holder] = definitions
        roots = dict.fromkeys(node.resources.root(node.document) for node, _ in self.places)
        return Flat(value, tuple(self.losses), tuple(roots))

    def definitions(self) -> dict[str, JsonValue]:
        """The copies of all schemas to which references lead, directly or through other definitions, by name."""
        definitions: dict[str, JsonValue] = {}
        while self.todo:
            key = self.todo.pop(0)
            definitions[self.places[key]] = self.schema(*key)
        return definitions

    def _keep_own_definitions(self, root: Node, inside: Scope) -> None:
        """The definitions of the root stay, under their names, whether something refers to them or not."""
        for holder in _HOLDERS:
            value = root.value.get(holder) if isinstance(root.value, dict) else None
            if holder in root.dialect.keywords and isinstance(value, dict):
                for name in value:
                    key = (root.child(holder, name), inside)
                    if name not in self.places.values():
                        self.places[key] = name
                        self.todo.append(key)

    def reference(self, target: Node, scope: Scope) -> str:
        """The local reference to the copy of a schema."""
        key = (target, target.resources.enter(target, scope))
        name = self.given.get(key)
        if name is None:
            if key not in self.places:
                self.places[key] = self._name(target)
                self.todo.append(key)
            name = self.places[key]
        return f"#/{self.form.holder}/{quote(pointers.escape(name), safe=FRAGMENT)}" if name else "#"

    def _name(self, node: Node) -> str:
        """A name that no other definition has: that of the schema file or of the definition, else with both."""
        file = self.names.get(node.document, "")
        *before, last = ["", *pointers.split(node.pointer)]
        if last.isdecimal():
            last = f"{before[-1]}-{last}"
        taken = {*self.places.values(), *self.reserved}
        wishes = list(map(self.spell, [last or file, f"{file}.{last}" if file and last else "", "schema"]))
        name = next(wish for wish in wishes if wish)
        free = next((wish for wish in wishes[:2] if wish and wish not in taken), "")
        number = 2
        while not free:
            free = f"{name}-{number}" if f"{name}-{number}" not in taken else ""
            number += 1
        return free

    def schema(self, node: Node, scope: Scope, without: Container[str] = ()) -> JsonValue:
        """A schema in the words of the draft, ``without`` some of its keywords."""
        if not isinstance(node.value, dict):
            return node.value
        inside = node.resources.enter(node, scope)
        keywords: Keywords = {}
        for name in judging(node):
            if name not in without:
                self._add(keywords, node, name, inside)
        self._say_unevaluated(keywords, node, inside)

        raised = raise_to_2020(keywords, node.dialect, lambda *unsaid: self._lose(node, *unsaid))
        if self.form.draft is DRAFT_2020_12:
            return raised
        return lower_to_07(raised, lambda *unsaid: self._lose(node, *unsaid, is_of_07=True))

    def _add(self, keywords: Keywords, node: Node, name: str, scope: Scope) -> None:
        """Copy one keyword with its subschemas."""
        value, keyword = node.value[name], node.dialect.keywords.get(name)
        if keyword is None:
            if not self.form.plain and name not in DRAFT_2020_12.keywords and name not in self.form.draft.keywords:
                keywords[name] = value
        elif keyword.is_reference:
            self._add_reference(keywords, node, name, scope)
        elif keyword.kind is Kind.ANNOTATION:
            if name != "contentSchema" and (name in self.form.draft.keywords or not self.form.plain):
                keywords[name] = value
        elif keyword.kind is not Kind.IDENTIFIER:
            copied = self._subschemas(node, keyword, scope)
            keywords[name] = [*keywords.get(name, ()), *copied] if name == "allOf" else copied

    def _add_reference(self, keywords: Keywords, node: Node, name: str, scope: Scope) -> None:
        target = {"$ref": self.reference(target_of(node, name, scope), scope)}
        if "$ref" in keywords:
            add_conjunct(keywords, target)
        else:
            keywords |= target

    def _subschemas(self, node: Node, keyword: Keyword, scope: Scope) -> Any:
        """The value of a keyword with its subschemas in the words of the draft."""
        value = node.value[keyword.name]
        copies = {path[1:]: self._inner(node.child(*path), scope) for path in paths_in(keyword, value)}
        if () in copies:
            return copies[()]
        if isinstance(value, list):
            return [copies.get((index,), item) for index, item in enumerate(value)]
        return {key: copies.get((key,), item) for key, item in value.items()} if isinstance(value, dict) else value

    def _inner(self, node: Node, scope: Scope) -> JsonValue:
        """A schema inside another, or a reference to it where it has a name."""
        if self.given and (node, node.resources.enter(node, scope)) in self.given:
            return {"$ref": self.reference(node, scope)}
        return self.schema(node, scope)

    def _say_unevaluated(self, keywords: Keywords, node: Node, scope: Scope) -> None:
        """Say the two keywords with others where the draft has none of them, or reads them differently."""
        ways = {"unevaluatedProperties": members_schema, "unevaluatedItems": items_schema}
        for name, say in ways.items():
            if name not in keywords or self._is_read_alike(name, node):
                continue
            said = say(node, scope, keywords.pop(name), self._condition)
            if said is None:
                self._lose(node, name, _BY_BRANCHES, is_of_07=self.form.draft is DRAFT_07)
            elif said is not True:
                add_conjunct(keywords, _modern(said) if self.form.draft is DRAFT_2020_12 else said)

    def _condition(self, node: Node, scope: Scope) -> JsonValue:
        """A schema that others ask about, by reference: it may lead back to those that ask."""
        return {"$ref": self.reference(node, scope)} if isinstance(node.value, dict) else node.value

    def _is_read_alike(self, name: str, node: Node) -> bool:
        """Whether the draft reads such a keyword as the draft of the node does."""
        return self.form.draft is DRAFT_2020_12 and (name != "unevaluatedItems" or node.dialect.contains_evaluates)

    def _lose(self, node: Node, keyword: str, reason: str, *, is_of_07: bool = False) -> None:
        written = next((name for name in (keyword, *REFERENCES) if name in node.value), keyword)
        self.losses[Loss(node.document, pointers.join(node.pointer, written), keyword, reason, is_of_07)] = None


def _modern(said: JsonValue) -> JsonValue:
    """The same for 2020-12 of what was said for draft-07."""
    return raise_to_2020(said, DRAFT_07, lambda keyword, reason: None) if isinstance(said, dict) else said
