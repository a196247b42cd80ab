"""The options of a target, checked against what it takes."""

from __future__ import annotations

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Place
from accordant.gen.target import Options, Target
from accordant.misspelt import asking_first


def configured_options(registry: Registry, target: Target) -> Options:
    """What ``registry.toml`` says about a target.

    Raises:
        InputError: the target takes no such option, or not such a value; or no package can have the name that is given.
    """
    options: Options = next((entry.options for entry in registry.targets if entry.name == target.name), {})
    for name in options:
        _require(target, options, name, place_of_option(registry, target, name))
    return options


def require_for_one_schema(target: Target, options: Options) -> None:
    """Refuse options that a target does not take for the file of one schema.

    Raises:
        InputError: the target takes no such option there, or not such a value.
    """
    for name in options:
        _require(target, options, name, Place(""))
        if not any(option.for_one_schema for option in target.options if option.name == name):
            reason = f"the option {name} of the target {target.name} is for packages"
            raise InputError(reason, next_step="leave the option out, or generate a package", rule="usage")


def place_of_option(registry: Registry, target: Target, name: str) -> Place:
    """The place of an option in ``registry.toml``."""
    pointer = f"/targets/{target.name}/{name}"
    return registry.document.place(pointer) if registry.document else Place("registry.toml", pointer=pointer)


def _require(target: Target, options: Options, name: str, place: Place) -> None:
    known = {option.name: option for option in target.options}
    if name not in known:
        names = ", ".join(known)
        next_step = asking_first(name, known, f"it takes: {names}") if known else "it takes no options"
        raise InputError(f"the target {target.name} takes no option {name!r}", place, next_step=next_step)
    if type(options[name]) is not known[name].kind:
        kind = "a text" if known[name].kind is str else "true or false"
        raise InputError(
            f"the option {name} is {kind}, not {options[name]!r}", place, next_step=f"write {kind}, or leave it out"
        )
    values = known[name].values
    if values and options[name] not in values:
        listed = " or ".join(map(repr, values))
        reason = f"the option {name} is {listed}, not {options[name]!r}"
        raise InputError(reason, place, next_step=asking_first(str(options[name]), values, "write one of them"))
    advice = target.package_name_problem(str(options[name])) if name == "package" else ""
    if advice:
        raise InputError(f"no package can be called {options[name]!r}", place, next_step=advice)
