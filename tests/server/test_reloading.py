"""A running server serves the articles as they are now, and the last good ones while those of now are broken."""

from datetime import datetime

import pytest

from kb.core.articles.model import ArticleError
from kb.library import get_library, serve
from kb.server import reloading
from kb.server import run_folder as runs
from kb.server.reloading import Watcher, load_anew, problem_of_now, stamp
from tests.factories import write_article_folder


@pytest.fixture
def run(articles_dir, settings):
    """A server that begins anew: nothing is kept of another one."""
    settings.WATCH_SECONDS = 0
    runs.run_folder.cache_clear()
    yield
    runs.run_folder.cache_clear()
    reloading._clear_trouble()


@pytest.fixture
def watcher(run, articles_dir):
    reloading.start()
    return Watcher(articles_dir, stamp(articles_dir))


def break_an_article(root):
    path = root / "boom" / "article.md"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("fix:", "fixes:"), encoding="utf-8")
    return lambda: path.write_text(good + "\n", encoding="utf-8")


def test_a_new_article_is_served_once_the_folder_is_quiet(watcher, articles_dir, client):
    write_article_folder(articles_dir, "late", message="late to the party")

    watcher.look()
    assert client.get("/articles/late/").status_code == 404  # it may still be written
    watcher.look()

    assert client.get("/articles/late/").status_code == 200
    assert (
        client.post("/api/v1/match", "RuntimeError: late to the party", content_type="text/plain").json()["verdict"]
        == "exact"
    )
    assert client.get("/api/v1/search?q=party").json()["total"] == 1


def test_an_article_that_went_is_gone_and_its_files_are_no_error_before_that(watcher, articles_dir, client):
    (articles_dir / "fizz" / "article.md").unlink()

    assert client.get("/articles/fizz/").status_code == 200
    assert client.get("/articles/fizz/article.md").status_code == 404


def test_nothing_is_loaded_where_nothing_has_changed(watcher):
    before = get_library()

    watcher.look()
    watcher.look()

    assert get_library() is before


def test_a_change_that_was_seen_is_told_until_it_is_served(watcher, articles_dir, client):
    def told():
        return client.get("/readyz").json()["change_seen"]

    write_article_folder(articles_dir, "late", message="late to the party")
    assert told() is None
    watcher.look()
    since = told()
    write_article_folder(articles_dir, "later", message="even later")
    watcher.look()  # it is not quiet yet

    assert datetime.fromisoformat(since).tzinfo
    assert told() == since
    watcher.look()
    assert told() is None
    assert client.get("/articles/later/").status_code == 200


def test_a_change_that_was_taken_back_is_none(watcher, articles_dir, client):
    (articles_dir / "notes.txt").write_text("late")
    watcher.look()
    (articles_dir / "notes.txt").unlink()
    watcher.look()

    assert client.get("/readyz").json()["change_seen"] is None


class Clock:
    """Time that passes where it is told to. It ends after so many pauses, each of which calls one of these."""

    def __init__(self, *during):
        self.now, self.pauses, self.during = 0.0, [], list(during)

    def perf_counter(self):
        return self.now

    def sleep(self, seconds):
        self.pauses.append(seconds)
        if not self.during:
            raise StopIteration
        self.during.pop(0)()


@pytest.fixture
def run_with(watcher, monkeypatch):
    """Lets the watcher run, looking every 5 seconds, by such a clock; returns its pauses."""

    def run_with(clock):
        monkeypatch.setattr(reloading, "time", clock)
        with pytest.raises(StopIteration):
            watcher._run(5)
        return clock.pauses

    return run_with


def test_any_change_is_served_within_three_looks_however_long_the_last_one_took_to_load(
    run_with, articles_dir, monkeypatch, client
):
    def load_slowly():
        clock.now += 60
        load_anew()

    def nothing():
        pass

    def write(slug):
        return lambda: write_article_folder(articles_dir, slug, message=f"late {slug}")

    monkeypatch.setattr(reloading, "load_anew", load_slowly)
    clock = Clock(write("late"), nothing, write("later"), nothing)

    pauses = run_with(clock)

    assert pauses == [5] * 5
    assert [client.get(f"/articles/{slug}/").status_code for slug in ("late", "later")] == [200, 200]


