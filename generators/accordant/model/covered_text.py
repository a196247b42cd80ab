"""Which members and items a sentence about the rest leaves out: those that other keywords cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from accordant.model.constraints import Constraint, Seen
from accordant.model.markup import Markup, SubjectWords
from accordant.schema import pointers


@dataclass(frozen=True, slots=True)
class CoveredText:
    """Writes what is covered."""

    markup: Markup
    states: Callable[[Constraint, SubjectWords], str]
    """Writes a condition as a statement of fact."""

    def exception(self, covered: Seen | None, subject: SubjectWords) -> str:
        """What stands behind *each member of the subject*; "" where all are meant."""
        if covered is None or covered == Seen(below=covered.below):
            return ""
        if not covered.depends_on_value:
            return f" except {self._join(self._always(covered, subject))}"
        covered = replace(covered, below=0)  # the sentence says from which item on it holds
        return f" that no other keyword covers (covered: {'; '.join(self._pieces(covered, subject))})"

    def _pieces(self, covered: Seen, subject: SubjectWords) -> Iterator[str]:
        """What other keywords cover: always, or where a condition on the subject holds."""
        always = self._always(covered, subject)
        if always:
            yield self._join(always)
        for condition, inner in covered.guarded:
            for words in self._pieces(inner, subject):
                yield f"{words} if {self.states(condition, subject)}"

    def _always(self, covered: Seen, subject: SubjectWords) -> list[str]:
        """What is covered whatever the rest of the subject is: by name, by pattern, by position, by its own value."""
        names = [pointers.join(subject.pointer, name) if self.markup.by_pointer else name for name in covered.names]
        return [
            *(["all"] if covered.everything else []),
            *([f"the first {covered.below} items"] if covered.below > 1 else ["the first item"] * covered.below),
            *(self.markup.name(name) for name in names),
            *(f"any that matches {self.markup.pattern(pattern)}" for pattern in covered.patterns),
            *(self._by_test(test, subject) for test in covered.like),
        ]

    def _by_test(self, test: Constraint, subject: SubjectWords) -> str:
        words = self.states(test, SubjectWords("it", f"{subject.pointer}/*"))
        return f"any that {words[3:]}" if words.startswith("it ") else f"any where {words}"

    def _join(self, words: list[str]) -> str:
        return self.markup.join(words, "and")
