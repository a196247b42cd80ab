"""On the pages of ``try``, a browser judges as ``validate`` does: every example, and what becomes of it by mutation."""

from __future__ import annotations

import copy
import gzip
import html
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from accordant.conform.batches import Batch
from accordant.conform.contract_rules import ContractRules
from accordant.conform.judge import Judge
from accordant.conform.streams import StreamJudge
from accordant.contract import Contract, ContractState, Example, Line, Registry, Schema, Stream, Version
from accordant.docs import reference
from accordant.docs.try_pages import POLICY
from accordant.errors import InputError
from accordant.findings import Finding, Place, Severity
from accordant.schema import documents
from accordant.schema.dialects import DIALECTS, DRAFT_2020_12, Dialect
from accordant.schema.references import Resources
from tests.conftest import cannot_run
from tests.docs import hostile
from tests.docs.conftest import PROJECT
from tests.staying import staying

FORM = "try/agent-output/v1/blueprint-schema.html"
ASSETS = PROJECT / "generators/accordant/docs/assets"
NAMES = ("validator", "rules", "try-it", "try-ways", "try-lines", "metaschemas", "try-carried", "try-schema")
SCRIPTS = tuple(f"{name}.js" for name in NAMES)
RUNNER = """
const fs = require("fs"), path = process.argv[1];
const names = ["validator", "rules", "try-it", "try-lines", "metaschemas", "try-carried"];
const code = names.map((name) => fs.readFileSync(`${path}/${name}.js`, "utf8")).join("");
const TryIt = new Function(`${code}; return TryIt;`)();
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const placed = (text) => (error) => ({ ...error, at: TryIt.lineAndColumn(text, error.range[0]) });
  const judged = JSON.parse(line).map(([subject, texts]) =>
    texts.map((text) => TryIt.judge(subject, text).errors.map(placed(text))));
  process.stdout.write(`${JSON.stringify(judged)}\\n`);
});
"""


@pytest.fixture(scope="module")
def pages(pages: Mapping[str, str]) -> dict[str, str]:
    """Those on which one tries a schema."""
    return {path: text for path, text in pages.items() if path.startswith("try/")}


@cache
def subject_of(page: str) -> Any:
    """What the scripts of a page judge by."""
    found = re.search(r'<script type="application/json" id="subject">(.*)</script>', page)
    assert found
    return json.loads(found[1])


def judge(node: str, cases: list[tuple[Any, list[str]]]) -> list[list[Any]]:
    """The errors of each text, by the scripts of the page."""
    bare = [({name: part for name, part in subject.items() if name != "examples"}, texts) for subject, texts in cases]
    return list(staying(node, "-e", RUNNER, "--", ASSETS).ask(bare))


def judge_each(node: str, cases: list[tuple[str, str]]) -> list[Any]:
    """The errors of each text by the scripts of its page, which read each page once."""
    by_page: dict[str, list[str]] = {}
    for page, text in cases:
        by_page.setdefault(page, []).append(text)
    judged = judge(node, [(subject_of(page), texts) for page, texts in by_page.items()])
    errors = {page: iter(errors_of_texts) for page, errors_of_texts in zip(by_page, judged, strict=True)}
    return [next(errors[page]) for page, _ in cases]


def versions(registry: Registry) -> Iterator[Version]:
    yield from (version for contract in registry.contracts for version in contract.versions)


def examples(version: Version, pages: dict[str, str]) -> Iterator[tuple[str, Example]]:
    for example in version.examples:
        path = f"try/{version.contract}/{version.name}/{example.subject}.html"
        if path in pages:
            yield path, example


def text_of(example: Example) -> str:
    lines = [json.dumps(line.value, ensure_ascii=False) for line in example.documents]
    return "\n".join(lines) if example.is_stream else example.documents[0].text


def test_every_example_has_its_verdict(registry: Registry, pages: dict[str, str], needs: Callable[[str], str]) -> None:
    found = [pair for version in versions(registry) for pair in examples(version, pages)]
    by_page = {path: [example for other, example in found if other == path] for path in pages}
    judged = judge(needs("node"), [(subject_of(pages[path]), list(map(text_of, by_page[path]))) for path in pages])
    wrong = [
        (example.path, errors)
        for (path, errors_of), listed in zip(zip(pages, judged, strict=True), by_page.values(), strict=True)
        for example, errors in zip(listed, errors_of, strict=True)
        if example.valid != (not [error for error in errors if not error.get("isAdvice")])
    ]
    assert wrong == []
    assert len(found) > 700


WAYS = """
const fs = require("fs"), path = process.argv[1];
const names = ["validator", "rules", "try-it", "try-ways", "try-lines", "metaschemas", "try-carried"];
const code = names.map((name) => fs.readFileSync(`${path}/${name}.js`, "utf8")).join("");
const { TryIt, TryWays, SchemaValidator } = new Function(`${code}; return { TryIt, TryWays, SchemaValidator };`)();
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line).map(([subject, text]) => {
    const { errors, value } = TryIt.judge(subject, text);
    const validator = new SchemaValidator(subject.schema, subject.draft, false);
    const other = TryWays.otherOf(subject.ways, value);
    return { other: other ?? null, errors: errors.map(({ pointer, keyword, message }) => ({
      pointer, message, row: TryWays.rowOf(subject.ways.sections, pointer) ?? "",
      because: keyword ? TryWays.becauseOf(validator, keyword) : "",
    })) };
  });
  process.stdout.write(`${JSON.stringify(told)}\\n`);
});
"""


