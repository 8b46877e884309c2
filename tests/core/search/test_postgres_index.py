"""The index in PostgreSQL: it finds what Whoosh's finds, is whole or absent, and says in words what is wrong."""

import subprocess
import sys

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.core.articles.loading import load
from kb.core.search import postgres, postgres_build
from kb.core.search.postgres import Connections, PostgresError
from kb.core.search.postgres_index import PostgresIndex
from kb.core.search.query import find
from tests.core.search_tools import KEYS, NCCL, RANK, article, index_of
from tests.settings import BASE_DIR

ROOT = BASE_DIR
FIVE = ("pickle-pycapsule", "deepcopy-processgroup", "send-to-self-rank", "cuda-fork-reinit", "pickle-dict-keys")
SOME = (KEYS, NCCL, RANK)


@pytest.fixture(scope="module")
def published():
    return [load(ROOT / "articles" / slug) for slug in FIVE]


@pytest.fixture
def database(cluster, request):
    """The parameters of an empty database of this test's own."""
    name = f"search_{abs(hash(request.node.nodeid)):x}"
    cluster.sql(f"CREATE DATABASE {name}")
    yield {"host": "127.0.0.1", "port": cluster.port, "user": "postgres", "dbname": name}
    cluster.sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def both(cluster, published):
    """The same articles in both indexes."""
    cluster.sql("CREATE DATABASE in_both")
    parameters = {"host": "127.0.0.1", "port": cluster.port, "user": "postgres", "dbname": "in_both"}
    yield index_of(*published), opened(published, parameters)
    cluster.sql("DROP DATABASE in_both WITH (FORCE)")


def opened(articles, parameters):
    index = PostgresIndex(articles, Connections(parameters))
    index.prepare()
    return index


def opened_without_building(monkeypatch, articles, parameters):
    """Open an index, with building made impossible: it must be there, and whole."""
    with monkeypatch.context() as patch:
        patch.setattr(postgres_build, "_build", None)
        return opened(articles, parameters)


def indexes(parameters):
    """The indexes that are registered, and those that have tables."""
    with psycopg.connect(**parameters) as connection:
        tables = connection.execute(
            "SELECT split_part(relname, '_', 3) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'tracefix_search_%'"
        ).fetchall()
        if not connection.execute("SELECT to_regclass('tracefix_search')").fetchone()[0]:
            return set(), set(tables)
        return set(connection.execute("SELECT key FROM tracefix_search").fetchall()), set(tables)


# ── what is found ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "options",
    [{}, {"is_unfinished": True}, {"project": "PyTorch"}, {"tag": "serialization"}, {"page": 2, "size": 2}],
    ids=str,
)
@pytest.mark.parametrize(
    "query",
    [
        "can't pickle dict_keys",
        "torch._C._distributed_c10d.ProcessGroup",
        "deepcopy",
        "无法序列化 对象",
        "显存",
        "cannot pikcle dict_kyes object",
        "procesgroup multiprocesing",
        "processgr",
        "worker",
        "",
        "'\"",
        "nothing like zzzzzz",
    ],
)
def test_it_finds_what_whoosh_finds_in_the_same_order(both, query, options):
    by_whoosh, by_postgres = (find(index, query, **options) for index in both)

    assert [hit.slug for hit in by_postgres.hits] == [hit.slug for hit in by_whoosh.hits]
    assert [hit.score for hit in by_postgres.hits] == pytest.approx([hit.score for hit in by_whoosh.hits], abs=0.002)
    assert (by_postgres.total, by_postgres.suggestion) == (by_whoosh.total, by_whoosh.suggestion)
    assert by_postgres.facets == by_whoosh.facets


ANY_TEXT = st.text(max_size=80) | st.lists(
    st.sampled_from(["pickle", "dict_kyes", "\0", "'", '"', "\\", "%s", "%", "$1", ";--", "'; DROP TABLE x", "显存", "\ud800"]),
).map(" ".join) | st.sampled_from(["x" * 100_000, "İ" * 5_000, "a_b" * 2_000, "torch." * 900, "𝒳" * 4_000])  # fmt: skip


