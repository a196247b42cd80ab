"""What a dependency is pinned to is written where the table stands, however it is written; all else stays."""

from __future__ import annotations

import tomllib

import pytest

from accordant.contract import Dependency
from accordant.contract.fields import Fields
from accordant.registry import tables
from accordant.registry.edit_depends import pin
from accordant.schema import documents

DIGEST = "sha256:" + "0" * 64
FACTS = 'from = "oci://a/b"\nrelease = "1.0"'
INLINE = 'from = "oci://a/b", release = "1.0"'


def dependencies(text: str) -> list[Dependency]:
    document = documents.parse(text.encode(), "registry.toml")
    return list(tables.depends(Fields.of(document.value, document).mapping("depends"), own=()))


@pytest.mark.parametrize(
    "text",
    [
        f'name = "a"\n[depends.acme]\n{FACTS}\n# last\n\n[targets.ts]\nout = "x"\n',
        f"[depends.acme] # why\n{FACTS}",
        f"[depends]\nacme = {{ {INLINE} }}\n",
        f"depends = {{ acme = {{ {INLINE} }} }}\n",
        'depends.acme.from = "oci://a/b"\ndepends.acme.release = "1.0"\n',
        f"[[depends.acme]]\n{FACTS}\n",
        f'[depends]\nacme = [{{ {INLINE} }}, {{ from = "oci://a/b", release = "2.0" }}]\n',
        f'[depends.acme]\n{FACTS}\ndigest = "sha256:{"1" * 64}" # old\n',
        f'[depends."acme"]\n{FACTS}\n[depends.other]\n{FACTS}\n',
    ],
)
def test_a_pin_is_written_in_every_form_of_the_table_and_nothing_else_changes(text: str) -> None:
    [dependency, *others] = dependencies(text)
    changed = pin(text, dependency, {"digest": DIGEST, "default-schema": "result"}, "registry.toml")
    [pinned, *same] = dependencies(changed)
    assert (pinned.digest, pinned.default_schema) == (DIGEST, "result")
    assert [(dependency.release, dependency.digest) for dependency in same] == [
        (dependency.release, dependency.digest) for dependency in others
    ]
    assert [line for line in text.splitlines() if "#" in line and "old" not in line] == [
        line for line in changed.splitlines() if "#" in line and "old" not in line
    ]
    before, after = tomllib.loads(text), tomllib.loads(changed)
    del before["depends"], after["depends"]
    assert before == after


def test_nothing_to_write_changes_nothing() -> None:
    text = f"[depends.acme]\n{FACTS}\n"
    assert pin(text, dependencies(text)[0], {}, "registry.toml") == text
