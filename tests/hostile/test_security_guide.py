"""The guide on security says how much is tried: the numbers are counted here."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator

from tests.conftest import PROJECT
from tests.gen.test_parts_read_once import LISTS, SCHEMAS

from .acknowledged_states import CHANGED
from .conftest import HERE
from .malformed import FILES, SUITE
from .test_acknowledged_elsewhere import ELSEWHERE
from .test_faults import SEEDS
from .test_files import PLANTS, READ
from .test_generated_code import FILLS, FOLDED, TEXTS
from .test_malformed_tables import changes
from .test_wrong_values import RUNS, WRONG

GUIDE = PROJECT / "site/guides/security.md"


def attacks(name: str) -> str:
    return f"{len(tomllib.loads((HERE / f'corpus/{name}.toml').read_text('utf-8'))['attack'])} attacks"


def counted() -> Iterator[str]:
    for name in ("remote-references", "local-references", "links"):
        yield attacks(name)
    yield f"{len(PLANTS) * len(READ)} plants"
    for name in ("names", "json", "yaml", "schemas"):
        yield attacks(name)
    yield f"{len(WRONG)} values"
    yield f"{sum(len(changes(name)) for name in (*FILES, SUITE))} changes"
    yield f"{len(json.loads((HERE / 'payloads.json').read_text('utf-8')))} texts"
    yield f"{len(TEXTS)} texts in {len(FILLS)} kinds of places"
    injections = (PROJECT / "tests/gen/injections.toml").read_text("utf-8")
    yield f"{len(tomllib.loads(injections)['case'])} payloads"
    yield f"{len(FOLDED)} names"
    yield f"{len(ELSEWHERE) + len(CHANGED)} edits"
    yield f"{len(SCHEMAS) + len(LISTS)} schemas"
    yield f"{RUNS} projects in each run of the tests"
    yield f"{SEEDS} for each command"


def test_the_numbers_of_the_guide_are_those_of_the_tests() -> None:
    table = GUIDE.read_text("utf-8").partition("|---|---|\n")[2]
    assert re.findall(r"^\| .* \| (.*) \|$", table, re.MULTILINE) == list(counted())


def test_every_corpus_has_a_row() -> None:
    corpora = {path.stem for path in (HERE / "corpus").glob("*.toml")}
    named = {"remote-references", "local-references", "links", "names", "json", "yaml", "schemas"}
    assert corpora == named, "count it in the guide on security"


def test_the_policy_leads_to_the_guide_and_says_how_to_report() -> None:
    policy = (PROJECT / "SECURITY.md").read_text("utf-8")
    assert "site/guides/security.md" in policy
    assert "Report a weakness" in policy