def test_looking_at_very_many_files_takes_a_twentieth_of_the_time(run_with, articles_dir, monkeypatch):
    def look_slowly(root):
        clock.now += 3
        return 0

    monkeypatch.setattr(reloading, "stamp", look_slowly)
    clock = Clock(lambda: None)

    assert run_with(clock) == [5, 60]


def test_while_an_article_is_broken_the_last_good_ones_are_served_and_it_is_said(
    watcher, articles_dir, client, stderr_log
):
    repair = break_an_article(articles_dir)
    watcher.look()
    watcher.look()

    state = client.get("/readyz")
    assert client.get("/articles/boom/").status_code == 200
    assert (state.status_code, state.json()["ready"]) == (200, True)
    assert state.json()["stale"]["problems"][0] == "boom/article.md:1: the key 'fix' is missing: add it"
    assert "The articles are broken, those of before are served" in stderr_log.getvalue()
    assert "unknown key 'fixes'" in stderr_log.getvalue()

    told = stderr_log.getvalue()
    watcher.look()
    assert stderr_log.getvalue() == told  # once

    repair()
    watcher.look()
    watcher.look()
    assert client.get("/readyz").json()["stale"] is None


def test_what_breaks_in_another_way_changes_nothing_either(watcher, monkeypatch, client):
    def fail():
        raise MemoryError

    monkeypatch.setattr(reloading, "read_library", fail)
    before = get_library()

    load_anew()

    assert get_library() is before
    assert client.get("/readyz").json()["stale"]["problems"] == []


def test_a_worker_that_starts_while_they_are_broken_serves_what_its_server_served(run, articles_dir, client):
    (articles_dir / "tags.zh-hans.yaml").write_text("cuda: 显卡\n", encoding="utf-8")
    reloading.start()
    break_an_article(articles_dir)
    serve(None)  # as in a process that has just begun

    reloading.start()

    assert client.get("/articles/boom/").status_code == 200
    assert "显卡" in client.get("/zh-hans/articles/boom/").content.decode()
    assert client.get("/api/v1/search?q=boom").json()["total"] >= 1
    assert client.get("/readyz").json()["stale"]["problems"]


def test_a_server_that_has_served_nothing_before_does_not_start(run, articles_dir):
    break_an_article(articles_dir)

    with pytest.raises(ArticleError):
        reloading.start()


def test_what_another_could_have_written_is_not_trusted(watcher, articles_dir):
    break_an_article(articles_dir)
    (kept,) = (runs.run_folder() / "articles").glob("*/articles.pickle")
    kept.write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    serve(None)

    with pytest.raises(ArticleError):
        reloading.start()


def test_only_the_last_good_ones_are_kept(watcher, articles_dir):
    write_article_folder(articles_dir, "late", message="late to the party")
    load_anew()

    assert [path.name for path in (runs.run_folder() / "articles").iterdir()] == [get_library().content_hash]


def test_a_disk_that_takes_nothing_does_not_stop_the_start(run, monkeypatch, client, stderr_log):
    def fail():
        raise OSError("No space left on device")

    monkeypatch.setattr(reloading, "run_folder", fail)

    reloading.start()

    assert client.get("/").status_code == 200
    assert "cannot be kept" in stderr_log.getvalue()


def test_the_folder_of_a_server_that_is_gone_is_cleared_away(run, settings):
    root = settings.VAR_DIR / "run"
    for name in ("999999999-1", "1-1", "notes"):
        (root / name).mkdir(parents=True)

    mine = runs.run_folder()

    assert sorted(path.name for path in root.iterdir()) == sorted([mine.name, "notes"])


def test_a_problem_is_none_by_default(run):
    assert problem_of_now() is None
