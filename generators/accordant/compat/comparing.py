"""What every chapter of a comparison of two schemas needs: edits made from parts, and what is compared later."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from accordant.compat import edits
from accordant.compat.alternatives import Part, Signatures
from accordant.compat.edits import MISSING, Edit, Kind, Path, Transform
from accordant.compat.likeness import Likeness
from accordant.compat.sides import Spot
from accordant.compat.tested import is_tested
from accordant.findings import JsonValue


@dataclass
class Walk(ABC):
    """A comparison under way."""

    holder: str = "$defs"
    """The keyword under which the reader's copy holds its definitions."""
    originals: dict[Hashable, Any] = field(default_factory=dict)
    """What the parts of both sides are copies of, see :mod:`accordant.schema.copy_origins`."""
    likeness: Likeness = field(default_factory=Likeness)
    todo: deque[tuple[Part, Part, Path]] = field(default_factory=deque)
    tested: deque[tuple[Part, Part, Path]] = field(default_factory=deque)
    """Definitions that are only tested, as by ``if``. They come last: where one is asserted too, that counts."""
    edit_count: int = 0

    @property
    def signatures(self) -> Signatures:
        """The texts that are equal for parts that say the same."""
        return self.likeness.signatures

    @abstractmethod
    def is_same(self, value: JsonValue, other: JsonValue) -> bool:
        """Whether two parts are equal, with all that they refer to, so that nothing in them differs."""

    def graft(self, written: JsonValue) -> JsonValue:
        """A part of the copied writer as it stands in the copied reader."""
        return edits.graft(written, self.holder, self.originals)

    def later(self, reader: Part, writer: Part, path: Path) -> None:
        """Compare two schemas that judge the same place of documents, after all that is nearer to the root."""
        is_elsewhere = reader.tokens != reader.way or "$ref" in reader.members
        queue = self.tested if is_elsewhere and is_tested(reader.way) else self.todo
        queue.append((reader, writer, path))

    def whole(self, reader: Part, writer: Part, path: Path) -> Edit:
        """The edit of a schema as a whole."""
        written = writer.value if writer.tokens else edits.body_of(writer.value)
        transform = edits.replace_schema(reader.tokens, self.graft(written))
        return self.edit(Kind.SCHEMA, path, reader, writer, [transform], "", reader.value, writer.value)

    def member(self, kind: Kind, r: Part, w: Part, path: Path, keyword: str, name: str) -> Edit:
        """The edit of one member of a keyword: a property, a pattern, a dependency."""
        mine, theirs = r.find(keyword, name), w.find(keyword, name)
        value = MISSING if theirs is None else self.graft(theirs.value)
        return self.edit(
            kind,
            path,
            mine.spot if mine else r.spot,
            theirs.spot if theirs else w.spot,
            [edits.put((*r.tokens, keyword, name), value)],
            name,
            mine.value if mine else MISSING,
            theirs.value if theirs else MISSING,
        )

    def edit(
        self, kind: Kind, path: Path, reader: Part | Spot, writer: Part | Spot, transforms: list[Transform],
        name: str, read: JsonValue, written: JsonValue,
    ) -> Edit:  # fmt: skip
        """An edit at the places of two parts."""
        self.edit_count += 1
        here, there = (side.spot if isinstance(side, Part) else side for side in (reader, writer))
        return Edit(kind, path, here, there, tuple(transforms), name, read, written)
