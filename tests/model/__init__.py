"""The type model: shapes, constraints, fields, sentences."""
