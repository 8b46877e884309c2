"""What a paste tells of its error, known or not, field by field; and that nothing of it leaves the page."""

from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest

from tests.examples import every
from tests.factories import make_article
from tests.tables import read_tables
from tests.tracefix.redaction.test_placeholders import COMMANDS, MESSAGES
from tests.tracefix.redaction.test_redaction import LOOKS, SAID
from tests.work import work
from tracefix.answers.choice import choose_answers
from tracefix.explaining.explanation import explain
from tracefix.explaining.projects import REPOSITORIES, distribution
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.reading.libraries import LIBRARIES
from tracefix.reading.report import with_stack

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
STACK = (
    "Traceback (most recent call last):\n"
    '  File "/home/jane/proj/train.py", line 9, in main\n    loss = step(batch)\n'
    '  File "/venv/lib/python3.11/site-packages/torch/nn/functional.py", line 30, in f\n    raise ValueError(x)\n'
)


def explained(text):
    return explain(diagnose(text, CATALOGUE))


def test_a_paste_without_an_error_line_is_not_explained():
    assert explained("step 1 of 9: all is well") is None
    assert explained("") is None


def test_a_known_error_is_explained_too():
    assert explained("RuntimeError: boom happened in 'x'").root.text == "RuntimeError: boom happened in 'x'"


def test_root_raised_in_and_own_say_where_each_stands():
    found = explained(f"torch==2.7.1\n{STACK}ValueError: no such loss\n")

    assert (found.root.text, found.root.line) == ("ValueError: no such loss", 7)
    assert (found.raised_in.package, found.raised_in.version) == ("torch", "2.7.1")
    assert (found.raised_in.line, found.raised_in.function) == (30, "f")
    assert (found.own.line, found.own.function, found.own.paste_line) == (9, "main", 3)
    assert found.own.source == "loss = step(batch)"


def test_what_the_paste_does_not_show_is_left_out():
    found = explained("ValueError: no such loss")

    assert (found.raised_in, found.own, found.chain, found.says) == (None, None, (), ())


TABLES = read_tables(__file__)
SOURCES = TABLES["sources"]


@pytest.mark.parametrize(("text", "source"), SOURCES.values(), ids=SOURCES)
def test_the_readers_own_statement_is_quoted_where_the_paste_shows_it(text, source):
    assert explained(text).own.source == source


def test_a_program_is_quoted_with_its_name():
    assert explained("train.py: error: unrecognized arguments: --x").root.text == (
        "train.py: error: unrecognized arguments: --x"
    )


def test_the_chain_goes_from_the_cause_to_the_launcher():
    found = explained(
        f"{STACK}ValueError: no\n\nDuring handling of the above exception, another exception occurred:\n\n"
        f"{STACK}KeyError: 'x'\n\ntorch.distributed.elastic.multiprocessing.errors.ChildFailedError: train.py FAILED\n"
    )

    assert [(link.kind, link.text[:12]) for link in found.chain] == [
        ("the cause", "ValueError: "),
        ("raised while handling it", "KeyError: 'x"),
        ("launcher", "torch.distri"),
    ]


def test_equal_errors_of_several_ranks_are_one_link():
    text = "".join(f"[rank{rank}]: ValueError: rank {rank} failed\n" for rank in range(4))

    (link,) = explained(text).chain

    assert (link.kind, link.count, link.ranks) == ("the cause", 4, (0, 1, 2, 3))


def test_an_independent_error_is_told_beside_the_cause():
    found = explained("ValueError: no\n\nsome text\n\nKeyError: 'x'\n")

    assert [link.kind for link in found.chain] == ["the cause", "another error"]


def test_an_error_above_the_cause_was_not_raised_while_handling_it():
    found = explained(f"ERROR:root:Failed to load the model: OSError: gone\n\n{STACK}ValueError: no\n")

    assert "raised while handling it" not in [link.kind for link in found.chain]