def test_an_error_leads_to_its_field_and_says_under_which_condition_it_holds(
    registry: Registry, all_pages: Mapping[str, str], pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    """Of all refused examples; a field without a row, such as one that is not declared, leads to what it is in."""
    found = [pair for version in versions(registry) for pair in examples(version, pages) if not pair[1].valid]
    asked = [(path, example) for path, example in found if path != FORM and not example.is_stream]
    told = staying(needs("node"), "-e", WAYS, "--", ASSETS).ask(
        [[subject_of(pages[path]), text_of(example)] for path, example in asked]
    )
    reasons, led = set(), 0
    for (path, _), result in zip(asked, told, strict=True):
        of_version = all_pages[f"contracts/{'/'.join(path.split('/')[1:3])}/index.md"]
        for error in result["errors"]:
            assert not error["row"] or f'<a id="{error["row"]}"></a>' in of_version, (path, error)
            led += bool(error["row"])
            reasons.add(error["because"])
    assert led > 300
    assert 'because `/command` is "check" and `/success` is true' in reasons


def test_a_document_of_another_version_is_led_there(pages: dict[str, str], needs: Callable[[str], str]) -> None:
    page = subject_of(pages["try/meminit/v2/envelope.html"])
    texts = ['{"output_schema_version": "3.0"}', '{"output_schema_version": "2.0"}', "[]"]
    told = staying(needs("node"), "-e", WAYS, "--", ASSETS).ask([[page, text] for text in texts])
    assert [result["other"] for result in told] == [
        ["3.0", "meminit/v3", "../../../contracts/meminit/v3/index.html"],
        None,
        None,
    ]


TRANSPILER = """
const fs = require("fs"), [types, modules, ...files] = process.argv.slice(1), ts = require(types);
const whole = files.map((file) => fs.readFileSync(`${modules}/${file}`, "utf8"));
const needed = new Set(["anObject", "anArray", "aNumber", "same"]);
const nodes = ts.createSourceFile("runtime.ts", whole[0], ts.ScriptTarget.ES2022, true).statements;
const shared = nodes.filter((node) => needed.has(node.name?.text)).map((node) => node.getText());
const body = whole[1].replace(/^import .*$/gm, "");
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, removeComments: false };
const plain = ts.transpileModule([...shared, body].join("\\n\\n"), { compilerOptions: options }).outputText;
process.stdout.write(plain.replace(/^export (?=function|class|const)/gm, "").replace(/^export \\{.*$/gm, ""));
"""
METASCHEMAS_SCRIPT = """\
// What each draft of JSON Schema says of schemas, without texts that judge nothing; where a dynamic reference leads
// is written down. A test holds that it is what validate judges by; pytest --update writes it anew.
"use strict";
const Metaschemas = {
%s
};
"""
_SILENT = {
    "$comment",
    "description",
    "default",
    "deprecated",
    "format",
    "$vocabulary",
    "$dynamicAnchor",
    "$recursiveAnchor",
}


def plain_metaschema(dialect: Dialect) -> Any:
    """The metaschema of a draft with its vocabularies in it, without dynamic references."""
    found = Resources({})
    root = found.resolve(Resources.of({}), dialect.uri)
    parts = [found.resolve(root, part["$ref"]) for part in root.value.get("allOf", ())]
    named = {part.value["$id"]: said_only(part.value, root.document) for part in parts}
    return {
        **said_only(root.value, root.document),
        **({"$defs": {**root.value.get("$defs", {}), **named}} if named else {}),
    }


def said_only(value: Any, root: str) -> Any:
    """A part of a metaschema without what judges nothing."""
    if isinstance(value, list):
        return [said_only(part, root) for part in value]
    if not isinstance(value, dict):
        return value
    if value.keys() & {"$dynamicRef", "$recursiveRef"} and all(isinstance(part, str) for part in value.values()):
        return {"allOf": [{"$ref": root}]}
    return {
        name: {key: said_only(part, root) for key, part in inner.items()}
        if name == "properties"
        else said_only(inner, root)
        for name, inner in value.items()
        if name not in _SILENT or isinstance(inner, dict)
    }


def test_the_metaschemas_are_those_of_the_drafts(golden: Callable[[Path, str], None]) -> None:
    found = {dialect.name: json.dumps(plain_metaschema(dialect), separators=(",", ":")) for dialect in DIALECTS}
    text = ",\n".join(f"{json.dumps(name)}: {schema}" for name, schema in found.items())
    golden(ASSETS / "metaschemas.js", METASCHEMAS_SCRIPT % text)


RULES_SCRIPT = """\
// What a contract's rules say about a document or the lines of a stream: rules_runtime.ts of the generated packages
// without its types. A test holds that it is the same; pytest --update writes it anew.
"use strict";
const ContractRules = (() => {
%s
return { findBreaches, LineRules };
})();
"""


def test_the_rules_are_asked_as_generated_packages_ask_them(
    needs: Callable[[str], str], golden: Callable[[Path, str], None]
) -> None:
    types = PROJECT / "tests/typescript/node_modules/typescript"
    if not types.is_dir():
        cannot_run("typescript is not installed")
    modules = PROJECT / "generators/accordant/gen/typescript"
    command = [needs("node"), "-e", TRANSPILER, "--", str(types), str(modules), "runtime.ts", "rules_runtime.ts"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    golden(ASSETS / "rules.js", RULES_SCRIPT % done.stdout.strip())


def test_mutated_documents_are_judged_as_validate_judges_them(
    registry: Registry, pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    """All have the verdict of the validator; some, and all that may hold schemas, are told as the judge tells them."""
    dice = random.Random(17)
    found = [(version, path, example) for version in versions(registry) for path, example in examples(version, pages)]
    chosen = dice.choices([row for row in found if is_document(row[2])], k=2000)
    values = [mutated(example.documents[0].value, dice) for _, _, example in chosen]
    texts = [json.dumps(value, indent=1) for value in values]
    judged = judge_each(needs("node"), [(pages[path], text) for (_, path, _), text in zip(chosen, texts, strict=True)])
    version_of = {path: version for version, path, _ in found}
    validators = {path: jsonschema_rs.validator_for(subject_of(pages[path])["schema"]) for path in version_of}
    judges = {path: Judge(version.state, default_schema=version.default_schema) for path, version in version_of.items()}
    refused = several = 0
    for index, ((_, path, example), value, text, errors) in enumerate(zip(chosen, values, texts, judged, strict=True)):
        holds_schemas = "carried" in subject_of(pages[path])
        is_right = not [error for error in errors if "rule" not in error]
        assert holds_schemas or validators[path].is_valid(value) == is_right, (path, text, errors)
        if holds_schemas or index % 12 == 0:
            expected = said_at(judges[path], example.subject, documents.parse(text, "x.json"))
            assert list(map(shown, errors)) == expected, (path, text)
            several += len(expected) > 1
        refused += not is_right
    assert (refused > 500, several > 30) == (True, True)


def is_document(example: Example) -> bool:
    return not example.is_stream and len(example.documents) == 1


def said_at(by_command: Judge, schema: str, document: documents.Document) -> list[tuple[int, int, str, str]]:
    """Line, column, pointer and sentence of everything that a judge has against a document."""
    return [placed(finding) for finding in by_command.document(schema, document.value, document.place)]


def placed(finding: Finding) -> tuple[int, int, str, str]:
    assert finding.place
    message = re.sub(r"( is not a pattern of ECMA-262): .*", r"\1", finding.message)  # a browser does not say why
    return finding.place.line, finding.place.column, finding.place.pointer, message


def shown(error: Any) -> tuple[int, int, str, str]:
    """The same of an error that a page shows."""
    return *error["at"], error["pointer"], error["message"]


def test_lines_are_told_as_validate_tells_them(
    registry: Registry, pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    """The lines of every stream, and those of some that are changed, put elsewhere, or left out."""
    dice = random.Random(31)
    found = [(version, path, example) for version in versions(registry) for path, example in examples(version, pages)]
    streams = [row for row in found if row[2].is_stream]
    chosen = [(*row, [line.value for line in row[2].documents]) for row in streams]
    chosen += [
        (*row, reordered([line.value for line in row[2].documents], dice)) for row in dice.choices(streams, k=60)
    ]
    chosen = [row for row in chosen if row[3]]  # a page says of an empty text that there is nothing to judge yet
    texts = ["\n".join(map(json.dumps, lines)) for *_, lines in chosen]
    judged = judge_each(needs("node"), [(pages[row[1]], text) for row, text in zip(chosen, texts, strict=True)])
    version_of = {path: version for version, path, _ in streams}
    judges = {path: Judge(version.state, default_schema=version.default_schema) for path, version in version_of.items()}
    for (_, path, example, _), text, errors in zip(chosen, texts, judged, strict=True):
        assert list(map(shown, errors)) == said_of_lines(judges[path], example.subject, text), (path, text)
    assert sum(map(bool, judged)) > 40


def said_of_lines(by_command: Judge, stream: str, text: str) -> list[tuple[int, int, str, str]]:
    """What a judge has against the lines of a stream; that the last one reports a failure is none."""
    run = StreamJudge(by_command, by_command.state.streams[stream], "x.jsonl")
    found = list(run.take(Batch(1, [line.encode() for line in text.split("\n")], ends=True)))
    return [placed(finding) for finding in [*found, *run.end()[1]] if finding.severity != Severity.NOTE]


def reordered(lines: list[Any], dice: random.Random) -> list[Any]:
    """Some lines, of which one is gone, twice there or changed, or that are cut or shuffled."""
    at, what = dice.randrange(len(lines)), dice.randrange(5)
    changed = [{"type": "it's", "record_type": None}, mutated(lines[at], dice)]
    ways: tuple[list[Any], ...] = ([], [lines[at]] * 2, [dice.choice(changed)])
    if what < 3:
        return [*lines[:at], *ways[what], *lines[at + 1 :]]
    return lines[: at + 1] if what == 3 else dice.sample(lines, len(lines))


def test_mutated_documents_break_the_rules_that_validate_says(
    registry: Registry, pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    dice = random.Random(23)
    found = [(version, path, example) for version in versions(registry) for path, example in examples(version, pages)]
    ruled = [row for row in found if '"rules": {' in pages[row[1]] and row[2].valid and not row[2].is_stream]
    chosen = [(row, mutated(row[2].documents[0].value, dice)) for row in dice.choices(ruled, k=1200)]
    judged = judge_each(needs("node"), [(pages[path], json.dumps(value)) for (_, path, _), value in chosen])
    rules = {path: ContractRules(version.state, version.default_schema) for version, path, _ in ruled}
    broken = 0
    for ((_, path, example), value), errors in zip(chosen, judged, strict=True):
        refused = [error["pointer"] for error in errors if "rule" not in error]
        expected = rules_broken(rules[path], example.subject, value, refused)
        told = [(error["pointer"], error["message"], error["isAdvice"]) for error in errors if "rule" in error]
        assert told == expected, value
        broken += bool(expected)
    assert broken > 40


def rules_broken(rules: ContractRules, schema: str, value: Any, refused: list[str]) -> list[tuple[str, str, bool]]:
    """What rules have against a document of which the schema refuses some places, from its first line to its last."""
    place = documents.parse(json.dumps(value), "x.json").place
    broken = [finding for finding in rules.of_document(schema, value, place, refused) if finding.place]
    broken.sort(key=lambda finding: (finding.place.line, finding.place.column) if finding.place else (0, 0))
    return [
        (finding.place.pointer, finding.message, finding.severity == "warning") for finding in broken if finding.place
    ]


def test_lines_break_the_rules_of_their_stream_as_validate_says(
    registry: Registry, pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    """Records of one stream whose numbers do not follow one another."""
    version = next(version for version in versions(registry) if (version.contract, version.name) == ("meminit", "v3"))
    path = f"try/meminit/v3/{next(iter(version.state.streams))}.html"
    example = next(
        example
        for example in version.examples
        if example.subject == "records" and example.valid and len(example.documents) > 2
    )
    lines = [json.dumps(document.value) for document in example.documents]
    whole, torn = judge(
        needs("node"), [(subject_of(pages[path]), ["\n".join(lines), "\n".join([lines[0], *lines[2:]])])]
    )[0]
    assert whole == []
    assert {error["rule"] for error in torn if "rule" in error} == {"numbers-are-contiguous"}


RULE_BROKEN: Any = {
    "$schema": "urn:cobre:response:v1",
    "command": "validate",
    "success": False,
    "exit_code": 4,
    "cobre_version": "2.0.0",
    "errors": [{"kind": "MissingFile", "message": "x", "context": {"file": "a"}, "suggestion": None}],
    "warnings": [],
    "data": None,
    "summary": None,
}


def test_a_broken_rule_is_told_like_an_error_and_advice_as_a_warning(
    pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    page = pages["try/cobre/v1/response.html"]
    advised = {**RULE_BROKEN, "command": "version", "exit_code": 1, "summary": {"a": 1}}
    ((error,), (advice,)) = judge(needs("node"), [(subject_of(page), [json.dumps(RULE_BROKEN), json.dumps(advised)])])[
        0
    ]
    assert (error["pointer"], error["rule"], error["isAdvice"]) == (
        "/exit_code",
        "failed-validation-exits-with-three",
        False,
    )
    assert (advice["pointer"], advice["isAdvice"]) == ("/summary", True)


def test_a_page_says_which_rules_it_asks_and_which_it_leaves_to_a_command(pages: dict[str, str]) -> None:
    cobre, meminit = pages["try/cobre/v1/response.html"], pages["try/meminit/v2/envelope.html"]
    assert "by the schema and 9 rules of the contract." in cobre
    assert 'href="../../../contracts/cobre/v1/index.html#rule.failed-validation-exits-with-three"' in cobre
    assert "One rule needs the exit code: use <code>registry conform</code>." in meminit
    assert "by the schema alone" in pages["try/meminit/v1/envelope.html"]


def test_each_schema_and_stream_has_a_page(registry: Registry, pages: dict[str, str]) -> None:
    for version in versions(registry):
        for name in (*version.state.schemas, *version.state.streams):
            assert f"try/{version.contract}/{version.name}/{name}.html" in pages


def test_a_page_says_what_of_a_type_parameter_is_left_to_the_command(pages: dict[str, str]) -> None:
    envelope, event = pages["try/response-envelope/v2/envelope.html"], pages["try/agent-output/v1/result-event.html"]
    for page in (envelope, event):
        assert "<code>registry validate --data-schema T=FILE</code> judges it by yours too" in page
    assert '<a href="blueprint-schema.html">' in event
    assert "blueprint-schema" not in envelope
    assert "--data-schema" not in pages["try/agent-output/v1/agent.html"]


def test_only_pages_of_documents_that_hold_schemas_judge_schemas(pages: dict[str, str]) -> None:
    """A run request refers to a part of a file in which other parts hold schemas."""
    holding = {path for path, page in pages.items() if "try-carried.js" in page}
    names = ("agent", "agent-create", "agent-update", "blueprint-schema")
    assert holding == {f"try/agent-output/v1/{name}.html" for name in names}


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"$dynamicRef": "#a", "$dynamicAnchor": "a"}, "it uses `$dynamicRef`, which the validator of these pages"),
        (
            {"$defs": {"a": {"$id": "urn:a", "$schema": "http://json-schema.org/draft-04/schema#"}}},
            "in several drafts of",
        ),
        (
            {"$ref": "https://acme.example/other.json"},
            "it refers to `https://acme.example/other.json`, which is no schema",
        ),
    ],
)
def test_a_section_says_why_a_schema_has_no_page(schema: Any, why: str) -> None:
    """Nor has a stream of which the lines have this schema."""
    stream = Stream("run", line="s", grammar=(Line("a"),))
    state = ContractState(
        "acme", "v1", "additive", schemas={"s": Schema("s", "urn:s", schema)}, streams={"run": stream}
    )
    contract = Contract("acme", versions=(Version("acme", "v1", state),))
    made = dict(reference(Registry("acme", contracts=(contract,))))
    assert not [path for path in made if path.startswith("try/")]
    section, of_stream = re.findall(r"No page tries it, since .*", made["contracts/acme/v1/index.md"])
    assert why in section
    assert section.endswith(": use `registry validate`")
    assert of_stream.startswith("No page tries it, since of its lines it")


def test_what_only_looks_like_a_keyword_hinders_no_page() -> None:
    schema = {"properties": {"x-schema": {"const": {"$dynamicRef": "#", "x-type-parameter": "T"}}}, "$ref": "#/$defs/a",
              "$defs": {"a": {"$id": "a.json", "$ref": "s.json"}}}  # fmt: skip
    state = ContractState("acme", "v1", "additive", schemas={"s": Schema("s", "https://acme.example/s.json", schema)})
    contract = Contract("acme", versions=(Version("acme", "v1", state),))
    page = dict(reference(Registry("acme", contracts=(contract,))))["try/acme/v1/s.html"]
    assert "try-carried" not in page
    assert "--data-schema" not in page


def mutated(value: Any, dice: random.Random) -> Any:
    """A copy in which one part was removed, replaced or added."""
    changed = copy.deepcopy(value)
    containers = list(_containers(changed))
    if not containers:
        return dice.choice([None, [], {}, "x", 1])
    container = dice.choice(containers)
    key = dice.choice(list(container) if isinstance(container, dict) else list(range(len(container))))
    what = dice.randrange(3)
    if what == 0:
        del container[key]
    elif what == 1:
        container[key] = dice.choice([None, True, 0, -1, 2.5, "", "x", [], {}, container[key]])
    elif isinstance(container, dict):
        container["unheard-of"] = dice.choice([None, 1, "x"])
    else:
        container.append(copy.deepcopy(container[key]))
    return changed


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list) and value:
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _containers(inner)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1,}', 8),
        ('{"a": 1, "a": 2}', 9),
        ("{} x", 3),
        ("[1 2]", 3),
        ("01", 1),
        ("NaN", 0),
        ("[", 1),
        ('"\t"', 1),
    ],
)
def test_what_is_no_json_is_marked_where_it_is_not(text: str, place: int, needs: Callable[[str], str]) -> None:
    ((errors,),) = judge(needs("node"), [({"schema": True, "draft": "2020-12"}, [text])])
    assert [error["range"][0] for error in errors] == [place]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1,}', "another member is expected here: no comma stands behind the last one"),
        ("[1, ]", "another item is expected here: no comma stands behind the last one"),
        ("{a: 1}", "a key in double quotes is expected here"),
        ('"a', "the string that begins here has no closing quote"),
        ('["a\\q"]', "no escape of JSON begins with this backslash"),
        ('"\\u12"', "\\u needs four hexadecimal digits"),
        ('"a\n"', "a control character in a string must be written as an escape"),
    ],
)
def test_what_is_no_json_is_told_in_words_that_help(text: str, words: str, needs: Callable[[str], str]) -> None:
    ((errors,),) = judge(needs("node"), [({"schema": True, "draft": "2020-12"}, [text])])
    assert [error["message"] for error in errors] == [words]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1e999}',
        '{"a": {"b": [0, -1e999]}}',
        '{"count": 1' + "0" * 400 + "}",
        "9" * 309,
        '{"a": "x \\ud800 y"}',
        '["a", "\\udc00\\ud800"]',
        '{"a": {"\\ud83d": 1}}',
        "[" * 129 + "]" * 129,
        '{"a":\n ' * 129 + "1" + "}" * 129,
    ],
)
def test_what_the_command_cannot_read_is_refused_in_its_words_and_place(text: str, needs: Callable[[str], str]) -> None:
    with pytest.raises(InputError) as refused:
        documents.parse(text, "x.json")
    place = refused.value.place
    (((error,),),) = judge(needs("node"), [({"schema": True, "draft": "2020-12"}, [text])])
    assert (error["message"], error["pointer"]) == (refused.value.reason, place.pointer)
    assert error["at"] == [place.line, place.column]


