import itertools
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples import every
from tests.settings import BASE_DIR
from tests.tracefix.search_tools import KEYS, NCCL, RANK, article
from tracefix.articles import loading as articles_module
from tracefix.search import checked_folder
from tracefix.search.query import find
from tracefix.search.weights import fingerprint
from tracefix.search.whoosh_index import WhooshIndex, build, make_files, open_index

ROOT = BASE_DIR


SOME = (KEYS, NCCL, RANK)


def opened_without_building(monkeypatch, its_articles, root):
    """Open an index, with building made impossible: it must be good as it lies there."""
    with monkeypatch.context() as patch:
        patch.setattr("tracefix.search.whoosh_index.make_files", None)
        return open_index(its_articles, root)


def only_folder(root):
    (folder,) = root.iterdir()
    return folder


def test_an_index_is_built_once_and_then_opened(tmp_path, monkeypatch):
    open_index(SOME, tmp_path)

    index = opened_without_building(monkeypatch, SOME, tmp_path)

    assert find(index, "dict_keys").hits[0].slug == "keys"
    assert only_folder(tmp_path).name == fingerprint(SOME)


def test_build_makes_what_open_index_opens(tmp_path, monkeypatch):
    build(SOME, tmp_path / fingerprint(SOME))

    assert find(opened_without_building(monkeypatch, SOME, tmp_path), "dict_keys").total == 1


def test_build_leaves_a_good_index_as_it_is(tmp_path):
    build(SOME, tmp_path / "index")
    before = (tmp_path / "index").stat().st_ino

    build(SOME, tmp_path / "index")

    assert only_folder(tmp_path).stat().st_ino == before


def test_build_replaces_what_is_damaged(tmp_path, monkeypatch):
    build(SOME, tmp_path / fingerprint(SOME))
    next((tmp_path / fingerprint(SOME)).glob("*.trm")).write_bytes(b"")

    build(SOME, tmp_path / fingerprint(SOME))

    assert opened_without_building(monkeypatch, SOME, tmp_path)


def test_the_order_of_the_articles_does_not_matter(tmp_path, monkeypatch):
    open_index(SOME, tmp_path)

    index = opened_without_building(monkeypatch, SOME[::-1], tmp_path)

    assert find(index, "dict_keys").hits[0].slug == "keys"


def test_no_articles_make_an_empty_index(tmp_path):
    assert find(open_index((), tmp_path), "pickle").total == 0


def test_the_fingerprint_follows_the_content_and_not_the_place():
    assert fingerprint([article("a", folder=Path("/x"))]) == fingerprint([article("a", folder=Path("/y"))])
    assert len({fingerprint([article("a", body=body)]) for body in ("one", "two")}) == 2


def test_changed_articles_get_an_index_of_their_own(tmp_path):
    open_index([article("a", title="pickle")], tmp_path)

    assert find(open_index([article("a", title="nccl")], tmp_path), "nccl").total == 1
    assert len(list(tmp_path.iterdir())) == 2


def test_the_index_is_private(tmp_path):
    old = os.umask(0)
    try:
        open_index(SOME, tmp_path / "var" / "index")
    finally:
        os.umask(old)

    folder = only_folder(tmp_path / "var" / "index")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def index_files():
    return [*("manifest.json", "lexicon.json"), "_MAIN_1.toc", "*.trm", "*.pst"]


@pytest.mark.parametrize("name", index_files())
@pytest.mark.parametrize("harm", ["gone", "empty", "half", "longer", "changed"])
def test_a_damaged_index_is_rebuilt(tmp_path, monkeypatch, caplog, name, harm):
    open_index(SOME, tmp_path)
    (path,) = only_folder(tmp_path).glob(name)
    content = path.read_bytes()
    middle = len(content) // 2
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(
            {
                "empty": b"",
                "half": content[:middle],
                "longer": content + b"\0",
                "changed": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
            }[harm]
        )

    assert find(open_index(SOME, tmp_path), "dict_keys").hits[0].slug == "keys"

    assert "building it anew" in caplog.text
    assert opened_without_building(monkeypatch, SOME, tmp_path)


