"""Keys and tables are added to TOML; comments, order and quoting stay."""

from __future__ import annotations

import tomllib

import pytest

from accordant.errors import InputError
from accordant.registry.edit_tables import add_key, add_table
from accordant.schema.toml_positions import positions

TEXT = """\
# head
title = 'W'  # quoted so

# about v1
[versions.v1]
status = "current"  # yes

# rules
[[versions.v1.rules]]
id = "x"

# the next one
[versions.v2]
status = "draft"
"""


def test_a_key_stands_at_the_end_of_its_table() -> None:
    expected = TEXT.replace("# yes\n", '# yes\ndefault-schema = "a"\n')
    assert add_key(TEXT, ("versions", "v1"), "default-schema", "a", "contract.toml") == expected
    assert add_key(TEXT, ("versions", "v2"), "open", True, "contract.toml") == TEXT + "open = true\n"
    assert add_key(TEXT, (), "owner", "o", "contract.toml") == TEXT.replace(
        "# quoted so\n", '# quoted so\nowner = "o"\n'
    )


def test_characters_that_only_python_takes_for_ends_of_lines_stay() -> None:
    text = 'title = "W\u2028W\x85"\n\n[versions.v1]\nstatus = "current"\n'
    assert add_key(text, ("versions", "v1"), "open", True, "contract.toml") == text + "open = true\n"
    assert positions(text)["/versions/v1/status"] == (4, 1)


def test_a_table_stands_after_its_sisters_or_before_the_versions() -> None:
    first = add_table(TEXT, ("schemas", "a"), {"direction": "input"}, before="versions")
    assert first == TEXT.replace("# about v1", '[schemas.a]\ndirection = "input"\n\n# about v1')
    second = add_table(first, ("schemas", "b"), {"direction": "full"}, before="versions")
    assert second == first.replace("# about v1", '[schemas.b]\ndirection = "full"\n\n# about v1')
    assert add_table(TEXT, ("schemas", "a"), {"direction": "input"}).endswith(
        '"draft"\n\n[schemas.a]\ndirection = "input"\n'
    )


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ('versions = { v1 = { status = "current" } }  # inline\n', ("versions", "v1")),
        ('versions.v1.status = "current"\n', ("versions", "v1")),
        ("", ("versions", "v1")),
        ('[ "versions" . v1 ]\nstatus = "current"\n', ("versions", "v1")),
        ('[versions.v1]\nkeys = [\n  "a",\n  ["b"],\n]\n', ("versions", "v1")),
        ('[versions.v1]\ntext = """\n[versions.v1]\n"""\n', ("versions", "v1")),
    ],
)
def test_a_key_is_added_however_the_table_is_written(text: str, table: tuple[str, ...]) -> None:
    before, after = tomllib.loads(text), tomllib.loads(add_key(text, table, "k", 'a "b"', "contract.toml"))
    assert after["versions"]["v1"].pop("k") == 'a "b"'
    assert after == before or after == {"versions": {"v1": {}}}
    assert ("# inline" in text) == ("# inline" in add_key(text, table, "k", 1, "contract.toml"))


def test_a_file_deeper_than_the_library_goes_has_an_error_with_its_place() -> None:
    deep = "".join(f"{{ a{number} = " for number in range(120)) + "1" + " }" * 120
    text = f"versions = {{ v1 = {{}} }}\ndeep = {deep}\n"
    with pytest.raises(InputError, match="the tool only reads") as caught:
        add_key(text, ("versions", "v1"), "k", 1, "contract.toml")
    assert caught.value.place is not None
    assert (caught.value.place.path, caught.value.place.line) == ("contract.toml", 2)
