"""Unknown errors: the redacted sketch that a visitor may send, and the article that begins with it."""
