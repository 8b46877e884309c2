"""Repros: one script, run in an environment of its own, and what it prints."""
