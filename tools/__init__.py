"""Helpers that start Granian, nginx and PostgreSQL for tests and benchmarks; and tools.answers, for developers."""
