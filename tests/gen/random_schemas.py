"""Random schemas with all keywords of all drafts, circles of references included, and documents along them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

from accordant.schema.dialects import DIALECTS, Dialect

NAMES: Final = ("a", "b", "kind", "x-y", "class")
PATTERNS: Final = ("^a", "b$", "^[ab]*$", "^.{1,2}$", "-", "^$")
SCALARS: Final = (None, True, False, 0, 1, 2, -1, 0.5, 1.5, 3, "", "a", "b", "ab", "kind", "x-y")
TYPES: Final = ("null", "boolean", "integer", "number", "string", "array", "object")
BY_TYPE: Final = {
    "array": (
        "items", "contains", "minItems", "maxItems", "uniqueItems", "additionalItems", "prefixItems", "minContains",
        "maxContains", "unevaluatedItems",
    ),
    "object": (
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependencies", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
    ),
    "string": ("minLength", "maxLength", "pattern"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}  # fmt: skip
IN_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if")
REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")


class Schemas:
    """Random schemas of one draft; the same ones for the same seed."""

    def __init__(self, seed: int | str, dialect: Dialect) -> None:
        self.chance, self.dialect = random.Random(seed), dialect

    def schema(self) -> dict[str, Any]:
        """A whole schema with definitions that refer to each other and to the root."""
        definitions = {name: self.part(2) for name in ("D", "E", "F")}
        keyword = "$defs" if "$defs" in self.dialect.keywords else "definitions"
        if "$dynamicAnchor" in self.dialect.keywords:
            definitions["F"] = {**self.short(), "$dynamicAnchor": "node"}
        root = self.part(3)
        whole = {"$schema": self.dialect.uri, **(root if isinstance(root, dict) else {"not": {}})}
        return {**whole, keyword: definitions}

    def part(self, depth: int) -> Any:
        """A subschema; with depth 0 one that is short."""
        chance = self.chance
        if chance.random() < 0.06 and self.dialect.position:
            return chance.random() < 0.7
        if depth == 0 or chance.random() < 0.12:
            return self.short()
        kind = chance.choice(("object", "object", "array", "string", "number", "any"))
        names = BY_TYPE.get(kind, tuple(name for some in BY_TYPE.values() for name in some))
        chosen = chance.sample(names, min(len(names), chance.randrange(1, 4)))
        chosen += chance.sample(IN_PLACE, chance.choice((0, 0, 1, 1, 2)))
        chosen += [chance.choice((*REFERENCES, "$ref", "$ref"))] if chance.random() < 0.2 else []
        schema: dict[str, Any] = {}
        if kind != "any" and chance.random() < 0.6:
            schema["type"] = kind if chance.random() < 0.7 else sorted({kind, chance.choice(TYPES)})
        for name in chosen:
            if name in self.dialect.keywords:
                self._add(schema, name, depth - 1)
        return schema

    def short(self) -> dict[str, Any]:
        """A schema of one keyword or two."""
        chance = self.chance
        return chance.choice((
            lambda: {"type": chance.choice(TYPES)},
            lambda: {"type": chance.sample(TYPES, 2)},
            lambda: {"enum": self._values()},
            lambda: {"const": self.value()} if self.dialect.position else {"enum": [self.value()]},
            lambda: {"required": [chance.choice(NAMES)]},
            lambda: {"$ref": self._target()},
            self._tagged,
        ))()  # fmt: skip

    def _tagged(self) -> dict[str, Any]:
        """An object with a tag."""
        tag = {"kind": {"enum": [self.chance.choice(("a", "b"))]}}
        return {"type": "object", "properties": tag, "required": ["kind"]}

    def value(self, depth: int = 2) -> Any:
        """Any JSON value, most of them scalars."""
        chance = self.chance
        if depth == 0 or chance.random() < 0.7:
            return chance.choice(SCALARS)
        if chance.random() < 0.5:
            return [self.value(depth - 1) for _ in range(chance.randrange(3))]
        return {chance.choice(NAMES): self.value(depth - 1) for _ in range(chance.randrange(3))}

    def _values(self) -> list[Any]:
        values = [self.value(1) for _ in range(self.chance.randrange(1, 4))]
        return list({json.dumps(value): value for value in values}.values())

    def _target(self) -> str:
        keyword = "$defs" if "$defs" in self.dialect.keywords else "definitions"
        return self.chance.choice(("#", *(f"#/{keyword}/{name}" for name in "DEF")))

    def _add(self, schema: dict[str, Any], name: str, depth: int) -> None:
        if name == "if":
            schema |= {
                "if": self.part(depth),
                **{k: self.part(depth) for k in ("then", "else") if self.chance.random() < 0.7},
            }
        elif name in ("minContains", "maxContains"):
            schema |= {name: self.chance.randrange(3), "contains": self.part(depth)}
        elif name.startswith("exclusive") and self.dialect.position == 0:
            schema |= {name: self.chance.random() < 0.7, name[9:].lower(): self.chance.choice((0, 1, 1.5))}
        else:
            schema[name] = self._of_keyword(name, depth)

    def _named(self, make: Callable[[], Any]) -> dict[str, Any]:
        return {name: make() for name in self.chance.sample(NAMES, self.chance.randrange(1, 3))}

    def _names(self) -> list[str]:
        return self.chance.sample(NAMES, self.chance.randrange(1, 3))

    def _of_keyword(self, name: str, depth: int) -> Any:
        """A value for a keyword."""
        chance = self.chance
        match name:
            case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
                return chance.choice((-1, 0, 1, 1.5, 2))
            case "multipleOf":
                return chance.choice((1, 2, 0.5, 3))
            case "uniqueItems":
                return chance.random() < 0.8
            case "pattern":
                return chance.choice(PATTERNS)
            case "required":
                return self._names()
            case "$ref" | "$dynamicRef" | "$recursiveRef":
                dynamic = chance.choice(("#node", "#", "#/$defs/D"))
                return {"$ref": self._target(), "$recursiveRef": "#"}.get(name, dynamic)
            case _ if name.startswith(("min", "max")):
                return chance.randrange(3)
            case _:
                return self._of_applicator(name, depth)

    def _of_applicator(self, name: str, depth: int) -> Any:
        """A value for a keyword that holds subschemas, or names."""
        match name:
            case "allOf" | "anyOf" | "oneOf" | "prefixItems":
                return [self.part(depth) for _ in range(self.chance.randrange(1, 4))]
            case "properties" | "dependentSchemas":
                return self._named(lambda: self.part(depth))
            case "patternProperties":
                return {self.chance.choice(PATTERNS): self.part(depth)}
            case "dependentRequired":
                return self._named(self._names)
            case "dependencies":
                return self._named(lambda: self._names() if self.chance.random() < 0.5 else self.part(depth))
            case "items":
                return self._items(depth)
            case _:
                return self.part(depth)

    def _items(self, depth: int) -> Any:
        if self.dialect.tuple_keyword == "items" and self.chance.random() < 0.4:
            return [self.part(depth) for _ in range(self.chance.randrange(1, 3))]
        return self.part(depth)


class Documents:
    """Documents along a schema: they need not be valid, but often are, or nearly."""

    def __init__(self, schemas: Schemas, schema: dict[str, Any]) -> None:
        self.random, self.chance, self.whole = schemas, schemas.chance, schema

    def some(self, count: int) -> list[Any]:
        """So many documents."""
        return [self.along(self.whole) if index % 4 else self.random.value() for index in range(count)]

    def along(self, schema: Any, depth: int = 5) -> Any:
        """A document along a subschema."""
        chance = self.chance
        if not isinstance(schema, dict) or depth == 0 or chance.random() < 0.06:
            return self.random.value()
        if "const" in schema or "enum" in schema:
            return chance.choice(schema.get("enum", [schema.get("const")]))
        inner = [schema[name] for name in ("then", "else", "if", "not") if name in schema]
        inner += [part for name in ("allOf", "anyOf", "oneOf") for part in schema.get(name, ())]
        inner += [self._resolved(schema[name]) for name in REFERENCES if name in schema]
        kind = schema.get("type", "")
        kind = chance.choice(kind) if isinstance(kind, list) else kind
        if inner and chance.random() < 0.6:
            chosen = self.along(chance.choice(inner), depth - 1)
            own = self._of_kind(kind, schema, depth)
            return {**own, **chosen} if isinstance(own, dict) and isinstance(chosen, dict) else chosen
        return self._of_kind(kind, schema, depth)

    def _resolved(self, reference: str) -> Any:
        target: Any = self.whole
        for name in reference.removeprefix("#").split("/")[1:]:
            target = target.get(name, {}) if isinstance(target, dict) else {}
        return target

    def _of_kind(self, kind: str, schema: dict[str, Any], depth: int) -> Any:
        chance = self.chance
        if not kind:
            told = [known for known, names in BY_TYPE.items() if schema.keys() & set(names)]
            kind = chance.choice(told or TYPES)
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            return self._array(schema, depth)
        if kind == "string":
            return chance.choice(("", "a", "b", "ab", "x-y", "aba"))
        scalars: dict[str, tuple[Any, ...]] = {"null": (None,), "boolean": (True, False), "integer": (0, 1, 2, -1, 3)}
        return chance.choice(scalars.get(kind, (0, 1, 0.5, 1.5, 2, -1)))

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        declared = {**schema.get("properties", {}), **schema.get("dependentSchemas", {})}
        names = {*declared, *schema.get("required", ())}
        other = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
        document = {
            name: self.along(declared.get(name, other), depth - 1)
            for name in sorted(names)
            if self.chance.random() < 0.8
        }
        if self.chance.random() < 0.3:
            document[self.chance.choice(NAMES)] = self.along(other, depth - 1)
        return document

    def _array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        items = schema.get("items", schema.get("contains"))
        first = items if isinstance(items, list) else schema.get("prefixItems", [])
        rest = schema.get("additionalItems") if isinstance(items, list) else items
        schemas = [*first, *[rest] * self.chance.randrange(3)]
        return [self.along(schema, depth - 1) for schema in schemas[: self.chance.randrange(len(schemas) + 1)]]


def drawn(seed: int, documents: int = 6) -> tuple[dict[str, Any], list[Any]]:
    """A schema with documents by its number; the drafts take turns."""
    schemas = Schemas(seed, DIALECTS[seed % len(DIALECTS)])
    schema = schemas.schema()
    return schema, Documents(schemas, schema).some(documents)