@pytest.mark.parametrize("text", ["{} x", "[1 2]", "01", '{"a": 1.}', "[", '{"a": tru}', '["é\\q"]', '{"é":\n "b\nc"}'])
def test_what_is_no_json_is_marked_where_validate_marks_it(text: str, needs: Callable[[str], str]) -> None:
    with pytest.raises(InputError) as refused:
        documents.parse(text, "x.json")
    (((error,),),) = judge(needs("node"), [({"schema": True, "draft": "2020-12"}, [text])])
    assert error["at"] == [refused.value.place.line, refused.value.place.column]


@pytest.mark.parametrize(
    "text",
    ['"\\ud83d\\ude00"', "1" + "0" * 308, "-1e308", "1e-999", "[" * 128 + "]" * 128, "[" * 128 + "1" + "]" * 128],
)
def test_what_the_command_can_just_read_is_judged(text: str, needs: Callable[[str], str]) -> None:
    documents.parse(text, "x.json")
    assert judge(needs("node"), [({"schema": True, "draft": "2020-12"}, [text])]) == [[[]]]


def test_a_line_that_is_no_json_is_one_error_and_not_out_of_order_too(needs: Callable[[str], str]) -> None:
    stream = {"discriminator": "/type", "grammar": [{"line": "a", "least": 1, "most": None}]}
    subject = {"schema": True, "draft": "2020-12", "stream": stream}
    texts = ['{"type": "a"}\nprose\n{"type": "a"}', '{"type": "a"}\n{}', '{"type": "a"}\n{"type": "b"}', "prose"]
    judged = judge(needs("node"), [(subject, texts)])[0]
    out_of_order = "a line 'b' is not allowed here; expected: 'a' or the end"
    assert [[error["message"] for error in errors] for errors in judged] == [
        ["this is not JSON"],
        [],
        [out_of_order],
        ["this is not JSON"],
    ]


