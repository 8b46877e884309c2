"""The database: votes and sketches that visitors send, and how the site works without it."""
