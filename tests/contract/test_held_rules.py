"""Each test that a rule may ask, on values that pass it and values that do not."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.contract.held_rules import TESTS, LineRules, arrange, find_breaches, order_keys

A = "/a"
CASES: list[tuple[str, Any, list[Any], list[Any]]] = [
    ("is", 1, [{"a": 1}, {"a": 1.0}], [{"a": True}, {"a": "1"}, {}]),
    ("is-not", None, [{"a": 1}, {}], [{"a": None}]),
    ("in", ["x", "y"], [{"a": "y"}], [{"a": "z"}, {}]),
    ("not-in", ["x"], [{"a": "y"}, {}], [{"a": "x"}]),
    ("min", 2, [{"a": 2}], [{"a": 1.5}, {"a": "3"}, {}]),
    ("max", 2, [{"a": 2}], [{"a": 3}, {}]),
    ("outside", [1, 3], [{"a": 0}, {"a": 4}], [{"a": 2}, {"a": 1}]),
    ("present", True, [{"a": None}], [{}]),
    ("absent", True, [{}], [{"a": None}]),
    ("is-null", True, [{"a": None}, {}], [{"a": 0}]),
    ("not-empty", True, [{"a": [0]}, {"a": "x"}], [{"a": []}, {"a": {}}, {}]),
    ("contains-any", ["old"], [{"a": "OLD one"}], [{"a": "new"}, {"a": 1}]),
    ("same-as", "/b", [{"a": [1], "b": [1.0]}, {"a": 1}, {}], [{"a": 1, "b": 2}, {"a": {}, "b": []}]),
    ("type", "object", [{"a": {}}], [{"a": []}, {}]),
    ("counts", ["/b/*", "/c/*/d/*"], [{"a": 3, "b": [1], "c": [{"d": [1, 2]}]}, {"a": "3"}, {}], [{"a": 1}]),
    ("counts", {"of": ["/b/*"], "where": [{"at": "/k", "is": 1}]}, [{"a": 1, "b": [{"k": 1}, {"k": 2}]}],
     [{"a": 2, "b": [{"k": 1}, {"k": 2}]}]),
    ("counts", {"of": ["/b/*"], "distinct": True}, [{"a": 1, "b": ["x", "x"]}], [{"a": 2, "b": ["x", "x"]}]),
    ("sum-of", ["/l/*/n"], [{"a": 3, "l": [{"n": 1}, {"n": 2}]}, {"a": 0, "l": []}, {"a": 5, "l": [{"n": "x"}]},
                            {"a": 0.3, "l": [{"n": 0.1}, {"n": 0.2}]}],
     [{"a": 1, "l": [{"n": 1}, {"n": 2}]}, {"a": 99, "l": []}, {"a": 10**9 + 1, "l": [{"n": 10**9}]}]),
    ("sum-of", ["/b", "/c"], [{"a": 3, "b": 1, "c": 2}, {"a": 3, "b": 1}], [{"a": 4, "b": 1, "c": 2}]),
    ("result-of", {"of": ["divide", ["subtract", "/b", "/c"], ["absolute", "/c"]], "within": 1e-3},
     [{"a": 0.5, "b": 3, "c": 2}, {"a": 9, "b": 3, "c": 0}, {"a": 9, "b": 3}], [{"a": 0.51, "b": 3, "c": 2}]),
    ("result-of", {"of": ["square-root", ["add", "/b", 1, ["multiply", 2, 4]]]}, [{"a": 5, "b": 16}],
     [{"a": 4, "b": 16}]),
    ("follows", {"than": "/b", "by": 1}, [{"a": 2, "b": 1}, {"a": 2}], [{"a": 3, "b": 1}, {"a": 1, "b": 1}]),
    ("follows", {"than": "/b", "by": "any"}, [{"a": 3, "b": 1}], [{"a": 1, "b": 1}]),
    ("path", "absolute", [{"a": "/x"}, {"a": "C:\\x"}, {"a": "c:/x"}, {"a": 1}], [{"a": "x/y"}, {"a": ""}]),
    ("path", "relative", [{"a": "x/y"}, {}], [{"a": "/x"}, {"a": "C:/x"}]),
    ("path", "slashes", [{"a": "/x/y"}], [{"a": "x\\y"}]),
    ("slashes-of", "/b", [{"a": "x/y", "b": "x\\y"}, {"a": "x"}], [{"a": "x", "b": "y"}]),
    ("companions", "_posix", [{"a": {"p": "x\\y", "p_posix": "x/y", "q": [{"r": ["\\"], "r_posix": ["/"]}]}}],
     [{"a": {"q": [{"p": "x", "p_posix": "y"}]}}, {"a": {"r": ["x"], "r_posix": []}}]),
    ("format", "date-time", [{"a": "2024-02-29T23:59:60.5+01:00"}, {"a": "2026-01-01t00:00:00z"}, {"a": 1}],
     [{"a": "2023-02-29T00:00:00Z"}, {"a": "2026-01-01T24:00:00Z"}, {"a": "2026-01-01"}, {"a": "x\n"}]),
    ("format", "date", [{"a": "2024-02-29"}, {"a": "0000-02-29"}], [{"a": "2023-02-29"}, {"a": "2023-13-01"}]),
    ("sorted-by", {"keys": ["p", "n"], "missing": "last"},
     [{"a": [{"p": "A", "n": 1}, {"p": "A", "n": 2}, {"p": "A"}, {"p": "a", "n": 0}]}, {"a": []}, {}],
     [{"a": [{"p": "b"}, {"p": "a"}]}, {"a": [{"p": "a"}, {"p": "a", "n": 1}]}, {"a": [{"p": "Ａ"}, {"p": "A"}]}]),
    ("sorted-by", {"keys": ["s"], "instead": {"s": "error"}}, [{"a": [{}, {"s": "warning"}]}],
     [{"a": [{"s": "warning"}, {}]}]),
    ("sorted-by", {"keys": [""]}, [{"a": ["\uffee", "\U00010000"]}], [{"a": ["b", "a"]}]),
    ("keys-in-order", ["x", "y"], [{"a": {"x": 1, "z": 0, "y": 2}}, {"a": []}], [{"a": {"y": 1, "x": 2}}]),
    ("first-key", "x", [{"a": {"x": 1, "y": 2}}, {"a": {"y": 1}}], [{"a": {"y": 1, "x": 2}}]),
    ("keys-sorted", True, [{"a": [{"x": 1, "y": {"a": 1}}]}, {"a": 1}], [{"a": [{"x": {"b": 1, "a": 2}}]}]),
    ("distinct", True, [{"a": [1, True, "1"]}, {"a": 1}], [{"a": [{"x": 1}, {"x": 1.0}]}]),
]  # fmt: skip


def breaks(test: str, operand: Any, document: Any) -> bool:
    rule = {"id": "r", "says": "x", "holds": [{"then": [{"at": A, test: operand}]}]}
    return bool(list(find_breaches([rule], document)))


@pytest.mark.parametrize(("test", "operand", "passing", "failing"), CASES, ids=[case[0] for case in CASES])
def test_a_test_passes_and_fails(test: str, operand: Any, passing: list[Any], failing: list[Any]) -> None:
    assert [document for document in passing if breaks(test, operand, document)] == []
    assert [document for document in failing if not breaks(test, operand, document)] == []


def test_an_index_of_more_digits_than_a_list_has_items_names_nothing() -> None:
    then = [{"at": f"{A}/{'9' * 5000}", "present": True}]
    assert list(find_breaches([{"id": "r", "says": "x", "holds": [{"then": then}]}], {"a": [1]}))


def test_every_test_has_a_case() -> None:
    assert {case[0] for case in CASES} == TESTS


def test_a_claim_is_about_each_place_and_names_where_it_breaks() -> None:
    claim = {"each": "/x/*", "when": [{"at": "whole/on", "is": True}], "then": [{"at": "/n", "min": 1}]}
    rule = {"id": "r", "says": "n is at least 1", "holds": [claim]}
    document = {"on": True, "x": [{"n": 1}, {"n": 0}]}
    assert [tuple(breach) for breach in find_breaches([rule], document)] == [("/x/1/n", "n is at least 1", "r")]
    assert list(find_breaches([rule], {**document, "on": False})) == []
    of_keys = {"id": "r", "says": "s", "holds": [{"each": "/x/*", "then": [{"at": "", "is": 1}]}]}
    assert [breach.pointer for breach in find_breaches([of_keys], {"x": {"a/b": 2, "c": 1}})] == ["/x/a~1b"]


def test_a_line_that_cannot_be_read_breaks_no_count_and_switches_no_rule_off() -> None:
    rules = LineRules(
        [
            {"id": "up", "says": "", "lines": [{"line": [{"at": "/n", "present": True}],
             "then": [{"at": "/n", "follows": {"than": "earlier/n", "by": 1}}]}]},
            {"id": "over", "says": "", "lines": [{"earlier": [{"at": "/end", "is": True}],
             "line": [{"at": "/n", "present": True}], "never": True}]},
            {"id": "same", "says": "", "lines": [{"earlier": [{"at": "/end", "is": True}],
             "line": [{"at": "/last", "present": True}], "then": [{"at": "/last", "same-as": "earlier/of"}]}]},
        ]
    )  # fmt: skip
    lines: list[Any] = [{"n": 4}, None, {"n": 6}, {"n": 8}, {"end": True, "of": 8}, None, {"n": 9}, {"last": 9}]
    found: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        if line is None:
            rules.pass_unknown()
        else:
            found += [(index, breach.rule) for breach in rules.feed(line)]
    assert found == [(3, "up"), (6, "over"), (7, "same")]


def test_lines_follow_lines() -> None:
    rules = LineRules(
        [
            {"id": "up", "says": "", "lines": [{"line": [{"at": "/n", "present": True}],
             "then": [{"at": "/n", "follows": {"than": "earlier/n", "by": 1}}]}]},
            {"id": "over", "says": "", "lines": [{"earlier": [{"at": "/end", "is": True}],
             "line": [{"at": "/n", "present": True}], "never": True}]},
            {"id": "same", "says": "", "lines": [{"earlier": [{"at": "/end", "is": True}],
             "line": [{"at": "/last", "present": True}], "then": [{"at": "/last", "same-as": "earlier/of"}]}]},
        ]
    )  # fmt: skip
    lines: list[Any] = [{"n": 4}, {"x": 0}, {"n": 5}, {"n": 7}, {"n": 8}, {"end": True, "of": 8}, {"n": 9}, {"last": 9}]
    found = [(index, breach.rule) for index, line in enumerate(lines) for breach in rules.feed(line)]
    assert found == [(3, "up"), (6, "over"), (7, "same")]


def test_what_is_arranged_is_sorted() -> None:
    orders = [{"list": "/a", "keys": ["p"], "missing": "last"}, {"list": "/a/*/b", "keys": [""]}]
    document: Any = {"a": [{"n": 1}, {"p": "y", "b": [2, 1]}, {"p": "x"}], "c": [2, 1]}
    arranged = arrange(document, orders)
    assert arranged == {"a": [{"p": "x"}, {"p": "y", "b": [1, 2]}, {"n": 1}], "c": [2, 1]}
    assert document["a"][0] == {"n": 1}
    assert arrange({"a": 1}, orders) == {"a": 1}
    assert list(order_keys({"z": 1, "b": 2, "a": 3}, ["a", "b"])) == ["a", "b", "z"]
