"""The pictures that links to an article show."""
