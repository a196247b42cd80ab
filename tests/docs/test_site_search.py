"""What is typed into the search comes first: names whole, in parts and by what they mean; guides by their words."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.docs.conftest import INDEX

pytestmark = pytest.mark.slow

DRIVER = """<!doctype html><title>driver</title><body><script>
const seen = [];
async function ask(words) {
  const frame = document.createElement("iframe");
  frame.src = "/?q=" + encodeURIComponent(words); frame.width = 1200; frame.height = 800;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const results = () => [...frame.contentDocument.querySelectorAll(".md-search-result__item")];
  for (let left = 300; left > 0 && !results().length; left--) await new Promise(done => setTimeout(done, 100));
  seen.push(results().slice(0, 7).map(result =>
    [...result.querySelectorAll("a")].map(({pathname, hash}) => decodeURIComponent(pathname + hash))));
  frame.remove();
}
(async () => {
  for (const words of WORDS) await ask(words);
  await fetch("/result", {method: "POST", body: JSON.stringify(seen)});
})();
</script></body>"""

CONTRACTS = "/reference/contracts/"
FIRST = {
    "output_schema_version": "meminit/v3/#field.envelope..output_schema_version",
    "correlation_id": "meminit/v3/#field.envelope..correlation_id",
    "files_checked": "cobre/v1/#field.validate-data..files_checked",
    "run_id": "agent-output/v1/#field.run-failure..run_id",
    "error": "response-envelope/v2/#field.envelope..error",
    "CONFIG_MISSING": "meminit/v3/codes/error-codes/CONFIG_MISSING/",
    "config missing": "meminit/v3/codes/error-codes/CONFIG_MISSING/",
    "exit code 66": "meminit/v3/codes/exit-codes/66/",
    "file not found": "meminit/v3/codes/finding-codes/FILE_NOT_FOUND/",
    "The case directory lacks an input file": "cobre/v1/codes/error-kinds/MissingFile/",
}
"""What is typed, and what comes first: a page of a contract, or a place on the page that does."""

AMONG = {
    "E_CONFIG": "/reference/contracts/agentpack/v1/codes/error-codes/E_CONFIG_INVALID/",
    "lacks": "/reference/contracts/cobre/v1/codes/error-kinds/MissingFile/",
    "pip install": "/guides/#install",
    "github action": "/guides/ci/#github-actions",
    "publish": "/guides/publishing/",
    "field-removed": "/reference/rules/check-compat/field-removed/",
}
"""What is typed, and what is among the first seven."""

OF_ANOTHER = {
    "severity": "/contracts/output/v1/#field.result..severity",
    "duration": "/contracts/output/v1/#field.result..duration",
    "input-missing": "/contracts/output/v1/codes/problems/input-missing/",
    "INPUT_MISSING": "/contracts/output/v1/codes/problems/input-missing/",
    "the work needs": "/contracts/output/v1/codes/problems/input-missing/",
}
"""The same for the registry that ``registry init`` makes."""


def searched(browse: Callable[[Path, str], str], site: Path, words: Sequence[str]) -> list[list[list[str]]]:
    """For each text that is typed, what is found first: pages, each with its places."""
    (site / "driver.html").write_text(DRIVER.replace("WORDS", json.dumps(words)), "utf-8")
    results: list[list[list[str]]] = json.loads(browse(site, "driver.html"))
    return results


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_fields_and_codes_are_found_by_their_names_and_guides_by_their_words(
    own_site: Path, browse: Callable[[Path, str], str]
) -> None:
    """Of a name in several versions the newest comes first, and a whole name before those that hold it."""
    seen = dict(zip([*FIRST, *AMONG], searched(browse, own_site, [*FIRST, *AMONG]), strict=True))
    late = {words: seen[words][:1] for words, place in FIRST.items() if f"{CONTRACTS}{place}" not in seen[words][0]}
    assert late == {}
    assert {words: seen[words] for words, place in AMONG.items() if place not in chain.from_iterable(seen[words])} == {}


@pytest.mark.enable_socket
@pytest.mark.timeout(600)
def test_the_site_of_another_registry_is_searched_as_well(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., Any],
    mkdocs: Callable[[Path, Path], subprocess.CompletedProcess[str]],
    browse: Callable[[Path, str], str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (run("init").code, run("docs", "--site", "pages").code) == (0, 0)
    done = mkdocs(tmp_path / "pages/mkdocs.yml", tmp_path / "built")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    seen = searched(browse, tmp_path / "built", list(OF_ANOTHER))
    pairs = zip(OF_ANOTHER.items(), seen, strict=True)
    assert [(words, results[:1]) for (words, place), results in pairs if place not in results[0]] == []


def test_the_index_names_every_field_once_and_stays_small(own_site: Path) -> None:
    """A row is an entry, and no part of the text of its section."""
    file = own_site / INDEX[1:]
    assert file.stat().st_size < 2_700_000
    entries = json.loads(file.read_text("utf-8"))["docs"]
    places = [entry["location"] for entry in entries]
    page = (own_site / "reference/contracts/meminit/v3/index.html").read_text("utf-8")
    rows = {f"reference/contracts/meminit/v3/#{row}" for row in re.findall(r'<td><a id="?(field\.[^" >]*)', page)}
    assert (len(rows) > 50, len(rows - set(places)), len(set(places))) == (True, 0, len(places))
    told = "Version of the contract that this document follows."
    assert [entry["title"] for entry in entries if "meminit/v3/#" in entry["location"] and told in entry["text"]][
        :1
    ] == ["output_schema_version"]
