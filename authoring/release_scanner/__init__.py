"""From released archives to a history: fetched one at a time, read as source and never run, woven into one tree."""
