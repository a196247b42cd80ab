"""Schemas as services take them that make a language model answer in JSON: a strict subset, and the way back.

made = strict_schema(root, provider_named("openai"))
made.schema                    # what the service is given
made.losses                    # what the contract says and the schema no longer does, keyword by keyword
restore(answer, made.plan)     # the answer as a document of the contract, to be validated against it
"""

from accordant.gen.providers.limits import NAMES, Provider, exceeded, provider_named
from accordant.gen.providers.plan import Loss, StrictSchema
from accordant.gen.providers.restoring import restore
from accordant.gen.providers.strict import strict_schema

__all__ = ["NAMES", "Loss", "Provider", "StrictSchema", "exceeded", "provider_named", "restore", "strict_schema"]
