"""The judgement between two code lists: identifiers stay, and keep the facts that readers act on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.compat import rules
from accordant.compat.behaviour_facts import serves_fewer
from accordant.compat.loose import compare
from accordant.contract import CodeList, ContextField, Entry
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Verdict
from accordant.schema import pointers
from accordant.schema.json_values import fingerprint
from accordant.schema.vocabulary import enumeration

_FACTS = {
    "name": "name",
    "exit_code": "exit code",
    "retryable": "retryability",
    "retryable_text": "retryability",
    "side_effects": "side effects",
    "phase": "phase",
    "category": "category",
}


def judge(old: CodeList, new: CodeList, *, notes: bool = True) -> list[Finding]:
    """Every break and note between two states of a code list; without ``notes``, notes carry no place."""
    return list(_List(old, new, notes).findings())


class _List:
    def __init__(self, old: CodeList, new: CodeList, notes: bool) -> None:
        self.old = old
        self.new = new
        self.notes = notes

    def findings(self) -> Iterator[Finding]:
        yield from self._head()
        removed = [entry for entry in self.old.entries if self.new.entry(entry.id) is None]
        added = [entry for entry in self.new.entries if self.old.entry(entry.id) is None]
        for entry in removed:
            twin = next((candidate for candidate in added if _are_alike(entry, candidate)), None)
            if twin is not None:
                added.remove(twin)
                yield self._finding(
                    "code-renamed", f"`{entry.id}` is now called `{twin.id}`.", entry, twin, entry.id, twin.id
                )
            else:
                yield self._finding("code-removed", self._removal(entry), entry, None, entry.id, None)
        swapped = dict(self._swaps())
        for entry in self.old.entries:
            newer = self.new.entry(entry.id)
            if newer is not None:
                yield from self._entry(entry, newer, swapped)
        for entry in added:
            yield self._finding(
                "code-added", f"`{entry.id}` was added to `{self.new.name}`.", None, entry, None, entry.id
            )

    def _removal(self, entry: Entry) -> str:
        message = f"`{entry.id}` is no longer in `{self.new.name}`"
        return f"{message}; it was retired, and nothing keeps it from another use." if entry.retired else f"{message}."

    def _head(self) -> Iterator[Finding]:
        if self.old.extensible and not self.new.extensible:
            yield self._finding(
                "code-list-closed", f"Programs can no longer extend `{self.new.name}`.", None, None, True, False
            )
        if self.new.extensible and not self.old.extensible:
            yield self._finding(
                "code-added",
                f"Programs can extend `{self.new.name}` now: other codes may come.",
                None,
                None,
                False,
                True,
            )
        name = self.new.name
        for field, rule, message in (
            ("spelling", "code-list-closed", f"The spelling of identifiers in `{name}` changed."),
            ("identifier", "code-fact-changed", f"Identifiers of `{name}` have another name: `{self.new.identifier}`."),
            ("fallback", "code-fact-changed", f"The fallback of `{name}` changed."),
        ):
            before, after = getattr(self.old, field), getattr(self.new, field)
            if before != after:
                yield self._finding(rule, message, None, None, before, after, (field,))

    def _swaps(self) -> Iterator[tuple[str | int, str | int]]:
        """Pairs of identifiers that exchanged their meanings."""
        meanings = {entry.meaning: entry.id for entry in self.old.entries if entry.meaning}
        for entry in self.old.entries:
            newer = self.new.entry(entry.id)
            if newer is None or newer.meaning == entry.meaning:
                continue
            other = meanings.get(newer.meaning)
            if other is not None and other != entry.id:
                yield entry.id, other

    def _entry(self, old: Entry, new: Entry, swapped: dict[str | int, str | int]) -> Iterator[Finding]:
        if old.retired and not new.retired:
            yield self._finding("code-reused", f"The retired `{old.id}` is in use again.", old, new, old.retired, None)
        for field, word in _FACTS.items():
            before, after = getattr(old, field), getattr(new, field)
            if before != after:
                message = f"The {word} of `{old.id}` changed from {_words(before)} to {_words(after)}."
                yield self._finding("code-fact-changed", message, old, new, before, after, (field.replace("_", "-"),))
        yield from self._reach(old, new)
        yield from self._context(old, new)
        yield from self._meaning(old, new, swapped)
        if fingerprint(old.attributes) != fingerprint(new.attributes):
            yield from self._attributes(old, new)
        if (new.retired and not old.retired) or (new.deprecated and not old.deprecated):
            word = "retired" if new.retired else "deprecated"
            yield self._finding("code-withdrawn", f"`{old.id}` is {word}.", old, new, None, word)

    def _reach(self, old: Entry, new: Entry) -> Iterator[Finding]:
        """Severity and commands may be several; none that was promised may go, and severity may not grow either."""
        if set(old.severity) != set(new.severity):
            message = f"The severity of `{old.id}` changed from {_words(old.severity)} to {_words(new.severity)}."
            yield self._finding(
                "code-fact-changed", message, old, new, list(old.severity), list(new.severity), ("severity",)
            )
        if serves_fewer(old.commands, new.commands):
            message = f"`{old.id}` no longer applies to every command that it applied to."
            yield self._finding(
                "code-fact-changed", message, old, new, list(old.commands), list(new.commands), ("commands",)
            )
        elif serves_fewer(new.commands, old.commands):
            message = f"`{old.id}` applies to {_gained(old.commands, new.commands)}."
            yield self._finding("code-added", message, old, new, list(old.commands), list(new.commands), ("commands",))

    def _context(self, old: Entry, new: Entry) -> Iterator[Finding]:
        newer_fields = {field.name: field for field in new.context}
        for field in old.context:
            newer = newer_fields.pop(field.name, None)
            where = f"The context field `{field.name}` of `{old.id}`"
            if newer is None:
                yield self._finding(
                    "context-field-removed", f"{where} is gone.", old, new, _field_facts(field), None, ("context",)
                )
                continue
            yield from self._values(where, old, new, field, newer)
            if field.always and not newer.always:
                yield self._finding(
                    "context-field-sometimes", f"{where} was always there and is now there sometimes.",
                    old, new, _field_facts(field), _field_facts(newer), ("context", field.name),
                )  # fmt: skip
            elif newer.always and not field.always:
                message = f"{where} is always there from now on."
                yield self._finding(
                    "context-field-added",
                    message,
                    old,
                    new,
                    _field_facts(field),
                    _field_facts(newer),
                    ("context", field.name),
                )
        for name in newer_fields:
            message = f"The context field `{name}` was added to `{old.id}`."
            yield self._finding(
                "context-field-added", message, old, new, None, _field_facts(newer_fields[name]), ("context", name)
            )

    def _values(
        self, where: str, old: Entry, new: Entry, before: ContextField, after: ContextField
    ) -> Iterator[Finding]:
        """Whether readers of a context field still read it; an unclear answer counts as a break."""
        if fingerprint(before.schema) == fingerprint(after.schema):
            return
        if compare(before.schema, after.schema, promise="additive").verdict != Verdict.COMPATIBLE:
            message = f"{where} may hold values that its readers do not know."
            tokens = ("context", before.name, "schema")
            yield self._finding("code-fact-changed", message, old, new, before.schema, after.schema, tokens)

    def _meaning(self, old: Entry, new: Entry, swapped: dict[str | int, str | int]) -> Iterator[Finding]:
        if old.id in swapped:
            message = f"`{old.id}` now means what `{swapped[old.id]}` meant."
            yield self._finding("code-meaning-swapped", message, old, new, old.meaning, new.meaning, ("meaning",))
        elif old.meaning != new.meaning or old.action != new.action:
            message = f"The wording of `{old.id}` changed."
            yield self._finding(
                "text-changed", message, old, new, [old.meaning, old.action], [new.meaning, new.action], ("meaning",)
            )

    def _attributes(self, old: Entry, new: Entry) -> Iterator[Finding]:
        for name, before in old.attributes.items():
            after = new.attributes.get(name)
            if fingerprint(before) != fingerprint(after):
                message = f"The attribute `{name}` of `{old.id}` changed from {_words(before)} to {_words(after)}."
                yield self._finding("code-fact-changed", message, old, new, before, after, ("attributes", name))

    def _finding(
        self,
        rule: str,
        message: str,
        old: Entry | None,
        new: Entry | None,
        before: JsonValue,
        after: JsonValue,
        tokens: tuple[str, ...] = (),
    ) -> Finding:
        breaks = rules.BY_NAME[rule].severity == Severity.ERROR
        is_placed = self.notes or breaks  # to place a finding costs reading its file again
        return rules.finding(
            rule,
            message,
            _place_of(self.new, new, tokens) if is_placed else None,
            old_place=_place_of(self.old, old, tokens) if is_placed and old is not None else None,
            evidence=Facts(before, after) if breaks else None,
            old=before,
            new=after,
        )


def _place_of(code_list: CodeList, entry: Entry | None, tokens: tuple[str, ...]) -> Place | None:
    if code_list.document is None:
        return None
    pointer = code_list.pointer(entry.id, *tokens) if entry is not None else pointers.join(code_list.base, *tokens)
    return code_list.document.place(pointer)


def _are_alike(old: Entry, new: Entry) -> bool:
    """Whether two entries state the same under different identifiers (and state anything at all)."""
    if old.meaning:
        return old.meaning == new.meaning
    return bool(old.context) and _core(old) == _core(new)


def _core(entry: Entry) -> JsonValue:
    """The facts that tell entries without a meaning apart."""
    fields = [(field.name, field.always) for field in entry.context]
    return entry.meaning, entry.category, entry.severity, entry.exit_code, fields


def _gained(old: Sequence[str], new: Sequence[str]) -> str:
    """The commands that a list has more than before, as words; one that names none has all."""
    more = [f"`{command}`" for command in new if command not in old]
    return f"{enumeration(more, 'and')} too" if more else "every command from now on"


def _field_facts(field: ContextField) -> JsonValue:
    return {"name": field.name, "always": field.always, "schema": field.schema}


def _words(value: JsonValue) -> str:
    if value in (None, "", ()):
        return "nothing"
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return str(value)
