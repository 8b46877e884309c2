"""From released archives to a history: fetched one at a time, read as source and never run, merged into one tree."""
