"""Python: Pydantic models, with the rules that types cannot say as straight-line code."""
