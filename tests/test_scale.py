"""The benchmark of scale runs, on few articles, and its last line is JSON."""

import json

from benchmarks import scale


def test_it_measures_every_size(capsys):
    scale.main(["--sizes", "10", "11"])

    *table, last = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in table] == ["10:", "11:"]
    figures = json.loads(last)
    assert [figure["articles"] for figure in figures] == [10, 11]
    for figure in figures:
        assert all(figure[name] >= 0 for name in ("build_s", "worker_mb", "disk_mb", "search_ms", "match_ms"))
