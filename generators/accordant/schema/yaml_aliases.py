"""YAML with anchors, aliases and merge keys as YAML that writes everything out; comments stay."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema import yaml_events

MOST_VALUES: Final = 100_000
"""The values that a document may have once its aliases are written out."""
_MERGE: Final = "<<"


def write_out(text: str, path: str, max_depth: int) -> str:
    """The text with the value in the place of each alias, and the members in the place of each merge key.

    A text without aliases, and one that is not YAML, comes back as it is.

    Raises:
        InputError: an alias without its anchor or inside of it, a merge key whose value is not an object, or more than
            100,000 values.
    """
    if "*" not in text:
        return text
    import yaml

    try:
        aliases = _Aliases(path)
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            aliases.take(event)
    except (yaml.YAMLError, RecursionError):
        return text  # reading it says what is wrong
    for edit in sorted(aliases.edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    if aliases.edits:
        yaml_events.read(text, path, max_depth)
    return text


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    text: str


@dataclass(slots=True)
class _Open:
    """A mapping or sequence that is still open."""

    value: Any
    anchor: str
    start: int
    is_block: bool
    key: str | None = None
    key_start: int = 0
    key_column: int = 0
    merged: list[tuple[int, int, list[dict[str, JsonValue]], int]] = field(default_factory=list)
    size: int = 1


class _Aliases:
    """Builds the values of a document, and the edits by which its aliases are written out."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[JsonValue, int]] = {}
        self.edits: list[_Edit] = []

    def take(self, event: Any) -> None:
        """Take one event of the parser."""
        import yaml

        start: Any = event.start_mark
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            value: JsonValue = {} if isinstance(event, yaml.MappingStartEvent) else []
            self.stack.append(_Open(value, event.anchor or "", int(start.index), not event.flow_style))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._close(event)
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)

    def _scalar(self, event: Any) -> None:
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            top.key, top.key_start, top.key_column = event.value, event.start_mark.index, event.start_mark.column
            return
        value = yaml_events.plain_value(event, self.path) if event.implicit[0] else event.value
        if event.anchor:
            self.anchors[event.anchor] = (value, 1)
        self._put(value, 1, event)

    def _alias(self, event: Any) -> None:
        if any(part.anchor == event.anchor for part in self.stack):
            raise self._refuse(
                event, f"the alias *{event.anchor} is inside the value that it refers to", "write the value out"
            )
        if event.anchor not in self.anchors:
            raise self._refuse(event, f"no anchor &{event.anchor} comes before", "write the value out")
        if self.stack and isinstance(self.stack[-1].value, dict) and self.stack[-1].key is None:
            raise self._refuse(event, "an alias as a key", "write the key out")
        value, size = self.anchors[event.anchor]
        top = self.stack[-1] if self.stack else None
        is_merged = top is not None and isinstance(top.value, dict) and top.key == _MERGE
        is_in_list = top is not None and isinstance(top.value, list) and len(self.stack) > 1 and (
            self.stack[-2].key == _MERGE
        )  # fmt: skip
        if not is_merged and not is_in_list:
            self.edits.append(_Edit(event.start_mark.index, event.end_mark.index, flow(value)))
        self._put(value, size, event)

    def _put(self, value: JsonValue, size: int, event: Any, end: int = 0) -> None:
        """Put a value into what is open."""
        if not self.stack:
            return
        top = self.stack[-1]
        top.size += size
        if top.size > MOST_VALUES:
            raise self._refuse(event, f"with its aliases written out it has more than {MOST_VALUES:,} values",
                               "repeat less, or refer to a definition with $ref")  # fmt: skip
        if isinstance(top.value, list):
            top.value.append(value)
            return
        key, top.key = str(top.key), None
        if key == _MERGE:
            self._merge(top, value, event, end or event.end_mark.index)
        elif key not in top.value:
            top.value[key] = value

    def _merge(self, top: _Open, value: JsonValue, event: Any, end: int) -> None:
        sources = value if isinstance(value, list) else [value]
        if not all(isinstance(source, dict) for source in sources):
            raise self._refuse(event, "a merge key << has a value that is not an object", "write the members out")
        top.merged.append((top.key_start, end, sources, top.key_column))

    def _close(self, event: Any) -> None:
        closed = self.stack.pop()
        own = set(closed.value) if isinstance(closed.value, dict) else set()
        for start, end, sources, column in closed.merged:
            added = {key: value for source in reversed(sources) for key, value in source.items() if key not in own}
            members = [f"{json.dumps(key, ensure_ascii=False)}: {flow(value)}" for key, value in added.items()]
            self.edits = [edit for edit in self.edits if not start <= edit.start < end]  # they stand in what is merged
            between = f"\n{' ' * column}" if closed.is_block else ", "
            self.edits.append(_Edit(start, end, between.join(members) if members else self._nothing(closed)))
            closed.value.update(added)
        if closed.anchor:
            self.anchors[closed.anchor] = (closed.value, closed.size)
        end = event.end_mark.index if not closed.is_block else event.start_mark.index
        self._put(closed.value, closed.size, event, end)

    def _nothing(self, closed: _Open) -> str:
        return "# nothing to merge" if closed.is_block and closed.value else ""

    def _refuse(self, event: Any, reason: str, next_step: str) -> InputError:
        mark = event.start_mark
        return InputError(reason, Place(self.path, mark.line + 1, mark.column + 1), next_step=next_step, rule="alias")


def flow(value: JsonValue) -> str:
    """A value on one line: JSON, which YAML takes too."""
    return json.dumps(value, ensure_ascii=False)
