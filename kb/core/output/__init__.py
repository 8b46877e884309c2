"""The output formats of answers: JSON, text for a terminal, Markdown for agents and GitHub, pictures."""
