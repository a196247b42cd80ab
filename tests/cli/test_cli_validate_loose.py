"""validate with a schema file: no registry is needed; and --exit-code, which a document must agree with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

SCHEMA = {
    "type": "object",
    "required": ["at"],
    "properties": {"at": {"type": "string", "format": "date-time"}, "n": {"type": "integer"}},
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a registry."""
    monkeypatch.chdir(tmp_path)
    write("schema.json", SCHEMA)
    write("good.json", {"at": "2024-02-29T10:00:00Z"})
    write("soon.json", {"at": "soon"})
    write("bad.json", {"n": 1})
    return tmp_path


def write(name: str, value: Any) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(json.dumps(value))


def test_a_schema_file_needs_no_registry(files: Path, run: Run) -> None:
    assert run("validate", "schema.json", "good.json").out == "1 of 1 valid against schema.json\n"
    outcome = run("validate", "schema.json", "good.json", "bad.json")
    assert outcome.code == 1
    assert outcome.out.startswith("bad.json:1:1: error refused-by-schema\n  schema.json: ")
    assert " at /required\n" in outcome.out
    assert "\ngood.json: valid\nbad.json: not valid\n1 of 2 valid against schema.json\n" in outcome.out


def test_formats_inform_unless_they_are_asserted_and_the_report_says_which(files: Path, run: Run) -> None:
    write("odd.json", {"format": "unheard-of"})
    plain = json.loads(run("validate", "schema.json", "soon.json", "--format", "json").out)
    assert (plain["exit_code"], plain["data"]["formats"]) == (0, "annotation")
    asserted = json.loads(run("validate", "schema.json", "soon.json", "--assert-formats", "--format", "json").out)
    assert (asserted["exit_code"], asserted["data"]["formats"]) == (1, "assertion")
    good = run("validate", "schema.json", "good.json", "--assert-formats")
    assert good.out == "1 of 1 valid against schema.json; formats are asserted\n"
    assert run("validate", "odd.json", "soon.json", "--assert-formats").code == 0


def test_the_draft_of_a_schema_that_declares_none_is_given(files: Path, run: Run) -> None:
    write("tuple.json", {"items": [{"type": "integer"}]})
    write("list.json", ["x"])
    assert run("validate", "tuple.json", "list.json").code == 2  # 2020-12 has no such items
    assert run("validate", "tuple.json", "list.json", "--draft", "draft-07").code == 1
    write("own.json", {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]})
    assert run("validate", "own.json", "list.json", "--draft", "2020-12").code == 1


def test_schemas_that_it_refers_to_are_given_as_files_or_a_folder(files: Path, run: Run) -> None:
    write("main.json", {"properties": {"n": {"$ref": "https://acme.example/n.json"}}})
    write("given/n.json", {"$id": "https://acme.example/n.json", "type": "string"})
    write("mirror/acme.example/n.json", {"type": "string"})
    assert run("validate", "main.json", "bad.json").code == 2
    assert run("validate", "main.json", "bad.json", "--resources", "given/n.json").code == 1
    assert run("validate", "main.json", "bad.json", "--resources", "mirror").code == 1
    assert run("validate", "main.json", "bad.json", "--resources", "nowhere").code == 2
    assert run("validate", "main.json", "bad.json", "--resources", "schema.json").code == 2


def test_a_part_of_an_older_draft_is_told_in_its_own_words(files: Path, run: Run) -> None:
    part = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 0, "exclusiveMinimum": True}
    root = {"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"n": {"$ref": "part.json"}}}
    write("part.json", part)
    write("root.json", root)
    write("none.json", {"n": 0})
    write("more.json", {"n": 1})
    assert run("validate", "root.json", "more.json").code == 0
    outcome = run("validate", "root.json", "none.json")
    assert outcome.code == 1
    assert "0 is not greater than 0" in outcome.out


def test_lines_are_documents_of_a_schema_file(files: Path, run: Run) -> None:
    Path("all.jsonl").write_text('{"at": "a"}\n\n{"at": 1}\n{"at": "b"}{"at": "c"}\n{"at": "d"')
    found = json.loads(run("validate", "schema.json", "all.jsonl", "--format", "json").out)["findings"]
    assert [(finding["rule"], finding["place"]["line"]) for finding in found] == [
        ("blank-line", 2),
        ("refused-by-schema", 3),
        ("extra-data", 4),
        ("stream-cut", 5),
    ]


def test_a_file_of_lines_without_one_is_not_called_valid(files: Path, run: Run) -> None:
    Path("none.jsonl").write_text("")
    outcome = run("validate", "schema.json", "none.jsonl")
    assert (outcome.code, outcome.out) == (0, "none.jsonl: no line holds a document, so nothing was judged\n")
    Path("rubbish.jsonl").write_text("oops\n")
    assert run("validate", "schema.json", "rubbish.jsonl").out.endswith(
        "rubbish.jsonl: not valid, 0 lines\n0 of 1 valid against schema.json\n\nvalidate: 1 error\n"
    )


def test_what_is_no_schema_is_refused(files: Path, run: Run) -> None:
    write("list.json", [1])
    write("odd.json", {"type": "strin"})
    for path in ("nowhere.json", "list.json", "odd.json"):
        outcome = run("validate", path, "good.json")
        assert outcome.code == 2
        assert path in outcome.err


@pytest.mark.parametrize(
    ("code", "rules"), [(0, []), (3, ["exit-code-differs"]), (9, ["exit-code-unknown", "exit-code-differs"])]
)
def test_the_exit_code_is_registered_and_the_document_agrees(
    code: int, rules: list[str], small: Path, run: Run
) -> None:
    codes = {"identifier": "exit-code", "entries": [{"id": id_, "name": f"E{id_}", "meaning": "."} for id_ in (0, 3)]}
    write("registry/order/v1/exit-codes.codes.json", codes)
    with (small / "order/contract.toml").open("a") as file:
        file.write('[[versions.v1.derived]]\nschema = "answer"\nfield = "/ok"\nfrom = "exit-code"\nsays = "0 is ok"\n')
    write("fine.json", {"ok": True, "code": "NONE"})
    outcome = run("validate", "order", "fine.json", "--exit-code", str(code), "--format", "json")
    assert [finding["rule"] for finding in json.loads(outcome.out)["findings"]] == rules


def test_what_belongs_to_a_schema_file_is_refused_with_a_contract(small: Path, run: Run) -> None:
    write("fine.json", {"ok": True, "code": "NONE"})
    assert run("validate", "order", "fine.json", "--draft", "draft-07").code == 2
    assert run("validate", "order", "fine.json", "--assert-formats").code == 0


def test_a_number_that_no_double_holds_is_a_warning_of_a_schema_file_and_its_line_counts(files: Path, run: Run) -> None:
    write("any.json", {"type": "object"})
    Path("out.jsonl").write_text('{"v": 1}\n{"v": 1e999}\n{"v": NaN}\n')
    report = json.loads(run("validate", "any.json", "out.jsonl", "--format", "json").out)
    found = [(finding["place"]["line"], finding["rule"], finding["severity"]) for finding in report["findings"]]
    assert found == [(2, "number-out-of-range", "warning"), (3, "not-a-number", "error")]
    assert [document["lines"] for document in report["data"]["documents"]] == [2]
    assert run("validate", "any.json", "out.jsonl", "--as", "consumer").out.count("error number-out-of-range") == 1
