"""The type model: shapes and constraints, cases, names, sentences; generators and pages derive from it."""
