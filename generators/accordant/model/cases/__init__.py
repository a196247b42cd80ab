"""Constraints of a record as alternatives that types can carry."""
