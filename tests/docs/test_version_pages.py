"""The page of a version shows: an example whose parts lead to their fields, code that runs, streams as pictures."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from accordant.contract import (
    Behaviour,
    Choice,
    Contract,
    ContractState,
    Element,
    Line,
    Registry,
    Sequence,
    Stream,
    Version,
)
from accordant.contract.grammar import Run
from accordant.docs import reference, streams
from accordant.docs.behaviour import sections
from accordant.docs.markdown import text
from accordant.docs.places import Book
from accordant.docs.stream_picture import picture
from accordant.findings import JsonValue
from tests.docs.conftest import PROJECT

WORKED = re.compile(r'<div class="highlight worked"><pre><code>(.*?)</code></pre></div>', re.DOTALL)
ANCHOR = re.compile(r"<a id=\"([^\"]+)\"")


def worked(page: str) -> Iterator[str]:
    yield from (found[1] for found in WORKED.finditer(page))


def document_of(block: str) -> Any:
    return json.loads(html.unescape(re.sub(r"<[^>]*>", "", block)))


def test_a_worked_example_is_a_document_of_its_schema(registry: Registry, pages: Mapping[str, str]) -> None:
    shown = 0
    for contract in registry.contracts:
        for version in contract.versions:
            documents = [
                example.documents[0].value for example in version.examples if example.valid and not example.is_stream
            ]
            for block in worked(pages[Book(contract, version).index]):
                assert document_of(block) in documents
                shown += 1
    assert shown > 20


def test_the_example_of_a_schema_is_a_success_and_a_failure_is_named(pages: Mapping[str, str]) -> None:
    page = pages["contracts/cobre/v1/index.md"].partition('<a id="schema.response"></a>')[2].partition("Type: ")[0]
    (document,) = map(document_of, worked(page))
    assert (document["success"], document["exit_code"]) == (True, 0)
    assert re.search(r"^A failure: \[[a-z-]+\]\(examples\.md#valid\.response\.[a-z-]+\)\.", page, re.MULTILINE)


def test_the_example_of_a_command_is_a_success(pages: Mapping[str, str]) -> None:
    assert '"success": true' in pages["contracts/cobre/v1/codes/commands/run.md"]


def test_every_link_of_a_worked_example_leads_to_a_field(pages: Mapping[str, str]) -> None:
    linked = 0
    for path, page in pages.items():
        anchors = set(ANCHOR.findall(page))
        targets = {html.unescape(target) for block in worked(page) for target in re.findall(r'href="#([^"]*)"', block)}
        assert targets <= anchors, path
        linked += len(targets)
    assert linked > 200


def test_members_of_shared_parts_lead_there(pages: Mapping[str, str]) -> None:
    section = pages["contracts/agentpack/v1/index.md"].partition('<a id="schema.data-preview"></a>')[2]
    block = next(worked(section))
    assert 'href="#field.data-preview..plan"' in block
    assert 'href="#field.plan-change.' in block


def test_hostile_examples_stay_inside_their_block(hostile_pages: Mapping[str, str]) -> None:
    for page in hostile_pages.values():
        for block in worked(page):
            assert set(re.findall(r"<(\w+)", block)) <= {"a", "span"}
            assert "\n\n" not in block


def test_the_code_reads_the_text_so_that_a_key_twice_is_refused(registry: Registry, pages: Mapping[str, str]) -> None:
    for contract in registry.contracts:
        for version in contract.versions:
            page = pages[Book(contract, version).index]
            calls = re.findall(r"^(?:#|//) (.*)\n(?:const )?document = (parse\(text.*?\));?$", page, re.MULTILINE)
            assert len(calls) == len(re.findall(r"\bdocument = ", page))
            for words, call in calls:
                assert ("the version that it names" in words) == bool(contract.carrier)
                is_told = bool(contract.carrier) or len(contract.versions) == 1
                assert (f'"{version.name}"' in call) == (not is_told)
    found = re.search(r"```python\n(.*?)\n```", pages["contracts/cobre/v1/index.md"], re.DOTALL)
    assert found
    code = found[1].replace("\n", "\n ")
    text = '{"success": true, "success": false}'
    run_python(f"""
text = {text!r}
try:
 {code}
except ValueError as error:
 assert "twice" in str(error), error
else:
 raise SystemExit("it was read")
