"""The payloads are what design and API documents promise, and JSON throughout."""

import json
from types import MappingProxyType

import pytest

from tests.factories import make_article
from tracefix.answers.brief import BRIEF
from tracefix.answers.json_payloads import (
    article_payload,
    error_payload,
    match_payload,
    search_payload,
    suggestions_payload,
    summary_payload,
)
from tracefix.articles.model import Article
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import Diagnosis, diagnose
from tracefix.matching.hints import Hint
from tracefix.matching.verdict import Match, Verdict
from tracefix.reading.report import Error, Frame
from tracefix.search.query import Hit, Results

BOOM = make_article("boom", message="boom happened", aliases=("bang",))


def address(slug):
    return f"https://tracefix.example/articles/{slug}/"


def test_a_diagnosis_has_the_agreed_keys():
    diagnosis = Diagnosis(
        verdict=Verdict.NONE,
        errors=(Error("KeyError", "'a'", 7, frames=(Frame("a.py", 3, "f"),), is_root=True),),
        hints=(Hint("cut", "Paste more."),),
        environment=MappingProxyType({"torch": "2.7.1"}),
    )

    payload = match_payload(diagnosis, [BOOM], address)

    assert json.loads(json.dumps(payload)) == {
        "verdict": "none",
        "headline": "",
        "answers": [{"verdict": "none", "headline": "", "finding": "", "steps": [], "article": None, "error": 0}],
        "others": [],
        "matches": [],
        "errors": [
            {
                "type": "KeyError",
                "message": "'a'",
                "line": 7,
                "root": True,
                "count": 1,
                "ranks": [],
                "raised_in": "own",
                "own_line": None,
                "frames": [{"file": "a.py", "line": 3, "function": "f"}],
            }
        ],
        "left_out": {"matches": 0, "errors": 0, "frames": 0},
        "hints": [{"code": "cut", "text": "Paste more."}],
        "related": [{"slug": "boom", "title": "boom happened", "url": address("boom"), "missing": None}],
        "environment": {"torch": "2.7.1"},
        "explanation": {
            "root": {"line": 7, "text": "KeyError: 'a'"},
            "masked": "KeyError: 'a'",
            "raised_in": {"package": "own", "version": None, "file": "a.py", "line": 3, "function": "f"},
            "own": {"file": "a.py", "line": 3, "function": "f", "paste_line": 0, "source": "", "project": ""},
            "chain": [],
            "says": [],
            "kind_help": [
                "A key or a name was looked up, and is not there.",
                "Print the keys that are there just before line 3 of a.py.",
            ],
            "next": [],
            "searches": [],
            "project": None,
            "versions": [],
        },
    }


def test_an_explanation_has_the_agreed_keys():
    text = (
        'Traceback (most recent call last):\n  File "train.py", line 5, in main\n    fit(x)\n'
        '  File "/v/lib/python3.11/site-packages/torch/nn/f.py", line 3, in f\n    raise TypeError(x)\n'
        "TypeError: no such type. Try passing `x=None`.\ntorch==2.7.1\n\n"
        "During handling of the above exception, another exception occurred:\n\nValueError: that too\n"
    )

    explanation = match_payload(diagnose(text, Catalogue([BOOM])), [], address)["explanation"]

    assert json.loads(json.dumps(explanation)) == {
        "root": {"line": 6, "text": "TypeError: no such type. Try passing `x=None`."},
        "masked": "TypeError: no such type. Try passing `x=None`.",
        "raised_in": {
            "package": "torch",
            "version": "2.7.1",
            "file": "/v/lib/python3.11/site-packages/torch/nn/f.py",
            "line": 3,
            "function": "f",
        },
        "own": {"file": "train.py", "line": 5, "function": "main", "paste_line": 2, "source": "fit(x)", "project": ""},
        "chain": [
            {
                "text": "TypeError: no such type. Try passing `x=None`.",
                "line": 6,
                "kind": "the cause",
                "count": 1,
                "ranks": [],
            },
            {"text": "ValueError: that too", "line": 11, "kind": "raised while handling it", "count": 1, "ranks": []},
        ],
        "says": ["Try passing `x=None`."],
        "kind_help": [
            "A value's type, or the arguments of a call, do not fit what the code does with them.",
            "Print the types of the values on line 5 of train.py.",
        ],
        "next": [],
        "searches": explanation["searches"],
        "project": None,
        "versions": [],
    }
    assert [search["label"] for search in explanation["searches"]] == [
        "Issues of pytorch on GitHub",
        "The PyTorch forum",
        "The web",
    ]


def test_a_paste_without_an_error_line_has_no_explanation():
    assert match_payload(diagnose("all is well", Catalogue([BOOM])), [], address)["explanation"] is None


