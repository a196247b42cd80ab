"""The type model as JSON."""
