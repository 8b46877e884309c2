"""Programs that tests and benchmarks start: Granian, nginx, PostgreSQL; and how to wait for them."""