def test_a_match_has_the_agreed_keys():
    payload = match_payload(diagnose("RuntimeError: boom happened", Catalogue([BOOM])), [], address)

    (match,) = payload["matches"]
    assert set(match) == {
        *("slug", "title", "url", "verdict", "kind", "weak", "score", "summary"),
        *("fix", "finding", "steps", "section", "reasons", "error", "evidence", "versions"),
    }
    assert (match["slug"], match["url"], match["verdict"], match["error"]) == ("boom", address("boom"), "exact", 0)
    assert 0 < match["score"] <= 1


def test_the_evidence_is_the_line_of_the_paste_without_its_prefix():
    payload = match_payload(diagnose("a\n\n[rank0]: RuntimeError: boom happened\nb", Catalogue([BOOM])), [], address)

    assert payload["matches"][0]["evidence"] == {"line": 3, "text": "RuntimeError: boom happened"}


def test_of_a_very_long_line_the_part_with_the_evidence_is_kept():
    text = "x" * 5_000 + " RuntimeError: boom happened " + "y" * 5_000

    quote = match_payload(diagnose(text, Catalogue([BOOM])), [], address)["matches"][0]["evidence"]["text"]

    assert "boom happened" in quote
    assert quote.startswith("…")
    assert quote.endswith("…")
    assert len(quote) <= 302


def test_a_fix_names_what_the_paste_names_for_its_sender_only():
    article = make_article(
        "boom", message="boom in {place}", fix="Leave `{{place|the cellar}}`.", summary="{{place|x}}."
    )
    diagnosis = diagnose("RuntimeError: boom in my attic", Catalogue([article]))

    mine, ours = (match_payload(diagnosis, [], address, personal=personal)["matches"][0] for personal in (True, False))

    assert (mine["fix"], mine["summary"]) == ("Leave `my attic`.", "my attic.")
    assert (ours["fix"], ours["summary"]) == ("Leave `the cellar`.", "x.")


def test_a_message_as_long_as_the_paste_is_cut():
    diagnosis = Diagnosis(Verdict.NONE, errors=(Error("E", "x" * 2_000, 1), Error("E", "y" * 2_001, 2)))

    first, second = match_payload(diagnosis, [], address)["errors"]

    assert first["message"] == "x" * 2_000
    assert second["message"] == "y" * 2_000 + "…"


def errors_of(count, *roots):
    """That many unlike errors."""
    return tuple(Error("E", "x" * number, number + 1, is_root=number in roots) for number in range(count))


def test_of_very_many_errors_the_roots_and_the_first_are_told_in_their_order():
    diagnosis = Diagnosis(Verdict.NONE, errors=errors_of(50, 0, 30, 49))

    payload = match_payload(diagnosis, [], address)

    assert [len(error["message"]) for error in payload["errors"]] == [*range(8), 30, 49]
    assert payload["left_out"] == {"matches": 0, "errors": 40, "frames": 0}


def test_the_error_of_a_match_is_told_and_pointed_to_wherever_it_stands():
    matches = tuple(
        Match(make_article(f"boom-{error}"), Verdict.LIKELY, 0.5, (), (), {}, error=error) for error in (45, None, 3)
    )
    diagnosis = Diagnosis(Verdict.LIKELY, matches, errors_of(50, *range(30)))

    payload = match_payload(diagnosis, [], address)

    first, second, third = (match["error"] for match in payload["matches"])
    assert [len(payload["errors"][index]["message"]) for index in (first, third)] == [45, 3]
    assert second is None
    assert len(payload["errors"]) == 10


def test_of_very_many_matches_the_best_are_told():
    matches = tuple(
        Match(make_article(f"boom-{error}"), Verdict.LIKELY, 0.5, (), (), {}, error=error) for error in range(30)
    )

    payload = match_payload(Diagnosis(Verdict.LIKELY, matches, errors_of(30)), [], address)

    assert [match["slug"] for match in payload["matches"]] == [f"boom-{number}" for number in range(10)]
    assert payload["left_out"] == {"matches": 20, "errors": 20, "frames": 0}


def test_of_a_deep_stack_the_outer_and_the_inner_frames_are_told():
    def error(depth):
        return Error("E", "deep", 1, frames=tuple(Frame("a.py", number, "f") for number in range(depth)))

    payload = match_payload(Diagnosis(Verdict.NONE, errors=(error(20), error(21), error(1000))), [], address)

    first, second, third = ([frame["line"] for frame in error["frames"]] for error in payload["errors"])
    assert first == [*range(20)]
    assert (len(second), second[:4], second[-4:]) == (20, [*range(4)], [*range(17, 21)])
    assert (len(third), third[0], third[-4:]) == (20, 0, [*range(996, 1000)])
    assert payload["left_out"]["frames"] == 981


def test_the_names_of_a_frame_are_cut():
    diagnosis = Diagnosis(Verdict.NONE, errors=(Error("E", "", 1, frames=(Frame("a" * 201, 1, "f" * 200),)),))

    (frame,) = match_payload(diagnosis, [], address)["errors"][0]["frames"]

    assert frame == {"file": "…" + "a" * 200, "line": 1, "function": "f" * 200}


