"""The benchmark of scale runs, on few articles, and its last line is JSON with both indexes."""

import json
from contextlib import nullcontext

from benchmarks import scale


def test_it_measures_both_indexes_and_says_so(cluster, monkeypatch, capsys):
    monkeypatch.setattr(scale, "postgresql", lambda programs, is_safe: nullcontext(cluster))

    scale.main(["--sizes", "30"])

    *table, last = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in table] == [["30", "whoosh:"], ["30", "postgresql:"]]
    figures = json.loads(last)
    assert [(figure["articles"], figure["backend"]) for figure in figures] == [(30, "whoosh"), (30, "postgresql")]
    for figure in figures:
        assert all(figure[name] >= 0 for name in ("build_s", "worker_mb", "disk_mb", "search_ms", "match_ms"))
