"""The answer to a paste, and its output formats: JSON, text for a terminal, Markdown for agents and GitHub."""
