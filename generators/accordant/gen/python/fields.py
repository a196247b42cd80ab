"""The members of records as fields of their classes, and the views beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from accordant.gen.printing.doc_comments import field_words
from accordant.gen.printing.encoding import lines_of
from accordant.gen.printing.python_text import docstring, literal
from accordant.gen.python import payloads
from accordant.gen.python.annotations import Annotations
from accordant.gen.python.blocks import INDENT
from accordant.gen.python.defaults import write_default
from accordant.gen.python.field_options import FieldOptions
from accordant.gen.python.type_variables import TypeVariables
from accordant.gen.python.views import View, view_of
from accordant.model.names import snake
from accordant.model.types import Field, Model, NamedType, Record


@dataclass
class Fields:
    """Prints members, and collects in ``used`` the names that the code imports."""

    model: Model
    options: FieldOptions
    typings: payloads.Typings
    busy: frozenset[str]
    """The names that no attribute may have."""
    annotations: Annotations
    variables: TypeVariables
    used: set[str]

    def print_field(self, owner: NamedType, member: Field, names: Mapping[str, str]) -> dict[str, str]:
        """A member of a record for the template; ``names`` are the attributes of all its members."""
        name, payload = names[member.wire], self.typings.get((owner.key, member.wire))
        annotation = self.annotations.of(member.type, f"{snake(owner.name)}_{name.strip('_').lower()}")
        if payload is not None:
            self.used |= {"Annotated", "PayloadBy"}
            annotation = f"Annotated[{annotation}, {payloads.mark(payload, names)}]"
        self.variables.note(member.type)
        given = write_default(self.model, member) if self.options.defaults else ""
        arguments: list[str] = [given] if given else []
        if not member.required and not given:
            form = self.options.absent_form(self.model, member)
            annotation = f"{form}[{annotation}]" if form else f"{annotation} | MISSING"
            arguments.append("None" if form else "MISSING")
            self.used.add(form or "MISSING")
        if name != member.wire:
            key = literal(member.wire)
            arguments += [f"validation_alias={key}", f"serialization_alias={key}"]
        if member.docs.deprecated:
            arguments.append("deprecated=True")
        if member.at in self.model.derived:
            arguments.append("frozen=True")
        if member.at in self.model.computed:
            arguments.append("init=False")
        default = ""
        if arguments in (["MISSING"], ["None"]):
            default = f" = {arguments[0]}"
        elif arguments == [given] and given.startswith("default="):
            default = f" = {given.removeprefix('default=')}"
        elif arguments:
            first = [f"default={arguments[0]}"] if arguments[0] in ("MISSING", "None") else []
            self.used.add("Field")
            default = f" = Field({', '.join([*first, *arguments[len(first) :]])})"
        words = [line for text in field_words(member.docs, member.type) for line in lines_of(text)]
        written = docstring(words, INDENT)
        return {"name": name, "annotation": annotation, "default": default, "docstring": written, "remark": ""}

    def list_views(self, record: Record, names: Mapping[str, str]) -> Iterator[View]:
        """The properties beside the members of a record, where the options of the target ask for them."""
        if not self.options.format_views:
            return
        taken = frozenset(names.values()) | self.busy
        for member in record.fields:
            given = self.options.defaults and write_default(self.model, member)
            known = replace(member, required=True) if given else member
            absent = "None" if self.options.absent_form(self.model, member) else "MISSING"
            view = view_of(self.model, known, names[member.wire], taken, absent)
            if view is not None:
                self.used |= {view.function, view.type.partition(".")[0]} | ({absent} if view.absent else set())
                taken |= {view.name}
                yield view