def test_an_index_that_is_whole_but_cannot_be_read_is_rebuilt(tmp_path, caplog):
    """As another version of this program may have written it under the same name."""
    label = fingerprint(SOME)
    files = make_files(SOME)
    (toc,) = (name for name in files if name.endswith(".toc"))
    checked_folder.write(tmp_path / label, files | {toc: files[toc].replace(b"whoosh.fields", b"whoosh.fielts")}, label)

    assert find(open_index(SOME, tmp_path), "dict_keys").hits
    assert "cannot be read" in caplog.text
    assert find(WhooshIndex(SOME, checked_folder.read(tmp_path / label, label)), "dict_keys").hits


def spoil_mode(folder):
    folder.chmod(0o755)


def spoil_file_mode(folder):
    (folder / "_MAIN_1.toc").chmod(0o644)


def spoil_by_link(folder):
    moved = folder.with_name("elsewhere")
    folder.rename(moved)
    folder.symlink_to(moved)


def spoil_file_by_link(folder):
    toc = folder / "_MAIN_1.toc"
    toc.rename(folder.with_name("elsewhere"))
    toc.symlink_to(folder.with_name("elsewhere"))


def spoil_by_file_in_its_place(folder):
    folder.rename(folder.with_name("elsewhere"))
    folder.write_bytes(b"no folder")


def spoil_with_more(folder):
    (folder / "_MAIN_2.toc").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    (folder / "_MAIN_2.toc").chmod(0o600)


def spoil_by_pipe(folder):
    (folder / "_MAIN_1.toc").unlink()
    os.mkfifo(folder / "_MAIN_1.toc", 0o600)


