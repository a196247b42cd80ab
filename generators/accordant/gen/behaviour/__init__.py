"""The behaviour of generated packages: `interpret`, `check_response` and `respond`."""
