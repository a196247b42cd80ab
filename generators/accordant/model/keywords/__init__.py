"""From JSON Schema to constraints: one file per chapter of the specification, one function per keyword."""

from accordant.model.keywords.compiler import Compiler

__all__ = ["Compiler"]
