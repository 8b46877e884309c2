"""Site and client are the same core: they answer alike, byte by byte."""

import pytest

from kb.addresses import article_address
from kb.compiled import load_notes
from kb.formats import match_json
from kb.library import get_library
from tracefix.answers.brief import to_json
from tracefix.answers.json_payloads import search_payload
from tracefix.reading.decoding import decode

UNKNOWN = "RuntimeError: the frobnicator of rank 3 is out of plasma\n"
QUERIES = ("gpu out of memry", "NCCL timeout", "无法序列化", "weights_only", "pickle", "zzzzqqq", "")


@pytest.fixture
def library(use_articles, shipped, shipped_projects, monkeypatch, settings):
    """What the site knows when it has the articles, the cards and the notes of the wheel."""
    monkeypatch.setattr("kb.compiled.load_notes", load_notes)
    settings.PROJECTS_DIR = shipped_projects
    use_articles(shipped)
    return get_library()


@pytest.fixture(scope="module")
def reports(tmp_path_factory, all_cases, shipped):
    """Reports of every article of the wheel, all of them where slow tests run, and some that no article covers."""
    folder = tmp_path_factory.mktemp("reports")
    others = {"unknown.txt": UNKNOWN.encode(), "binary.bin": bytes(range(256)) * 40}
    for name, content in others.items():
        (folder / name).write_bytes(content)
    ours = [path for part in ("pastes", "runs", "not") for path in sorted(shipped.glob(f"*/{part}/*.txt"))]
    some = ours if all_cases else ours[:: max(1, len(ours) // 30)]
    return [*some, *(folder / name for name in others)]


@pytest.mark.slow
def test_every_report_gets_the_same_answer(tracefix, library, reports):
    answered = tracefix("match", "--json", *reports).stdout.splitlines()

    assert len(answered) == len(reports) > 30
    for path, line in zip(reports, answered, strict=True):
        answer = library.diagnose(decode(path.read_bytes()))
        payload = match_json(answer, library, article_address())
        assert line == to_json({"file": str(path), **payload})


@pytest.mark.slow
def test_every_query_finds_the_same_in_the_same_order(tracefix, library):
    """The titles, symptoms and English summaries of the articles are queries, too."""
    texts = [text for one in library.articles for text in (one.title, one.summary, *one.symptoms)]
    queries = [*QUERIES, *(text for text in texts if not text.startswith("-"))]
    found = tracefix("search", "--json", *queries).stdout.splitlines()

    for query, line in zip(queries, found, strict=True):
        payload = search_payload(library.search(query), library.by_slug, article_address())
        assert line == to_json(payload)
