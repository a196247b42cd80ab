"""How a program reads the documents of a version: the generated packages, and the command that judges."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from accordant.contract import TargetSettings
from accordant.docs.code_reading import CodeReading, choose_reading
from accordant.docs.markdown import code, fence, heading
from accordant.docs.places import Book
from accordant.model.codes import codes_of
from accordant.model.names import field_names
from accordant.model.reserved import TYPESCRIPT_KEYWORDS
from accordant.model.versions import module_of

TAB: Final = "use."
"""How the anchors of sections begin that a browser shows as tabs, side by side; elsewhere they are sections."""

_PLAIN: Final = re.compile("[A-Za-z_$][A-Za-z0-9_$]*")
_PUBLISHED: Final = ("license", "license-file", "repository", "homepage", "version")
"""Settings of a package that only those read who do not have its repository."""

_TAKEN: Final = ("document", "facts", "parse", "text")


def section(book: Book, targets: tuple[TargetSettings, ...]) -> Iterator[str]:
    """The section; each generated package has its code, tested as it stands here."""
    version = book.version
    if not version.default_schema:
        return
    yield heading(2, "How to use it", "page.use")
    yield f"To check what a program printed: {code(f'registry validate {book.name} FILE')}"
    for target in targets:
        write = _WRITERS.get(target.name)
        if write is not None:
            yield from write(book, target)


def _python(book: Book, target: TargetSettings) -> Iterator[str]:
    options = target.options
    package = f"{options.get('package', 'accordant_contracts')}.{module_of(book.contract.name)}"
    reading = choose_reading(book)
    schema, version, words = _parsed(book, reading)
    given = (f", {json.dumps(schema)}" if schema else "") + (f', version="{version}"' if version else "")
    lines = [f"from {package} import parse", "", f"# {words}", f"document = parse(text{given})"]
    if reading is not None:
        lines[1:1] = [f"from {package}.{book.version.name} import {codes_of(reading.codes).constant}"]
        lines[:0] = ["from pydantic import MISSING", ""] if reading.may_lack else []
        lines += _branch_in_python(reading)
    yield heading(3, "Python", f"{TAB}python")
    yield _installed(target, "pip install", str(options.get("distribution", "accordant-contracts")))
    yield fence("\n".join(lines), "python")


def _installed(target: TargetSettings, install: str, package: str) -> str:
    """Where the package comes from: a public index where its settings say what only a published package needs.

    Any registry names its packages. That name on an index may be free, or be somebody else's.
    """
    if any(key in target.options for key in _PUBLISHED):
        return f"After {code(f'{install} {package}')}:"
    build = f"{code(f'npx tsc -p {target.out}')} and " if install.startswith("npm") else ""
    return (
        f"In the repository of the registry, {code('registry gen')} writes the package {code(package)}. "
        f"There, after {build}{code(f'{install} ./{target.out}')}:"
    )


def _branch_in_python(reading: CodeReading) -> Iterator[str]:
    """Read the code, and act by its facts."""
    heads, given = _way_in_python(reading)
    yield from (f"{'    ' * depth}{head}" for depth, head in enumerate(heads))
    shown = ", ".join(f"facts.{fact}" for fact in _shown(reading))
    lines = [f"facts = {codes_of(reading.codes).constant}.get({given})  # None: not in the list"]
    if "retryable" in reading.facts:
        lines += ['if facts and facts.retryable == "yes":', '    print("try again")', "elif facts:"]
    else:
        lines += ["if facts:"]
    yield from (f"{'    ' * len(heads)}{line}" for line in [*lines, f"    print({shown})"])


def _way_in_python(reading: CodeReading) -> tuple[list[str], str]:
    """The lines around the look-up, each inside of the one before, and the code as an expression in them."""
    holder = f"document.{_attribute(reading.holder)}" if reading.holder else "document"
    tests = [f"{holder} is not MISSING"] * reading.may_lack + [holder] * reading.may_be_null
    heads = [f"if {' and '.join(tests)}:"] if tests else []
    owner = _item(reading.holder) if reading.is_list else holder
    heads += [f"for {owner} in {holder}:"] if reading.is_list else []
    return heads, f"{owner}.{_attribute(reading.name)}" if reading.name else owner


def _typescript(book: Book, target: TargetSettings) -> Iterator[str]:
    options = target.options
    package = f"{options.get('package', '@accordant/contracts')}/{book.contract.name}"
    reading = choose_reading(book)
    schema, version, words = _parsed(book, reading)
    given = (f", {json.dumps(schema)}" if schema or version else "") + (f', "{version}"' if version else "")
    lines = [f'import {{ parse }} from "{package}";', "", f"// {words}", f"const document = parse(text{given});"]
    if reading is not None:
        lines[1:1] = [f'import {{ {_facts_function(reading)} }} from "{package}/{book.version.name}";']
        lines += _branch_in_typescript(reading)
    yield heading(3, "TypeScript", f"{TAB}typescript")
    yield _installed(target, "npm install", str(options.get("package", "@accordant/contracts")))
    yield fence("\n".join(lines), "ts")


def _branch_in_typescript(reading: CodeReading) -> Iterator[str]:
    """Read the code, and act by its facts."""
    heads, given = _way_in_typescript(reading)
    yield from (f"{'  ' * depth}{head}" for depth, head in enumerate(heads))
    shown = ", ".join(f"facts.{'exitCode' if fact == 'exit_code' else fact}" for fact in _shown(reading))
    lines = [f"const facts = {_facts_function(reading)}({given}); // undefined: not in the list"]
    if "retryable" in reading.facts:
        lines += ['if (facts?.retryable === "yes") console.log("try again");']
    lines += [f"{'else ' * (len(lines) - 1)}if (facts) console.log({shown});"]
    yield from (f"{'  ' * len(heads)}{line}" for line in lines)
    yield from (f"{'  ' * depth}}}" for depth in reversed(range(len(heads))))


def _way_in_typescript(reading: CodeReading) -> tuple[list[str], str]:
    """The lines around the look-up, each inside of the one before, and the code as an expression in them."""
    holder = f"document{_member(reading.holder)}" if reading.holder else "document"
    heads = [f"if ({holder}) {{"] if reading.may_lack or reading.may_be_null else []
    owner = _item(reading.holder) if reading.is_list else holder
    heads += [f"for (const {owner} of {holder}) {{"] if reading.is_list else []
    return heads, f"{owner}{_member(reading.name)}" if reading.name else owner


def _shown(reading: CodeReading) -> list[str]:
    """The facts that the code prints: what to do rather than what the code means."""
    shown: list[str] = [fact for fact in ("exit_code", "action") if fact in reading.facts]
    return shown or ["meaning"]


def _attribute(name: str) -> str:
    """What generated Python calls a member."""
    return field_names([name])[name]


def _member(name: str) -> str:
    """The access to a member in TypeScript."""
    return f".{name}" if _PLAIN.fullmatch(name) else f"[{json.dumps(name)}]"


def _item(holder: str) -> str:
    """What an item of a list is called: `error` of `errors`."""
    name = holder.removesuffix("s")
    is_free = name not in (holder, "", *_TAKEN, *TYPESCRIPT_KEYWORDS) and name == _attribute(name)
    return name if is_free else "item"


def _facts_function(reading: CodeReading) -> str:
    """What looks a code up in generated TypeScript."""
    name = codes_of(reading.codes).type_name
    return f"{name[0].lower()}{name[1:]}Facts"


def _parsed(book: Book, reading: CodeReading | None) -> tuple[str, str, str]:
    """The schema and the version that a program names, where they are not understood; and how the version is chosen."""
    contract = book.contract
    schema = reading.schema if reading is not None and reading.schema != book.version.default_schema else ""
    if contract.carrier and not schema:
        return "", "", "the version that it names; a key that occurs twice is refused"
    if len(contract.versions) == 1:
        return schema, "", "a key that occurs twice is refused"
    return schema, book.version.name, "no document names its version; a key that occurs twice is refused"


_WRITERS: Final[Mapping[str, Callable[[Book, TargetSettings], Iterator[str]]]] = {
    "python": _python,
    "ts": _typescript,
}
