"""The package index: asked as pip is set up, of a server on this machine."""

import hashlib
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from packaging.version import Version

from authoring.release_scanner.index import Index, PackageIndexError, pip_settings
from tests.authoring.release_scanner.archives import write_sdist, write_wheel
from tests.local_server import serving


@pytest.fixture
def served(tmp_path, monkeypatch):
    """A folder whose archives an index offers as package `thing`; what it is asked; what else a page tells of a file."""
    folder, asked, told = tmp_path / "files", [], {}
    folder.mkdir()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            asked.append((self.path, self.headers.get("Range")))
            if self.path == "/simple/thing/":
                self.answer(200, json.dumps(page()).encode(), "application/vnd.pypi.simple.v1+json")
            elif self.path == "/simple/html/":
                self.answer(200, b"<a href='html-1.0.tar.gz'>html-1.0.tar.gz</a>", "text/html")
            elif (path := folder / self.path.rpartition("/")[2]).is_file():
                self.answer_file(path.read_bytes())
            else:
                self.answer(404, b"", "text/plain")

        def answer_file(self, content):
            if wanted := re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", "")):
                first, last = wanted.groups()
                start = int(first) if first else max(0, len(content) - int(last))
                end = min(int(last), len(content) - 1) if first and last else len(content) - 1
                ranged = f"bytes {start}-{end}/{len(content)}"
                self.answer(206, content[start : end + 1], "application/zip", ("Content-Range", ranged))
            else:
                self.answer(200, content, "application/zip")

        def answer(self, status, content, kind, *headers):
            self.send_response(status)
            for name, value in (("Content-Type", kind), ("Content-Length", str(len(content))), *headers):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args):
            pass

    def page():
        files = [
            {
                "filename": path.name,
                "url": f"../../files/{path.name}",
                "hashes": {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()},
                "size": path.stat().st_size,
            }
            | told.get(path.name, {})
            for path in sorted(folder.iterdir())
        ]
        return {"meta": {"api-version": "1.1"}, "name": "thing", "files": files, "versions": []}

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        for name in ("PIP_EXTRA_INDEX_URL", "PIP_PROXY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
        monkeypatch.setenv("PIP_INDEX_URL", f"{address}/simple/")
        yield folder, asked, told


def test_the_files_of_final_releases_are_listed_oldest_first(served):
    folder, _, told = served
    wheel = write_wheel(folder, "thing", "2.0", {"thing.py": "x = 1\n"})
    write_sdist(folder, "thing", "1.0", {"thing.py": "x = 1\n"})
    for version in ("3.0rc1", "2.1.dev3", "2.0+cu118"):
        write_wheel(folder, "thing", version, {"thing.py": ""})
    told[wheel.name] = {"yanked": "broken", "upload-time": "2023-04-05T06:07:08Z", "requires-python": ">=3.8"}

    found = Index().archives("thing")

    assert list(found) == [Version("1.0"), Version("2.0")]
    (old,), (new,) = found.values()
    assert (old.name, old.is_wheel, old.yanked, old.uploaded, old.requires_python) == (
        "thing-1.0.tar.gz", False, False, "", "",
    )  # fmt: skip
    assert (new.name, new.size, new.is_wheel, new.is_pure) == (wheel.name, wheel.stat().st_size, True, True)
    assert (new.yanked, new.uploaded[:10], new.requires_python) == (True, "2023-04-05", ">=3.8")


def test_a_package_that_the_index_lacks_is_named(served):
    with pytest.raises(PackageIndexError, match="no released files of 'nothing'"):
        Index().archives("nothing")


def test_an_index_whose_pages_tell_no_sizes_is_refused(served):
    with pytest.raises(PackageIndexError, match="tells no sizes"):
        Index().archives("html")


def test_of_a_wheel_only_its_metadata_is_fetched(served):
    folder, asked, _ = served
    wheel = write_wheel(folder, "thing", "2.0", {"large.bin": bytes(range(256)) * 4, "thing/METADATA": "another"})
    index = Index()
    (archive,) = index.archives("thing")[Version("2.0")]

    assert index.metadata(archive) == "Name: thing\nVersion: 2.0\n"
    assert all(ranged for path, ranged in asked if path.endswith(wheel.name))


def test_a_wheel_without_metadata_is_named(served):
    folder, _, _ = served
    (folder / "thing-2.0-py3-none-any.whl").write_bytes(b"no archive")
    index = Index()
    (archive,) = index.archives("thing")[Version("2.0")]

    with pytest.raises(PackageIndexError, match=r"thing-2\.0-py3-none-any\.whl gives no metadata"):
        index.metadata(archive)


def test_a_fetched_file_is_deleted_afterwards(served, tmp_path):
    folder, _, _ = served
    wheel = write_wheel(folder, "thing", "2.0", {"thing.py": "x = 1\n"})
    index = Index()
    (archive,) = index.archives("thing")[Version("2.0")]

    with index.fetch(archive, tmp_path / "fetched") as path:
        assert path.read_bytes() == wheel.read_bytes()
    assert not path.exists()


def test_a_file_with_another_digest_is_refused(served, tmp_path):
    folder, _, told = served
    wheel = write_wheel(folder, "thing", "2.0", {"thing.py": "x = 1\n"})
    told[wheel.name] = {"hashes": {"sha256": "0" * 64}}
    index = Index()
    (archive,) = index.archives("thing")[Version("2.0")]

    with pytest.raises(PackageIndexError, match="is not the file that the index promises"), index.fetch(
        archive, tmp_path / "fetched"
    ):  # fmt: skip
        pass
    assert not list((tmp_path / "fetched").iterdir())


def test_the_environment_goes_before_the_section_download_and_that_before_global(tmp_path, monkeypatch):
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL", "PIP_PROXY", "PIP_CERT"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "pip.conf"
    file.write_text(
        "[global]\nindex-url = a\nproxy = b\ncert = c\n[download]\nproxy = d\ncert = e\n[install]\ncert = f\n"
    )
    monkeypatch.setenv("PIP_CONFIG_FILE", str(file))
    monkeypatch.setenv("PIP_CERT", "g")

    assert pip_settings() | {"index-url": "a", "proxy": "d", "cert": "g"} == pip_settings()
