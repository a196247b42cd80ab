"""Real output against what a contract promises."""
