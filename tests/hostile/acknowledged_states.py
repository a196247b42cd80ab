"""Three states of a schema: what was released, what was accepted, and what comes then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

Schema: TypeAlias = dict[str, Any]
States: TypeAlias = tuple[Schema, Schema, Schema]

S: Final[Schema] = {"type": "string"}
I: Final[Schema] = {"type": "integer"}  # noqa: E741  (as in the two lists of types below)
NULLABLE: Final[Schema] = {"type": ["string", "null"]}


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def obj(*required: str, **properties: Any) -> Schema:
    named: Schema = {"type": "object", "properties": properties}
    return {**named, "required": list(required)} if required else named


ZIP: Final = obj(zip=S)
MUST: Final = obj("zip", zip=S)
CITY: Final = obj(city=S)
BOTH: Final = obj(zip=S, city=S)
"""Objects that two places share, before and after something is lost."""
LOST: Final[dict[str, tuple[Schema, Schema]]] = {
    "required": (MUST, ZIP),
    "type": (ZIP, obj(zip=I)),
    "null": (ZIP, obj(zip=NULLABLE)),
    "bound": (obj(zip={**S, "maxLength": 5}), ZIP),
    "value": (obj(zip={"enum": ["a"]}), obj(zip={"enum": ["a", "b"]})),
    "listed value": (obj(zip={"enum": ["a", "b", "c"]}), obj(zip={"enum": ["a", "b"]})),
    "field": (BOTH, CITY),
}


def fields(first: Schema, second: Schema) -> Schema:
    return obj(billing=first, shipping=second)


def list_and_map(first: Schema, second: Schema) -> Schema:
    return obj(l={"type": "array", "items": first}, m={"type": "object", "additionalProperties": second})


def leading_items(first: Schema, second: Schema) -> Schema:
    return obj(l={"type": "array", "prefixItems": [first], "items": second})


def patterns(first: Schema, second: Schema) -> Schema:
    return obj(m={"type": "object", "patternProperties": {"^x": first}, "additionalProperties": second})


def nested(first: Schema, second: Schema) -> Schema:
    return obj(x=ref("X"), y=ref("Y")) | {"$defs": {"X": obj(at=first), "Y": obj(at=second)}}


def tagged(first: Schema, second: Schema, keyword: str = "oneOf") -> Schema:
    kinds = [obj("k", k={"const": tag}, payload=part) for tag, part in (("A", first), ("B", second))]
    return obj(event={keyword: kinds})


def any_tagged(first: Schema, second: Schema) -> Schema:
    return tagged(first, second, "anyOf")


USES: Final = {
    use.__name__: use for use in (fields, list_and_map, leading_items, patterns, nested, tagged, any_tagged)
}  # fmt: skip


def _with(schema: Schema, **definitions: Schema) -> Schema:
    return {**schema, "$defs": {**schema.get("$defs", {}), **definitions}}


def _sharing() -> dict[str, States]:
    """One use of a shared definition is spared, and then no longer."""
    found: dict[str, States] = {}
    for use, make in USES.items():
        for what, (whole, less) in LOST.items():
            found[f"{what} of {use}"] = (
                _with(make(ref("P"), ref("P")), P=whole),
                _with(make(ref("P"), ref("Q")), P=less, Q=whole),
                _with(make(ref("P"), ref("P")), P=less),
            )
    return found


def two(*required: str, **more: Any) -> Schema:
    return obj(*required, a=S, b=S) | more


IF_B: Final[Schema] = {"if": {"required": ["b"]}, "then": {"required": ["a"]}}
WITH_B: Final[Schema] = {"required": ["b"]}
WITH_Q: Final[Schema] = {"required": ["b"], "properties": {"b": {"const": "q"}}}


def alternatives(*values: str) -> Schema:
    return two(anyOf=in_case(*values))


def listed(*required: str, **more: Any) -> Schema:
    return obj(*required, a=S, b={"enum": ["q", "r", "s"]}) | more


def in_case(*values: str) -> list[Schema]:
    return [{"required": ["a"]}, {"properties": {"b": {"enum": list(values)}}, "required": ["b"]}]


def by_mode(*values: str) -> list[Schema]:
    return [{"required": ["a"]}, {"properties": {"mode": {"enum": list(values)}}}]


def by_anchor(required: list[str]) -> Schema:
    then: Schema = {"if": {"required": ["b"]}, "then": {"$ref": "#c"}}
    return two(**then) | {"$defs": {"C": {"$anchor": "c", "required": required}}}


def if_referred(condition: Schema) -> Schema:
    return two(**{"if": ref("C"), "then": {"required": ["a"]}}) | {"$defs": {"C": condition}}


def list_of(**keywords: Any) -> Schema:
    return obj(l={"type": "array", **keywords})


EITHER: Final[Schema] = {"type": ["integer", "string"]}
PAIR: Final = obj("b", "c", b=I, c=I)


def replaced(make: Callable[[Schema], Schema], first: Schema, second: Schema) -> States:
    """A use of a shared definition that refers to another one, which is edited then."""

    def schema(name: str, other: Schema) -> Schema:
        whole = make(ref(name))
        return _with({**whole, "properties": {**whole["properties"], "z": ref("P")}}, P=PAIR, Q=other)

    return schema("P", PAIR), schema("Q", first), schema("Q", second)


def shape(tag: str, *required: str, **properties: Schema) -> Schema:
    return obj("k", *required, k={"const": tag}, **properties)


def chain(first: Schema, second: Schema) -> Schema:
    """What holds for one tag, and for another."""
    cases = [{"if": obj("k", k={"const": tag}), "then": then} for tag, then in (("t1", first), ("t2", second))]
    return obj("k", k={"enum": ["t1", "t2"]}) | {"allOf": cases}


def in_turn(what: Schema, less: Schema | None) -> States:
    """Two shapes of which one loses something, and then the other."""

    def schema(*fields: Schema | None) -> Schema:
        own = zip(("t1", "t2"), fields, strict=True)
        return {"oneOf": [shape(tag, **({} if field is None else {"x": field})) for tag, field in own]}

    return schema(what, what), schema(less, what), schema(less, less)


def in_cases(*tags: str, more: int | None = None) -> Schema:
    """A value that is let in, but in some cases."""
    values = {"enum": [1] if more is None else [1, more]}
    schema = obj("k", k={"enum": ["a", "b", "z"]}, c=values)
    case = {"if": {"properties": {"k": {"enum": list(tags)}}}, "then": {"properties": {"c": {"enum": [1]}}}}
    return schema if more is None else schema | case


def either(second: Schema) -> Schema:
    return obj("a", a=S) | {"anyOf": [{"properties": {"a": {"maxLength": 1}}}, second]}


def beside(schema: Schema) -> States:
    """A field that comes beside a reference, or a list of one, after a break in what it leads to."""

    def whole(field: Schema, definition: Schema) -> Schema:
        return _with(obj(c=field), P=definition)

    return whole(schema, MUST), whole(schema, ZIP), whole({**schema, "properties": {"n": S}}, ZIP)


WIDER: Final[Schema] = {"type": ["string", "null", "integer"]}


def moved(keyword: str, *fields: Schema, **others: Schema) -> Schema:
    return obj(**others) | {keyword: [{"properties": {"c": field}} for field in fields]}


def based(field: Schema) -> Schema:
    return _with(obj(i=S) | {"allOf": [ref("B")]}, B=obj(c=field))


def shapes(first: Schema, second: Schema, *more: Schema) -> Schema:
    return {"oneOf": [first, second, *more]}


def closed(other: Any, **properties: Schema) -> Schema:
    return obj(**properties) | {"additionalProperties": other}


def many(name: str, definition: Schema, **more: Schema) -> Schema:
    """A definition that is used at more places than are told apart."""
    return _with(obj(**{f"f{number}": ref(name) for number in range(250)}, **more), **{name: definition})


MORE: Final = ref("More")


def embedded(types: list[Schema], **inner: Schema) -> Schema:
    resource = {"$id": "urn:order:embedded", "$defs": {"T": {"anyOf": types}, **inner}}
    at = {"$ref": "urn:order:embedded#/$defs/T"}
    return obj(x=at) | {"$defs": {"More": {"type": "boolean"}, "E": resource}}


def example(types: list[Schema], target: Schema) -> Schema:
    return obj(x={"anyOf": types}) | {"examples": [target]}


WIDE: Final[Schema] = {"type": ["array", "null", "boolean"]}
ARRAY: Final[Schema] = {"type": "array"}
BY_EXAMPLE: Final[Schema] = {"$ref": "#/examples/0"}
SHORT: Final[Schema] = {**S, "maxLength": 5}

CHANGED: Final[dict[str, States]] = _sharing() | {
    "a use that refers to another": (
        fields(MUST, {"$ref": "#/properties/billing"}), fields(ZIP, MUST), fields(ZIP, {"$ref": "#/properties/billing"})
    ),
    "a condition in allOf": (two("a"), two(allOf=[IF_B]), two()),
    "a name that another asks for, in allOf": (two("a"), two(allOf=[{"dependentRequired": {"b": ["a"]}}]), two()),
    "a condition behind a reference": (two("a"), two(**ref("C")) | {"$defs": {"C": IF_B}}, two()),
    "the target of an if": (two("a"), if_referred(WITH_B), if_referred(WITH_Q)),
    "a wider alternative": (two("a"), alternatives("q"), alternatives("q", "r")),
    "one more alternative": (
        two("a"), alternatives("q"), {**alternatives("q"), "anyOf": [*alternatives("q")["anyOf"], WITH_Q]}
    ),
    "an alternative that takes all": (two("a"), alternatives("q"), two(anyOf=[{"required": ["a"]}, True])),
    "the target of an anchor": (two("a"), by_anchor(["a"]), by_anchor(["b"])),
    "values for a type": (obj(a=S), obj(a={"enum": ["a", None]}), obj(a={"enum": ["a", None, 1, []]})),
    "a pattern for a bound": (obj(a=SHORT), obj(a={**S, "pattern": "^.{0,8}$"}), obj(a=S)),
    "a bound in allOf": (obj(a=SHORT), obj(a={**S, "allOf": [{"maxLength": 50}]}), obj(a=S)),
    "a bound for a pattern": (obj(a={**S, "pattern": "^[a-z]{1,2}$"}), obj(a={**S, "maxLength": 3}), obj(a=S)),
    "a pattern for a value": (obj(a={"const": "p"}), obj(a={**S, "pattern": "^[pq]$"}), obj(a=S)),
    "a pattern that does for a bound beside it": (
        obj(a={**SHORT, "pattern": "^a"}), obj(a={**S, "pattern": "^a.{0,8}$"}), obj(a={**S, "pattern": "^a"})
    ),
    "values of the whole object": (two("a"), two(enum=[{"a": "x"}, {}]), two()),
    "values of a list that an alternative narrows": (
        listed("a"), listed(anyOf=in_case("q")), listed(anyOf=in_case("q", "r"))
    ),
    "a tag that nobody must send": (two("a"), two(anyOf=by_mode("q")), two(anyOf=by_mode("q", "r"))),
    "leading items for a length": (
        list_of(items=S, maxItems=3), list_of(prefixItems=[S] * 5, items=False), list_of(items=S)
    ),
    "leading items for all": (list_of(items=S), list_of(prefixItems=[S], items=NULLABLE), list_of(items=NULLABLE)),
    "unevaluated items for all": (list_of(items=S), list_of(unevaluatedItems=NULLABLE), list_of()),
    "a reference in an embedded resource": (
        embedded([S, I]), embedded([S, I, MORE], More=ARRAY), embedded([S, I, MORE], More=WIDE)
    ),
    "a reference into an example": (
        example([S, I], {}), example([S, I, BY_EXAMPLE], ARRAY), example([S, I, BY_EXAMPLE], WIDE)
    ),
    "a field of another definition": replaced(
        lambda at: obj(a=at), obj("b", "c", b=EITHER, c=I), obj("b", "c", b=EITHER, c=EITHER)
    ),
    "a required field of another definition": replaced(lambda at: obj(a=at), obj("b", b=I, c=I), obj(b=I, c=I)),
    "a field of another definition of items": replaced(
        lambda at: list_of(items=at), obj("b", "c", b=EITHER, c=I), obj("b", "c", b=EITHER, c=EITHER)
    ),
    "a field of another definition of some item": replaced(
        lambda at: list_of(contains=at), obj("b", "c", b=EITHER, c=I), obj("b", "c", b=EITHER, c=EITHER)
    ),
    "a field of another definition in some item": replaced(
        lambda at: list_of(contains=obj("q", q=at)), obj("b", "c", b=EITHER, c=I), obj("b", "c", b=EITHER, c=EITHER)
    ),
    "a field of one shape after the other": in_turn(S, None),
    "a value of one shape after the other": in_turn({"enum": ["p", "q"]}, {"enum": ["p"]}),
    "a unit of one shape after the other": in_turn({**I, "x-unit": "ms"}, {**I, "x-unit": "s"}),
    "a field in one shape after the other": in_turn(obj(y=S), obj()),
    "a field of one case after the other": (chain(obj(x=S), obj(x=S)), chain(obj(), obj(x=S)), chain(obj(), obj())),
    "a field of one shape, then its presence in the other": (
        {"oneOf": [shape("t1", "x", x=S), shape("t2", "x", x=S)]},
        {"oneOf": [shape("t1"), shape("t2", "x", x=S)]},
        {"oneOf": [shape("t1"), shape("t2", x=S)]},
    ),
    "what may stand where a closed object had a field": (
        obj(a=closed(False, x=S, y=S)), obj(a=closed(False, y=S)), obj(a=closed(I, y=S))
    ),
    "a closed object that is opened": (closed(False, x=S, y=S), closed(False, y=S), obj(y=S)),
    "presence beside a lost shape": (
        {"oneOf": [obj("b", b=S), obj("a", "c", a=S, c=S)]}, {"oneOf": [obj("b", b=S)]}, {"oneOf": [obj(b=S)]}
    ),
    "the type of a field of an object that was let in": (
        list_of(items=S), list_of(items=obj("id", id=S)), list_of(items=obj("id", id=NULLABLE))
    ),
    "the values of the case in which a value is let in": (
        in_cases("a", "b"), in_cases("a", "b", more=2), in_cases("a", more=2)
    ),
    "the required name of an alternative that is not declared any more": (
        either({"properties": {"b": S}, "required": ["b"]}), either({"required": ["b"]}), either({})
    ),
    "names that ask for each other in an object that was let in": (
        obj(c=S), obj(c=obj(a=I, b=I) | {"dependentRequired": {"a": ["b"]}}), obj(c=obj(a=I, b=I))
    ),
    "a field that moved into allOf": (obj(c=S), moved("allOf", NULLABLE), moved("allOf", WIDER)),
    "a bound of a field that moved": (
        obj(c={**S, "maxLength": 3}), moved("allOf", {**S, "maxLength": 4}), moved("allOf", S)
    ),
    "a field that moved into alternatives": (obj(c=S), moved("anyOf", S, I), moved("anyOf", S, I, {"type": "null"})),
    "a field that moved into a definition": (obj(c=S, i=S), based(NULLABLE), based(WIDER)),
    "a name that a map did not have": (
        closed(S, c=I), closed(EITHER, c=I), closed(EITHER, c=I, new={})
    ),
    "one of very many places": (many("P", obj("b", b=S, c=S)), many("P", obj(b=S, c=S)), many("P", obj(b=S, c=I))),
    "the content of an alternative": (
        obj(a={"anyOf": [S, I]}), obj(a={"anyOf": [S, I, obj("w", w=I)]}), obj(a={"anyOf": [S, I, WIDE]})
    ),
    "an optional field of an alternative": (
        obj(a={"anyOf": [S, I]}), obj(a={"anyOf": [S, I, obj(w=I)]}), obj(a={"anyOf": [S, I, obj(w=S)]})
    ),
}  # fmt: skip
"""The break of the second state was accepted; that of the third is another one."""


def one_of_three(more: Schema | None = None, **others: Schema) -> Schema:
    return obj(x={"anyOf": [S, I, {"type": "array", **(more or {})}]}, **others)


def shared(name: str, definition: Schema) -> Schema:
    return _with(fields(ref(name), ref(name)), **{name: definition})


def anchored(**others: Schema) -> Schema:
    return obj(x={"anyOf": [S, I, {"$ref": "#m"}]}, **others) | {"$defs": {"M": {"$anchor": "m", **ARRAY}}}


PLAIN: Final = obj(x={"anyOf": [S, I]})
KEPT: Final[dict[str, States]] = {
    "a text in an alternative": (PLAIN, one_of_three(), one_of_three({"description": "words"})),
    "the order of types": (obj(x=S), obj(x=NULLABLE), obj(x={"type": ["null", "string"]})),
    "the name of a definition": (shared("P", MUST), shared("P", ZIP), shared("Q", ZIP)),
    "a definition that is put in its place": (shared("P", MUST), shared("P", ZIP), fields(ZIP, ZIP)),
    "a field elsewhere, beside an anchor": (PLAIN, anchored(), anchored(y=S)),
    "a field elsewhere": (PLAIN, one_of_three(), one_of_three(y=S)),
    "a field of a shared definition": (shared("P", MUST), shared("P", ZIP), shared("P", obj(zip=S, more=S))),
    "a value of a list in another field": (
        obj("a", a=S, k={"enum": ["x", "y"]}), obj(a=S, k={"enum": ["x", "y"]}), obj(a=S, k={"enum": ["x", "y", "z"]})
    ),
    "a condition about another field": (two("a"), two(), two(**{"if": WITH_B, "then": {"properties": {"c": S}}})),
    "a field of another definition": replaced(
        lambda at: obj(a=at), obj("b", "c", b=EITHER, c=I), obj("b", "c", b=EITHER, c=I, n=S)
    ),
    "a shape that comes": (
        {"oneOf": [shape("t1", x=S), shape("t2", x=obj())]},
        {"oneOf": [shape("t1"), shape("t2", x=obj())]},
        {"oneOf": [shape("t1"), shape("t2", x=obj(y=S)), shape("t3", x=obj())]},
    ),
    "a field beside a reference": beside(ref("P")),
    "a field beside a list of one reference": beside({"allOf": [ref("P")]}),
    "an object that is closed": (obj("x", x=S), obj(x=S), closed(False, x=S)),
    "another value of the list": (
        obj(a={"enum": ["x", "y", "z"]}), obj(a={"enum": ["x", "y"]}), obj(a={"enum": ["x", "y", "w"], "title": "A"})
    ),
    "a field beside one that moved": (obj(c=S), moved("allOf", NULLABLE), moved("allOf", NULLABLE, n=S)),
    "a field of the same schema in the shape that lost one": (
        shapes(shape("t1", x=S, z=S), shape("t2", x=S)), shapes(shape("t1", z=S), shape("t2", x=S)),
        shapes(shape("t1", z=S, n=S), shape("t2", x=S)),
    ),
    "a field of the same schema in another shape": (
        shapes(shape("t1", x=S, z=S), shape("t2", x=S)), shapes(shape("t1", z=S), shape("t2", x=S)),
        shapes(shape("t1", z=S), shape("t2", x=S, n=S), shape("t3", n=S)),
    ),
    "names that ask for each other elsewhere": (
        two("a"), two(), obj(a=S, b=S, q=S, r=S) | {"dependentRequired": {"q": ["r"]}}
    ),
    "a name beside a pattern": (
        obj(c=I) | {"patternProperties": {"^x": S}}, obj(c=I) | {"patternProperties": {"^x": EITHER}},
        obj(c=I, new=S) | {"patternProperties": {"^x": EITHER}},
    ),
    "a name beside a map": (closed(S, c=I), closed(EITHER, c=I), closed(EITHER, c=I, new=S)),
    "the name of a definition with very many places": (many("P", MUST), many("P", ZIP), many("Q", ZIP)),
    "a field beside very many places": (many("P", MUST), many("P", ZIP), many("P", obj(zip=S, n=S), top=S)),
    "a field of another kind": (
        tagged(MUST, ZIP), tagged(ZIP, ZIP), tagged(ZIP, obj(zip=S, more=S))
    ),
}  # fmt: skip
"""The break of the second state was accepted; that of the third is the same."""
