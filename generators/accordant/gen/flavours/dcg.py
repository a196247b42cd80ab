"""Modules printed by datamodel-code-generator, which is loaded here and nowhere else."""

from __future__ import annotations

import json
import re
import warnings

from accordant.errors import InputError
from accordant.gen.flavours.dcg_schema import schema_of
from accordant.gen.flavours.facts import FlavourFacts
from accordant.gen.flavours.safe_source import require_types_only
from accordant.gen.printing.header import contract_heading, header_lines
from accordant.gen.printing.python_text import comment, docstring
from accordant.model.origin import Origin
from accordant.model.types import Model
from accordant.model.versions import VersionModel
from accordant.outputs import Outputs


def package(versions: list[VersionModel], flavour: FlavourFacts) -> Outputs:
    """A module for each contract version, by path.

    Raises:
        InputError: the generator is not installed, or printed something other than types.
    """
    files: dict[str, str] = {}
    for version in versions:
        words = f"{contract_heading(version.contract)}. Generated; do not edit."
        files[f"{version.module.partition('/')[0]}/__init__.py"] = docstring([words], "") + "\n"
        files[f"{version.module}.py"] = module(version.model, version.origin, flavour)
    return files


def module(model: Model, origin: Origin, flavour: FlavourFacts) -> str:
    """The text of one module: every named type of the model.

    Raises:
        InputError: the generator is not installed, or printed something other than types.
    """
    printed = _print(json.dumps(schema_of(model, flavour)), flavour)
    require_types_only(printed)
    body = re.sub(r"\n{4,}", "\n\n\n", printed.lstrip("\n")).rstrip("\n")
    header = [*header_lines(origin), f"Printed by {_generator_name()}."]
    head = "\n".join(line for text in header for line in comment(text))
    return f"{head}\n\n{body}\n"


def _print(schema: str, flavour: FlavourFacts) -> str:
    """The generator's text for a schema. It reads no file, network, formatter or setting of the surrounding project."""
    try:
        from datamodel_code_generator import InputFileType, PythonVersion, generate
        from datamodel_code_generator.enums import DataModelType
        from datamodel_code_generator.parser import LiteralType
    except ModuleNotFoundError as error:
        raise InputError(
            f"the target {flavour.name} needs datamodel-code-generator, which is not installed",
            next_step="pip install 'accordant[models]'",
            rule="usage",
        ) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # our own report says the same, with pointers
        printed = generate(
            schema,
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType(flavour.generator_type),
            target_python_version=PythonVersion.PY_311,
            allow_remote_refs=False,
            custom_file_header="#",
            disable_timestamp=True,
            enum_field_as_literal=LiteralType.All,
            formatters=[],
            skip_root_model=True,
            use_attribute_docstrings=True,
            use_closed_typed_dict=True,
            use_schema_description=True,
            use_standard_collections=True,
            use_union_operator=True,
        )
    if not isinstance(printed, str):
        reason = "datamodel-code-generator found no type in the schema"
        raise InputError(reason, next_step="generate the target python, which needs no other generator", rule="usage")
    return printed.removeprefix("#")


def _generator_name() -> str:
    from importlib.metadata import version

    return f"datamodel-code-generator {version('datamodel-code-generator')}"