@given(query=ANY_TEXT, tag=st.text(max_size=5), is_unfinished=st.booleans())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_is_asked_is_answered(both, query, tag, is_unfinished):
    by_whoosh, by_postgres = (find(index, query, tag=tag, is_unfinished=is_unfinished) for index in both)

    assert (by_postgres.total, by_postgres.suggestion) == (by_whoosh.total, by_whoosh.suggestion)


def test_articles_that_the_matcher_names_come_first_on_whichever_page(both, published):
    first = [article for article in published if article.slug in {"send-to-self-rank", "cuda-fork-reinit"}]
    matches = [type("Match", (), {"article": article, "reasons": ("it says so",)}) for article in first]

    for options in ({}, {"size": 1}, {"size": 1, "page": 2}, {"size": 2, "page": 2}, {"project": "xDiT"}):
        by_whoosh, by_postgres = (find(index, "pickle object", matches=matches, **options) for index in both)

        assert [hit.slug for hit in by_postgres.hits] == [hit.slug for hit in by_whoosh.hits]
        assert (by_postgres.total, by_postgres.facets) == (by_whoosh.total, by_whoosh.facets)


@pytest.mark.parametrize("by_candidates", [True, False])
def test_more_articles_than_a_block_holds_are_one_index(database, monkeypatch, by_candidates):
    monkeypatch.setattr(postgres_build, "BLOCK", 2)
    monkeypatch.setattr(PostgresIndex, "_saves_much", lambda *_: by_candidates)
    many = [
        article(f"a{number}", title=f"boom number{number} in the cellar", body="boom " * number) for number in range(7)
    ]
    in_files, in_blocks = index_of(*many), opened(many, database)

    for query in ("boom", "cellar number3", "nubmer4", "boom in cellar number5 number6", "in the"):
        ours, theirs = find(in_blocks, query), find(in_files, query)
        assert [(hit.slug, hit.score) for hit in ours.hits] == [(hit.slug, hit.score) for hit in theirs.hits]
        assert (ours.total, ours.facets) == (theirs.total, theirs.facets)


def test_no_articles_make_an_empty_index(database):
    assert find(opened((), database), "pickle").total == 0


# ── built ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_index_is_built_once_and_then_opened(database, monkeypatch):
    opened(SOME, database)

    index = opened_without_building(monkeypatch, SOME[::-1], database)

    assert find(index, "dict_keys").hits[0].slug == "keys"


def test_another_release_has_an_index_of_its_own_and_the_old_one_stays_in_use(database):
    old, new = opened(SOME, database), opened(SOME[:2], database)

    assert find(old, "rank").total == 1
    assert find(new, "rank").total == 0


def test_what_nobody_has_used_for_a_while_is_dropped_when_the_next_is_built(database):
    opened(SOME, database)
    with psycopg.connect(**database) as connection:
        connection.execute("UPDATE tracefix_search SET used = used - interval '2 hours'")

    new = opened(SOME[:2], database)

    registered, with_tables = indexes(database)
    assert registered == with_tables
    assert len(registered) == 1
    assert find(new, "dict_keys").total == 1


def test_what_was_dropped_under_a_search_is_built_again(database):
    index = opened(SOME, database)
    with psycopg.connect(**database) as connection:
        connection.execute("DROP TABLE tracefix_search")

    index.prepare()

    assert find(index, "dict_keys").total == 1


CHILD = """
import json, sys
from kb.core.search import postgres_build
from kb.core.search.postgres import Connections
from kb.core.search.postgres_index import PostgresIndex
from kb.core.search.query import find
from tests.core.search_tools import KEYS, NCCL, RANK
from tests.settings import BASE_DIR
from tests.settings import BASE_DIR

build = postgres_build._build
def told(connection, *args):
    build(connection, *args)
    print("built", flush=True)
    if "halt" in sys.argv:
        sys.stdin.readline()
postgres_build._build = told
print("ready", flush=True)
sys.stdin.readline()
index = PostgresIndex((KEYS, NCCL, RANK), Connections(json.loads(sys.argv[1])))
index.prepare()
print(find(index, "dict_keys").hits[0].slug)
"""