def spoil_by_emptiness(folder):
    for path in folder.iterdir():
        path.unlink()


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_mode,
        spoil_file_mode,
        spoil_by_link,
        spoil_file_by_link,
        spoil_by_file_in_its_place,
        spoil_with_more,
        spoil_by_pipe,
        spoil_by_emptiness,
    ],
)
def test_an_index_that_another_could_have_written_is_discarded_unopened(tmp_path, monkeypatch, spoil):
    open_index(SOME, tmp_path)
    folder = only_folder(tmp_path)
    spoil(folder)

    with monkeypatch.context() as patch:
        patch.setattr("tracefix.search.whoosh_index.WhooshIndex", lambda articles, files: files)
        patch.setattr("tracefix.search.whoosh_index.make_files", lambda articles: {"built": b"anew"})
        assert open_index(SOME, tmp_path) == {"built": b"anew"}

    assert sorted(path.name for path in folder.iterdir()) == ["built", "manifest.json"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away; CI runs as root")
def test_an_index_of_another_user_is_discarded_unopened(tmp_path, monkeypatch, caplog):
    open_index(SOME, tmp_path)
    os.chown(only_folder(tmp_path), 65534, 65534)

    open_index(SOME, tmp_path)

    assert "belongs to another user" in caplog.text
    assert only_folder(tmp_path).stat().st_uid == 0
    assert opened_without_building(monkeypatch, SOME, tmp_path)


TWO = ("pickle-pycapsule", "pickle-dict-keys")


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Two published articles, in a copy that nobody edits meanwhile; processes started here find it by ./articles."""
    (tmp_path / "articles").mkdir()
    shutil.copy(ROOT / "articles" / "tags.yaml", tmp_path / "articles")
    for slug in TWO:
        shutil.copytree(ROOT / "articles" / slug, tmp_path / "articles" / slug)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return articles_module.load_sound(tmp_path / "articles")[0]


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "index"
    folder.mkdir()
    return folder


CHILD = """
import sys, time
from pathlib import Path
from tracefix.articles import loading as articles
from tracefix.search import whoosh_index as index
from tracefix.search import checked_folder

def stop(*args):
    print("here", flush=True)
    time.sleep(600)

where, root = sys.argv[1:]
written = checked_folder._write_file
calls = []

def write(path, content):
    calls.append(path)
    written(path, content[: len(content) // 2] if len(calls) == 2 else content)
    if len(calls) == 2:
        stop()

if where == "writing":
    checked_folder._write_file = write
if where == "renaming":
    Path.rename = stop
index.open_index(articles.load_sound(Path("articles"))[0], Path(root))
"""


@pytest.mark.parametrize("where", every(2, ["writing", "renaming"]))
def test_a_process_killed_while_building_leaves_no_index(root, published, monkeypatch, where):
    child = subprocess.Popen([sys.executable, "-c", CHILD, where, str(root)], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"here\n"
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    child.stdout.close()
    left_behind = only_folder(root)
    assert left_behind.name.endswith(".part")

    assert find(open_index(published, root), "dict_keys").hits[0].slug == "pickle-dict-keys"

    assert opened_without_building(monkeypatch, published, root)
    assert left_behind.exists(), "it is young, and might be at work"


def test_what_a_killed_process_left_is_swept_when_it_is_old(tmp_path):
    old, young = tmp_path / ".old.part", tmp_path / ".young.part"
    for folder in (old, young):
        folder.mkdir()
        (folder / "file").write_bytes(b"half")
    os.utime(old, (0, 0))

    open_index(SOME, tmp_path)

    assert not old.exists()
    assert young.exists()


SEARCHER = """
import sys, time
from pathlib import Path
from tracefix.articles import loading as articles
from tracefix.search import whoosh_index as index
from tracefix.search import query as search

published = articles.load_sound(Path("articles"))[0]
print("ready", flush=True)
sys.stdin.readline()
opened = index.open_index(published, Path(sys.argv[1]))
print(search.find(opened, "can't pickle dict_keys").hits[0].slug)
"""


@pytest.mark.slow
@pytest.mark.parametrize("before", every(2, ["absent", "damaged"]))
def test_processes_that_start_at_once_all_get_a_whole_index(root, published, monkeypatch, before):
    if before == "damaged":
        open_index(published, root)
        next(only_folder(root).glob("*.trm")).write_bytes(b"")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = [subprocess.Popen([sys.executable, "-c", SEARCHER, str(root)], text=True, **pipes) for _ in range(2)]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()

    outputs = [process.communicate() for process in started]

    assert [process.returncode for process in started] == [0] * 2, outputs
    assert {output for output, _ in outputs} == {"pickle-dict-keys\n"}
    assert only_folder(root).name == fingerprint(published)
    assert opened_without_building(monkeypatch, published, root)


@pytest.fixture
def not_root():
    """Root may write anywhere: be nobody for the time of the test."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


@pytest.fixture
def read_only(tmp_path_factory):
    folder = tmp_path_factory.mktemp("disk")
    for parent in itertools.takewhile(lambda path: path.name.startswith(("pytest", "popen")), folder.parents):
        parent.chmod(0o755)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


def test_a_disk_that_cannot_be_written_gets_an_index_in_memory(read_only, not_root, caplog):
    index = open_index(SOME, read_only)

    assert find(index, "dict_keys").hits[0].slug == "keys"
    assert "searching in memory" in caplog.text
    assert not list(read_only.iterdir())


def test_a_good_index_on_a_disk_that_cannot_be_written_is_used(tmp_path, monkeypatch, caplog):
    open_index(SOME, tmp_path)
    tmp_path.chmod(0o555)
    try:
        assert opened_without_building(monkeypatch, SOME, tmp_path)
    finally:
        tmp_path.chmod(0o755)

    assert not caplog.records


def test_a_full_disk_gets_an_index_in_memory_and_no_half_of_one(tmp_path, monkeypatch, caplog):
    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tracefix.search.checked_folder._write_file", full)

    assert find(open_index(SOME, tmp_path), "dict_keys").hits[0].slug == "keys"
    assert "No space left on device" in caplog.text
    assert not list(tmp_path.iterdir())
