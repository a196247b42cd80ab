"""The algorithms of the decision procedure, each against a search that tries everything."""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from accordant.algebra.budget import Budget, Meter, Spent
from accordant.algebra.clauses import reduce_clauses, split_conjunction
from accordant.algebra.evaluate import holds, holds_inside
from accordant.algebra.matching import choose_distinct
from accordant.algebra.model import FRACTION, INTEGER, NULL, NUMBER, STRING, Formula, Pool
from accordant.algebra.numbers import find_number
from accordant.algebra.ops import CLAUSES, DUAL, Op
from accordant.algebra.strings import texts_of

TENTHS = [Fraction(k, 10) for k in range(-80, 81)]


@pytest.mark.parametrize("seed", range(200))
def test_everybody_gets_a_choice_of_his_own_whenever_that_can_be(seed: int) -> None:
    random = Random(seed)
    options: list[list[Hashable]] = [random.sample(range(5), random.randint(0, 4)) for _ in range(random.randint(0, 5))]
    chosen = choose_distinct(options)
    possible = any(len(set(choice)) == len(choice) for choice in itertools.product(*options))
    assert (chosen is not None) is possible
    if chosen is not None:
        assert len(set(chosen)) == len(options)
        assert all(choice in candidates for choice, candidates in zip(chosen, options, strict=True))


def number_atoms(random: Random, pool: Pool) -> list[Formula]:
    def limit() -> Fraction:
        return Fraction(random.randint(-12, 12), random.choice((1, 2, 5)))

    makers = (
        lambda: pool.minimum(limit(), random.random() < 0.5),
        lambda: pool.maximum(limit(), random.random() < 0.5),
        lambda: pool.multiple(random.choice((Fraction(2), Fraction(3), Fraction(1, 2), Fraction(3, 10)))),
        lambda: pool.multiple(random.choice((Fraction(2), Fraction(3), Fraction(1, 2)))).negated,
        lambda: pool.among(frozenset(limit() for _ in range(4))),
        lambda: pool.among(frozenset(limit() for _ in range(4))).negated,
    )
    return [random.choice(makers)() for _ in range(random.randint(0, 4))]


@pytest.mark.parametrize("kind", [INTEGER, FRACTION])
def test_a_number_is_found_whenever_one_of_few_digits_satisfies_all(kind: int) -> None:
    random, pool = Random(kind), Pool()
    for _ in range(600):
        atoms = number_atoms(random, pool)
        try:
            result = find_number(atoms, kind)
        except Spent:
            continue
        fitting = [
            value
            for value in TENTHS
            if (value.denominator == 1) == (kind == INTEGER)
            and all(holds_inside(pool, atom, value_of(value)) for atom in atoms)
        ]
        if result is None:
            assert not fitting, atoms
        else:
            assert (result.denominator == 1) == (kind == INTEGER)
            assert all(holds_inside(pool, atom, value_of(result)) for atom in atoms), (atoms, result)


def value_of(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)


def test_texts_are_all_that_there_are_shortest_first() -> None:
    random, pool = Random(1), Pool()
    every = ["".join(letters) for size in range(4) for letters in itertools.product("ab", repeat=size)]
    only = pool.pattern("^[ab]*$")
    patterns = ["a", "^a", "b$", "^(ab)*$", "aa", "^.{2}$", "^(?!b)"]
    for _ in range(150):
        atoms = [only, pool.max_length(3), pool.min_length(random.randint(0, 2))]
        for pattern in random.sample(patterns, 2):
            atom = pool.pattern(pattern)
            atoms.append(random.choice((atom, atom.negated)))
        if random.random() < 0.5:
            atoms.append(pool.among(frozenset(random.sample(every, 3))).negated)
        atoms = [atom for atom in atoms if atom is not pool.true]
        expected = [text for text in every if all(holds_inside(pool, atom, text) for atom in atoms)]
        texts = texts_of(atoms, 100, Meter(Budget()))
        assert sorted(texts) == sorted(expected)
        assert [len(text) for text in texts] == sorted(len(text) for text in texts)


def boolean_formula(random: Random, pool: Pool, atoms: list[Formula], depth: int) -> Formula:
    if depth == 0 or random.random() < 0.3:
        atom = random.choice(atoms)
        return random.choice((atom, atom.negated))
    parts = [boolean_formula(random, pool, atoms, depth - 1) for _ in range(random.randint(1, 3))]
    return random.choice((pool.all_of, pool.any_of, pool.exactly_one))(parts)


def test_reduction_keeps_what_a_conjunction_of_clauses_means() -> None:
    random, pool = Random(2), Pool()
    atoms = [pool.pattern(letter) for letter in "abcd"]
    every = ["".join(letters) for size in range(5) for letters in itertools.combinations("abcd", size)]
    for _ in range(500):
        whole = pool.all_of([boolean_formula(random, pool, atoms, 2) for _ in range(3)])
        before = [text for text in every if holds_inside(pool, whole, text)]
        if whole is pool.false:
            continue
        sorted_atoms, clauses = split_conjunction([whole])
        simpler = reduce_clauses(pool, sorted_atoms, clauses)
        if simpler is None:
            assert before == []
            continue
        kept = [*simpler[0], *simpler[1]]
        assert [text for text in every if all(holds_inside(pool, part, text) for part in kept)] == before
        assert all(clause.op in CLAUSES for clause in simpler[1])
        assert all(atom.op not in CLAUSES for atom in simpler[0])


def test_a_formula_and_its_negation_never_agree() -> None:
    random, pool = Random(3), Pool()
    atoms = [
        pool.types(NULL | NUMBER), pool.is_(STRING, pool.pattern("a")), pool.if_(STRING, pool.min_length(2)),
        pool.is_(NUMBER, pool.minimum(Fraction(1), True)), pool.if_(NUMBER, pool.multiple(Fraction(2))),
    ]  # fmt: skip
    values: list[Any] = [None, True, "a", "ba", "", 0, 2, 3, 1.5, [], {}]
    for _ in range(300):
        formula = boolean_formula(random, pool, atoms, 3)
        assert formula.negated.negated is formula
        for value in values:
            assert holds(pool, formula, value) is not holds(pool, formula.negated, value)


def test_every_operation_has_a_negation_and_its_negation_is_it() -> None:
    operations = {value for name, value in vars(Op).items() if name.isupper()} - {Op.OPEN}
    assert set(DUAL) == operations
    assert all(DUAL[DUAL[op]] == op for op in operations)
