"""What is wrong with an article, as `path:line: what to do`."""