LISTS = {
    "items": "Errors of the kitchen\n• ValueError: no soup\n• KeyError: 'bowl'\n• OSError: the stove is out",
    "headings": "## 1. ValueError: no soup\nEat bread.\n\n## 2. OSError: the stove is out\nLight it.",
}


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_of_a_list_of_errors_none_is_the_cause_of_another(text):
    assert explained(text).chain == ()


def test_the_same_line_again_is_no_other_error():
    assert explained('Error: no bowl "big"\nso I get the error message **"Error: no bowl "big""**.').chain == ()
    assert explained("ValueError: no bowl for the soup\nstep 1\nValueError: no bowl for th").chain == ()


def test_equal_lines_are_counted():
    (link,) = explained("ValueError: no bowl\nstep 1\nValueError: no bowl\nstep 2").chain

    assert (link.kind, link.count) == ("the cause", 2)


def test_no_traceback_is_asked_for_that_is_there_or_that_no_program_prints():
    assert not any("Traceback" in step for step in explained(f"ValueError: no bowl\nI cook soup:\n{STACK}").next)
    assert explained("Error: no bowl").next == ()
    assert explained("ValueError: no bowl").next


def test_a_crashed_program_that_is_not_pythons_gets_no_advice_for_python():
    native, pythons = (
        explained(f"$ {program}\nSegmentation fault (core dumped)") for program in ("sd-cli", "python a.py")
    )

    assert not any("python" in said for said in (*native.kind_help, *native.next))
    assert any("faulthandler" in said for said in (*pythons.kind_help, *pythons.next))


def test_a_wrapper_that_stands_alone_is_not_called_the_cause():
    found = explained(
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: train.py FAILED\nexitcode : 1 (pid: 12)\n"
    )

    assert "the cause" not in [link.kind for link in found.chain]
    assert "only passes a failure on" in found.next[0]


def test_the_message_and_the_lines_that_continue_it_may_suggest_something():
    assert explained("ValueError: no labels.\nPlease pass `labels` to the model.\n").says == (
        "Please pass `labels` to the model.",
    )


# ── next steps ──────────────────────────────────────────────────────────────────────────────────────────────────

STEPS = TABLES["steps"]


PROSE = {
    "of the reader": "Soup cannot be served\nI checked it by running the cook again and I get the same error.",
    "of what was done": "The kettle crashes when I git clone the soup and run `pip3 install -e .`",
    "with lines of a log": "No soup today, please sign in first\nInvalid bowl: /\nInvalid bowl: /logs",
}


@pytest.mark.parametrize("text", PROSE.values(), ids=PROSE)
def test_what_a_person_writes_around_an_error_suggests_nothing(text):
    assert explained(text).says == ()


def test_lines_below_a_sentence_about_an_error_are_no_part_of_it():
    found = explained("The soup fails: k cannot be greater\nthan the dimension of it")

    assert found.restated is None


@pytest.mark.parametrize(
    ("file", "files"), [("stir.py", '"*stir.py"'), ('a";reboot;".py', '"*.py"'), ("$(a).py", '"*.py"')]
)
def test_a_file_that_a_shell_would_read_otherwise_stands_in_no_command(file, files):
    path = f"/srv/custom_nodes/Ladle-Nodes/{file}"
    text = f'Traceback (most recent call last):\n  File "{path}", line 9, in f\n    x()\nAcmeFailure: no\n'
    commands = [each for each in explained(text).next if "git log" in each]

    assert all(f"HEAD..origin/HEAD -- {files}`" in each for each in commands)
    assert commands or '"' in file  # such a path is no frame


@pytest.mark.parametrize(("text", "step"), STEPS.values(), ids=STEPS)
def test_a_step_is_named_that_decides(text, step):
    steps = explained(text).next

    assert [each for each in steps if each.startswith(step)]
    assert len(steps) <= 3


