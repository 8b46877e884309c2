"""Answers in their forms: JSON, text for a terminal, a comment for GitHub, a picture."""
