"""Patterns in the syntax of each engine that generated code uses."""
