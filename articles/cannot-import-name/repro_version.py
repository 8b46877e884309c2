# /// script
# requires-python = ">=3.10"
# dependencies = ["Jinja2==2.11.3", "MarkupSafe==2.1.5"]
# ///
"""A package is older than the one that it imports a name from."""

import jinja2

print("Jinja2 renders", jinja2.Template("{{ 1 + 1 }}").render())