@pytest.mark.parametrize(
    ("text", "pointer", "marked", "at"),
    [
        ('{"a": [1, "two"]}', "/a/1", '"two"', [1, 11]),
        ('{"a":\n "two"}', "/a", '"a":\n "two"', [1, 2]),
        ('{"\U0001f600": 1,\n"\U0001f600é": 2, "a": true}', "/a", '"a": true', [2, 10]),
    ],
)
def test_an_error_stands_at_its_place(
    text: str, pointer: str, marked: str, at: list[int], needs: Callable[[str], str]
) -> None:
    """A member from its name on, as the commands count: a column for each character."""
    subject = {"schema": {"properties": {"a": {"type": "array", "items": {"type": "integer"}}}}, "draft": "2020-12"}
    ((errors,),) = judge(needs("node"), [(subject, [text])])
    assert [(error["pointer"], text_in(text, error["range"]), error["at"]) for error in errors] == [
        (pointer, marked, at)
    ]


def text_in(text: str, within: list[int]) -> str:
    """A part of a text by the offsets of a script, which counts units of UTF-16."""
    start, end = (2 * at for at in within)
    return text.encode("utf-16-le")[start:end].decode("utf-16-le")


WORDS = [
    ({"required": ["a", "b"]}, {}),
    ({"type": ["string", "null"]}, 5),
    ({"type": "integer"}, 2.5),
    ({"type": "array"}, {"a": 1}),
    ({"enum": [1, "x", None, 4, 5, 6, 7, 8, 9, 10]}, {"y": [1, "é"]}),
    ({"const": {"a": [1, 2]}}, "x" * 80),
    ({"pattern": "^a+$"}, "b"),
    ({"minLength": 2}, "😀"),
    ({"maxLength": 1}, "ab"),
    ({"minItems": 1}, []),
    ({"maxItems": 1}, [1, 2]),
    ({"minProperties": 2}, {"a": 1}),
    ({"maxProperties": 0}, {"a": 1}),
    ({"minimum": 3}, 2),
    ({"maximum": 3}, 4.5),
    ({"exclusiveMinimum": 3}, 3),
    ({"exclusiveMaximum": 3}, 3),
    ({"multipleOf": 2}, 3),
    ({"not": {"type": "string"}}, "x"),
    ({"not": {"const": 0}}, 0),
    ({"not": {"enum": ["x", "y"]}}, "x"),
    ({"not": {"required": ["a"]}}, {"a": 1}),
    ({"not": {"required": ["a", "b"]}}, {"a": 1, "b": 2}),
    ({"not": {"required": ["a"], "type": "object"}}, {"a": 1}),
    ({"uniqueItems": True}, [1, 1]),
    ({"contains": {"type": "string"}}, [1]),
    ({"properties": {"c": True}, "additionalProperties": False}, {"a": 1, "b": 2}),
    ({"unevaluatedProperties": False}, {"a": 1}),
    ({"properties": {"a": False}}, {"a": [1]}),
    ({"anyOf": [{"const": 1}, {"enum": ["x", "y"]}]}, "z"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 5),
    ({"oneOf": [{"minimum": 1}, {"maximum": 5}]}, 3),
    ({"enum": ["x", "y", "z"], "allOf": [{"enum": ["x", "y"]}, {"enum": ["y", "x"]}]}, "w"),
    ({"enum": ["x", "y"], "allOf": [{"enum": ["y", "z"]}]}, "w"),
    ({"$defs": {"p": {"type": "string"}}, "items": {"$ref": "#/$defs/p"}}, [1]),
]