@pytest.fixture
def child(database, monkeypatch):
    """A function that starts a process which opens the index of SOME once it is given a line."""
    import json

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    started = []

    def start(*arguments):
        process = subprocess.Popen([sys.executable, "-c", CHILD, json.dumps(database), *arguments], **pipes)
        started.append(process)
        assert process.stdout.readline() == "ready\n"
        return process

    def go(process):
        process.stdin.write("\n")
        process.stdin.flush()

    start.go = go
    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_processes_that_start_at_once_build_it_once(child):
    processes = [child(), child(), child()]
    for process in processes:
        child.go(process)

    said = [process.communicate()[0] for process in processes]

    assert sorted(said) == ["built\nkeys\n", "keys\n", "keys\n"]


def test_a_half_built_index_is_seen_by_nobody_and_left_by_nobody(child, database):
    builder = child("halt")
    child.go(builder)
    assert builder.stdout.readline() == "built\n"
    assert indexes(database) == (set(), set())
    builder.kill()
    builder.wait()

    assert find(opened(SOME, database), "dict_keys").total == 1


# ── what can be wrong ───────────────────────────────────────────────────────────────────────────────────────────


def test_without_the_right_to_add_pg_trgm_it_says_what_to_run(cluster, database):
    cluster.sql("CREATE ROLE newcomer LOGIN")
    try:
        cluster.sql("GRANT ALL ON SCHEMA public TO newcomer", database["dbname"])
        with pytest.raises(PostgresError, match=f"run CREATE EXTENSION pg_trgm in the database {database['dbname']}"):
            opened(SOME, {**database, "user": "newcomer"})

        cluster.sql("CREATE EXTENSION pg_trgm", database["dbname"])
        assert find(opened(SOME, {**database, "user": "newcomer"}), "dict_kyes").total == 1
    finally:
        cluster.sql("DROP OWNED BY newcomer", database["dbname"])
        cluster.sql("DROP ROLE newcomer")


def test_without_the_right_to_make_tables_it_says_what_to_grant(cluster, database):
    cluster.sql("CREATE EXTENSION pg_trgm", database["dbname"])
    cluster.sql("CREATE ROLE reader LOGIN")
    try:
        with pytest.raises(PostgresError, match="GRANT CREATE ON SCHEMA public"):
            opened(SOME, {**database, "user": "reader"})
    finally:
        cluster.sql("DROP ROLE reader")


def test_a_database_that_is_not_there_is_unreachable_and_nothing_more_is_told(database):
    for wrong in ({"port": 1}, {"dbname": "elsewhere"}):
        with pytest.raises(PostgresError, match=r"^unreachable$"):
            opened(SOME, {**database, **wrong, "password": "secret"})


def test_lost_connections_are_made_anew(cluster, database):
    index = opened(SOME, database)
    find(index, "dict_keys")
    cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tracefix search'")

    assert find(index, "dict_keys").total == 1


def test_a_database_that_says_nothing_is_given_up(database, monkeypatch):
    monkeypatch.setattr(postgres, "_PATIENCE", 0.2)

    with pytest.raises(PostgresError, match=r"^too slow$"):
        Connections(database).run(lambda connection: connection.execute("SELECT pg_sleep(600)"))


def test_an_index_that_is_gone_is_said_to_be(database):
    with pytest.raises(PostgresError, match=r"^without an index$"):
        find(PostgresIndex(SOME, Connections(database)), "dict_keys")


def test_a_failed_statement_does_not_spoil_its_connection_for_the_next(database):
    connections = Connections(database)
    for _ in range(2):
        with pytest.raises(PostgresError, match="DivisionByZero"):
            connections.run(lambda connection: connection.execute("SELECT 1 / 0"))

    assert connections.run(lambda connection: connection.execute("SELECT 1").fetchone()) == (1,)


def test_no_word_of_a_query_is_in_a_statement_or_its_name(cluster, database):
    index = opened(SOME, database)

    for _ in range(10):  # often enough for a driver to prepare a statement
        find(index, "secretword dict_kyes", is_unfinished=True)

    seen = cluster.sql("SELECT query FROM pg_stat_activity WHERE application_name = 'tracefix search'")
    assert "posting" in seen
    assert "secretword" not in seen
    assert "dict" not in seen
    connections = index._connections
    assert connections.run(lambda each: each.execute("SELECT count(*) FROM pg_prepared_statements").fetchone()) == (0,)
