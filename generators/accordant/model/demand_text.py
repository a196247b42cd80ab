"""What a constraint asks of a value itself: what stands behind *must*, and the same as a statement of fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.model import constraints as R
from accordant.model.markup import Markup, SubjectWords
from accordant.model.part_text import Clause
from accordant.schema.vocabulary import amount, enumeration, with_article

_STATES: Final[dict[str, Callable[[str], str]]] = {
    "be ": lambda words: f"is {words[3:]}",
    "have ": lambda words: f"has {words[5:]}",
    "match ": lambda words: f"matches {words[6:]}",
    "contain ": lambda words: f"contains {words[8:]}",
    "satisfy ": lambda words: f"satisfies {words[8:]}",
    "not be ": lambda words: f"is not {words[7:]}",
    "not have ": lambda words: f"does not have {words[9:]}",
}


@dataclass(frozen=True, slots=True)
class DemandText:
    """Writes what is asked of a value."""

    markup: Markup
    rule: Clause
    states: Clause

    def demand(self, c: R.Constraint) -> str:
        """What stands behind *must*; "" where the constraint speaks of parts of the value."""
        match c:
            case R.Fail():
                return "be absent"
            case R.Pass():
                return "be any value"
            case R.IsType(types):
                return f"be {enumeration([with_article(name) for name in types])}"
            case R.IsOneOf():
                return f"be {self.markup.listing(c)}"
            case R.Bound(relation, limit):
                return f"be {self.markup.relation(relation)} {self.markup.number(limit)}"
            case R.MultipleOf(divisor):
                return f"be a multiple of {self.markup.number(divisor)}"
            case R.SpeltAsInteger():
                return "be spelt without a fraction"
            case R.Length(least, most):
                return f"have {amount(least, most, 'character', 'characters')}"
            case R.Matches(pattern):
                return f"match {self.markup.pattern(pattern)}"
            case R.Count(least, most):
                return f"have {amount(least, most, 'item', 'items')}"
            case R.Unique():
                return "have no two equal items"
            case R.Size(least, most):
                return f"have {amount(least, most, 'member', 'members')}"
            case R.Has(names):
                return f"have {self.markup.join_names(names, 'and')}"
            case R.Carries(name, values):
                return f"have {self.markup.name(name)} as {self.markup.listing(R.IsOneOf(values))}"
            case R.Contains(test, least, most):
                text = f"contain {amount(least, most, 'item', 'items')} that {self.state(test, SubjectWords('it'))}"
                return text.replace("items that ", "items each of which ", 1)
            case R.AnyOf() | R.OneOf() | R.Not() | R.Call():
                return self._of_combination(c)
            case _:
                return ""

    def _of_combination(self, c: R.Constraint) -> str:
        match c:
            case R.AnyOf(parts):
                if all(isinstance(part, R.Has) for part in parts):
                    return f"have {enumeration([self.demand(part).removeprefix('have ') for part in parts])}"
                return "" if self.markup.by_pointer else f"be such that {self._alternatives(parts)}"
            case R.OneOf(parts):
                words = self._alternatives(parts)
                return "" if self.markup.by_pointer else f"be such that exactly one of these holds: {words}"
            case R.Not(R.Has(names)):
                return f"not have {self.markup.join_names(names, 'together with')}"
            case R.Not(R.Count(least, None)) if least:
                return f"have {amount(0, least - 1, 'item', 'items')}"
            case R.Not(R.IsOneOf() as listed):
                return f"not be {self.markup.listing(listed)}"
            case R.Not(part):
                words, unsaid = self.demand(part), "" if self.markup.by_pointer else "not be what the schema excludes"
                return f"not {words}" if words else unsaid
            case R.Call(key):
                return f"be {self.markup.schema(key.partition(' ')[0])}"
            case _:
                return ""

    def _alternatives(self, parts: Sequence[R.Constraint]) -> str:
        return self.markup.join([self.states(part, SubjectWords("it")) for part in parts])

    def state(self, c: R.Constraint, subject: SubjectWords) -> str:
        """The demand on a subject as a statement of fact, without the subject: ``is true``."""
        words = self.demand(c)
        for start, statement in _STATES.items():
            if words.startswith(start):
                return statement(words)
        return f"satisfies: {self.rule(c, subject)}" if words or not isinstance(c, R.Pass) else "is any value"