@pytest.mark.parametrize(("schema", "document"), WORDS, ids=lambda case: json.dumps(case)[:40])
def test_an_error_is_told_in_the_words_of_validate(schema: Any, document: Any, needs: Callable[[str], str]) -> None:
    ((errors,),) = judge(needs("node"), [({"schema": schema, "draft": "2020-12"}, [json.dumps(document)])])
    assert [(error["pointer"], error["message"]) for error in errors] == said_by_validate(schema, document)


def said_by_validate(schema: Any, document: Any) -> list[tuple[str, str]]:
    state = ContractState("acme", "v1", "additive", schemas={"s": Schema("s", "urn:s", schema)})
    return said(Judge(state, as_="schema"), "s", document)


def said(judge: Judge, schema: str, document: Any) -> list[tuple[str, str]]:
    """The place and the sentence of everything that a judge has against a document."""
    found = judge.document(schema, document, lambda at: Place("", pointer=at))
    return [(finding.place.pointer, finding.message) for finding in found if finding.place]


def test_refused_examples_are_told_as_validate_tells_them(
    registry: Registry, pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    refused = [
        (by_command, pages[path], example)
        for version in versions(registry)
        for by_command in [Judge(version.state, default_schema=version.default_schema)]
        for path, example in examples(version, pages)
        if not example.valid and is_document(example)
    ]
    judged = judge_each(needs("node"), [(page, text_of(example)) for _, page, example in refused])
    otherwise = [
        (example.path, seen, expected)
        for (by_command, _, example), errors in zip(refused, judged, strict=True)
        if (seen := list(map(shown, errors)))
        != (expected := said_at(by_command, example.subject, documents.parse(text_of(example), "x.json")))
    ]
    assert otherwise == []
    assert len(refused) > 300


SESSIONS = """
const fs = require("fs"), path = process.argv[1];
const read = (name) => fs.readFileSync(`${path}/${name}.js`, "utf8");
const names = ["validator", "rules", "try-it", "try-lines", "metaschemas", "try-carried", "try-schema"];
const code = names.map(read).join("");
const TrySchema = new Function(`${code}; return TrySchema;`)();
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [subject, cases] = JSON.parse(line);
  const judged = cases.map((texts) => {
    const { schema, answers, session } = TrySchema.judgeAll(subject, texts);
    const told = answers.map((answer) => answer && [answer.holder ?? "", answer.errors]);
    return { schema: schema.errors, answers: told, session: session.words };
  });
  process.stdout.write(`${JSON.stringify(judged)}\\n`);
});
"""
REVIEW = json.dumps({"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 0}}})
EVENT = {"event_type": "result", "session_id": "s", "result_text": None, "result_data": {"n": -1}}


@pytest.fixture
def sessions(pages: dict[str, str], needs: Callable[[str], str]) -> Callable[..., list[Any]]:
    """``sessions([schema, answer, answer], ...)``: what the page says of each, by its scripts."""

    def judge_all(*cases: list[str]) -> list[Any]:
        return list(staying(needs("node"), "-e", SESSIONS, "--", ASSETS).ask([subject_of(pages[FORM]), cases]))

    return judge_all


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (["", ""], "No answer yet."),
        (['{"n": 1}', ""], "Valid; retries 0 of 1."),
        (['{"n": -1}', ""], "Refused with 1 error; retries 0 of 1: the agent is asked once more."),
        (['{"n": -1}', '{"n": 1}'], "Valid; retries 1 of 1."),
        (["no JSON", '{"n": "x"}'], "Failed with 1 error; retries 1 of 1."),
        ([json.dumps(EVENT), json.dumps({**EVENT, "result_data": {"n": 2}})], "Valid; retries 1 of 1."),
    ],
)
def test_a_session_is_told_by_its_answers(answers: list[str], words: str, sessions: Callable[..., list[Any]]) -> None:
    (seen,) = sessions([REVIEW, *answers])
    assert (seen["schema"], seen["session"]) == ([], words)


def test_an_answer_in_a_result_event_is_marked_where_it_stands(sessions: Callable[..., list[Any]]) -> None:
    text = json.dumps(EVENT)
    (seen,) = sessions([REVIEW, text, ""])
    ((holder, (error,)), other) = seen["answers"]
    assert (holder, other, error["pointer"]) == ("result-event", None, "/result_data/n")
    assert (text[slice(*error["range"])], error["message"]) == ('"n": -1', "-1 is not at least 0")


@pytest.mark.parametrize(
    ("schema", "at", "words"),
    [
        ('{"type": "strang"}', "/type", "is not one of"),
        ('{"properties": {"a": {"pattern": "("}}}', "/properties/a/pattern", "is not a pattern of ECMA-262"),
        ('{"items": {"$ref": "#/definitions/gone"}}', "/items/$ref", "leads nowhere inside the schema"),
        ('{"required": "a"}', "/required", "is a string, not an array"),
        ("[]", "", "is an array, not an object"),
        ('{"type": }', "", "this is not JSON"),
    ],
)
def test_a_schema_that_is_none_is_refused_at_its_place(
    schema: str, at: str, words: str, sessions: Callable[..., list[Any]]
) -> None:
    (seen,) = sessions([schema, '{"n": 1}', ""])
    assert any(error["pointer"] == at and words in error["message"] for error in seen["schema"]), seen["schema"]
    assert (seen["answers"], seen["session"]) == ([["", []], None], "The schema is refused: no answer is judged by it.")


@pytest.mark.parametrize(
    ("schema", "answer", "words"),
    [
        ("", '{"n": 1}', "There is no schema yet: no answer is judged."),
        ('{"type": "strang"}', "", "No answer yet."),
        (
            json.dumps({"$schema": DRAFT_2020_12.uri, "$dynamicRef": "#a", "$dynamicAnchor": "a"}),
            "{}",
            "The schema has a $dynamicRef, which this page does not follow: use registry validate.",
        ),
        ('{"$ref": "#"}', "{}", "This page cannot judge by the schema: use registry validate."),
    ],
)
def test_a_session_says_why_no_answer_is_judged(
    schema: str, answer: str, words: str, sessions: Callable[..., list[Any]]
) -> None:
    (seen,) = sessions([schema, answer, ""])
    assert seen["session"] == words


CARRIED = [
    {"$schema": DRAFT_2020_12.uri, "type": "strang", "items": [{}]},
    {"$schema": DRAFT_2020_12.uri, "properties": {"a": {"minLength": -1, "required": "a"}, "b": {"$anchor": "-"}}},
    {"$schema": "https://json-schema.org/draft/2019-09/schema", "items": [1], "additionalItems": {"not": 5}},
    {"$schema": "http://json-schema.org/draft-06/schema#", "if": {"$ref": "#/gone"}, "const": {"$ref": "#/gone"}},
    {"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": 3, "not": {"exclusiveMaximum": True}},
    {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"required": []}}},
    {"$ref": "http://json-schema.org/draft-07/schema#"},
    {"$ref": "#/definitions/a", "definitions": {"a": {"allOf": [{"$ref": "#/gone"}, {"$ref": "other.json"}]}}},
    {"patternProperties": {"it's (": {}, "\\d": {"pattern": "["}}, "pattern": '"\\d('},
    {"definitions": {"a": {"$id": "#a", "type": "string"}}, "allOf": [{"$ref": "#a"}]},
    {"anyOf": [{"const": 1}, {"enum": ["a", []]}, {"type": ["null", "array"]}]},
    {"not": {"type": "object"}},
    {"oneOf": [{"not": {}}, {"not": {"type": "string"}}]},
    {"type": "object", "properties": {"type": {"type": "array"}, "x-schema": {"$ref": "#/properties/type"}}},
    {"if": {"type": "string"}, "then": False, "dependencies": {"a": ["b"], "c": {"pattern": "("}}},
]


