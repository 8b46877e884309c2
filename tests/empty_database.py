"""One PostgreSQL database for the tests of a process, which takes less than one for each of them."""

import psycopg


class Emptied:
    """One migrated database for one test after another: to empty it takes far less than to make another one."""

    NAME = "emptied"

    def __init__(self, cluster):
        self._cluster = cluster
        self._make()

    def url(self):
        """Its address; there is nothing in it."""
        try:
            if self._look() == self._migrated:
                self._connection.execute(f"TRUNCATE {self._names} RESTART IDENTITY CASCADE")
                return self._cluster.url(self.NAME)
        except psycopg.Error:  # a test stopped the server, or left something open
            pass
        self.leave()
        self._make()
        return self._cluster.url(self.NAME)

    def leave(self):
        self._connection.close()
        self._cluster.sql(f"DROP DATABASE IF EXISTS {self.NAME} WITH (FORCE)")

    def _make(self):
        self._cluster.sql(f"CREATE DATABASE {self.NAME} TEMPLATE migrated")
        # what a test left open would hold us up for ever
        options = {"autocommit": True, "options": "-c lock_timeout=10s"}
        self._connection = psycopg.connect(self._cluster.url(self.NAME), **options)
        tables = [name for (name,) in self._ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        self._filled = sorted(name for name in tables if self._ask(f'SELECT 1 FROM "{name}" LIMIT 1'))
        self._names = ", ".join(f'"{name}"' for name in tables if name not in self._filled)
        self._migrated = self._look()

    def _look(self):
        """What no test changes that leaves the database as it was migrated: its columns, and what migrations filled."""
        columns = (
            "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"
        )
        return [sorted(self._ask(columns))] + [
            sorted(self._ask(f'SELECT t::text FROM "{name}" t')) for name in self._filled
        ]

    def _ask(self, query):
        return self._connection.execute(query).fetchall()