USELESS = {
    "a title": "error: the soup is cold",
    "a title that says what it was": "The soup server fails to start",
    "a notebook": "KeyError            Traceback (most recent call last)\nCell In[3], line 2\n----> 2 b = a['x']\n\nKeyError: 'x'\n",
    "an assertion": (
        'Traceback (most recent call last):\n  File "stir.py", line 3, in f\n    assert False, "no soup"\n'
        "AssertionError: no soup\n"
    ),
    "a browser": "TypeError: Cannot read properties of undefined (reading 'soup')",
}


@pytest.mark.parametrize("text", USELESS.values(), ids=USELESS)
def test_nobody_is_sent_to_a_debugger_or_asked_for_lines_that_are_not_there(text):
    found = explained(text)

    assert not [
        said for said in (*found.next, *found.kind_help) if "pdb" in said or "%debug" in said or "thirty" in said
    ]


def test_of_a_line_that_raises_the_condition_above_it_is_named():
    stack = 'Traceback (most recent call last):\n  File "stir.py", line 3, in f\n    {}\nAcmeFailure: no soup\n'

    assert [step for step in explained(stack.format("raise AcmeFailure(words)")).next if "The `if` above it" in step]
    assert not [step for step in explained(stack.format("raised(words)")).next if "The `if` above it" in step]


def test_what_was_typed_in_is_no_line_to_look_at():
    stack = 'Traceback (most recent call last):\n  File "{}", line 1, in <module>\nAcmeFailure: no\n'

    assert [step for step in explained(stack.format("stir.py")).next if "line 1 of stir.py" in step]
    assert not explained(stack.format("<stdin>")).next


def test_a_message_of_java_is_not_asked_for_pythons_traceback():
    found = explained("java.net.ConnectException: Failed to connect to /127.0.0.1:5000\n\tat a.b.C.d(E.kt:2)\n")

    assert not [step for step in found.next if "Traceback" in step]


def test_a_paste_of_windows_gets_its_commands():
    paste = (
        "Traceback (most recent call last):\n"
        '  File "C:\\soup\\stir.py", line 3, in f\n    f = open("out/a.txt", "w")\n'
        "FileNotFoundError: [Errno 2] No such file or directory: 'out/a.txt'\n"
    )
    found = choose_answers(diagnose(paste, CATALOGUE)).first

    assert [step.commands for step in found.steps] == [('mkdir "out"',)]


def test_the_message_of_a_browser_is_not_asked_for_pythons_traceback():
    found = explained(USELESS["a browser"])

    assert not [step for step in found.next if "Traceback" in step]
    assert [step for step in found.restated.steps if "F12" in step.do]


def test_what_restates_the_message_takes_the_place_of_its_class():
    found = explained(f"{STACK}RuntimeError: Lentil requires PyTorch >= 1.13.0")

    assert found.restated.finding == "`Lentil` needs `PyTorch` `>=1.13.0`, and did not find such a release"
    assert (found.kind_help, found.next) == ((), ())


def test_a_log_that_an_exit_status_names_comes_first():
    status = "ERROR: Command '['soup.exe']' returned non-zero exit status 3221225477."
    plain = explained(status).restated
    found = explained(f"{status}, check details in logs\\soup.log").restated

    assert found.finding == plain.finding
    both = ["Read the end of `logs\\soup.log`.", *(row.do for row in plain.steps)]
    assert [step.do for step in found.steps] == both[:3]


def test_a_message_of_no_known_shape_is_not_restated():
    assert explained(f"{STACK}ValueError: the soup is cold").restated is None


def test_a_line_that_looks_like_the_problem_is_explained_where_no_error_line_stands():
    found = explained("== Soup 2 ==\nWARNING: The NVIDIA Driver was not detected. No GPU.\nready\n")

    assert (found.root.line, found.root.text) == (2, "WARNING: The NVIDIA Driver was not detected. No GPU.")
    assert found.restated.steps[0].commands == ("nvidia-smi",)


def test_a_line_that_only_looks_like_the_problem_is_given_no_kind():
    found = explained('"0x00007F (oven.dll) (soup.exe) has unhandled exception: request for exit."')

    assert (found.kind_help, found.restated) == ((), None)


