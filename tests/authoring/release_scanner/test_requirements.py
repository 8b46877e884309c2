"""What releases ask of their partners, read from metadata of wheels, without a network."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from packaging.version import Version

from authoring.management.commands import scan_requirements as command
from authoring.release_scanner.index import Archive, PackageIndexError
from authoring.release_scanner.requirements import read_partners, scan_requirements, wishes
from tracefix.versions.requirements import Requirement

PARTNERS = {"torch", "numpy", "tiny-lib"}


class MetadataIndex:
    """An index of wheels of one package, each by its version with the lines of what it asks for."""

    def __init__(self, package, asked, sdists=()):
        self.package = package
        self.asked = asked
        self.sdists = sdists
        self.read = []

    def archives(self, package):
        if package != self.package:
            raise PackageIndexError(f"no {package}")
        return {Version(version): [self._archive(version)] for version in (*self.asked, *self.sdists)}

    def _archive(self, version):
        is_wheel = version not in self.sdists
        return Archive(f"{self.package}-{version}-py3-none-any.whl", version, 9, is_wheel, is_wheel, False, "")

    def metadata(self, archive):
        self.read.append(archive.url)
        return metadata(*self.asked[archive.url])


def metadata(*lines):
    return "\n".join(
        ["Metadata-Version: 2.1", "Name: big", "Version: 1", *(f"Requires-Dist: {line}" for line in lines), ""]
    )


def wanted(*lines):
    return [tuple(filter(None, wish)) for wish in wishes(metadata(*lines), PARTNERS)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["torch (>=1.0,!=1.4)"], [("torch", ">=1.0,!=1.4")]),
        (["Tiny_Lib<0.20,>=0.19"], [("tiny-lib", ">=0.19,<0.20")]),
        (["torch==1.10.0+cpu"], [("torch", "==1.10.0")]),
        (["torch>=1.0", "torch<2"], [("torch", ">=1.0,<2")]),
        (["torch>=2.0; extra == 'gpu'", "torch>=2.0; extra == 'all'"], [("torch", ">=2.0")]),
        (["torch>=1.0", "torch==2.0; extra == 'gpu'"], [("torch", ">=1.0")]),
        (
            ["numpy>=1.26; python_version >= '3.12'", "numpy>=1.20; python_version < '3.12'"],
            [("numpy", ">=1.20", 'python_version < "3.12"'), ("numpy", ">=1.26", 'python_version >= "3.12"')],
        ),
    ],
)
def test_what_a_release_asks_for_is_kept(lines, expected):
    assert wanted(*lines) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["torch"],  # any release
        ["other>=1.0"],
        ["torch>=1.0; extra == 'dev'"],
        ["torch>=1.0; extra == 'dev-torch'", "torch>=1.0; extra == 'testing'"],
        ["torch<2; extra == 'training'"],
        ["torch>=1.0; extra == 'gpu'", "torch>=2.0; extra == 'cpu'"],  # which of them, nobody knows
        ["torch==2.0; platform_system == 'Linux'"],
        ["torch>=1.0; python_version < '3.8' and extra == 'gpu'"],
        ["torch>>1.0"],
        [],
    ],
)
def test_what_says_nothing_sure_is_left_out(lines):
    assert wanted(*lines) == []


def test_runs_of_releases_that_ask_for_the_same_are_one_line():
    versions = [f"1.{minor}.{patch}" for minor in range(4) for patch in range(9)]
    changes = Version("1.2.4")
    index = MetadataIndex("big", {
        version: ["torch>=1.0", "numpy<2"] if Version(version) >= changes else ["torch>=1.0"] for version in versions
    })  # fmt: skip

    assert scan_requirements("big", index, PARTNERS) == [
        Requirement("numpy", "1.2.4", "1.3.8", "<2"),
        Requirement("torch", "1.0.0", "1.3.8", ">=1.0"),
    ]
    assert len(index.read) == len(set(index.read)) < 12


def test_releases_without_a_wheel_are_not_read():
    index = MetadataIndex("big", {"1.0": ["torch>=1.0"]}, sdists=("0.9", "1.1"))

    assert scan_requirements("big", index, PARTNERS) == [Requirement("torch", "1.0", "1.0", ">=1.0")]


@pytest.fixture
def scan(monkeypatch, tmp_path):
    monkeypatch.setattr(command, "Index", lambda: MetadataIndex("peft", {"1.0": ["torch>=1.0"], "2.0": ["torch>=2.0"]}))

    def run(*packages):
        out = io.StringIO()
        call_command("scan_requirements", *packages, "--output", str(tmp_path / "requires"), stdout=out)
        return out.getvalue()

    return run


def test_the_command_writes_a_file_for_a_package(scan, tmp_path):
    assert scan("Peft") == "peft: 2 lines\n"
    assert (tmp_path / "requires" / "peft.tsv").read_text() == (
        "# tracefix requirements 1\n# package peft\ntorch\t1.0..1.0\t>=1.0\ntorch\t2.0..2.0\t>=2.0\n"
    )


def test_the_command_names_what_the_index_does_not_have(scan, tmp_path):
    with pytest.raises(CommandError, match="other: no other"):
        scan("other", "peft")

    assert [path.name for path in Path(tmp_path, "requires").iterdir()] == ["peft.tsv"]


def test_partners_are_listed_once_in_order_as_the_index_writes_them():
    partners = read_partners()

    assert list(partners) == sorted(set(partners))
    assert {"torch", "transformers", "huggingface-hub"} <= set(partners)
