"""The search index that PostgreSQL keeps (postgres_build.py), asked: a replica holds none of it in memory.

Terms and weights are those of Whoosh's index, and so is the order of what is found: the weights of a term lie in a row
as arrays, and a query adds them up. PostgreSQL's own ranking of a tsvector knows neither how rare a term is nor what
share of a query an article covers; on the same terms it found a little less, in four times the time (README.md).
Misspelt names come from a trigram index (pg_trgm), and are then measured as Whoosh's are.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from psycopg.sql import Composed

from kb.core.articles.model import Article
from kb.core.search import postgres_build
from kb.core.search.index import LEAST, Asked, Known, Ranked, SearchIndex
from kb.core.search.postgres import Connections
from kb.core.search.postgres_build import kind_text, letters_of
from kb.core.search.spelling import (
    MOST_LONGER,
    MOST_LOOKED_AT,
    Lexicon,
    Near,
    commonest,
    may_be_misspelt,
    mistakes_allowed,
    nearest,
)
from kb.core.search.weights import idf

_KNOWN = "SELECT term, sum(frequency), max(heaviest) FROM {postings} WHERE term = ANY(%s) GROUP BY term"
_ALIKE = "SELECT name, articles FROM {names} WHERE kind = %s AND letters %% %s"
_LONGER = "SELECT name, articles FROM {names} WHERE lower >= %s AND lower < %s ORDER BY lower LIMIT %s"
# Of the common terms, only what they weigh in articles that have a leading one is added up.
_CANDIDATES = "SELECT DISTINCT unnest(numbers) AS number FROM {postings} WHERE term = ANY (%(leading)s)"
_WEIGHTS = """
    SELECT value, covers, unnest(numbers) AS number, unnest(weights) AS weight
    FROM unnest(%(terms)s::text[], %(values)s::float8[], %(covers)s::float8[]) AS asked (term, value, covers)
    JOIN {postings} USING (term)"""
_OF_CANDIDATES = """
    WHERE block IN (SELECT number / %(block)s FROM candidates)"""
# Rows of three sorts: articles of the page, the number of articles of each kind, and the best score. Scores are
# compared to six digits, as sums of the same weights in another order differ in the last ones.
_RANK = """
scored AS MATERIALIZED (
    SELECT number, sum(value * weight) * sum(covers) / %(total)s AS score
    FROM weights {condition}
    GROUP BY number HAVING sum(covers) > 0
), kept AS MATERIALIZED (
    SELECT number, score, kind FROM scored JOIN {articles} USING (number)
    WHERE score >= %(least)s * (SELECT max(score) FROM scored)
), others AS (
    SELECT * FROM kept WHERE number <> ALL (%(first)s::int[])
)
(
    SELECT number, score, NULL::int, NULL::bigint FROM others WHERE kind = ANY (%(kinds)s::int[])
    ORDER BY (score * 1e6)::bigint DESC, number LIMIT %(size)s OFFSET %(start)s
)
UNION ALL SELECT NULL, NULL, kind, count(*) FROM others GROUP BY kind
UNION ALL SELECT NULL, max(score), NULL, NULL FROM kept"""
_RANK_ALL = f"WITH weights AS ({_WEIGHTS}), {_RANK.replace('{condition}', '')}"
_RANK_CANDIDATES = (
    f"WITH candidates AS MATERIALIZED ({_CANDIDATES}), weights AS ({_WEIGHTS}{_OF_CANDIDATES}), "  # noqa: S608 - ours
    + _RANK.replace("{condition}", "WHERE number IN (SELECT number FROM candidates)")
)


class PostgresIndex(SearchIndex):
    """The index of these articles, once prepare() has built it. Every question raises PostgresError."""

    def __init__(self, articles: Sequence[Article], connections: Connections) -> None:
        super().__init__(articles)
        self._connections = connections
        self._key = postgres_build.key_of(self.articles)

    def prepare(self) -> None:
        """Build the index unless it is there, and say that it is in use: what nobody uses is dropped after a while.

        Processes that do so at once build it once. Raises PostgresError.
        """
        postgres_build.ensure(self, self._key, self._connections)

    def close(self) -> None:
        self._connections.close()

    def known(self, terms: Iterable[str]) -> dict[str, Known]:
        wanted = list(terms)
        rows = self._ask(_KNOWN, [wanted]) if wanted else []
        total = len(self.articles)
        return {term: Known(idf(frequency, total), frequency, heaviest) for term, frequency, heaviest in rows}

    def near(self, names: Sequence[str]) -> list[list[Near]]:
        return [self._near(name.lower()) if may_be_misspelt(name) else [] for name in names]

    def beginning(self, start: str) -> list[str]:
        return commonest(self._longer(start.lower()), MOST_LONGER) if Lexicon.takes(start) else []

    def rank(self, asked: Asked) -> Ranked:
        wanted = self.let_through(asked.filters)
        first = [number for number in asked.first if self.kind_of[number] in wanted]
        shown = first[asked.start : asked.start + asked.size]
        values, pairs = asked.values, asked.pairs
        leading = asked.leading()
        rows = self._ask(
            _RANK_CANDIDATES if self._saves_much(leading, asked) else _RANK_ALL,
            {
                "terms": [*values, *pairs],
                "values": [*values.values(), *pairs.values()],
                "covers": [*values.values(), *([0.0] * len(pairs))],  # a pair adds to an article that has the words
                "leading": list(leading),
                "block": postgres_build.BLOCK,
                "total": sum(values.values()),
                "least": LEAST,
                "first": list(asked.first),
                "kinds": sorted(wanted),
                "size": asked.size - len(shown),
                "start": max(0, asked.start - len(first)),
            },
        ) if values else []  # fmt: skip
        counts = {kind: count for _, _, kind, count in rows if kind is not None}
        best = next((score for number, score, kind, _ in rows if number is kind is None and score is not None), 0.0)
        for number in asked.first:
            counts[self.kind_of[number]] = counts.get(self.kind_of[number], 0) + 1
        places = {number: place for place, number in enumerate(asked.first)}
        return Ranked(
            total=sum(count for kind, count in counts.items() if kind in wanted),
            hits=[
                *((number, best + len(places) - places[number]) for number in shown),
                *((number, score) for number, score, _, _ in rows if number is not None),
            ],
            facets=self.count(counts, asked.filters),
        )

    def _saves_much(self, leading: Collection[str], asked: Asked) -> bool:
        """Whether the candidates are few beside what would be read for all terms; they are read twice."""
        return 4 * sum(asked.known[term].frequency for term in leading) < sum(
            asked.known[term].frequency for term in asked.values
        )

    def _near(self, name: str) -> list[Near]:
        letters = letters_of(name)
        # A mistake spoils three trigrams of a word, two neighbours that are swapped spoil four: what shares fewer than
        # the rest needs no measuring.
        spoilt = 4 * mistakes_allowed(name)
        share = max((len(letters) + 1 - spoilt) / (len(letters) + 1 + spoilt) - 0.05, 0.05)  # some come twice
        with_limit = "SELECT set_config('pg_trgm.similarity_threshold', %s, false)"

        def ask(connection: Any) -> list[tuple[str, int]]:
            connection.execute(with_limit, [f"{share:.3f}"])
            return list(connection.execute(self._tables(_ALIKE), [kind_text(name), letters]).fetchall())

        return nearest(name, self._connections.run(ask), self._longer(name))

    def _longer(self, start: str) -> list[tuple[str, int]]:
        return self._ask(_LONGER, [start, start + "\x7f", MOST_LOOKED_AT])  # names are ASCII

    def _ask(self, statement: str, values: Any) -> list[Any]:
        return self._connections.run(lambda connection: connection.execute(self._tables(statement), values).fetchall())

    def _tables(self, statement: str) -> Composed:
        return postgres_build.tables(statement, self._key)
