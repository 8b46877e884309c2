"""Write the list of known distributions: `python -m tools.distributions LIST --date 2026-11-23`.

LIST is a table of distributions with a line of headings, separated by tabs (.tsv) or commas: a column `name` or
`project`, and one of ranks (`rank…`, 1 is downloaded most) or of `download_count`. Whoever publishes such a table of
the package index will do. The same table makes the same bytes.
"""

import argparse
import csv
import datetime
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from packaging.utils import canonicalize_name

from tracefix.articles.distributions import FILE

_MOST = 15_000
_HEAD = """\
# Distributions on the package index that are downloaded most, the first one most: {count} of {date}.
# Made by `python -m tools.distributions`; tracefix/articles/distributions.py says what being named here means.
"""


def most_downloaded(rows: Iterable[Mapping[str, str]], most: int = _MOST) -> list[str]:
    """The normalised names of the table's distributions, the most downloaded first. Raises ValueError without columns.

    >>> most_downloaded([{"name": "b", "rank": "2"}, {"name": "Some_C", "rank": "1"}, {"name": "a", "rank": ""}])
    ['some-c', 'b']
    """
    return list(dict.fromkeys(name for _, name in sorted(_ranked(rows))))[:most]


def _ranked(rows: Iterable[Mapping[str, str]]) -> Iterator[tuple[int, str]]:
    for row in rows:
        name = row.get("name") or row.get("project")
        rank = next((value for key, value in row.items() if key.startswith("rank")), None)
        count = row.get("download_count")
        if name is None or (rank is None and count is None):
            raise ValueError("the table needs the columns `name` or `project`, and `rank…` or `download_count`")
        if place := rank or count:
            yield (int(place) if rank else -int(place)), canonicalize_name(name)


def write(source: Path, date: datetime.date, target: Path = FILE) -> int:
    """Write the list; the number of its names. Raises ValueError and OSError."""
    csv.field_size_limit(sys.maxsize)
    with source.open(encoding="utf-8", newline="") as file:
        quoting = csv.QUOTE_NONE if source.suffix == ".tsv" else csv.QUOTE_MINIMAL
        delimiter = "\t" if source.suffix == ".tsv" else ","
        names = most_downloaded(csv.DictReader(file, delimiter=delimiter, quoting=quoting))
    head = _HEAD.format(count=f"{len(names):,}", date=date)
    target.write_text(head + "".join(f"{name}\n" for name in names), encoding="utf-8")
    return len(names)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the list of known distributions.")
    parser.add_argument("list", type=Path, help="a table of distributions with their ranks or downloads")
    parser.add_argument("--date", type=datetime.date.fromisoformat, required=True, help="when the table was made")
    options = parser.parse_args()
    print(f"{write(options.list, options.date):,} names in {FILE}")
