"""Before an article is published, its writer sees which reports of others it touches."""

from authoring.lint.cross_matches import find_cross_matches, reports_of_others
from tests.authoring.lint.tools import REPORT, write_article
from tests.factories import make_article
from tracefix.articles.loading import load


def test_reports_that_it_fits_are_found_the_surest_first():
    reports = [("a", "it said boom happened here"), ("b", "all is well"), ("c", "RuntimeError: boom happened\n")]

    found = list(find_cross_matches(make_article(), reports))

    assert [(touch.report, touch.verdict, touch.quote) for touch in found] == [
        ("c", "exact", "RuntimeError: boom happened"),
        ("a", "likely", "it said boom happened here"),
    ]


def test_the_reports_of_others_are_their_runs_and_pastes(folder, root):
    other = load(write_article(root, "bang", "bang went the fuse"))

    found = dict(reports_of_others(load(folder), [load(folder), other]))

    assert list(found) == ["bang/runs/py3.11.7.txt", "bang/pastes/log.txt"]
    assert found["bang/runs/py3.11.7.txt"] == REPORT
