"""Types that are not records as aliases."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from accordant.gen.printing.doc_comments import type_words
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring, literal
from accordant.gen.python.annotations import Annotations, annotated
from accordant.gen.python.blocks import INDENT
from accordant.gen.python.loading_order import is_circular_with_others, read_on_loading
from accordant.gen.python.template_files import template
from accordant.gen.python.type_variables import TypeVariables
from accordant.model.names import snake
from accordant.model.types import Model, NamedType, Ref


@dataclass
class Aliases:
    """Prints aliases, and collects in ``used`` the names that the code imports."""

    model: Model
    written: Set[str]
    """The types that are read as their schema is written."""
    annotations: Annotations
    variables: TypeVariables
    used: set[str]
    readers: list[str] = field(default_factory=list)
    """The functions that read aliases openly."""

    def print_alias(self, named: NamedType) -> str:
        """The statements of an alias, and the function that reads it openly where it has one."""
        annotation = self.annotations.stated(named, self.annotations.standalone(named.type, snake(named.name)))
        if named.key in self.written:
            self.used |= {"Annotated", "AsWritten"}
            annotation = annotated(annotation, f"AsWritten(__name__, {literal(named.name)})")
        self.variables.note(named.type)
        shape, value = named.type.shape, annotation
        if named.key in read_on_loading(self.model, named.key):
            self.used.add("TypeAliasType")
            value = f"TypeAliasType({literal(named.name)}, {literal(annotation)})"
        self.used.add("TypeAlias")
        text = f"{named.name}: TypeAlias = {annotation}"
        if is_circular_with_others(self.model, shape.key if isinstance(shape, Ref) else named.key):
            self.used.add("TYPE_CHECKING")
            declared = f"{named.name}: TypeAlias = {literal(annotation)}"
            text = f"if TYPE_CHECKING:\n{INDENT}{declared}\nelse:\n{INDENT}{named.name} = {value}"
        elif value != annotation:
            text = f"{named.name} = {value}"
        words = type_words(named.docs, named.at, named.type)
        return text + "\n" + docstring([line for part in words for line in lines_of(part)], "") + self._reader(named)

    def _reader(self, named: NamedType) -> str:
        """The function that reads an alias openly, where that makes a difference; records have a method for it."""
        if named.key not in self.model.opening or named.parameters:
            return ""
        self.used |= {"Any", "read"}
        self.readers.append(f"read_{snake(named.name)}")
        return "\n\n\n" + template("function.py.jinja2").render(
            signature=f"read_{snake(named.name)}(document: Any) -> {named.name}",
            summary=f"A document as `{named.name}` in the open reading: what later releases add is kept.",
            body=[f"value: {named.name} = read({named.name}, document)", "return value"],
        )