def test_of_a_sentence_about_a_failure_the_line_that_tells_more_is_restated():
    found = explained(
        "In this run the oven server fails to start:\n\nIt stopped. Retry with --show-oven to learn more.\n"
    )

    assert "`--show-oven`" in found.restated.finding


def test_beside_an_exception_no_other_line_is_restated():
    assert explained(f"Retry with --show-oven to learn more.\n{STACK}ValueError: the soup is cold").restated is None


def test_what_the_kind_said_is_not_said_again():
    found = explained("Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x()\nKeyError: 'x'\n")

    assert "line 3 of a.py" in found.kind_help[1]
    assert not [step for step in found.next if "line 3 of a.py" in step]


# ── searches ────────────────────────────────────────────────────────────────────────────────────────────────────


def hosts(found):
    return [urlsplit(search.url).netloc + urlsplit(search.url).path for search in found.searches]


def test_a_package_with_a_repository_gets_its_issues_and_torch_its_forum():
    assert hosts(explained(f"{STACK}ValueError: no such loss")) == [
        "github.com/pytorch/pytorch/issues",
        "discuss.pytorch.org/search",
        "duckduckgo.com/",
    ]


def test_a_class_or_a_checkout_tells_the_project_too():
    own = 'Traceback (most recent call last):\n  File "/home/u/kornia/kornia/trainer.py", line 9, in f\n'

    assert "github.com/dmlc/dgl/issues" in hosts(explained("dgl._ffi.base.DGLError: no such graph"))
    assert "github.com/kornia/kornia/issues" in hosts(explained(f"{own}    x()\nValueError: no such loss"))


def test_an_unknown_package_gets_the_web_alone():
    assert hosts(explained("acme.AcmeError: no such thing")) == ["duckduckgo.com/"]


def test_an_unknown_error_beside_a_known_one_is_searched_for_and_the_known_one_is_not():
    diagnosis = diagnose("RuntimeError: boom happened in 'attic'\n\nSoupError: the soup went cold\n", CATALOGUE)
    known, unknown = diagnosis.errors

    assert diagnosis.verdict.value == "exact"
    assert not explain(diagnosis, known).searches
    assert explain(diagnosis, unknown).searches


def test_a_line_without_words_is_not_searched_for():
    assert explained("KeyError: 12").searches == ()


def query(found):
    return parse_qs(urlsplit(found.searches[-1].url).query)["q"][0]


def test_the_words_2d_and_3d_stay_in_the_query_and_numbers_do_not():
    assert query(explained("ValueError: soup must be 2D but 3D bowls of size 17 came")) == (
        "ValueError: soup must be 2D but 3D bowls of size came"
    )


def test_of_a_sentence_that_quotes_a_message_the_message_is_searched_for():
    found = explained('Stirring fails with the error "the ladle does not fit the pot" on my stove')

    assert query(found) == "the ladle does not fit the pot"


def test_chinese_behind_a_message_is_not_searched_for():
    found = explained('加载时出现"SoupError: the bowl of soup was empty"的异常。这类问题通常源于版本不同。')

    assert found.masked == "SoupError: the bowl of soup was empty"


def test_the_query_is_bounded():
    found = explained("ValueError: " + "word " * 5_000)

    assert all(len(search.url) < 700 for search in found.searches)
    assert len(parse_qs(urlsplit(found.searches[-1].url).query)["q"][0]) <= 160


SECRETS = {
    **{f"secret: {name}": place.format("hunter2") for name, (place, _) in SAID.items() if "\n" not in place},
    **{f"look: {name}": text for name, (text, _) in LOOKS.items()},
    **{f"message: {name}": text for name, (text, _) in MESSAGES.items()},
    **{f"command: {name}": text for name, (text, _) in COMMANDS.items()},
}
PRIVATE = (
    "hunter2", "correct-horse", "battery staple", "jane/", "10.0.3.17", "2001:db8", "deadbeef", "DEADBEEF", "/home",
    "evil.ex", "AbC%2B", "ec2.internal", "example.org", "5f0d7a4e", "0x7f3a",
)  # fmt: skip


