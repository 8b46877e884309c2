"""`manage.py compare_releases`, with a tiny package that lies in a folder. What it compares is tested in
tests/authoring/run_time."""

import io
import tarfile

import pytest
from django.core.management import CommandError, call_command

from tests.commands.wheels import use_wheels, write_wheel

SOURCE = "class Fuse:\n    def light(self, match): pass\ndef buy(amount): pass\n"
HISTORY = """\
# tracefix history 5
# package fuse
# imports fuse
# release 0.9 unread
# release 1.0
fuse/
 Fuse:
  light(match)
 buy(amount)
"""


@pytest.fixture
def compare(tmp_path, monkeypatch, capsys):
    wheels = tmp_path / "wheels"
    use_wheels(monkeypatch, wheels)
    monkeypatch.setenv("UV_NO_BUILD_PACKAGE", "")  # restored afterwards
    write_wheel(wheels, "fuse", "1.0", source=SOURCE)

    def run(*args, history=HISTORY):
        (tmp_path / "fuse.tsv").write_text(history)
        call_command("compare_releases", "--history", str(tmp_path), *args)
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.slow
def test_a_history_that_is_true_of_a_release(compare):
    assert compare("fuse==1.0")[-1] == (
        "fuse==1.0: 6 names, 0 denied (0.00 %), 0 unknown; 6 checked, 0 invented (0.00 %)"
    )


@pytest.mark.slow
def test_names_denied_and_invented_are_listed_and_fail(compare, capsys):
    wrong = HISTORY.replace("buy(amount)", "buy(price)").replace("light(match)", "light(match, where)")

    with pytest.raises(CommandError, match=r"denies 1 names that exist\n.*has 2 names that do not exist"):
        compare("fuse==1.0", history=wrong)

    shown = capsys.readouterr().out.splitlines()[-3:]
    assert shown == ["  denied fuse.buy(amount)", "  invented fuse.Fuse.light(where)", "  invented fuse.buy(price)"]


@pytest.mark.slow
def test_denied_names_are_kept_in_the_history(compare, tmp_path):
    short = HISTORY.replace(" buy(amount)\n", " buy()\n")

    assert compare("fuse==1.0", "--keep", history=short)[-1] == "  1 denied names are kept in fuse.tsv"

    kept = (tmp_path / "fuse.tsv").read_text()
    assert kept == HISTORY.replace(" buy(amount)\n", " buy()\n  amount=?\n")
    assert compare("fuse==1.0", history=kept)[-1].startswith("fuse==1.0: 6 names, 0 denied")


@pytest.mark.slow
def test_all_lists_also_what_the_history_does_not_know(compare):
    short = HISTORY.replace(" buy(amount)\n", "")

    assert compare("fuse==1.0", "--most-denied", "99", history=short)[-1] == "  denied fuse.buy"
    assert compare("fuse==1.0", "--most-denied", "99", "--all", history=short)[-1] == "  unknown fuse.buy(amount)"


@pytest.mark.slow
def test_a_release_without_a_wheel_is_told_with_the_way_on(compare, tmp_path):
    (tmp_path / "wheels" / "fuse-1.0-py3-none-any.whl").unlink()
    with tarfile.open(tmp_path / "wheels" / "fuse-1.0.tar.gz", "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("fuse-1.0/setup.py"), io.BytesIO())

    with pytest.raises(CommandError, match="take the oldest that has one, or an older --python"):
        compare("fuse==1.0")


@pytest.mark.slow
def test_a_release_that_does_not_import_is_told(compare, tmp_path):
    write_wheel(tmp_path / "wheels", "fuse", "1.0", source="import no_such_module_anywhere\n")

    with pytest.raises(
        CommandError, match=r"none of fuse .*--python\): ModuleNotFoundError: No module named 'no_such_"
    ):
        compare("fuse==1.0")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("release", "reason"),
    [
        ("fuse", "write it as PACKAGE==VERSION"),
        ("fuse>=1", "write it as PACKAGE==VERSION"),
        ("fuse==", "fuse==: "),
        ("fuse==0.9", "fuse.tsv has no 0.9 that was read"),
        ("match==1.0", "scan_releases match` makes it"),
    ],
)
def test_what_cannot_be_compared_is_told(compare, release, reason):
    with pytest.raises(CommandError, match=reason):
        compare(release)
