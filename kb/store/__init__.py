"""The database of votes and sketches. The rest of the site works without it."""
