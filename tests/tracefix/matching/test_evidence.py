"""Evidence says where a signature fits, and what its placeholders stand for."""

import pytest

from tests.factories import make_article
from tests.tracefix.matching.known import CATALOGUE, ERROR, answer, article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose


def test_evidence_is_marked_in_the_text_as_it_was_pasted():
    text = f"\x1b[31mweb-1  | {ERROR}\x1b[0m and on"
    (match,) = diagnose(text, CATALOGUE).matches

    assert [text[span.start : span.end] for span in match.spans] == ["cannot pickle 'PyCapsule' object"]


def test_what_a_placeholder_stands_for_is_captured():
    (match,) = diagnose("ModuleNotFoundError: No module named 'foo.bar'", CATALOGUE).matches

    assert match.captures == {"module": "foo.bar"}


def test_a_pattern_is_found_as_well():
    assert answer("OSError: Errno 98") == ("exact", ["pattern"])
    assert answer("OSError: Errno 981") == ("none", [])


NO_GENERATOR = Catalogue(
    [
        make_article(
            signatures=(Signature(message="cannot pickle '{type}' object", where_not={"type": ("generator", "*Lock")}),)
        )
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "TypeError: cannot pickle 'generator' object",
        "TypeError: cannot pickle '_thread.RLock' object",
        "TypeError: cannot pickle\n'generator' object",
        "typeerror: CANNOT pickle generator object",
    ],
    ids=["a value", "a glob", "wrapped", "retyped"],
)
def test_a_value_that_is_ruled_out_is_no_evidence_in_any_reading(text):
    assert diagnose(text, NO_GENERATOR).matches == ()


def test_a_value_at_the_end_is_ruled_out_whole_where_quotes_are_missing():
    signature = Signature(message="SoupError: '{key}'", where_not={"key": ("Caught * in *",)})
    known = Catalogue([make_article(signatures=(signature,))])

    assert diagnose("SoupError: Caught SoupError in kitchen 0.", known).matches == ()
    assert diagnose("SoupError: ladle", known).matches


def test_a_value_that_is_ruled_out_is_no_evidence_in_another_case_either():
    signature = Signature(pattern="(?P<type>[A-Za-z]+) object is not callable", where_not={"type": ("NoneType",)})
    known = Catalogue([make_article(signatures=(signature,))])

    assert diagnose("typeerror: NoneType OBJECT is\nnot callable", known).matches == ()
    assert diagnose("typeerror: str OBJECT is not callable", known).matches


def test_another_value_is_evidence_beside_one_that_is_ruled_out():
    text = "TypeError: cannot pickle 'dict_keys' object"
    (match,) = diagnose(f"it was no cannot pickle 'generator' object\n{text}", NO_GENERATOR).matches

    assert (match.verdict, match.captures) == ("exact", {"type": "dict_keys"})


def test_a_value_that_is_ruled_out_is_a_near_miss():
    (miss,) = diagnose("TypeError: cannot pickle 'generator' object", NO_GENERATOR).misses

    assert miss.missing == "“cannot pickle '{type}' object” fits, but {type} is “generator”, which is another error."


def test_a_pattern_in_another_case_is_weak_evidence():
    known = Catalogue([article("shell", Signature(pattern=r"(?P<command>\w+): Command not found"))])
    diagnosis = diagnose("nvcc: command not found", known)

    assert diagnosis.verdict == "likely"
    assert [match.article.slug for match in diagnosis.matches] == ["shell"]


def test_a_pattern_in_another_case_begins_no_word_in_its_middle():
    known = Catalogue([article("build", Signature(pattern=r"error: Command '\[\d+"))])

    assert diagnose("CalledProcessError: Command '[12", known).verdict == "none"
    assert diagnose("Error: Command '[12", known).verdict == "likely"


def test_a_pattern_is_found_in_a_few_lines_that_a_terminal_broke():
    known = Catalogue([article("worker", Signature(pattern=r"Worker \(pid \d+\) was killed by signal: Killed"))])

    for text in (
        "Worker (pid 12) was killed by si\ngnal: Killed.",
        "  Worker (pid 12) was\n  killed by signal: Killed.",
    ):
        (match,) = diagnose(text, known).matches
        (span,) = match.spans

        assert match.verdict == "likely"
        assert text[span.start :].startswith("Worker")
        assert text[: span.end].endswith("Killed")
    assert diagnose("Worker (pid 12) was\n" + "x\n" * 400 + "killed by signal: Killed.", known).verdict == "none"


