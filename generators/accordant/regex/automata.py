"""Regular languages as lazy alternating automata: what remains to be matched after each character.

A state is a boolean formula over remainders. Reading a character rewrites the formula (Brzozowski's derivative, on
alternating automata so that lookarounds are conjunctions and negations). States are shared by structure, so equal
remainders are one state. A pattern may match anywhere in a text, as ECMA-262 and JSON Schema say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from accordant.regex import charsets
from accordant.regex.charsets import Charset
from accordant.regex.errors import NotRegular, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.regular import to_regular
from accordant.regex.tree import Chars, Choice, Edge, Group, Look, Repeat, Sequence, Tree, descendants

MOST_REPETITIONS: Final = 100_000
"""The largest count of a quantifier: an automaton needs a state for each repetition."""
MOST_WATCHED: Final = 4
"""Sets that lookbehinds ask about; each doubles the contexts, so 4 make 16."""
MOST_PARTS: Final = 2_000
"""Parts of one state. A step works on each part, and may find as many new ones for it."""
MOST_ENTERED: Final = 500_000
"""Times that an automaton enters parts of its pattern to make its states, some seconds of work."""
MOST_WORK: Final = 100_000_000
"""Parts that all steps over one text may look at, some seconds of work."""


_NOTHING, _EVERYTHING, _END, _CHARACTER, _OR, _AND, _NOT = (
    "nothing",
    "everything",
    "end",
    "character",
    "or",
    "and",
    "not",
)


class State:
    """A formula: nothing, everything, the end of the text, a character with a continuation, or, and, not.

    `id` numbers the states of an automaton in the order in which they were made, so that no order depends on addresses.
    """

    __slots__ = ("charset", "costs", "id", "next", "nullable", "op", "parts", "steps")

    def __init__(self, op: str, number: int, parts: tuple[State, ...] = (), nullable: bool = False) -> None:
        self.op = op
        self.id = number
        self.parts = parts
        self.nullable = nullable
        self.charset: Charset = ()
        self.next: Rest | None = None
        self.steps: dict[int, State] = {}
        self.costs: dict[int, int] = {}
        """The parts that each step looks at: the same whether earlier steps are remembered or not."""


Context = tuple[bool, tuple[bool, ...]]
"""Whether the position is the start of the text, and which watched sets the character before it is in."""


class Rest:
    """A continuation: the state in which the rest of the pattern starts, by context."""

    __slots__ = ("known", "make")

    def __init__(self, make: Callable[[Context], State]) -> None:
        self.make = make
        self.known: dict[Context, State] = {}


def _by_id(state: State) -> int:
    return state.id


class Automaton:
    """The language of the texts that a pattern matches somewhere."""

    def __init__(self, tree: Tree) -> None:
        self.nothing = State(_NOTHING, 0)
        self.everything = State(_EVERYTHING, 1, nullable=True)
        self.end = State(_END, 2, nullable=True)
        self._shared: dict[tuple[object, ...], State] = {}
        self._rests: dict[tuple[object, ...], Rest] = {}
        self._entered = 0
        self._open: set[tuple[int, Context]] = set()
        self._met: set[tuple[int, Context]] = set()
        """Those of them on which an answer in progress depends: it is not kept."""
        self._everything = Rest(lambda context: self.everything)
        self.edges, self._watched = scan_charsets(tree)
        self._tree = tree
        self.start = self._search((True, (False,) * len(self._watched)))

    def step(self, state: State, point: int) -> State:
        """What remains of `state` after the character `point`.

        Raises:
            NotRegular: a state with too many parts.
        """
        following = state.steps.get(point)
        if following is None:
            following = self._derive(state, point)
            state.steps[point] = following
            state.costs[point] = 1 + len(following.parts) + sum([part.costs.get(point, 1) for part in state.parts])
        return following

    def _at(self, rest: Rest, context: Context) -> State:
        """The state in which a continuation starts."""
        state = rest.known.get(context)
        if state is None:
            before, self._met = self._met, set()
            state = rest.make(context)
            if not self._met:
                rest.known[context] = state
            self._met |= before
        return state

    def accepts(self, text: str) -> bool:
        """Whether the pattern matches somewhere in a text.

        Raises:
            NotRegular: that would take too long.
        """
        try:
            return self._read(text)
        except RecursionError as error:
            raise NotRegular("repetitions inside repetitions that are too many") from error

    def _read(self, text: str) -> bool:
        state, work = self.start, 0
        for character in text:
            if state is self.nothing or state is self.everything:
                break
            following = self.step(state, ord(character))
            work += state.costs[ord(character)]
            if work > MOST_WORK:
                raise NotRegular("the text is too long for an automaton of this size")
            state = following
        return state.nullable

    def _derive(self, state: State, point: int) -> State:
        """The derivative of a state by a character."""
        op = state.op
        if op == _CHARACTER:
            if not charsets.contains(state.charset, point):
                return self.nothing
            assert state.next is not None
            return self._at(state.next, (False, tuple([charsets.contains(w, point) for w in self._watched])))
        if op in (_NOTHING, _END):
            return self.nothing
        if op == _EVERYTHING:
            return state
        parts = []
        for part in state.parts:
            parts.append(self.step(part, point))
        if op == _OR:
            return self._or(parts)
        if op == _AND:
            return self._and(parts)
        return self._not(parts[0])

    def _share(self, op: str, parts: list[State], nullable: bool) -> State:
        if len(parts) > MOST_PARTS:
            raise NotRegular(f"an automaton with more than {MOST_PARTS:,} parts in one state")
        ordered = tuple(sorted(parts, key=_by_id))
        key = (op, ordered)
        state = self._shared.get(key)
        if state is None:
            state = self._shared[key] = State(op, self._next_id(), ordered, nullable)
        return state

    def _next_id(self) -> int:
        return len(self._shared) + 3  # nothing, everything and the end come first

    def _or(self, parts: list[State]) -> State:
        flat: list[State] = []
        for part in parts:
            if part is self.everything:
                return part
            if part.op == _OR:
                flat.extend(part.parts)
            elif part is not self.nothing:
                flat.append(part)
        if not flat:
            return self.nothing
        distinct = dict.fromkeys(flat)
        if len(distinct) == 1:
            return flat[0]
        # (x and y) or x is x: keeps conjunctions of a looping lookahead from piling up.
        kept = [p for p in distinct if not (p.op == _AND and any(q in distinct for q in p.parts))]
        if len(kept) == 1:
            return kept[0]
        return self._share(_OR, kept, any(part.nullable for part in kept))

    def _and(self, parts: list[State]) -> State:
        flat: list[State] = []
        for part in parts:
            if part is self.nothing:
                return part
            if part.op == _AND:
                flat.extend(part.parts)
            elif part is not self.everything:
                flat.append(part)
        if not flat:
            return self.everything
        distinct = dict.fromkeys(flat)
        if self.end in distinct:
            return self.end if all(part.nullable for part in distinct) else self.nothing
        if len(distinct) == 1:
            return flat[0]
        if any(part.op == _NOT and part.parts[0] in distinct for part in distinct):
            return self.nothing
        kept = [p for p in distinct if not (p.op == _OR and any(q in distinct for q in p.parts))]
        if len(kept) == 1:
            return kept[0]
        return self._share(_AND, kept, all(part.nullable for part in kept))

    def _not(self, part: State) -> State:
        if part is self.nothing:
            return self.everything
        if part is self.everything:
            return self.nothing
        if part.op == _NOT:
            return part.parts[0]
        return self._share(_NOT, [part], not part.nullable)

    def _search(self, context: Context) -> State:
        here = self._enter(self._tree, self._everything, context)
        if here is self.everything:
            return here
        contexts = self._later_contexts()
        if all(self._enter(self._tree, self._everything, later) is self.nothing for later in contexts):
            return here  # anchored at the start: no later place can match
        later = self._rest(("search",), lambda: Rest(self._search))
        return self._or([here, self._character(charsets.ANY, later)])

    def _later_contexts(self) -> list[Context]:
        bits: list[tuple[bool, ...]] = [()]
        for _ in self._watched:
            bits = [(*b, flag) for b in bits for flag in (False, True)]
        return [(False, b) for b in bits]

    def _character(self, charset: Charset, rest: Rest) -> State:
        if not charset:
            return self.nothing
        if charset == charsets.ANY and rest is self._everything:
            key: tuple[object, ...] = (_CHARACTER, charset, "everything")
        else:
            key = (_CHARACTER, charset, id(rest))
        state = self._shared.get(key)
        if state is None:
            state = self._shared[key] = State(_CHARACTER, self._next_id())
            state.charset, state.next = charset, rest
        return state

    def _rest(self, key: tuple[object, ...], make: Callable[[], Rest]) -> Rest:
        rest = self._rests.get(key)
        if rest is None:
            rest = self._rests[key] = make()
        return rest

    def _enter(self, tree: Tree, rest: Rest, context: Context) -> State:
        """The state in which `tree` and then `rest` must match."""
        self._entered += 1
        if self._entered > MOST_ENTERED:
            raise NotRegular(f"an automaton that needs more than {MOST_ENTERED:,} steps to be made")
        if isinstance(tree, Chars):
            return self._character(tree.charset, rest)
        if isinstance(tree, Sequence):
            return self._enter_parts(tree, 0, rest, context)
        if isinstance(tree, Choice):
            options = []
            for option in tree.options:
                options.append(self._enter(option, rest, context))
            return self._or(options)
        if isinstance(tree, Group):
            return self._enter(tree.body, rest, context)
        if isinstance(tree, Repeat):
            return self._enter_repeat(tree, tree.low, tree.high, rest, context)
        if isinstance(tree, Edge):
            return self._enter_edge(tree, rest, context)
        if isinstance(tree, Look):
            return self._enter_look(tree, rest, context)
        raise NotRegular("a back-reference")

    def _enter_parts(self, tree: Sequence, at: int, rest: Rest, context: Context) -> State:
        if at == len(tree.parts):
            return self._at(rest, context)
        if at + 1 == len(tree.parts):
            return self._enter(tree.parts[at], rest, context)
        after = self._rest(
            ("parts", id(tree), at + 1, id(rest)),
            lambda: Rest(lambda later: self._enter_parts(tree, at + 1, rest, later)),
        )
        return self._enter(tree.parts[at], after, context)

    def _enter_repeat(self, tree: Repeat, low: int, high: int | None, rest: Rest, context: Context) -> State:
        if high == 0:
            return self._at(rest, context)
        again_low, again_high = max(low - 1, 0), None if high is None else high - 1
        again = self._rest(
            ("repeat", id(tree), again_low, again_high, id(rest)),
            lambda: Rest(lambda later: self._enter_repeat(tree, again_low, again_high, rest, later)),
        )
        if low > 0:
            return self._enter(tree.body, again, context)
        key = (id(again), context)
        if key in self._open:
            self._met.add(key)
            return self.nothing  # an iteration that consumed nothing adds nothing
        self._open.add(key)
        try:
            inside = self._enter(tree.body, again, context)
        finally:
            self._open.discard(key)
            self._met.discard(key)
        return self._or([self._at(rest, context), inside])

    def _enter_edge(self, tree: Edge, rest: Rest, context: Context) -> State:
        if tree.kind == "^":
            return self._at(rest, context) if context[0] else self.nothing
        if tree.kind == "$":
            return self._and([self.end, self._at(rest, context)])
        before_is_word = context[1][self._watched.index(charsets.WORD)]
        word_next = self._character(charsets.WORD, self._everything)
        differs = self._not(word_next) if before_is_word else word_next
        condition = differs if tree.kind == "b" else self._not(differs)
        return self._and([condition, self._at(rest, context)])

    def _enter_look(self, tree: Look, rest: Rest, context: Context) -> State:
        if tree.behind:
            charset = _single_set(tree.body)
            if charset is None:
                raise NotRegular("a lookbehind of more than one character")
            matched = context[1][self._watched.index(charset)]
            return self._at(rest, context) if matched != tree.negative else self.nothing
        ahead = self._enter(tree.body, self._everything, context)
        if tree.negative:
            ahead = self._not(ahead)
        return self._and([ahead, self._at(rest, context)])


def scan_charsets(tree: Tree) -> tuple[set[int], list[Charset]]:
    """The code points where sets begin or have just ended, and the sets that lookbehinds ask about.

    Raises:
        NotRegular: a lookbehind of several characters, too many of one, or a count that is too large.
    """
    edges, watched = {0}, list[Charset]()
    for part in descendants(tree):
        if isinstance(part, Chars):
            _add_edges(edges, part.charset)
            continue
        if isinstance(part, Repeat) and max(part.low, part.high or 0) > MOST_REPETITIONS:
            raise NotRegular("a count too large for an automaton")
        before = _looks_back_at(part)
        if before is not None and before not in watched:
            _add_edges(edges, before)
            watched.append(before)
    if len(watched) > MOST_WATCHED:
        raise NotRegular(f"more than {MOST_WATCHED} sets of characters that lookbehinds ask for")
    return edges, watched


def _looks_back_at(tree: Tree) -> Charset | None:
    """The set that the character before must be in (or not), where a tree asks about it."""
    if isinstance(tree, Edge) and tree.kind in "bB":
        return charsets.WORD
    if not isinstance(tree, Look) or not tree.behind:
        return None
    charset = _single_set(tree.body)
    if charset is None:
        raise NotRegular("a lookbehind of more than one character")
    return charset


def _add_edges(edges: set[int], charset: Charset) -> None:
    for low, high in charset:
        edges.add(low)
        edges.add(high + 1)


def _single_set(tree: Tree) -> Charset | None:
    """The set of a tree that matches exactly one character; None for others."""
    if isinstance(tree, Chars):
        return tree.charset
    if isinstance(tree, Group):
        return _single_set(tree.body)
    if isinstance(tree, Choice):
        sets = [_single_set(option) for option in tree.options]
        return None if None in sets else charsets.union(*[f for f in sets if f is not None])
    return None


_AUTOMATA: Final = 1024
"""Automata to keep; a large registry has some hundred patterns."""


@lru_cache(maxsize=_AUTOMATA)
def automaton(pattern: str) -> Automaton:
    """The automaton of a pattern; cached with its states.

    Raises:
        UnreadablePattern: an invalid pattern, or one beyond finite automata; the message names the pattern.
    """
    try:
        return Automaton(to_regular(parse(pattern).tree))
    except UnreadablePattern as error:
        raise type(error)(f"pattern {pattern!r}: {error}") from error
    except RecursionError as error:
        raise NotRegular(f"pattern {pattern!r}: repetitions inside repetitions that are too many") from error
