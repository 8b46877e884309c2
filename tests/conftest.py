"""Fixtures for all tests: a library of small articles, a client of the site, and databases."""

import fcntl
import functools
import gc
import io
import logging
import os
import shutil
from contextlib import contextmanager
from unittest import mock

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.test import Client, override_settings
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from kb import compiled
from kb import library as library_module
from kb.compiled import NO_ARTICLES, Articles, load_notes
from kb.server.limits import get_limits
from kb.server.logs import PrivateFormatter
from kb.settings import PROJECTS_DIR
from tests import examples
from tests.empty_database import Emptied
from tests.factories import withdraw, write_article_folder
from tests.published_articles import published_articles
from tools.databases import use_database
from tools.postgresql import find_postgresql, postgresql
from tools.required_programs import require
from tracefix.search import whoosh_index
from tracefix.search.weights import fingerprint
from tracefix.search.whoosh_index import make_files, open_index

# No deadline: on a busy machine, a test would fail without a fault of the code.
settings.register_profile("some", deadline=None, max_examples=5)
settings.register_profile("all", deadline=None, max_examples=100)


def takes_all(config):
    """Whether slow tests run, too; `make test` leaves them out, and takes some cases where others take all."""
    return "not slow" not in config.option.markexpr


def pytest_configure(config):
    gc.disable()  # during the collection, which frees nothing
    settings.load_profile("all" if takes_all(config) else "some")
    examples.takes_all = takes_all(config)


def pytest_collection_finish():
    gc.freeze()  # scanning the collected tests again and again would take a tenth of the time of the run
    gc.set_threshold(5_000, 10, 50)  # and scanning the objects of session fixtures a twentieth
    gc.enable()


# What pytest-django does around each test, for markers and test classes that no test has: a third of an empty test's time
UNUSED = {
    *("_dj_autoclear_mailbox", "_django_clear_site_cache", "_django_db_marker", "_django_isolate_apps"),
    *("_django_set_urlconf", "_django_setup_unittest", "_fail_for_invalid_template_variable", "_live_server_helper"),
    "_template_string_if_invalid_marker",
}


def pytest_itemcollected(item):
    names = getattr(item, "fixturenames", [])
    names[:] = [name for name in names if name not in UNUSED]


class _Positions(list):
    """A list that finds its values by a dictionary: the scheduler looks up each test in the list of all."""

    def __init__(self, values):
        super().__init__(values)
        self.index = {value: at for at, value in enumerate(self)}.__getitem__


class _Scheduling(LoadFileScheduling):
    """Gives each file to one worker, and all browser tests to the same one: it starts a server and a browser for them."""

    def _split_scope(self, nodeid):
        folder = "tests/browser"
        return folder if nodeid.startswith(folder) else super()._split_scope(nodeid)

    def add_node_collection(self, node, collection):
        super().add_node_collection(node, collection)
        self.registered_collections[node] = _Positions(collection)


def pytest_xdist_make_scheduler(config, log):
    return _Scheduling(config, log)


@receiver(connection_created)
def no_sync(connection, **_):
    """Do not wait for the disk: a test's SQLite database need not survive a power failure."""
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA synchronous = OFF")


@pytest.fixture(autouse=True)
def nothing_cached():
    """Empty the caches, so that no test gets a page, or a rate limit, of an earlier test."""
    for cache in caches.all():
        cache.clear()
    get_limits.cache_clear()


@pytest.fixture(scope="session", autouse=True)
def prepared(request):
    """What every test has. One fixture asks for them, because each that is `autouse` is looked up for each test."""
    for name in (
        "cards_drawn_once",
        "indexes_made_once",
        "static_files_found_once",
        "without_notes",
        "cards_read_once",
    ):
        request.getfixturevalue(name)


@pytest.fixture(scope="session")
def cards_drawn_once():
    """Draw each link preview picture once. Nearly every page names one, and each test has its own folder for them."""
    from kb.pages import cards  # imports Pillow, which the collection does not need

    with mock.patch.object(cards, "draw", functools.cache(cards.draw)):
        yield


@pytest.fixture(scope="session")
def indexes_made_once():
    """Build the index of the small articles once. Most tests have the same articles, each in its own folder."""
    made = {}

    def make(articles):
        label = fingerprint(articles)
        if label not in made:
            made[label] = make_files(articles)
        return dict(made[label])

    with mock.patch.object(whoosh_index, "make_files", make):
        yield