@pytest.mark.slow
def test_the_answer_to_a_job_of_400_ranks_is_no_longer_than_a_few_pages():
    stack = "".join(f'[rank{{rank}}]:   File "/opt/lib/module_{n}.py", line {n}, in run\n' for n in range(30))
    one = f"[rank{{rank}}]: Traceback (most recent call last):\n{stack}[rank{{rank}}]: RuntimeError: boom happened\n"

    payload = match_payload(
        diagnose("".join(one.format(rank=rank) for rank in range(400)), Catalogue([BOOM])), [], address
    )

    assert payload["matches"][0]["slug"] == "boom"
    (error,) = payload["errors"]
    assert (error["count"], error["ranks"], payload["left_out"]["errors"]) == (200, [*range(16)], 0)
    assert len(json.dumps(payload)) < 6_000


def test_equal_errors_are_one_and_a_match_points_to_it():
    text = "".join(f"[rank{rank}]: RuntimeError: boom happened at {rank}\n" for rank in (3, 1, 2)) + "ValueError: new\n"

    payload = match_payload(diagnose(text, Catalogue([BOOM])), [], address)

    first, second = payload["errors"]
    assert (first["line"], first["count"], first["ranks"], first["root"]) == (1, 3, [1, 2, 3], True)
    assert (second["count"], second["ranks"]) == (1, [])
    assert payload["matches"][0]["error"] == 0


def test_errors_that_differ_in_their_place_stay_apart():
    errors = (
        Error("KeyError", "'a'", 3, frames=(Frame("a.py", 1, "f"),)),
        Error("KeyError", "'a'", 6, frames=(Frame("b.py", 9, "g"),)),
    )

    assert [
        error["line"] for error in match_payload(Diagnosis(Verdict.NONE, errors=errors), [], address)["errors"]
    ] == [3, 6]


def test_of_six_frames_the_inner_ones_and_the_readers_own_are_told():
    library = [Frame(f"/v/lib/python3.11/site-packages/torch/m{n}.py", n, "f") for n in range(20)]
    error = Error("E", "deep", 1, frames=(*library[:8], Frame("train.py", 5, "main"), *library[8:]))

    payload = match_payload(Diagnosis(Verdict.NONE, errors=(error,)), [], address, limits=BRIEF)

    assert [frame["line"] for frame in payload["errors"][0]["frames"]] == [0, 5, 16, 17, 18, 19]
    assert payload["left_out"]["frames"] == 15


def test_links_of_a_fix_lead_somewhere_or_are_words():
    article = make_article(
        "boom", message="boom", fix="See [`x[0]`](/articles/bang/#fix) and [that](https://a.example/)."
    )
    diagnosis = diagnose("RuntimeError: boom", Catalogue([article]))

    with_address = match_payload(diagnosis, [], address)["matches"][0]["fix"]
    without = match_payload(diagnosis, [], lambda slug: "")["matches"][0]["fix"]

    assert with_address == "See [`x[0]`](https://tracefix.example/articles/bang/#fix) and [that](https://a.example/)."
    assert without == "See [`x[0]`] (article `bang`) and [that](https://a.example/)."


def test_search_results_have_the_agreed_keys():
    results = Results("bom", 1, "boom", (Hit("boom", 1.5, "<mark>boom</mark>"),), {"project": {"PyTorch": 1}})

    assert search_payload(results, {"boom": BOOM}, address) == {
        "query": "bom",
        "total": 1,
        "suggestion": "boom",
        "results": [
            {
                "slug": "boom",
                "title": "boom happened",
                "url": address("boom"),
                "summary": "The cause of boom.",
                "score": 1.5,
                "highlight": "<mark>boom</mark>",
                "line": "",
                "reason": "",
                "proof": "run",
            }
        ],
        "facets": {"project": {"PyTorch": 1}},
    }


def test_suggestions_repeat_the_query_and_name_articles():
    assert suggestions_payload("bo", ["boom"], {"boom": BOOM}, address) == {
        "query": "bo",
        "suggestions": [{"slug": "boom", "title": "boom happened", "url": address("boom")}],
    }


def test_an_article_is_told_whole_and_its_summary_is_the_beginning_of_it():
    whole = article_payload(BOOM, address)

    assert json.loads(json.dumps(whole)) == whole
    assert whole["aliases"] == ["bang"]
    assert whole["created"] == "2026-01-31"
    assert (whole["proof"], whole["stand_ins"]) == ("run", [])
    assert summary_payload(BOOM, address).items() <= whole.items()
    left_out = {
        "folder",
        "values",
        "steps",  # the fix is made of them
        "body_line",
        "card",
        "signatures",
        "pastes",
        "look_alikes",
        "translations",
        "fallback_language",
        "added_from",
        "pairs",
        "in_browser",  # only the page can run a script
        "note_of",  # its slug and address tell
        "when",
    }
    assert {field for field in Article.__dataclass_fields__ if field not in left_out} <= set(whole)


def test_an_error_has_one_shape():
    assert error_payload("empty", "Nothing.") == {"error": {"code": "empty", "message": "Nothing."}}
