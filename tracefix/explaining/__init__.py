"""An error in words, whether or not an article covers it: explanation.explain()."""
