"""Whether a document may be written and is refused, confirmed by the validators.

confirm(writer, reader, document).confirmed
"""

from __future__ import annotations

from dataclasses import dataclass

from accordant.findings import JsonValue
from accordant.schema.validation import Validator


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Who confirms that a document is accepted on the writer's side and refused on the reader's.

    True: confirms; False: contradicts; None: could not judge, or was not asked.
    """

    jsonschema_rs: bool | None
    jsonschema: bool | None

    @property
    def confirmed(self) -> bool:
        """Whether one of the two libraries confirms the document."""
        return self.jsonschema_rs is True or self.jsonschema is True


def confirm(writer: Validator, reader: Validator, document: JsonValue) -> Confirmation:
    """Whether `document` may be written and is refused; jsonschema judges when jsonschema-rs does not confirm it."""
    first = _verdict(writer.first_opinion(document), reader.first_opinion(document))
    second = None
    if first is not True:
        second = _verdict(writer.second_opinion(document), reader.second_opinion(document))
    return Confirmation(first, second)


def _verdict(accepted: bool | None, read: bool | None) -> bool | None:
    if accepted is None or read is None:
        return None
    return accepted and not read
