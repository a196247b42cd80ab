"""Changes of values, defaults and texts at one place of the documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from accordant.compat.changes import Change
from accordant.compat.place_pair import PlacePair
from accordant.findings import JsonValue
from accordant.schema.declarations import TaggedSchema, bound_lists, listed_values
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node

TEXTS = ("title", "description", "$comment", "examples")
_RULES = {
    **dict.fromkeys(TEXTS, "text-changed"),
    "default": "default-changed",
    "format": "format-changed",
    "readOnly": "access-changed",
    "writeOnly": "access-changed",
    "deprecated": "deprecation-changed",
    "contentEncoding": "format-changed",
    "contentMediaType": "format-changed",
}
"""The keywords that state a fact, each with the rule about a change of it."""


def value_changes(pair: PlacePair, carrier: str, direction: str, same_list: Callable[[str], bool]) -> Iterator[Change]:
    """The values that the older side lists and the newer one does not."""
    olds, news = listed_values(pair.olds), listed_values(pair.news)
    is_one_for_one = len(olds) == 1 and len(news) == 1
    lost = [
        listing for text, listing in olds.items() if text not in news and (is_one_for_one or not _is_type(listing[0]))
    ]
    bound = bound_lists(pair.olds) & bound_lists(pair.news)
    alike = any(same_list(name) for name in bound) and bool(_spellings(pair.olds) & _spellings(pair.news))
    if alike and (direction == "output" or not lost or not news):
        # The comparison of the code lists reports their identifiers. It allows one to retire: then producers write it
        # no longer, but a reader that refuses it (input) breaks old writers.
        return
    if lost and not news:
        _, schema, keyword = lost[0]
        values, heir = [listing[0] for listing in lost], pair.counterpart(schema.node.pointer) or pair.holder
        yield Change("enum-dropped", pair.steps, schema.node, heir, "", values, None, keyword)
        return
    for value, schema, keyword in lost:
        rule = "enum-value-removed"
        new: JsonValue = None
        if keyword == "const" and len(olds) == 1:
            rule = "carrier-changed" if carrier and pair.path == carrier else "const-changed"
            new = next(iter(news.values()))[0] if len(news) == 1 else [listing[0] for listing in news.values()]
        heir = pair.counterpart(schema.node.pointer) or next(iter(news.values()))[1].node
        yield Change(rule, pair.steps, schema.node, heir, "", value, new, keyword)


def kept_values(pair: PlacePair) -> Iterator[Change]:
    """The values that both sides list, each as the change that its loss would be; a type is no name."""
    olds, news = listed_values(pair.olds), listed_values(pair.news)
    for text, (value, schema, keyword) in olds.items():
        if text in news and not _is_type(value):
            heir = news[text][1].node
            yield Change(
                "enum-value-removed", pair.steps, schema.node, heir, "", value, None, keyword, is_forbidden=True
            )


def _is_type(value: JsonValue) -> bool:
    """Whether a listed value is a type rather than a name: ``null``, ``true`` and ``false`` may be spelt either way."""
    return value is None or isinstance(value, bool)


def fact_changes(pair: PlacePair) -> Iterator[Change]:
    """The facts and texts that differ between declarations under the same tags."""
    present = {keyword for schema in (*pair.olds, *pair.twins) for keyword in _keywords(schema)}
    for keyword, rule in _RULES.items():
        if keyword in present:
            yield from _fact(keyword, rule, pair)


def _fact(keyword: str, rule: str, pair: PlacePair) -> Iterator[Change]:
    twins = pair.twins
    olds, news = _values_of(keyword, pair.olds), _values_of(keyword, twins)
    lost = [text for text in olds if text not in news]
    added = [text for text in news if text not in olds]
    # Where the older side states nothing, an added fact is a change and an added text is none. A further value beside
    # one that is still there is no change either.
    if not twins or not (lost or (added and not olds and rule != "text-changed")):
        return
    if added and not olds and len(pair.olds) != len(twins):
        return  # the newer side speaks about more documents here
    old, old_node = olds[lost[0]] if lost else (None, pair.olds[0].node)
    new, new_node = news[added[0]] if added else (None, twins[0].node)
    yield Change(rule, pair.steps, old_node, new_node, "", old, new, keyword)


def _keywords(schema: TaggedSchema) -> Iterable[str]:
    return schema.node.value if isinstance(schema.node.value, dict) else ()


def _values_of(keyword: str, schemas: Iterable[TaggedSchema]) -> dict[str, tuple[JsonValue, Node]]:
    """The different values that the schemas give a keyword, by their text, each with a schema that gives it."""
    values: dict[str, tuple[JsonValue, Node]] = {}
    for schema in schemas:
        if isinstance(schema.node.value, dict) and keyword in schema.node.value:
            value = schema.node.value[keyword]
            values.setdefault(fingerprint(value), (value, schema.node))
    return values


def _spellings(schemas: Iterable[TaggedSchema]) -> set[str]:
    """The bindings as they are written, with the choice of entries."""
    values = (schema.node.value.get("x-codes") for schema in schemas if isinstance(schema.node.value, dict))
    return {fingerprint(value) for value in values if value is not None}
