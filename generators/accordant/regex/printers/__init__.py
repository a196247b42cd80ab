"""Patterns as the engines write them that generated code uses."""
