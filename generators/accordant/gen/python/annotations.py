"""Shapes as Python annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from accordant.findings import JsonValue
from accordant.gen.printing.python_text import literal, tuple_of
from accordant.gen.printing.python_text import pattern as pattern_text
from accordant.gen.printing.wrapping import group_end
from accordant.gen.python.patterns import translate
from accordant.gen.python.tags import fixed_tags, grouped_by_tag, record_of
from accordant.model.cases.shape_claims import claims_of
from accordant.model.constraints import Constraint
from accordant.model.repeated_reading import Readings
from accordant.model.types import (
    Codes,
    ListOf,
    Literal,
    MapOf,
    Model,
    NamedType,
    Nothing,
    Record,
    Ref,
    Scalar,
    Shape,
    TupleOf,
    Typed,
    TypeParam,
    UnionOf,
    Unknown,
    list_of,
)

_SCALARS = {"null": "None", "boolean": "bool", "integer": "JsonInt", "number": "JsonNumber", "string": "str"}
_STRICT = {"bool": "StrictBool", "str": "StrictStr"}
"""Scalars outside records, where no configuration makes them strict."""
_RELATIONS = {">=": "ge", ">": "gt", "<=": "le", "<": "lt"}

NameRules = Callable[[tuple[Constraint, ...], str], str]
"""Names the function that reports rules on a value, given the rules and the words for its place."""

MOST_ABREAST = 50
"""The longest union without groups: type checkers read only so many levels deep."""


LONGEST = 2**63 - 1
"""The largest length that pydantic can be told; no text and no list reaches it."""


@dataclass
class Annotations:
    """Writes annotations, and collects the names that they need from other modules."""

    model: Model
    names: Mapping[str, str]
    name_rules: NameRules
    attributes: Callable[[Record], Mapping[str, str]]
    """The attribute of each member of a record."""
    late: bool
    """Whether records are made ready one by one."""
    used: set[str]
    """The collected names."""
    lists: Mapping[str, Codes]
    """The code lists whose types are there to be named."""
    _standalone: bool = False

    @cached_property
    def readings(self) -> Readings:
        """How one part of a value is read."""
        return Readings(self.model)

    def standalone(self, typed: Typed, words: str) -> str:
        """The annotation of a type that is validated on its own, not as a field of a record."""
        self._standalone = True
        text = self.of(typed, words)
        self._standalone = False
        return text

    def stated(self, named: NamedType, text: str) -> str:
        """The annotation of a document's type that is not a class, with its schema where pydantic would miss a part."""
        is_plain = isinstance(named.type.shape, Scalar | Literal) and not text.startswith("Annotated[")
        if is_plain or not named.at.endswith("#"):
            return text
        self.used |= {"Annotated", "StatedSchema"}
        return annotated(text, f"StatedSchema(__name__, {literal(named.name)})")

    def of(self, typed: Typed, words: str) -> str:
        """The annotation of a type; ``words`` for its place go into the names of rule functions."""
        text = self._shape(typed.shape, words)
        if not typed.rules:
            return text
        rules = "OpenRules" if self.model.two_readings else "Rules"
        self.used |= {"Annotated", rules}
        return f"Annotated[{text}, {rules}({self.name_rules(typed.rules, words)})]"

    def _shape(self, shape: Shape, words: str) -> str:
        match shape:
            case Scalar():
                return self._scalar(shape)
            case Literal():
                return self._literal(shape)
            case ListOf(item, least, most):
                return self._with_lengths(f"list[{self.of(item, words + '_item')}]", least, most)
            case TupleOf(_, _, least, most):
                return self._with_lengths(f"list[{self._any_of(self._positions(shape), words)}]", least, most)
            case MapOf(value):
                had_any = "Any" in self.used
                inner = self.of(value, words + "_value")
                if inner != "Any":
                    return f"dict[str, {inner}]"
                self.used -= set() if had_any else {"Any"}
                self.used.add("JsonObject")
                return "JsonObject"
            case UnionOf():
                return self._union(shape, words)
            case Ref(key):
                return self.names[key]
            case TypeParam(name):
                return name
            case Unknown() | Nothing() | Record():
                self.used.add("Any")
                return "Any"

    def _use(self, name: str) -> bool:
        self.used.add(name)
        return True

    def _scalar(self, shape: Scalar) -> str:
        limits = [f"{_RELATIONS[relation]}={literal(limit)}" for relation, limit in shape.bounds]
        if shape.kind == "integer" and limits and all(isinstance(limit, int) for _, limit in shape.bounds):
            self.used |= {"Annotated", "Field", "JsonInteger"}
            return f"Annotated[int, Field({', '.join(limits)}), JsonInteger]"
        text = _SCALARS[shape.kind]
        text = _STRICT.get(text, text) if self._standalone else text
        self.used.add(text)
        limits += self._lengths(shape.least, shape.most)
        translated = translate(shape.pattern) if shape.pattern else None
        if translated is not None:
            limits.append(f"pattern={pattern_text(translated.text)}")
        return self._with_limits(text, limits)

    def _literal(self, shape: Literal) -> str:
        if not shape.values:
            return self._scalar(Scalar("string"))
        if shape.values == (None,):
            return "None"
        text = self._name_list(shape) or self._use_literal(shape.values)
        exact = all(value is None or isinstance(value, str) for value in shape.values)
        if not exact:
            self.used |= {"Annotated", "JsonLiteral"}
            text = f"Annotated[{text}, JsonLiteral]"
        if not shape.open:
            return text
        self.used |= {"Annotated", "OpenLiteral"}
        later = [self._scalar(Scalar(kind)) for kind in shape.open]
        return f"Annotated[{' | '.join([text, *later])}, OpenLiteral]"

    def _use_literal(self, values: Sequence[JsonValue]) -> str:
        self.used.add("Literal")
        return f"Literal[{', '.join(map(literal, values))}]"

    def _name_list(self, shape: Literal) -> str:
        """The type of the code list that the values are, with null where it may stand; "" for other values."""
        listed = list_of(shape, self.lists)
        if listed is None or listed[1] not in ((), (None,)) or (listed[1] and (shape.open or not _is_text(listed[0]))):
            return ""
        return " | ".join([listed[0].listed_name, *(["None"] if listed[1] else [])])

    def _with_lengths(self, text: str, least: int, most: int | None) -> str:
        return self._with_limits(text, self._lengths(least, most))

    def _lengths(self, least: int, most: int | None) -> list[str]:
        bounds = {"min_length": least or None, "max_length": most}
        return [f"{name}={min(bound, LONGEST)}" for name, bound in bounds.items() if bound is not None]

    def _with_limits(self, text: str, limits: list[str]) -> str:
        if not limits:
            return text
        self.used |= {"Annotated", "Field"}
        return f"Annotated[{text}, Field({', '.join(limits)})]"

    def _positions(self, shape: TupleOf) -> list[Typed]:
        return [*shape.items, *([] if shape.rest is None else [shape.rest])]

    def _any_of(self, options: list[Typed], words: str) -> str:
        """The union of some types without their rules: the rules of a tuple check each position."""
        written = dict.fromkeys(self._shape(option.shape, words) for option in options)
        if not written or ("Any" in written and self._use("Any")):
            return "Any"
        return self._try_once(UnionOf(tuple(options)), list(written))

    def _union(self, shape: UnionOf, words: str) -> str:
        if shape.tags:
            return self._tagged_union(shape, words)
        if self.late and not shape.tag:
            shape = grouped_by_tag(shape, self.model)
        named = [(option, self.of(option, f"{words}_{index}")) for index, option in enumerate(shape.options)]
        written = list(dict.fromkeys(text for _, text in self._booleans_first(named)))
        if "Any" in written:
            return "Any"
        text = self._try_once(shape, written)
        records = [record_of(option, self.model) for option in shape.options] if shape.tag else []
        values = [fixed_tags(record).get(shape.tag, ()) if record else () for record in records]
        if len(written) < 2 or len(written) != len(values) or not all(values):
            return text
        keeps_name = all(self.attributes(record)[shape.tag] == shape.tag for record in records if record)
        if keeps_name and not self.late:  # pydantic looks for the name in Python first
            self.used |= {"Annotated", "Field"}
            return f"Annotated[{text}, Field(discriminator={literal(shape.tag)})]"
        self.used |= {"Annotated", "TaggedUnion"}
        tags = ", ".join(tuple_of([literal(value) for value in some]) for some in values)
        return f"Annotated[{text}, TaggedUnion({literal(shape.tag)}, {tags})]"

    def _try_once(self, shape: UnionOf, written: list[str]) -> str:
        """A union that remembers what it read, where its alternatives would read the same part again and again."""
        text = alternatives(written)
        if len(written) < 2 or shape.tag or not self.readings.are_repeated(shape):
            return text
        self.used |= {"Annotated", "TryOnce"}
        return f"Annotated[{text}, TryOnce]"

    def _booleans_first(self, written: list[tuple[Typed, str]]) -> list[tuple[Typed, str]]:
        """The options, those with booleans before those with numbers only: these would write true back as 1."""
        types = [claims_of(self.model).of(option.shape).types for option, _ in written]
        numbers = [
            index for index, some in enumerate(types) if some & {"integer", "fraction"} and "boolean" not in some
        ]
        if not numbers:
            return written
        late = [option for option, some in zip(written, types, strict=True) if "boolean" in some]
        early = [option for option in written[: numbers[0]] if option not in late]
        return [*early, *late, *(option for option in written[numbers[0] :] if option not in late)]

    def _tagged_union(self, shape: UnionOf, words: str) -> str:
        """A discriminated union whose last option reads values with another tag."""
        written = [self.of(option, f"{words}_{index}") for index, option in enumerate(shape.options)]
        if "Any" in written:
            return "Any"
        self.used |= {"Annotated", "OpenUnion"}
        tags = ", ".join(tuple_of([literal(value) for value in values]) for values in shape.tags)
        return f"Annotated[{alternatives(written)}, OpenUnion({literal(shape.tag)}, {tags})]"


def _is_text(codes: Codes) -> bool:
    return all(isinstance(value, str) for value in codes.values)


def annotated(text: str, fact: str) -> str:
    """An annotation with one more fact about it, beside those that it has already."""
    if text.startswith("Annotated[") and group_end(text, len("Annotated")) == len(text) - 1:
        return f"{text[:-1]}, {fact}]"
    return f"Annotated[{text}, {fact}]"


def alternatives(options: list[str]) -> str:
    """Options as one union, in groups where there are very many: type checkers read only so deep."""
    if len(options) <= MOST_ABREAST:
        return " | ".join(options)
    groups = [options[start : start + MOST_ABREAST] for start in range(0, len(options), MOST_ABREAST)]
    return " | ".join(f"({' | '.join(group)})" for group in groups)
