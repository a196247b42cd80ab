"""The texts that an agent gets: what its answer must look like, and what is wrong with the one that it gave."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from accordant.findings import JsonValue

HEADING: Final = "## Required Output Format"
ELEMENT: Final = "output-validation-error"


def output_section(schema: JsonValue) -> str:
    """The section that states the schema; it is the last one of a prompt."""
    return "\n".join(
        [
            HEADING,
            "",
            "Answer with one JSON object that conforms to this JSON Schema:",
            "",
            *_block(schema),
            "",
            "Write the JSON object and nothing else: no introduction, no explanation, no second version.",
        ]
    )


def retry_prompt(errors: tuple[str, ...], schema: JsonValue) -> str:
    """The prompt after an answer that does not conform."""
    return "\n".join(
        [
            f"<{ELEMENT}>",
            "Your answer does not conform to the required schema.",
            "",
            "## Validation Errors",
            *(f"- {error}" for error in errors),
            "",
            "## Required Schema",
            *_block(schema),
            "",
            "Answer again with one JSON object that conforms to the schema, and nothing else.",
            f"</{ELEMENT}>",
        ]
    )


def input_prompt(parameters: Mapping[str, JsonValue]) -> str:
    """The parameters of a run as a prompt: the text of `prompt`, then the others as JSON."""
    others = {name: value for name, value in parameters.items() if name != "prompt"}
    prompt = parameters.get("prompt")
    parts = [prompt] if isinstance(prompt, str) else []
    if others or not parts:
        parts.append("\n".join(["## Parameters", "", *_block(others)]))
    return "\n\n".join(parts)


def as_one_prompt(messages: Sequence[Mapping[str, str]]) -> str:
    """The messages as one text, for an agent that takes nothing else: the section on the output stays the last one."""
    first, *others = messages
    head, heading, section = first["content"].rpartition(HEADING) if first["role"] == "system" else ("", "", "")
    opening = [head.strip() if heading else first["content"]]
    if len(others) > 1:  # an earlier answer is among them
        told = [f"[{message['role']}]\n{message['content']}" for message in others]
        return "\n\n".join(part for part in (*opening, heading + section, *told) if part)
    return "\n\n".join(
        part for part in (*opening, *(message["content"] for message in others), heading + section) if part
    )


def _block(value: JsonValue) -> list[str]:
    return ["```json", json.dumps(value, indent=2, ensure_ascii=False), "```"]
