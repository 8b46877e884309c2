"""Throw bytes at everything that reads a paste or a query, guided by which branches they reach.

    python3 -m venv --system-site-packages var/fuzz   # with the interpreter of .venv
    var/fuzz/bin/pip install --require-hashes -r fuzz/requirements.txt
    var/fuzz/bin/python fuzz/fuzz_match.py -max_total_time=600 -timeout=10 var/corpus

The corpus folder is kept: the next run goes on from what this one found. The articles' own reports are its seeds. A
crash is written to `crash-…`, which becomes a test once it is understood.
"""

import os
import sys
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["kb", "tracefix"]):
    from tracefix.articles.loading import load_all
    from tracefix.matching.catalogue import Catalogue
    from tracefix.matching.diagnosis import diagnose
    from tracefix.matching.verdict import Verdict
    from tracefix.reading.cleaning import clean
    from tracefix.reading.decoding import decode
    from tracefix.reading.tracebacks import parse
    from tracefix.search.query import find

from tracefix.search.whoosh_index import open_index

_LONGEST_QUERY = 1000  # characters, as the API takes

_articles = load_all(ROOT / "articles")
_catalogue = Catalogue(_articles)
_index = open_index(_articles, ROOT / "var" / "index")


def check(data: bytes) -> None:
    """What must hold for any bytes. Raises AssertionError, or whatever broke."""
    text = decode(data)
    cleaned = clean(text)
    for error in parse(cleaned).errors:
        assert 0 <= error.start <= error.end <= error.block_end <= len(cleaned.text)
    diagnosis = diagnose(text, _catalogue)
    assert bool(diagnosis.matches) == (diagnosis.verdict is not Verdict.NONE)
    for match in diagnosis.matches:
        assert all(0 <= span.start <= span.end <= len(text) for span in match.spans)
    if len(text) <= _LONGEST_QUERY:
        find(_index, text)


def seed(folder: Path) -> None:
    """Put the articles' reports into the corpus, where they are not yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for article in _articles:
        for number, paste in enumerate(article.pastes):
            (folder / f"{article.slug}-{number}").write_bytes(paste.read_bytes())


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        if not argument.startswith("-"):
            seed(Path(argument))
    os.chdir(ROOT)
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
