"""Functions that read a member as the type that another member, the tag, selects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from accordant.gen.printing.python_text import literal
from accordant.model.names import snake
from accordant.model.payloads import payloads_of
from accordant.model.types import Model, NamedType, Record

NEEDED: Final = frozenset({"Any", "Final", "Literal", "Mapping", "ValidationError", "is_object", "overload"})
"""Names that modules with such functions import, besides the base class of their records."""


def base_of(model: Model) -> str:
    """The base class of a model's records."""
    return "OpenModel" if model.two_readings else "ContractModel"


def functions(
    model: Model, named: NamedType, names: Mapping[str, str], render: Callable[..., str]
) -> Iterator[tuple[str, str]]:
    """(name, text) of each function beside a record; ``names`` are the attributes of its members.

    Generic records have none: the function would need their type arguments.
    """
    record = named.type.shape
    if named.parameters or not isinstance(record, Record):
        return
    for payload in payloads_of(model, named, record):
        types = {literal(text): model.types[key].name for text, key in payload.types}
        tag, member = names[payload.tag], names[payload.member]
        name = f"{snake(named.name)}_{member.strip('_')}_by_{tag.strip('_')}"
        facts: dict[str, Any] = {
            "function": name,
            "constant": name.upper(),
            "record": named.name,
            "parameter": "value" if tag == "record" else "record",
            "tag": tag,
            "member": member,
            "base": base_of(model),
            "read": "read" if model.two_readings else "model_validate",
            "types": types.items(),
            "overloads": [
                (type_, [text for text, its in types.items() if its == type_])
                for type_ in dict.fromkeys(types.values())
            ],
        }
        yield name, render(**facts)
