"""How ``registry gen`` is called: options that do not go together are refused, and the call is written down."""

from __future__ import annotations

from collections.abc import Iterable

import click


def require_usable(target: str | None, out: str | None, schema: str | None, bound: object, *, loose_only: bool) -> None:
    """Require that the options go together.

    Raises:
        UsageError: they do not.
    """
    if out == "-":
        raise click.UsageError("--out takes a folder; generated files have names of their own and never go to stdout")
    if out is not None and target is None:
        raise click.UsageError("--out needs the target whose files go there: registry gen python --out DIR")
    if (bound and not schema) or (schema and (out is None or target is None)):
        raise click.UsageError(
            "--schema needs a target and --out DIR, --data-schema needs --schema too: "
            "registry gen python --schema FILE --out DIR"
        )
    if loose_only and (bound or not schema):
        raise click.UsageError(
            "--root, --definitions, --assume-type, --format-views, --defaults, --absent and --open-index are for a "
            "loose file: --schema FILE, without --data-schema; --resources is for both"
        )


def require_taken(target: str | None, options: Iterable[str]) -> None:
    """Require that the target takes the options.

    Raises:
        UsageError: it does not.
    """
    from accordant.gen import TARGETS

    for name in options:
        takers = [entry.name for entry in TARGETS if any(option.name == name for option in entry.options)]
        if target not in takers:
            raise click.UsageError(f"--{name} is for the target {' or '.join(takers)}")


def written_call(
    target: str, *, out: str | None, schema: str | None, root: str, files: Iterable[tuple[str, str]], definitions: str,
    absent: str | None, flags: Iterable[str],
) -> str:  # fmt: skip
    """The command that writes the files which the given one checks."""
    every = definitions if definitions == "all" else ""
    options_with_values = (
        ("schema", schema), ("root", root), *files, ("definitions", every), ("absent", absent), ("out", out),
    )  # fmt: skip
    words = [f"--{name} {value}" for name, value in options_with_values if value]
    return " ".join(["registry gen", target, *words, *(f"--{name}" for name in flags)])