@pytest.mark.parametrize("member", ["", "output_schema", "parameters_schema"])
def test_schemas_in_documents_are_told_as_validate_tells_them(
    member: str, registry: Registry, pages: dict[str, str], needs: Callable[[str], str]
) -> None:
    version = next(version for version in versions(registry) if version.contract == "agent-output")
    name = "agent-update" if member else "blueprint-schema"
    texts = [json.dumps({member: schema} if member else schema, indent=1) for schema in CARRIED]
    (judged,) = judge(needs("node"), [(subject_of(pages[f"try/agent-output/v1/{name}.html"]), texts)])
    by_command = Judge(version.state, as_="schema")
    for text, errors in zip(texts, judged, strict=True):
        assert list(map(shown, errors)) == said_at(by_command, name, documents.parse(text, "x.json")), text


def test_every_example_of_a_schema_has_its_verdict(registry: Registry, sessions: Callable[..., list[Any]]) -> None:
    version = next(version for version in versions(registry) if version.contract == "agent-output")
    listed = [example for example in version.examples if example.subject == "blueprint-schema"]
    seen = sessions(*([text_of(example), "", ""] for example in listed))
    judge_of_forms = Judge(version.state, as_="schema")
    for example, result in zip(listed, seen, strict=True):
        expected = said(judge_of_forms, example.subject, example.documents[0].value)
        told = [(error["pointer"], error["message"]) for error in result["schema"]]
        assert [(at, message.partition(": ")[0]) for at, message in expected] == told, example.path
    assert len(listed) > 30


