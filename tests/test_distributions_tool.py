"""tools.distributions makes the list of known distributions from a table of the package index."""

import datetime

import pytest

from tools.distributions import write

DAY = datetime.date(2026, 1, 31)
TSV = "name\tversion\trank_of_downloads\tsummary\nTorch\t2.9\t2\ta \"quote\nfuse\t1\t\tnobody's\nnum_py\t2\t1\tarrays\n"
CSV = 'download_count,project\n"7","Torch"\n"9","num.py"\n'


@pytest.mark.parametrize(("name", "table"), [("a.tsv", TSV), ("a.csv", CSV)])
def test_the_list_has_the_names_that_are_downloaded_most_the_first_most(tmp_path, name, table):
    (tmp_path / name).write_text(table)

    assert write(tmp_path / name, DAY, tmp_path / "out.txt") == 2

    head, *lines = (tmp_path / "out.txt").read_text().splitlines()
    assert head.endswith(": 2 of 2026-01-31.")
    assert lines[1:] == ["num-py", "torch"]


def test_a_table_without_ranks_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("name,version\ntorch,2\n")

    with pytest.raises(ValueError, match="needs the columns"):
        write(tmp_path / "a.csv", DAY, tmp_path / "out.txt")
    assert not (tmp_path / "out.txt").exists()
