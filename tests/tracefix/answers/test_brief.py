"""The short answer: empty values are left out, and it stays short whatever the paste."""

import json

import pytest

from tests.factories import make_article
from tools.tokens import OWN_STACK, hostile, job, tokens
from tracefix.answers.brief import BRIEF, LONGEST, drop_empty, short_json, shorten_answer, to_json
from tracefix.answers.json_payloads import match_payload
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

BOOM = make_article("boom", message="boom happened")


def answer(text, catalogue=BOOM):
    diagnosis = diagnose(text, Catalogue([catalogue]))
    return shorten_answer(match_payload(diagnosis, [], lambda slug: f"/articles/{slug}/", personal=True, limits=BRIEF))


def test_empty_values_below_the_first_level_are_left_out():
    assert drop_empty({"a": None, "b": [{"c": None, "d": "", "e": [], "f": {}, "g": False, "h": 0, "i": 0.0}]}) == {
        "a": None, "b": [{"h": 0, "i": 0.0}],
    }  # fmt: skip


def test_the_fields_of_the_answer_itself_are_always_there():
    short = answer("all is well")

    assert (short["matches"], short["errors"], short["explanation"], short["hints"][0]["code"]) == (
        [],
        [],
        None,
        "no-error",
    )


def test_the_short_answer_as_text_is_its_json():
    payload = match_payload(diagnose(hostile(), Catalogue([BOOM])), [], str, personal=True, limits=BRIEF)

    assert short_json(payload) == to_json(shorten_answer(payload))


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x7f", "\\u007f"), ("\x80\x9f", "\\u0080\\u009f"), ("\xa0é", "\xa0é"), ("\ud800", "\ud800"), ("错", "错")],
)
def test_only_what_a_terminal_would_obey_is_escaped(text, shown):
    assert to_json([text]) == f'["{shown}"]'


@pytest.mark.parametrize("ranks", [8, 400])
def test_a_job_costs_no_more_than_one_rank(ranks):
    one, many = (answer(job(count, OWN_STACK, "RuntimeError: boom happened")) for count in (1, ranks))

    (error,) = many["errors"]
    assert error["count"] == min(ranks, 200)  # no more errors of a paste are read
    assert error["ranks"] == [*range(min(ranks, 16))]
    assert "train.py" in json.dumps(error["frames"])
    assert tokens(many) <= tokens(one) + 150
    assert tokens(many) <= 1_500


def test_the_answer_to_a_hostile_paste_has_a_bound():
    short = answer(hostile())

    assert len(json.dumps(short, ensure_ascii=False, separators=(",", ":"))) <= LONGEST
    assert short["left_out"]["errors"] > 0


def test_what_is_cut_off_is_counted_and_no_index_leads_nowhere():
    text = "\n\n".join(f"RuntimeError: boom happened {chr(97 + n) * 2_000}\n{'“' * 3_000}" for n in range(12))

    short = answer(text)

    assert tokens(short) <= 4_000
    for match in short["matches"]:
        assert match.get("error", 0) < len(short["errors"])


def test_values_in_a_fix_are_bounded_too():
    places = " ".join(f"{{{{place|x}}}} {n}" for n in range(60))
    article = make_article("boom", message="boom in {place}", fix=places)

    assert tokens(answer("RuntimeError: boom in " + "y" * 290, article)) <= 4_000
