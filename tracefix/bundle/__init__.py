"""All articles and the search index in one checksummed file, from which the client reads."""
