"""The compiler from keywords to constraints; it compiles each referenced schema once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from accordant.errors import InputError
from accordant.model.constraints import Call, Constraint, Fail, IsOneOf, IsType, Pass, both
from accordant.model.keywords import arrays, logic, objects, open_reading, values
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import Places, ScopedSchema
from accordant.model.simplify import simplify
from accordant.model.types import Unhonoured
from accordant.regex.errors import UnreadablePattern
from accordant.regex.parser import parse
from accordant.schema.open_reading import MAY_BE_LOOSE, Dropped, EscapingElse, Loosened, loosen

Translator = Callable[[ScopedSchema, Subschemas], Constraint]

KEYWORDS: Final = MappingProxyType[str, Translator](
    {**values.KEYWORDS, **arrays.KEYWORDS, **objects.KEYWORDS, **logic.KEYWORDS}
)
"""Every keyword that judges, in the order in which its condition is checked."""

_ORDER: Final = {name: index for index, name in enumerate(KEYWORDS)}

DEEPEST: Final = 6
"""Conditions nested deeper than this are kept apart, under a name: people and parsers read only so deep."""

MOST_OPEN: Final = 20
"""Definitions nested deeper than this are compiled one after the other."""

MOST_TANGLED: Final = 2000
"""So often a schema may be compiled inside of a circle of references; each turn of a circle counts."""


class Compiler:
    """Compiles the sites of one document; ``definitions`` grows as references are met."""

    def __init__(self, root: Places, named: frozenset[str] = frozenset(), enums: str = "") -> None:
        self.root = root
        self.enums = enums
        """Which string enums may grow (``open``, ``marked``) where there are two readings; "" where there is one."""
        self.named = named
        """Keys of sites that have conditions of their own: they are called wherever they occur."""
        self.definitions: dict[str, Constraint] = {}
        self.sites: dict[str, ScopedSchema] = {}
        self.unhonoured: list[Unhonoured] = []
        self._depth = 0
        self._open: list[str] = []
        self._beside: list[str] = []
        self._cut: set[str] = set()
        """Keys in ``_beside`` that were met again inside of the schema that is being compiled."""
        self._owed: dict[str, ScopedSchema] = {}
        """What is called already and has no definition yet."""
        self._settling = False
        self._tangled = 0
        self._exact = not enums
        self._loosened: dict[tuple[str, str], Loosened | None] = {}
        self._plain: dict[tuple[str, bool], Constraint] = {}

    def calling(self, named: frozenset[str]) -> Compiler:
        """A compiler of the same document that calls the named sites."""
        other = Compiler(self.root, named, self.enums)
        other._loosened, other._plain = self._loosened, self._plain
        return other

    def whole(self, site: ScopedSchema) -> Constraint:
        """Everything that the schema at a site asks."""
        if site.schema is True:
            return Pass()
        if site.schema is False:
            return Fail(site.at(self.root))
        place = (site.key, self._exact)
        if place in self._plain:
            return self._plain[place]
        asked = both(tuple([self.keyword(site, name) for name in self.judging(site)]), site.at(self.root))
        asked = simplify(asked)
        if site.is_plain:
            self._plain[place] = asked
        return asked

    def judging(self, site: ScopedSchema) -> list[str]:
        """The names of the keywords at a site that may refuse something, in the order of checking."""
        return sorted(filter(_ORDER.__contains__, site.known_members), key=_ORDER.__getitem__)

    def keyword(self, site: ScopedSchema, name: str) -> Constraint:
        """What one keyword asks, in both readings; what has one reading asks it of all that it refers to."""
        if self.enums and not site.view:
            with self.exactly():
                return KEYWORDS[name](site, self)
        loosened = self.loosen(site, name)
        return KEYWORDS[name](site, self) if loosened is None else open_reading.condition(site, self, name, loosened)

    def loosen(self, site: ScopedSchema, name: str) -> Loosened | None:
        """What open reading makes of a keyword; None where it stands as written, or there is one reading."""
        if self._exact or site.view != "open" or name not in MAY_BE_LOOSE:
            return None
        place = (site.key, name)
        if place not in self._loosened:
            self._loosened[place] = loosen(site.node, name, self.enums)
        return self._loosened[place]

    def drops(self, site: ScopedSchema, name: str) -> bool:
        """Whether a keyword asks nothing in the open reading."""
        return isinstance(self.loosen(site, name), Dropped)

    def otherwise(self, site: ScopedSchema) -> Constraint:
        """What ``else`` asks."""
        asked, loosened = self.beside(site, "else"), self.loosen(site, "else")
        return open_reading.escape_else(asked, loosened) if isinstance(loosened, EscapingElse) else asked

    def test(self, site: ScopedSchema, *keys: str | int) -> Constraint:
        """What a subschema that is a test asks of the same value: exactly, whatever the reading."""
        with self.exactly():
            return self.beside(site, *keys)

    def check_containment(self, site: ScopedSchema) -> Constraint:
        """What ``contains`` asks of an item: it is a test."""
        with self.exactly():
            return self.below(site, "contains")

    @contextmanager
    def exactly(self) -> Iterator[None]:
        """Schemas are read as they are written in here."""
        kept, self._exact = self._exact, True
        yield
        self._exact = kept

    def below(self, site: ScopedSchema, *keys: str | int) -> Constraint:
        """What the subschema there asks of a part of the value."""
        child = site.child(*keys)
        # References from here on read another part of the value, so they may lead back.
        beside, self._beside = self._beside, []
        self._depth += 1
        if child.key in self.named or self._depth % DEEPEST == 0:
            asked = self.call(child, child.at(self.root))
        else:
            asked = self.whole(child)
        self._depth -= 1
        self._beside = beside
        return asked

    def beside(self, site: ScopedSchema, *keys: str | int) -> Constraint:
        """What the subschema there asks of the same value."""
        return self.whole(site.child(*keys))

    def inside(self, site: ScopedSchema) -> Constraint:
        """The condition of a named site itself, which others only call."""
        self.call(site, site.at(self.root))
        return self.definitions[site.key]

    def call(self, target: ScopedSchema, at: str) -> Constraint:
        """The condition of a referenced schema: a call, or the condition itself where it is one leaf.

        Raises:
            InputError: too many schemas lead back to each other without reading any of the value.
        """
        key = target.key
        if key in self._beside:
            reason = "leads back to itself without reading any of the value"
            self.unhonoured.append(Unhonoured(at.rpartition("/")[2], at, reason))
            self._cut.add(key)
            return Pass(at)
        if self._is_put_off(target):
            self._owed[key] = target
            return self._call(key, at)
        if key not in self.definitions:
            if target.is_endless:
                self._note_tangle(at)
            asked, is_part_of_circle = self._compile_reference(target)
            if is_part_of_circle:  # entered elsewhere, it asks something else
                return asked
            if key not in self.definitions:  # what was defined meanwhile is what others call: they would come back here
                self.sites[key], self.definitions[key] = target, asked
            self._owed.pop(key, None)
            self._settle_debts()
        known = self.definitions[key]
        if isinstance(known, Pass | Fail | IsType) or (isinstance(known, IsOneOf) and len(known.values) < 4):
            return known
        return self._call(key, at)

    def _is_put_off(self, target: ScopedSchema) -> bool:
        """Whether a schema is being compiled further out, or is better compiled later: we go only so deep.

        One that leads back to itself is compiled here too, where a call of it could come back here without an end.
        """
        if target.key in self._open:
            return not self._beside or not target.is_endless
        return len(self._open) > MOST_OPEN and not self._beside and target.key not in self.definitions

    def _compile_reference(self, target: ScopedSchema) -> tuple[Constraint, bool]:
        """What a referenced schema asks, and whether this holds only inside of the circle that is being compiled."""
        self._open.append(target.key)
        self._beside.append(target.key)
        depth, self._depth = self._depth, 0
        exact, self._exact = self._exact, not self.enums
        cut, self._cut = self._cut, set()
        asked = self.whole(target)
        around = self._cut - {target.key}
        self._cut = cut | around
        self._depth, self._exact = depth, exact
        self._beside.pop()
        self._open.pop()
        return asked, bool(around)

    def _settle_debts(self) -> None:
        """Define what is called and was only compiled inside of something else, once nothing is open any more."""
        if self._open or self._settling:
            return
        self._settling = True
        while self._owed:
            key, target = self._owed.popitem()
            if key not in self.definitions:
                self.call(target, target.at(self.root))
        self._settling = False

    def _note_tangle(self, at: str) -> None:
        self._tangled += 1
        if self._tangled > MOST_TANGLED:
            raise InputError(
                f"{at}: too many schemas lead back to each other without reading any of the value",
                next_step="break the circles of references: put a member or an item in between",
            )

    def _call(self, key: str, at: str) -> Constraint:
        return Call(key, at, self._exact and bool(self.enums))

    def is_pattern(self, text: str, at: str) -> bool:
        """Whether a text is a pattern; where it is not, nothing can look for it, and this is noted."""
        try:
            parse(text)
        except UnreadablePattern as error:
            self.unhonoured.append(Unhonoured("pattern", at, f"the pattern cannot be read: {error}"))
            return False
        return True