""")


def test_a_rule_of_no_schema_and_the_words_of_an_action_are_told_plainly(registry: Registry) -> None:
    contract = next(contract for contract in registry.contracts if contract.name == "cobre")
    kinds: list[JsonValue] = [{"name": "wait", "outcome": "failure", "says": "run it again after `seconds`."}]
    stated = Behaviour(
        rules=({"id": "exits", "says": "ok is true when the exit code is 0.", "check": [{}]},),
        interpretation={"success": "act", "failure": "wait", "kinds": kinds},
    )
    version = contract.versions[0]
    shown = "\n".join(sections(Book(contract, replace(version, state=replace(version.state, behaviour=stated)))))
    assert "| ok is true when the exit code is 0. | *exit code* |" in shown
    assert "run it again after `seconds`." in shown


def test_a_title_that_is_the_name_is_not_told_again(registry: Registry) -> None:
    contract = next(contract for contract in registry.contracts if contract.name == "cobre")
    for title, times in (("cobre", 0), ("Cobre of Acme", 1)):
        titled = replace(contract, title=title)
        made = reference(replace(registry, contracts=(titled,)))
        for path in ("contracts/cobre/index.md", "contracts/cobre/v1/index.md"):
            assert made[path].count(f"**{title}**") == times
        assert (f"| {title} |" in made["contracts/index.md"]) == bool(times)
        assert (f", {title}: " in made["index.md"]) == bool(times)


def test_exit_codes_have_a_table_of_their_own_and_a_promise_its_explanation(pages: Mapping[str, str]) -> None:
    page = pages["contracts/cobre/index.md"]
    titles = re.findall(r"^\| (Code|Exit code) \| (.*) \|$", page, re.MULTILINE)
    assert ("Exit code", "List | Meaning") in titles
    assert "[additive](v1/index.md#page.promise)" in page
    assert "[additive](cobre/v1/index.md#page.promise)" in pages["contracts/index.md"]


def run_python(code: str) -> None:
    paths = f"import sys; sys.path.insert(0, {str(PROJECT / 'generated/python')!r})\n"
    done = subprocess.run([sys.executable, "-c", paths + code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), code


def test_the_names_in_the_code_for_typescript_are_exported(pages: Mapping[str, str]) -> None:
    source = PROJECT / "generated/typescript/src"
    imports = [
        found
        for page in pages.values()
        for found in re.findall(r'import \{ (\w+) \} from "@accordant/contracts/([^"]+)"', page)
    ]
    assert len(imports) >= 10
    for name, module in imports:
        path = source / f"{module}.ts" if "/" in module else source / module / "index.ts"
        text = "".join(beside.read_text("utf-8") for beside in path.parent.glob(f"{path.stem}*.ts"))
        assert re.search(rf"export (const|function|type) {name}\b|export \{{[^}}]*\b{name}\b", text)


def elements(depth: int = 2) -> st.SearchStrategy[Element]:
    counts = st.sampled_from([(1, 1), (0, 1), (0, None), (1, None), (2, 5)])
    words = st.text(min_size=1, max_size=12)
    lines = st.builds(lambda type_, count, last: Line(type_, count[0], count[1], last), words, counts, st.booleans())
    if not depth:
        return lines
    parts = st.lists(elements(depth - 1), min_size=1, max_size=3).map(tuple)
    grouped = st.builds(
        lambda kind, inner, count: kind(inner, *count), st.sampled_from([Sequence, Choice]), parts, counts
    )
    return lines | grouped


@settings(max_examples=150, deadline=None)
@given(st.lists(elements(), min_size=1, max_size=4), st.text(max_size=20))
def test_a_picture_shows_every_line_inside_its_frame(grammar: list[Element], title: str) -> None:
    drawn = picture(Stream("run", title=title, grammar=tuple(grammar)), title)
    root = ElementTree.fromstring(drawn)
    boxes = [box for box in root.iter() if box.get("class") == "line"]
    assert len(boxes) == sum(_count(element) for element in grammar)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for x, y in _corners(root):
        assert 0 <= x <= width
        assert 0 <= y <= height


def _count(element: Element) -> int:
    return 1 if isinstance(element, Line) else sum(_count(part) for part in element.elements)


def _corners(root: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """The corners of every box, in the picture."""
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        found = re.fullmatch(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
        assert found
        for box in group.iter("{http://www.w3.org/2000/svg}rect"):
            x, y = float(found[1]) + float(box.attrib["x"]), float(found[2]) + float(box.attrib["y"])
            yield x, y
            yield x + float(box.attrib["width"]), y + float(box.attrib["height"])


def test_every_stream_has_its_picture_on_the_page(registry: Registry, pages: Mapping[str, str]) -> None:
    drawn = [path for path in pages if path.endswith(".svg")]
    assert len(drawn) >= 2
    for path in drawn:
        assert f"]({Path(path).name})" in pages[f"{Path(path).parent}/index.md"]


def test_modes_that_say_the_same_share_a_row(pages: Mapping[str, str]) -> None:
    page = pages["contracts/cobre/v1/index.md"]
    row = "| `--output-format human --quiet`, `--output-format json --quiet` or `--output-format json-lines --quiet` |"
    assert row in page
    assert page.count("Nothing on standard output: only the exit code") == 1


def test_who_writes_a_schema_stands_below_the_table_where_few_schemas_say_it(pages: Mapping[str, str]) -> None:
    page = pages["contracts/agentpack/v1/index.md"]
    assert "| Schema | Direction | Examples |" in page
    assert "- [envelope](#schema.envelope): written by the agentpack command, and its MCP server; read by scr" in page
    assert "| Schema | Direction | Written by | Read by | Examples |" in pages["contracts/agent-output/v1/index.md"]


def test_a_type_parameter_is_explained_once_where_there_is_one(pages: Mapping[str, str]) -> None:
    for path, page in pages.items():
        if re.fullmatch(r"contracts/[^/]+/v\d+/index\.md", path):
            assert page.count("In types, `T` in front of a colon") == bool(re.search(r"\| (null or )?T: ", page)), path


def test_a_promise_with_several_directions_says_whose_each_is(pages: Mapping[str, str]) -> None:
    page = pages["contracts/agent-output/v1/index.md"]
    assert "- The direction of `blueprint-schema` is *full*: old and new can read each other." in page
    assert "- The direction is *output*: " in pages["contracts/cobre/v1/index.md"]


def test_no_sentence_counts_columns(pages: Mapping[str, str]) -> None:
    """On a phone rows become blocks, and a column is known by its name alone."""
    assert not [path for path, page in pages.items() if re.search(r"\b(first|second|third|last) column\b", page)]


def test_the_lists_of_a_version_are_described_by_more_than_their_names(pages: Mapping[str, str]) -> None:
    page = pages["contracts/cobre/v1/codes/index.md"]
    assert "| [error-kinds](error-kinds/index.md) | The one list of identifiers for errors and warnings" in page


def test_a_page_speaks_of_columns_and_judges_that_it_shows(registry: Registry, pages: Mapping[str, str]) -> None:
    spoken = 0
    for path in (path for path in pages if re.fullmatch(r"contracts/[^/]+/v\d+/index\.md", path)):
        for section in re.split(r"\n## ", pages[path]):
            for named in ("For programs", "Found as", "Held by"):
                assert (f"*{named}*" in section) == (f"| {named} |" in section), (path, named)
                spoken += f"*{named}*" in section
        rules = pages[path].partition('<a id="page.rules"></a>')[2].partition("\n## ")[2].partition("\n## ")[0]
        for judge in ("evaluated", "exit code", "not observable", "prose"):
            assert (f"*{judge.capitalize()}*:" in rules) == (f"*{judge}" in rules), (path, judge)
    assert spoken > 10


def test_a_stream_is_incomplete_by_the_lines_that_the_judge_misses(
    registry: Registry, pages: Mapping[str, str]
) -> None:
    """Of every whole example, each beginning lacks one of the lines that the page names, and the whole lacks none."""
    broken_off = 0
    for contract in registry.contracts:
        for version in contract.versions:
            page = pages[Book(contract, version).index]
            for example in (example for example in version.examples if example.valid and example.is_stream):
                stream = version.state.streams[example.subject]
                section = page.partition(f'<a id="stream.{stream.name}"></a>')[2].partition("\n### ")[2]
                ends = re.findall("`([^`]+)`", re.findall("before it may end: no (.*) line has come", section)[0])
                run = Run(stream)
                for line in example.documents:
                    assert set(run.missing()) & set(ends)
                    assert run.feed(line.value[stream.discriminator[1:]]) is None
                    broken_off += 1
                assert not run.missing()
    assert broken_off > 10


def test_lines_whose_lack_tells_the_same_stand_together() -> None:
    killed: list[JsonValue] = [{"missing": name, "means": "It was killed."} for name in ("summary", "error")]
    ends = Choice((Line("summary", terminal=True), Line("error", terminal=True)))
    for grammar, ends_with in (((Line("a"), ends), ": no `summary` or `error` line has come"), ((ends, Line("a")), "")):
        state = ContractState(
            "acme", "v1", "additive", streams={"run": Stream("run", grammar=grammar, partial=(*killed,))}
        )
        version = Version("acme", "v1", state)
        contract = Contract("acme", versions=(version,))
        shown = "\n".join(streams.sections(Book(contract, version)))
        assert f"where it breaks off before it may end{ends_with}. What" in shown
        assert "- `summary` or `error`: It was killed." in shown


def test_who_says_so_stands_below_what_is_said_and_takes_no_column(
    registry: Registry, pages: Mapping[str, str]
) -> None:
    told = 0
    for contract in registry.contracts:
        for version in contract.versions:
            page = pages[Book(contract, version).index]
            assert not re.search(r"^\|.*\| Source \|", page, re.MULTILINE)
            stated = version.behaviour
            for entry in (*stated.rules, *stated.modes, *stated.derived, *stated.counting, *stated.consumer_rules):
                told += "source" in entry
                assert "source" not in entry or f" <small>Source: {text(str(entry['source']))}" in page
    assert told > 300


def test_what_stands_in_for_a_missing_value_is_told_in_words(pages: Mapping[str, str]) -> None:
    page = pages["contracts/meminit/v2/index.md"]
    assert '`code` counts as `""`, `severity` counts as `"error"`, any other comes last |' in page
    assert "- Recommended only, so that a document which does otherwise still conforms: the order of the keys." in page