def test_what_a_person_quotes_from_a_program_is_evidence():
    assert answer('every script says "torchrun: Address already in use", and why?') == ("likely", ["port"])


def test_what_an_error_quotes_in_its_next_line_is_its_own():
    text = 'ERROR: importers.cpp:4870 In function importPort:\n[8] Assertion failed: port && "Address already in use"'

    assert answer(text) == ("likely", ["port"])
    assert answer(f'{text}\nKeyError: "soup"') == ("none", [])


def test_only_a_pair_of_quotes_quotes_a_message():
    pool = Catalogue([make_article(signatures=(Signature(pattern=r"Pool\(443\): gave up \(Caused by SoupError\("),))])

    assert diagnose(
        """SoupError: (MaxSoup("Pool(443): gave up (Caused by SoupError('cold'))", 'id 12')""", pool
    ).matches
    assert not diagnose("""SoupError: (MaxSoup("Pool(443): gave up (Caused by SoupError(", 'id 12')""", pool).matches


def test_what_the_answer_of_a_server_says_is_no_quotation():
    soup = Catalogue([make_article(signatures=(Signature(message="the soup is cold"),))])
    answered = "api.BadRequestError: Error code: 400 - {'error': {'%s': 'the soup is cold', 'code': None}}"

    assert diagnose(answered % "message", soup).matches
    assert diagnose(answered % "detail", soup).matches
    assert not diagnose(answered % "example", soup).matches
    assert not diagnose("api.BadRequestError: say message: 'the soup is cold', as before", soup).matches


def test_a_message_may_go_on_in_the_next_line():
    catalogue = Catalogue([make_article(signatures=(Signature(message="boom in {place}:\nthe fuse burnt"),))])

    (match,) = diagnose("RuntimeError: boom in attic:\nthe fuse burnt\n", catalogue).matches

    assert (match.verdict, match.captures) == ("exact", {"place": "attic"})


def test_a_library_that_the_loader_does_not_find_is_no_file_of_the_program():
    no_file = Catalogue([make_article(signatures=(Signature(message="No such file or directory"),))])
    loader = "soupd: libsoup.so.1: cannot open shared object file: No such file or directory"

    assert diagnose("OSError: No such file or directory", no_file).matches
    assert not diagnose(loader, no_file).matches
    assert not diagnose(f"it says: {loader.lower()}: unknown", no_file).matches


ENDS = Catalogue(
    [make_article(slug="crash", signatures=(Signature(message="Aborted (core dumped)", role="consequence"),))]
)


@pytest.mark.parametrize(
    ("above", "verdict"),
    [
        ("", "likely"),
        ("Starting 4 workers\n", "likely"),
        ("ggml.c:5: GGML_ASSERT(n > 0) failed\n", "likely"),
        ("Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nValueError: x\n\n", "none"),
    ],
)  # fmt: skip
def test_how_a_process_ended_is_no_answer_beside_the_exception_that_ended_it(above, verdict):
    assert diagnose(f"{above}Aborted (core dumped)\n", ENDS).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("annot pickle 'Pot' object", "likely"),
        ("Ccannot pickle 'Pot' object", "exact"),
        ("mannot pickle 'Pot' object", "none"),
    ],
    ids=["lost", "another before it", "another in its place"],
)
def test_a_first_letter_may_be_lost_and_is_never_another(text, verdict):
    lids = Catalogue([make_article(slug="pot", signatures=(Signature(message="cannot pickle 'Pot' object"),))])
    assert diagnose(f"TypeError: {text}\n{'x ' * 1_100}", lids).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("KeyError: 'dims'", "exact"),
        ("cv2.error: (-215:Assertion failed) m->dims <= 2 in function 'size'", "none"),
        ('KeyError: "dims"', "none"),
    ],
)
def test_a_short_text_is_found_as_it_is_written_only(text, verdict):
    catalogue = Catalogue([article("short", Signature(message="'dims'"))])

    assert diagnose(text, catalogue).verdict == verdict
