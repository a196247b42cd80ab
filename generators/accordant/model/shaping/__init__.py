"""From schemas to shapes: conjunctions are flattened, types are split, and what shapes do not say stays as rules."""

from accordant.model.shaping.builder import Builder

__all__ = ["Builder"]
