"""Programs that tests and benchmarks start (Granian, nginx, PostgreSQL), and what developers start: answers."""
