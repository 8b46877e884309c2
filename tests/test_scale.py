"""The benchmark of scale runs, on few articles, and its last line is JSON."""

import json

import pytest

from benchmarks import scale


@pytest.mark.thorough  # it starts two processes
def test_it_measures_a_size(capsys):
    scale.main(["--sizes", "10"])

    table, last = capsys.readouterr().out.splitlines()
    assert table.split()[0] == "10:"
    (figure,) = json.loads(last)
    assert figure["articles"] == 10
    assert all(figure[name] >= 0 for name in ("build_s", "worker_mb", "disk_mb", "search_ms", "match_ms"))


def test_it_measures_every_size(capsys, monkeypatch):
    monkeypatch.setattr(scale, "measure", lambda size: {"articles": size})  # starts two processes for each

    scale.main(["--sizes", "10", "11"])

    assert json.loads(capsys.readouterr().out) == [{"articles": 10}, {"articles": 11}]