@pytest.fixture(scope="session")
def static_files_found_once():
    """Find the static files once. Each test client has its own middleware, and each would search for the same files."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    found = {}
    find = WhiteNoiseMiddleware.add_files_from_finders

    def add(middleware):
        key = (middleware.static_prefix, middleware.max_age)
        if key not in found:
            before, middleware.files = middleware.files, {}
            find(middleware)
            found[key], middleware.files = middleware.files, before
        middleware.files.update(found[key])

    with mock.patch.object(WhiteNoiseMiddleware, "add_files_from_finders", add):
        yield


@pytest.fixture(scope="session")
def all_cases(request):
    """Whether to take all cases of a list, and not only some: where slow tests run."""
    return takes_all(request.config)


@pytest.fixture(scope="session")
def built_once(tmp_path_factory):
    """A context manager that gives the path of a folder of all workers. Only one worker at a time is in it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    @contextmanager
    def enter(name):
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield shared / name

    return enter


@pytest.fixture(scope="session")
def published_projects(all_cases, built_once):
    """The folder of the published cards and notes; without the slow tests, of one project in ten its notes."""
    if all_cases:
        return PROJECTS_DIR
    with built_once("projects") as root:
        for number, card in enumerate(sorted(PROJECTS_DIR.glob("*/card.yaml")) if not root.exists() else ()):
            (root / card.parent.name).mkdir(parents=True)
            for file in card.parent.iterdir() if number % 10 == 0 else [card]:
                shutil.copy(file, root / card.parent.name)
    return root


@pytest.fixture(scope="session")
def published_index(built_once, published_projects):
    """The folder with the search index of the published articles, beside what was compiled of the notes.

    All workers share one: it takes seconds to build.
    """
    with built_once("published-var") as var:
        with override_settings(VAR_DIR=var):
            notes = load_notes(published_projects).in_brief()
        for indexed in (published_articles(), notes):
            open_index(indexed, var / "index")
    return var / "index"


@pytest.fixture(scope="session")
def make_var(tmp_path_factory, published_index):
    """A function that creates a TRACEFIX_VAR folder with what is built of the published articles and notes in it."""

    def make(name="var"):
        var = tmp_path_factory.mktemp(name)
        return shutil.copytree(published_index.parent, var, dirs_exist_ok=True)

    return make


def noted(load):
    return mock.patch.object(compiled, "load_notes", side_effect=load)


@pytest.fixture(scope="session")
def without_notes():
    """Libraries of a test's own articles have none of the published notes, which fit many an example."""
    no_notes = mock.Mock(return_value=NO_ARTICLES)
    with noted(no_notes), mock.patch.object(compiled, "sound_notes", no_notes):
        yield


@pytest.fixture(scope="session")
def cards_read_once():
    """Read each published card once. Every library of a test's own articles has them, and a folder of its own to compile
    them into."""
    load, read = compiled._load_card, {}

    def load_once(folder):
        if folder.parent != PROJECTS_DIR:  # a test's own cards change
            return load(folder)
        if folder not in read:
            read[folder] = load(folder)
        return read[folder]

    with mock.patch.object(compiled, "_load_card", load_once):
        yield


@pytest.fixture(scope="session")
def read_once(request):
    """A function that returns the library of the published articles. It reads them at the first call only."""
    read = []

    def get():
        if not read:
            index, projects = map(request.getfixturevalue, ("published_index", "published_projects"))
            parsed_once = mock.patch.object(
                library_module, "load_articles", return_value=Articles.of(published_articles())
            )
            places = override_settings(INDEX_DIR=index, VAR_DIR=index.parent, PROJECTS_DIR=projects)
            with parsed_once, noted(load_notes), places:
                read.append(library_module.read_library())
        return read[0]

    return get


@pytest.fixture(scope="session")
def small_library(shared_articles, tmp_path_factory):
    """The library of the small articles and the folder of its index, for tests that change no article."""
    index = tmp_path_factory.mktemp("small-index")
    with override_settings(ARTICLES_DIR=shared_articles, INDEX_DIR=index):
        return library_module.read_library(), index


