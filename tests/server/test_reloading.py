"""A running server serves the articles as they are now, a broken one as it last was, and says so."""

import shutil
import weakref
from datetime import datetime
from types import SimpleNamespace

import pytest

from kb.library import get_library
from kb.server import reloading
from kb.server.reloading import Watcher, load_anew, stamp
from tests.factories import write_article_folder
from tracefix.articles.model import ArticleError


@pytest.fixture
def run(articles_dir, settings, monkeypatch):
    """A worker that has just begun, and does not watch the articles."""
    settings.WATCH_SECONDS = 0
    monkeypatch.setattr(reloading, "_broken", None)


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


def test_the_memory_of_the_earlier_articles_is_given_back_once_the_new_ones_are_served(
    watcher, articles_dir, client, monkeypatch
):
    write_article_folder(articles_dir, "later")
    earlier, given = weakref.ref(get_library()), []
    trim = SimpleNamespace(
        malloc_trim=lambda keep: given.append((earlier(), client.get("/articles/later/").status_code))
    )
    monkeypatch.setattr(reloading.ctypes, "CDLL", lambda name: trim)
    watcher.look()
    watcher.look()

    assert given == [(None, 200)]


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
    """The time of a thread, which passes where it is told to. It ends after so many pauses, each of which calls one of these."""

    def __init__(self, *during):
        self.now, self.pauses, self.during = 0.0, [], list(during)

    def thread_time(self):
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


def test_looking_at_very_many_files_takes_a_twentieth_of_a_core(run_with, articles_dir, monkeypatch):
    def look_slowly(root):
        clock.now += 3
        return 0

    monkeypatch.setattr(reloading, "stamp", look_slowly)
    clock = Clock(lambda: None)

    assert run_with(clock) == [5, 60]


def look_twice(watcher):
    watcher.look()
    watcher.look()


def test_a_broken_article_is_served_as_it_was_and_the_others_as_they_are(watcher, articles_dir, client, stderr_log):
    repair = break_an_article(articles_dir)
    write_article_folder(articles_dir, "late", message="late to the party")
    look_twice(watcher)

    state = client.get("/readyz")
    assert [client.get(f"/articles/{slug}/").status_code for slug in ("boom", "late")] == [200, 200]
    assert client.get("/api/v1/search?q=boom").json()["results"][0]["slug"] == "boom"
    assert (state.status_code, state.json()["ready"]) == (200, True)
    assert "unknown key 'fixes'" in state.json()["broken"]["problems"][0]
    assert "Some articles are broken" in stderr_log.getvalue()
    assert "unknown key 'fixes'" in stderr_log.getvalue()

    told = stderr_log.getvalue()
    watcher.look()
    assert stderr_log.getvalue() == told  # once

    look_twice(watcher)
    write_article_folder(articles_dir, "later", message="even later")
    look_twice(watcher)  # and it stays, whatever else changes
    assert client.get("/articles/boom/").status_code == 200

    repair()
    look_twice(watcher)
    assert client.get("/readyz").json()["broken"] is None


def test_an_article_that_was_deleted_is_gone_whatever_else_is_broken(watcher, articles_dir, client):
    break_an_article(articles_dir)
    shutil.rmtree(articles_dir / "fizz")
    look_twice(watcher)

    assert [client.get(f"/articles/{slug}/").status_code for slug in ("boom", "fizz")] == [200, 404]


def test_a_worker_that_starts_while_an_article_is_broken_serves_the_others(run, articles_dir, client):
    (articles_dir / "tags.zh-hans.yaml").write_text("cuda: 显卡\n", encoding="utf-8")
    repair = break_an_article(articles_dir)

    reloading.start()

    assert [client.get(f"/articles/{slug}/").status_code for slug in ("boom", "bang", "dud")] == [404, 200, 410]
    assert "显卡" in client.get("/zh-hans/articles/bang/").content.decode()
    assert client.get("/api/v1/search?q=bang").json()["total"] >= 1
    assert client.get("/readyz").json()["broken"]["problems"]

    repair()
    load_anew()
    assert client.get("/articles/boom/").status_code == 200


@pytest.mark.parametrize("name", ["tags.yaml", "tags.zh-hans.yaml", "_withdrawn/dud.md"])
def test_what_is_broken_beside_the_articles_stays_as_it_was(watcher, articles_dir, client, name):
    (articles_dir / "tags.zh-hans.yaml").write_text("cuda: 显卡\n", encoding="utf-8")
    load_anew()
    (articles_dir / name).write_text("- broken: [", encoding="utf-8")
    write_article_folder(articles_dir, "late", message="late to the party")
    load_anew()

    assert [client.get(f"/articles/{slug}/").status_code for slug in ("late", "dud")] == [200, 410]
    assert "显卡" in client.get("/zh-hans/").content.decode()
    assert client.get("/readyz").json()["broken"]["problems"][0].startswith(f"{name}:")


@pytest.mark.parametrize("name", ["tags.yaml", "tags.zh-hans.yaml", "_withdrawn/dud.md"])
def test_a_worker_starts_without_what_is_broken_beside_the_articles(run, articles_dir, client, name):
    (articles_dir / name).write_text("- broken: [", encoding="utf-8")

    reloading.start()

    for path in ("/", "/articles/", "/zh-hans/", "/articles/boom/"):
        assert b"/articles/boom/" in client.get(path).content
    assert client.get("/readyz").json()["broken"]["problems"][0].startswith(f"{name}:")


def test_articles_that_contradict_each_other_are_served_and_named(run, articles_dir, client):
    write_article_folder(
        articles_dir, "late", message="late to the party", extra="aliases: [plop]\nrelated: [nobody]\n"
    )

    reloading.start()

    assert [client.get(f"/articles/{slug}/").status_code for slug in ("late", "bang")] == [200, 200]
    assert len(client.get("/readyz").json()["broken"]["problems"]) == 2


def test_what_breaks_in_another_way_changes_nothing(watcher, monkeypatch, client):
    def fail(before):
        raise MemoryError

    monkeypatch.setattr(reloading, "read_sound", fail)
    before = get_library()

    load_anew()

    assert get_library() is before
    assert client.get("/readyz").json()["broken"]["problems"] == []


def test_a_folder_that_is_away_changes_nothing(watcher, articles_dir, client):
    articles_dir.rename(articles_dir.with_name("away"))
    look_twice(watcher)

    assert client.get("/articles/boom/").status_code == 200
    assert "is no folder" in client.get("/readyz").json()["broken"]["problems"][0]


def test_a_worker_does_not_start_without_any_article(run, articles_dir):
    for slug in ("bang", "fizz"):
        shutil.rmtree(articles_dir / slug)
    break_an_article(articles_dir)

    with pytest.raises(ArticleError):
        reloading.start()


def test_nothing_is_broken_by_default(run):
    assert reloading.get_broken() is None
