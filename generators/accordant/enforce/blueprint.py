"""Blueprints of agents: what they accept, what they answer, and what their runs are checked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from accordant.enforce.judging import OutputSchema
from accordant.errors import InputError
from accordant.findings import JsonValue, Place

DRAFT = "draft-07"
"""The draft of a blueprint's schema that declares none."""
PARAMETERS, OUTPUT = "parameters_schema", "output_schema"
PROMPT_ALONE: Mapping[str, JsonValue] = {
    "type": "object",
    "required": ["prompt"],
    "properties": {"prompt": {"type": "string", "minLength": 1}},
    "additionalProperties": False,
}
"""What an autonomous agent without a parameters_schema accepts, and every agent that is resumed."""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A blueprint whose schemas have been checked."""

    name: str
    is_procedural: bool
    system_prompt: str
    parameters: OutputSchema | None
    output: OutputSchema | None

    def parameter_errors(self, parameters: JsonValue, *, resume: bool) -> tuple[str, ...]:
        """What is wrong with the input of a run.

        Args:
            parameters: the input.
            resume: whether a session is resumed, which takes a prompt and nothing else.

        Raises:
            InputError: a procedural agent cannot be resumed.
        """
        if resume and self.is_procedural:
            reason = f"the agent {self.name} is procedural and cannot be resumed"
            raise InputError(reason, next_step="start a new session", rule="parameters-refused")
        if resume or (self.parameters is None and not self.is_procedural):
            return OutputSchema(PROMPT_ALONE, DRAFT).errors(parameters)
        anything = OutputSchema({"type": "object"}, DRAFT)
        return (self.parameters or anything).errors(parameters)


def read_blueprint(value: JsonValue) -> Blueprint:
    """The blueprint in a JSON document.

    Raises:
        InputError: it is not one, or one of its schemas cannot be used; the place has the pointer in the document.
    """
    if not isinstance(value, dict):
        raise _refuse("a blueprint is an object", "")
    kind = value.get("type", "autonomous")
    if kind not in ("autonomous", "procedural"):
        raise _refuse("the type of an agent is autonomous or procedural", "/type")
    for key in ("name", "system_prompt"):
        if not isinstance(value.get(key) or "", str):
            raise _refuse(f"{key} must be a text", f"/{key}")
    return Blueprint(
        name=value.get("name") or "",
        is_procedural=kind == "procedural",
        system_prompt=value.get("system_prompt") or "",
        parameters=_schema(value, PARAMETERS),
        output=_schema(value, OUTPUT),
    )


def _schema(blueprint: Mapping[str, JsonValue], key: str) -> OutputSchema | None:
    """A schema of a blueprint; null and an empty object mean that there is none."""
    schema = blueprint.get(key)
    if schema is None or schema == {}:
        return None
    try:
        return OutputSchema(schema, DRAFT)
    except InputError as error:
        error.place = replace(error.place, pointer=f"/{key}{error.place.pointer}")
        error.reason = error.reason.replace("the schema of the answer", key)
        raise


def _refuse(reason: str, pointer: str) -> InputError:
    return InputError(reason, Place("", pointer=pointer), next_step="see: registry show agent-output/v1/agent-create")
