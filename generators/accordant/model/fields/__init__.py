"""The fields that a schema declares: where each stands, what it may be, whether it must be there."""
