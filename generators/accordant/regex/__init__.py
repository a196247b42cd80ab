"""ECMA-262 patterns: one tree, one parser, automata, a printer for each engine."""
