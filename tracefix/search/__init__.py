"""Search over the articles: words, weights, the indexes, and the query."""