@pytest.mark.parametrize("text", every(8, SECRETS))
def test_nothing_private_stands_in_a_search_or_in_the_masked_line(text):
    found = explained(f"ValueError: it failed: {text}")

    for public in (found.masked, *(unquote_plus(search.url) for search in found.searches)):
        assert not [word for word in PRIVATE if word in public]


def test_the_table_of_repositories_names_packages_and_owners():
    assert all(repository.count("/") == 1 for repository in REPOSITORIES.values())
    assert [name for name in REPOSITORIES if name not in LIBRARIES] == []


def test_a_distribution_is_called_as_it_is_installed():
    assert (distribution("cv2"), distribution("flash_attn")) == ("opencv-python", "flash-attn")


# ── hostile pastes ──────────────────────────────────────────────────────────────────────────────────────────────

HOSTILE = {
    "HTML": "ValueError: <script>alert(1)</script> Please use <img src=x onerror=alert(1)> instead.",
    "a shell": "ValueError: $(touch x); `rm -rf ~` please run `rm -rf ~`",
    "placeholders": "KeyError: '{line} {0} {file.__class__} {name}'",
    "300 characters": f"KeyError: '{'x' * 300}'",
    "a frame that is no file": 'Traceback (most recent call last):\n  File "{line}", line 99999999999, in {x}\nKeyError: 1',
    "a surrogate": "KeyError: '\udc80'",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_paste_is_explained_as_text(text):
    found = explained(text)

    assert all("{" not in search.url and "<" not in search.url for search in found.searches)
    assert all(len(phrase) < 600 for phrase in (*found.kind_help, *found.next))


def test_a_very_long_error_line_is_cut_everywhere():
    found = explained("ValueError: please use " + "x" * 100_000)

    assert len(found.root.text) <= 301
    assert all(len(said) <= 330 for said in found.says)
    assert len(found.masked) <= 400


@pytest.mark.parametrize(
    "filler",
    [
        "ValueError: y\n",
        '  File "a.py", line 1, in f\n    x\n',
        "ValueError: no, please use " + "x " * 40,
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nTypeError: y\n',
        "File\n",
    ],
)
def test_an_explanation_costs_what_the_paste_is_long(filler):
    once, twice = (diagnose(filler * count + "\nValueError: no\n", CATALOGUE) for count in (400, 800))

    assert work(lambda: explain(twice)) <= 2.6 * work(lambda: explain(once))


@pytest.mark.parametrize(
    "text",
    [
        "train.py: error: unrecognized arguments: --x",
        "/x/site-packages/torch/nn/functional.py:12: UserWarning: the soup is lukewarm\n  stir()",
        "bash: soup: command not found",
    ],
)
def test_nobody_is_asked_for_more_lines_where_they_tell_nothing(text):
    assert not [step for step in explained(text).next if step.startswith("Paste")]


def test_what_only_pytorch_says_can_be_asked_in_its_forum():
    found = explained("RuntimeError: NCCL communicator was aborted in the kitchen")

    assert [str(search.label) for search in found.searches] == ["The PyTorch forum", "The web"]


def test_a_title_that_repeats_the_error_lends_its_place_to_the_stack():
    text = (
        "# BoomError: no lid\n\nTraceback (most recent call last):\n" + '  File "stir.py", line 7, in stir\n    a = b\n'
    )

    found = explain(diagnose(f"{text}BoomError: no lid\n", CATALOGUE))
    title, other = diagnose(f"{text}BoomError: no soup\n", CATALOGUE).errors

    assert (found.own.file, found.own.line, found.root.line) == ("stir.py", 7, 6)
    assert with_stack(title, [title, other]) is title
    assert with_stack(other, [title, other]) is other
