"""The files that make CI services and pre-commit check a registry, as ``registry init --ci`` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from accordant.disk.reading import find_file
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Place

_GITHUB: Final = """\
# What the guide on CI explains: the change is judged against every release, and against what it is merged into.
name: contracts
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  contracts:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 2 # the change and what it is merged into
          persist-credentials: false
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python3 -I -m pip install --quiet "accordant{extra}=={version}"
{pull}      - run: registry lint --format github
      - run: registry check-compat --format github
      - if: github.event_name == 'pull_request'
        run: registry check-compat --against-ref HEAD^1 --format github
      - run: registry gen --check --format github
"""
_GITLAB: Final = """\
# What the guide on CI explains: the change is judged against every release, and against where the branch began.
contracts:
  image: python:3.12
  before_script:
    - python3 -I -m pip install --quiet "accordant{extra}=={version}"
  script:
{pull}    - registry lint
    - |
      against="${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}"
      if [ -n "$against" ]; then git fetch --quiet --no-tags --depth=1 origin "$against"; fi
      registry check-compat --output gitlab=gl-contracts.json ${against:+--against-ref "$against"}
    - registry gen --check
  artifacts:
    when: always
    reports:
      codequality: gl-contracts.json
"""
_PRE_COMMIT: Final = """\
repos:
  - repo: local
    hooks:
      - id: registry-lint
        name: registry lint
        language: python
        additional_dependencies: ["accordant=={version}"]
        entry: registry lint
        always_run: true
        pass_filenames: false
      - id: registry-check-compat
        name: registry check-compat
        language: python
        additional_dependencies: ["accordant=={version}"]
        entry: registry check-compat
        always_run: true
        pass_filenames: false
      - id: registry-gen
        name: registry gen --check
        language: python
        additional_dependencies: ["accordant=={version}"]
        entry: registry gen --check
        always_run: true
        pass_filenames: false
"""


class Service(NamedTuple):
    """What checks a registry: its file in the project, the text of it, and the step that fetches pinned releases."""

    file: str
    text: str
    pull: str = ""


SERVICES: Final = {
    "github": Service(".github/workflows/contracts.yml", _GITHUB, "      - run: registry pull --locked\n"),
    "gitlab": Service(".gitlab-ci.yml", _GITLAB, "    - registry pull --locked\n"),
    "pre-commit": Service(".pre-commit-config.yaml", _PRE_COMMIT),
}
"""The services, by the word for them."""


def text_of(service: str, version: str, *, has_pins: bool = False) -> str:
    """The text of the file for a service, with the version of the tool that it installs.

    ``has_pins``: the registry reads releases of other registries, which the job fetches first.
    """
    _, text, pull = SERVICES[service]
    filled = {"{version}": version, "{extra}": "[oci]" if has_pins else "", "{pull}": pull if has_pins else ""}
    for name, value in filled.items():
        text = text.replace(name, value)
    return text


def write(service: str, project: Path, version: str, *, has_pins: bool = False) -> str:
    """Write the file for a service into the folder of a project, and return its path there.

    Raises:
        InputError: the file is there already, or cannot be written.
    """
    file = SERVICES[service].file
    if find_file(project, file) is not None:
        raise InputError(
            "exists already; nothing was written",
            Place((project / file).as_posix()),
            next_step="add to it what the guide on CI says, or move it away and run this again",
            rule="usage",
        )
    write_file(project, file, text_of(service, version, has_pins=has_pins))
    return file