def test_a_schema_may_speak_of_keywords_in_its_values(sessions: Callable[..., list[Any]]) -> None:
    fine = {
        "const": {"$ref": "#/gone", "pattern": "("},
        "definitions": {"a": {}},
        "allOf": [{"$ref": "#/definitions/a"}],
    }
    (seen,) = sessions([json.dumps(fine), json.dumps(fine["const"]), ""])
    assert (seen["schema"], seen["session"]) == ([], "Valid; retries 0 of 1.")


def test_a_page_offers_the_examples_and_begins_with_a_success(registry: Registry, pages: dict[str, str]) -> None:
    page = pages["try/cobre/v1/response.html"]
    offered = subject_of(page)["examples"]
    labels = re.findall(r"<option>([^<]+)</option>", page)
    assert labels == list(offered)
    assert {label.rpartition(" ")[2] for label in labels} == {"(valid)", "(refused)"}
    begun = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert begun
    assert json.loads(html.unescape(begun[1]))["success"] is True
    assert all(json.loads(text) is not None for text in offered.values())


def test_a_page_is_light_or_dark_as_the_site_was_left(needs: Callable[[str], str]) -> None:
    code = "".join((ASSETS / name).read_text("utf-8") for name in SCRIPTS)
    script = f"""{code}
const storage = Object.create(null, {{ getItem: {{ value(key) {{ return this[key]; }} }} }});
const of = (kept, path) => TryIt.schemeOf(Object.assign(Object.create(storage), kept), path);
const slate = '{{"color": {{"scheme": "slate"}}}}', plain = '{{"color": {{"scheme": "default"}}}}';
console.log(JSON.stringify([
  of({{ "/docs/.__palette": slate, "/.__palette": plain }}, "/docs/try/a.html"),
  of({{ "/docs/.__palette": slate, "/.__palette": plain }}, "/try/a.html"),
  of({{ "/other/.__palette": slate }}, "/docs/try/a.html") ?? null,
  of({{ "/.__palette": "no JSON" }}, "/try/a.html") ?? null,
  ...["dark", "light"].map(scheme => {{
    const kept = {{ "/.__palette": plain, setItem(key, text) {{ this[key] = text; }} }};
    TryIt.keepScheme(kept, "/try/a.html", scheme);
    return of({{ "/.__palette": kept["/.__palette"] }}, "/try/a.html");
  }}),
]));"""
    done = subprocess.run([needs("node"), "-"], input=script, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert json.loads(done.stdout) == ["dark", "light", None, None, "dark", "light"]


def test_a_name_in_the_sentence_of_an_error_stands_as_close_as_its_words() -> None:
    style = (ASSETS / "try-it.css").read_text("utf-8")
    rules = [rule for rule in re.findall(r"([^{}]+)\{([^{}]*)\}", style) if ".errors code" in rule[0]]
    assert rules
    assert [rule for rule in rules if re.search("margin|padding|display", rule[1])] == []


def test_pages_allow_no_code_and_no_request_but_their_own(pages: dict[str, str]) -> None:
    assert len(pages) > 30
    for page in pages.values():
        assert f'content="{POLICY}"' in page
        assert re.findall(r"<script(?! defer src=\"[./]*assets/[a-z-]+\.js\"></script>)[^>]*>", page) == [
            '<script type="application/json" id="subject">'
        ]
    scripts = "".join((ASSETS / name).read_text("utf-8") for name in SCRIPTS)
    assert len(gzip.compress(scripts.encode())) < 32_000
    assert not re.search(r"\beval\b|new Function|innerHTML|fetch\(|XMLHttpRequest|import\(", scripts)


def test_hostile_schemas_stay_data() -> None:
    """Those that refer to nothing outside: of the others there is no page."""
    (contract,) = hostile.registry().contracts
    (version,) = contract.versions
    value = json.loads(json.dumps(hostile.schema_value()).replace('"other.schema.json#', '"#'))
    value["properties"]["forms"]["oneOf"][0] = True
    state = replace(version.state, schemas={"order": replace(version.state.schemas["order"], value=value)})
    inside = replace(contract, versions=(replace(version, state=state),))
    made = dict(reference(Registry("acme", contracts=(inside,))))
    pages = [text for path, text in made.items() if path.startswith("try/")]
    assert len(pages) == 1
    for page in pages:
        assert page.count("<script") == 5
        assert "<img" not in page
        subject_of(page)


BACK = ("index.html", "contracts/cobre/index.html", "contracts/cobre/v1/index.html")
DRIVER = """<!doctype html><title>driver</title><body><script>
(async () => {
  const frame = document.createElement("iframe");
  frame.src = "/try/cobre/v1/error-record.html"; frame.width = 390; frame.height = 800;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument, input = inside.getElementById("text");
  const verdict = () => inside.getElementById("verdict").textContent;
  const first = verdict();
  const picker = inside.getElementById("example");
  picker.value = [...picker.options].find(({ text }) => text.endsWith("(refused)")).value;
  picker.dispatchEvent(new Event("change"));
  const picked = verdict();
  input.value = '{"kind": 5}';
  input.dispatchEvent(new Event("input"));
  await new Promise(done => setTimeout(done, 400));
  const told = () => [...inside.querySelectorAll("#errors button")];
  told()[0].click();
  const marked = input.value.slice(input.selectionStart, input.selectionEnd);
  const texts = told().map((part) => part.textContent);
  const spans = [...inside.querySelectorAll("#errors code")].map(span => span.textContent);
  const carets = (() => {
    input.value = `{"message": "${"long ".repeat(30)}", "kind": 5,\\n "suggestion": 7, "context": [1]}`;
    input.dispatchEvent(new Event("input"));
    return new Promise(done => setTimeout(() => done(told().map((part) => {
      const pre = part.querySelector("pre"), range = inside.createRange(), text = pre.firstChild;
      range.setStart(text, text.length - 1); range.setEnd(text, text.length);
      const isSeen = range.getBoundingClientRect().right <= pre.getBoundingClientRect().right;
      return {seen: isSeen, line: part.textContent.slice(0, 6)};
    })), 400));
  })();
  const pointed = await carets;
  const ground = () => inside.defaultView.getComputedStyle(inside.body).backgroundColor, before = ground();
  inside.getElementById("scheme").click();
  await fetch("/result", {method: "POST", body: JSON.stringify({
    turned: ground() !== before, back: [...inside.querySelectorAll("nav a")].map(link => link.getAttribute("href")),
    face: [...inside.fonts].filter(face => face.status === "loaded").map(face => face.family),
    first, picked, then: verdict(), errors: texts.length, marked, told: texts.join(""), spans, pointed,
    wide: inside.documentElement.scrollWidth,
  })});
})();
</script></body>"""


@pytest.mark.enable_socket
def test_a_browser_judges_while_one_types(
    all_pages: Mapping[str, str], browse: Callable[[Path, str], str], tmp_path: Path
) -> None:
    for path, text in all_pages.items():
        if path.startswith(("try/cobre", "assets/")):
            (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "site" / path).write_text(text, "utf-8")
    (tmp_path / "site/driver.html").write_text(DRIVER, "utf-8")
    seen = json.loads(browse(tmp_path / "site", "driver.html"))
    assert seen["first"] == "It conforms."
    assert seen["picked"].startswith("Refused: ")
    assert seen["then"].startswith("Refused: ")
    assert seen["errors"] >= 2
    assert seen["marked"] in ('"kind": 5', '{"kind": 5}')
    assert "`" not in seen["told"]
    assert {"message", "context", "suggestion", "/kind"} <= set(seen["spans"])
    assert seen["wide"] <= 390
    assert (len(seen["pointed"]) > 2, all(caret["seen"] for caret in seen["pointed"])) == (True, True), seen["pointed"]
    lines = [caret["line"] for caret in seen["pointed"]]
    assert (lines, len(set(lines))) == (sorted(lines), 2), "errors stand as one reads"
    assert seen["turned"], "light and dark can be switched"
    assert seen["back"] == [f"../../../{page}" for page in BACK]
    assert any("IBM Plex Sans" in face for face in seen["face"])
