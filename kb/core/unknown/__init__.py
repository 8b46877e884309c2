"""Errors that no article covers: what a visitor may send of them, redacted."""