@pytest.fixture
def use_articles(settings, tmp_path, request, read_once):
    """A function that makes the site serve the articles of a folder, with its own index."""

    def use(root, library=None, index=tmp_path / "var" / "index"):
        if root == settings.BASE_DIR / "articles":
            library, index = read_once(), request.getfixturevalue("published_index")
        settings.ARTICLES_DIR, settings.VAR_DIR, settings.INDEX_DIR = root, tmp_path / "var", index
        library_module.serve(library)

    yield use
    library_module.serve(None)


@pytest.fixture
def articles_dir(tmp_path, use_articles, small_articles):
    """Three small articles: boom, bang (once called plop) and fizz; and one that was withdrawn, dud."""
    root = copy_files(small_articles, tmp_path / "articles")
    use_articles(root)
    return root


@pytest.fixture(scope="session")
def small_articles(tmp_path_factory):
    """The files of the small articles, by path. Hundreds of tests write their own copy from it."""
    root = write_articles(tmp_path_factory.mktemp("small") / "articles")
    return {path.relative_to(root): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def copy_files(files, root):
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


@pytest.fixture(scope="session")
def shared_articles(tmp_path_factory):
    """A folder with the small articles, shared by tests that do not change it."""
    return write_articles(tmp_path_factory.mktemp("shared") / "articles")


def write_articles(root):
    write_article_folder(
        root, "boom", message="boom happened in '{place}'", repro_py=SCRIPT.format("1 / 0"), fixed_py=SCRIPT.format("1")
    )
    write_article_folder(root, "bang", message="bang went the fuse", extra="aliases: [plop]\nrelated: [boom]\n")
    write_article_folder(root, "fizz", message="fizz in the pipe <b>&amp;</b>")
    withdraw(root, "dud")
    (root / "common.txt").write_text("boom\n", encoding="utf-8")
    return root


SCRIPT = '# /// script\n# requires-python = ">=3.8"\n# dependencies = []\n# ///\n"""Try."""\n\nprint({})\n'


@pytest.fixture
def small_site(request, use_articles, shared_articles, small_library):
    """The site with the small articles: the test's own copy if it asks for `articles_dir`, else the shared one."""
    if "articles_dir" in request.fixturenames:
        request.getfixturevalue("articles_dir")
    else:
        use_articles(shared_articles, *small_library)


@pytest.fixture
def client(small_site):
    return Client()


@pytest.fixture
def stderr_log():
    """The text that the site has written to its log so far."""
    (handler,) = [
        handler for handler in logging.getLogger().handlers if isinstance(handler.formatter, PrivateFormatter)
    ]
    written = io.StringIO()
    before = handler.setStream(written)
    yield written
    handler.setStream(before)


# ── databases ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server that is started for this test run."""
    with postgresql(require(find_postgresql(), "PostgreSQL", "postgresql", "the tests with it")) as running:
        yield running


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory, django_db_blocker):
    """A migrated SQLite database, which tests copy."""
    path = tmp_path_factory.mktemp("state") / "state.sqlite3"
    with django_db_blocker.unblock(), use_database(f"sqlite:///{path}"):
        call_command("migrate", verbosity=0)
    return path


@pytest.fixture(scope="session")
def migrated_cluster(cluster, django_db_blocker):
    """The server with a migrated database `migrated`, which tests copy."""
    cluster.sql("CREATE DATABASE migrated")
    with django_db_blocker.unblock(), use_database(cluster.url("migrated")):
        call_command("migrate", verbosity=0)
    return cluster


@pytest.fixture
def sqlite_url(migrated_file, tmp_path):
    """The URL of a migrated, empty SQLite database for this test."""
    path = tmp_path / "state.sqlite3"
    shutil.copy(migrated_file, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def emptied(migrated_cluster):
    database = Emptied(migrated_cluster)
    yield database
    database.leave()


@pytest.fixture
def postgresql_url(emptied):
    """The URL of a migrated, empty PostgreSQL database. No other test of this process uses it at the same time."""
    return emptied.url()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request, django_db_blocker):
    """The site with a migrated database for this test: SQLite, and PostgreSQL with the slow tests. Returns its URL."""
    url = request.getfixturevalue(f"{request.param}_url")
    with django_db_blocker.unblock(), use_database(url):
        yield url


@pytest.fixture
def any_database(sqlite_url, django_db_blocker):
    """The site with a migrated database for this test, if its kind does not matter. Returns its URL."""
    with django_db_blocker.unblock(), use_database(sqlite_url):
        yield sqlite_url
