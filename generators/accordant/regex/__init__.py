"""ECMA-262 patterns: a tree, a parser, automata, and a printer for each engine."""
