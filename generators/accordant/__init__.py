"""Accordant keeps the promises that programs make about their JSON."""

__version__ = "0.1.0"
