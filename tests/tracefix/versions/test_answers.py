"""What an answer says: the releases, the commands, and where it says nothing."""

import re

import pytest

from tests.tracefix.versions.histories import OTHER, TINY, write_histories
from tracefix.versions.answers import answer_message
from tracefix.versions.clues import Clues


@pytest.fixture
def ask(tmp_path):
    folder = write_histories(tmp_path)
    return lambda message, **clues: answer_message(message, Clues(**clues), folder)


@pytest.fixture
def ask_with(tmp_path):
    """A function that returns one like `ask`, for which this text is the history of its package."""

    def make(text):
        folder = write_histories(tmp_path)
        (folder / f"{re.search('# package (.+)', text)[1]}.tsv").write_text(text)
        return lambda message, **clues: answer_message(message, Clues(**clues), folder)

    return make


YANKED = "tiny-lib 1.2 was withdrawn (yanked)."


def said(answers):
    return [" ".join(answer.sentences) for answer in answers]


def test_a_name_that_left(ask):
    (answer,) = ask("cannot import name 'cached_load' from 'tiny' (/x/site-packages/tiny/__init__.py)")

    assert (answer.package, answer.name, answer.kind) == ("tiny-lib", "tiny.cached_load", "function")
    assert (answer.has, answer.last, answer.first_without, answer.first_with) == ("<1.2", "1.1", "1.2", None)
    assert answer.is_exact
    assert answer.commands == ("python -m pip install 'tiny-lib<1.2'",)
    assert answer.sentences[0] == "tiny-lib 1.2 removed `cached_load` from `tiny`; 1.1 still has it."


def test_a_name_that_came(ask):
    (answer,) = ask("cannot import name 'coming' from 'tiny'", text="tiny-lib==1.1")

    assert (answer.has, answer.last, answer.first_without, answer.first_with) == (">=2.0", None, None, "2.0")
    assert (answer.installed, answer.commands) == ("1.1", ("python -m pip install 'tiny-lib>=2.0,<3'",))
    assert "came to `tiny` in tiny-lib 2.0; 1.2 does not have it yet" in said([answer])[0]
    assert "Your paste shows tiny-lib 1.1." in answer.sentences


GONE, NEW = "cannot import name 'cached_load' from 'tiny'", "cannot import name 'coming' from 'tiny'"


MAJORS = """\
# tracefix history 5
# package {package}
# imports tiny
# release 1.0
# release 1.1
# release 2.0
# release 3.0
tiny/
 early()	1.1..
 late()	3.0..
 solid()
"""


@pytest.mark.parametrize(
    ("package", "name", "wanted"),
    [
        ("tiny-lib", "early", "'tiny-lib>=1.1,<2'"),
        ("tiny-lib", "late", "'tiny-lib>=3.0'"),  # there is no later major release
        ("setuptools", "early", "'setuptools>=1.1'"),
    ],
)
def test_no_command_goes_to_a_later_major_release_than_the_name_asks_for(ask_with, package, name, wanted):
    ask = ask_with(MAJORS.format(package=package))
    (answer,) = ask(f"cannot import name '{name}' from 'tiny' (/x/site-packages/tiny/__init__.py)")

    assert answer.commands == (f"python -m pip install {wanted}",)


@pytest.mark.parametrize(
    ("message", "text", "lack"),
    [
        (GONE, "", "tiny-lib 1.2 no longer has `cached_load`"),
        (GONE, "tiny-lib==2.1", "tiny-lib 2.1 no longer has `cached_load`"),
        (NEW, "", "tiny-lib has `coming` only from 2.0 on"),
        (NEW, "tiny-lib==1.1", "tiny-lib 1.1 does not have `coming` yet"),
        ("cannot import name 'short_lived' from 'tiny'", "", "tiny-lib 2.0 no longer has `short_lived`"),
        ("cannot import name 'short_lived' from 'tiny'", "tiny-lib==1.0", "tiny-lib 1.0 does not have `short_lived` yet"),
        ("Trainer.__init__() got an unexpected keyword argument 'tokenizer'", "from tiny import Trainer",
         "`Trainer` of tiny-lib 1.2 no longer takes `tokenizer`"),
        ("Trainer.halt() got an unexpected keyword argument 'now'", "from tiny import Trainer",
         "`Trainer.halt()` takes `now` only from tiny-lib 1.2 on"),
        ("Trainer.halt() got an unexpected keyword argument 'now'", "from tiny import Trainer\ntiny-lib==1.1",
         "`Trainer.halt()` of tiny-lib 1.1 does not take `now` yet"),
        ("cannot import name 'solidd' from 'tiny'", "", None),
    ],
)  # fmt: skip
def test_what_a_release_lacks_is_told_in_a_clause(ask, message, text, lack):
    answers = ask(message, text=text)

    assert [answer.lack for answer in answers] == [lack]


@pytest.mark.parametrize(
    "message",
    ["cannot import name 'cached_load' from 'tiny'", "make_loader() missing 1 required positional argument: 'seed'"],
)
def test_no_command_may_exchange_a_build_for_the_machine(ask, monkeypatch, message):
    (before,) = ask(message, text="from tiny.trainer import make_loader")
    monkeypatch.setattr("tracefix.versions.answers.is_built_for_a_machine", "tiny-lib".__eq__)

    (answer,) = ask(message, text="from tiny.trainer import make_loader")

    assert before.commands
    assert answer.commands == ()
    assert answer.sentences == (
        *before.sentences,
        "Take the command from its own page: plain `pip install` may bring a build for another machine.",
    )


def test_no_command_may_move_a_package_away_from_the_one_it_goes_with(ask, monkeypatch):
    monkeypatch.setattr("tracefix.versions.answers.goes_with", {"tiny-lib": "big-lib"}.get)

    (answer,) = ask("cannot import name 'cached_load' from 'tiny'")

    assert answer.commands == ()
    assert (
        answer.sentences[-1] == "tiny-lib goes with one release of big-lib: move both, in an environment of their own."
    )


PYTHONS = """\
# tracefix requirements 1
# package tiny-lib
python	1.1..2.0	>=3.8,<3.12
python	2.1..3.1	>=3.10
"""


@pytest.mark.parametrize(
    ("message", "python", "command"),
    [
        ("cannot import name 'cached_load' from 'tiny'", "", "'tiny-lib<1.2'"),
        ("cannot import name 'cached_load' from 'tiny'", "3.11", "'tiny-lib<1.2'"),
        ("cannot import name 'cached_load' from 'tiny'", "3.12", None),  # nor an older one, of which nobody knows
        ("cannot import name 'coming' from 'tiny'", "3.12", "'tiny-lib>=2.0,<3'"),
        ("cannot import name 'coming' from 'tiny'", "3.9", "'tiny-lib>=2.0'"),  # pip takes 2.0
        ("cannot import name 'coming' from 'tiny'", "3.7", None),
    ],
)
def test_no_release_for_other_pythons_than_the_readers_is_proposed(ask, tmp_path, message, python, command):
    (tmp_path / "requires").mkdir()
    (tmp_path / "requires" / "tiny-lib.tsv").write_text(PYTHONS)

    (answer,) = ask(message, text=f'File "/usr/lib/python{python}/site-packages/tiny/x.py"' if python else "")

    assert answer.commands == ((f"python -m pip install {command}",) if command else ())
    assert ("is made for Python" in said([answer])[0]) is (command is None)
    assert command or said([answer])[0].endswith(f", and your paste shows Python {python}.")


def test_before_an_argument_came_no_release_for_other_pythons_is_proposed(ask, tmp_path):
    (tmp_path / "requires").mkdir()
    (tmp_path / "requires" / "tiny-lib.tsv").write_text(PYTHONS)
    message = "make_loader() missing 1 required positional argument: 'seed'"
    imports = "from tiny.trainer import make_loader"

    for python, commands in (("3.11", ("python -m pip install 'tiny-lib<2.0'",)), ("3.12", ())):
        (answer,) = ask(message, text=f'{imports}\nFile "/usr/lib/python{python}/site-packages/tiny/x.py"')
        assert answer.commands == commands


@pytest.mark.parametrize(("older", "is_told"), [(">=3.7,<3.9", True), (">=3.7,<3.11", False), (">=3.7", False)])
def test_where_nobody_knows_the_readers_python_one_that_no_newest_release_runs_on_is_told(
    ask, tmp_path, older, is_told
):
    (tmp_path / "requires").mkdir()
    (tmp_path / "requires" / "tiny-lib.tsv").write_text(PYTHONS.replace(">=3.8,<3.12", older))

    (answer,) = ask("cannot import name 'cached_load' from 'tiny'")

    assert answer.commands == ("python -m pip install 'tiny-lib<1.2'",)
    told = f"tiny-lib 1.1 is made for Python {older}: give it an environment with such a Python."
    assert said([answer])[0].endswith(told) is is_told


@pytest.mark.parametrize(("python", "count"), [("3.11", 1), ("3.12", 0)])
def test_a_name_that_is_there_on_older_pythons_only(python, count):
    clues = Clues(text=f'File "/usr/lib/python{python}/site-packages/x.py"')
    (answer,) = answer_message("No module named 'numpy.distutils'", clues)

    assert len(answer.commands) == count
    assert "`numpy.distutils` is there only on Python <3.12." in answer.sentences


def test_a_name_that_left_and_came_back(ask):
    (answer,) = ask("module 'tiny' has no attribute 'odd'")

    assert "tiny-lib 1.2 removed `odd` from `tiny`, and 2.1 brought it back" in answer.sentences[0]
    assert answer.commands == ("python -m pip install 'tiny-lib>=2.1,<3'", "python -m pip install 'tiny-lib<1.2'")


@pytest.mark.parametrize("message", ["No module named 'hive._C'", "cannot import name '_C' from 'hive'"])
def test_a_compiled_module_is_not_denied_where_no_wheel_was_read(ask_with, message):
    text = FOUR + " _C/\t1.0..1.0,3.0..3.0\n  **\n"

    assert ask_with(HIVE + text)(message) == ()


def test_a_private_module_that_can_be_read_is_answered(ask_with):
    text = FOUR + " _C/\t1.0..2.0\n  hum()\n"

    (answer,) = ask_with(HIVE + text)("No module named 'hive._C'")

    assert answer.commands == ("python -m pip install 'hive<3.0'",)


def test_an_edge_between_unread_releases_is_said_to_be_between(ask):
    (answer,) = ask("cannot import name 'gone_unread' from 'tiny'")

    assert not answer.is_exact
    assert answer.has == "<=2.1"
    assert "after tiny-lib 2.1, which still has it, and not later than 3.1" in answer.sentences[0]


@pytest.mark.parametrize(
    ("line", "message", "sentence"),
    [
        (
            " made?\t1.1..1.1",
            "module 'tiny' has no attribute 'made'",
            "from tiny-lib 1.1 to 1.1; earlier and later releases may lack it",
        ),
        (
            " made?\t3.1..",
            "cannot import name 'made' from 'tiny'",
            "from tiny-lib 3.1 on; earlier releases may lack it",
        ),
    ],
)
def test_no_release_is_said_to_lack_what_another_one_had_when_it_ran(ask_with, line, message, sentence):
    ask = ask_with(TINY.replace(" moved_away()", f"{line}\n moved_away()"))

    (answer,) = ask(message)
    assert (answer.is_exact, answer.first_with, answer.first_without) == (False, None, None)
    assert sentence in answer.sentences[0]


def test_an_argument_that_a_running_release_had_is_not_said_to_be_misspelt(ask_with):
    ask = ask_with(TINY.replace(" solid()", " solid()\n  grain=?\t1.0..1.0"))
    clues = {"statements": ("tiny.solid(grain=1)",), "text": "import tiny"}

    assert ask("solid() got an unexpected keyword argument 'grain'", **clues) == ()
    (answer,) = ask("solid() got an unexpected keyword argument 'grian'", **clues)
    assert "has no `grian` in any release" in said([answer])[0]


def test_releases_that_make_names_while_they_run_are_not_said_to_lack_one(ask_with):
    early = " dawn/\n  **\t1.0..1.1\n  late()\t1.2..\n"
    later = " dusk/\n  **\t2.0..\n  early()\t1.0..1.2\n  noon()\t1.1..1.2\n"
    ask = ask_with(TINY + early + later)
    names = ("late' from 'tiny.dawn'", "early' from 'tiny.dusk'", "noon' from 'tiny.dusk'")
    late, early, noon = (ask(f"cannot import name '{each}")[0] for each in names)

    assert late.sentences[0] == "`late` is in `tiny.dawn` from tiny-lib 1.2 on; earlier releases may lack it."
    assert early.sentences[0] == "`early` is in `tiny.dusk` up to tiny-lib 1.2; later releases may lack it."
    assert noon.sentences[0] == "`noon` is in `tiny.dusk` from tiny-lib 1.1 to 1.2; later releases may lack it."
    assert noon.lack == "Only tiny-lib 1.1 to 1.2 are known to have `noon`"
    assert [each.has for each in (late, early, noon)] == [">=1.2", "<=1.2", ">=1.1,<=1.2"]
    assert late.commands == ("python -m pip install 'tiny-lib>=2.0'",)  # 1.2 was yanked
    assert early.commands == ("python -m pip install 'tiny-lib<=1.1'",)
    assert noon.commands == ("python -m pip install 'tiny-lib>=1.1,<=1.1'",)
    assert not any(each.is_exact for each in (late, early, noon))


@pytest.mark.parametrize(
    ("raising", "asked", "commands"),
    [
        ("boat", ">=1.1,<2.0", ("python -m pip install 'tiny-lib<1.2'",)),
        ("boat", ">=2.0", ()),
        ("boat", ">=9", ("python -m pip install 'tiny-lib<1.2'",)),  # nobody knows a release that it asks for
        ("other", ">=2.0", ("python -m pip install 'tiny-lib<1.2'",)),
        ("", ">=2.0", ("python -m pip install 'tiny-lib<1.2'",)),
    ],
)
def test_no_command_installs_what_is_too_old_for_the_package_that_asks(ask, tmp_path, raising, asked, commands):
    (tmp_path / "requires").mkdir(exist_ok=True)
    (tmp_path / "requires" / "boat.tsv").write_text(f"tiny-lib\t0.1..0.9\t{asked}\n")
    (answer,) = ask("cannot import name 'cached_load' from 'tiny'", raising=raising)

    assert answer.commands == commands


@pytest.mark.parametrize(
    ("opened", "is_told"), [("2.1..", True), ("3.1..", False)]
)  # 3.0, right before 3.1, was not read
def test_how_long_a_name_lived_is_not_told_where_what_follows_was_not_read(ask_with, opened, is_told):
    last = {"2.1..": "2.0", "3.1..": "2.1"}[opened]
    ask = ask_with(TINY + f" evening/\n  **\t{opened}\n  star\t1.0..{last}\n")

    assert bool(ask("cannot import name 'star' from 'tiny.evening'")) is is_told


def test_a_yanked_release_is_said_to_be_and_never_installed(ask):
    (answer,) = ask("No module named 'tiny.old_tools'")

    assert (answer.last, answer.kind) == ("1.2", "module")
    assert YANKED in answer.sentences
    assert answer.commands == ("python -m pip install 'tiny-lib<2.0'",)  # which installs 1.1


def test_a_yanked_release_that_no_sentence_names_is_not_told(ask_with):
    ask = ask_with(TINY + " crew/\t1.2..\n  join()\t1.2..2.0\n")
    (answer,) = ask("cannot import name 'join' from 'tiny.crew'")

    assert answer.sentences == ("tiny-lib 2.1 removed `join` from `tiny.crew`; 2.0 still has it.",)


def test_what_the_package_tells_to_use_instead(ask):
    (answer,) = ask(
        "Arguments.__init__() got an unexpected keyword argument 'evaluation'",
        text="from tiny import Arguments\nargs = Arguments(evaluation=1)",
    )

    assert answer.replacement == "eval"
    assert "tiny-lib 2.0 removed `evaluation` from `Arguments`; 1.2 still has it. " in said([answer])[0]
    assert "Use `eval` instead." in answer.sentences


def test_a_name_that_moved(ask):
    (answer,) = ask("cannot import name 'moved_away' from 'tiny'")

    assert answer.replacement == "tiny.tools.moved_away"
    assert "In the newest release, write `from tiny.tools import moved_away`." in answer.sentences


def test_another_thing_of_the_same_name_is_no_home(ask):
    (value,) = ask("cannot import name 'log' from 'tiny'")  # tiny.other_tools.log is a function
    (function,) = ask("cannot import name 'play' from 'tiny'")  # tiny.tools.play takes other arguments
    (module,) = ask("No module named 'tiny.old_tools'")  # tiny.new.old_tools holds other names

    assert value.sentences == ("tiny-lib 1.2 removed `log` from `tiny`; 1.1 still has it.", YANKED)
    assert (value.replacement, function.replacement, module.replacement) == (None, None, None)


def test_a_module_that_moved_with_what_it_holds(ask):
    (answer,) = ask("No module named 'tiny.shapes'")

    assert answer.replacement == "tiny.new.shapes"


def test_a_name_of_no_release(ask):
    (answer,) = ask("cannot import name 'nothing' from 'tiny'")

    assert (answer.has, answer.spans, answer.commands) == (None, (), ())
    assert "has no `nothing` in any release of tiny-lib from 1.0 to 3.1" in answer.sentences[0]


def test_an_argument_that_a_call_hands_on_is_not_misspelt(ask):
    message = "Trainer.__init__() got an unexpected keyword argument 'dtype'"
    imports = "from tiny import Trainer"

    assert "misspelt" in said(ask(message, text=imports, statements=("Trainer(model, dtype=half)",)))[0]
    assert ask(message, text=imports, statements=("cls(model, *args, **options)",)) == ()


def test_releases_that_were_not_read_may_have_had_it(ask_with):
    ask = ask_with(TINY.replace("# release 1.0\n", "# release 0.9 unread\n# release 1.0\n"))

    assert ask("cannot import name 'nothing' from 'tiny'") == ()
    assert ask("cannot import name 'solid' from 'tiny'") == ()
    assert ask("cannot import name 'cached_load' from 'tiny'")


@pytest.mark.parametrize("name", ["_private", "test_things"])
def test_names_that_a_history_leaves_out_are_in_no_release_and_that_says_nothing(ask, name):
    assert ask(f"cannot import name '{name}' from 'tiny'") == ()


def test_an_installed_version_that_has_the_name_is_not_to_be_changed(ask):
    (answer,) = ask("module 'tiny' has no attribute 'cached_load'", text="tiny-lib==1.0")

    assert answer.commands == ('python -c "import tiny; print(tiny.__file__)"',)
    assert "tiny-lib 1.0, which your paste shows, has `cached_load`" in answer.sentences[0]


@pytest.mark.parametrize("folder", ["/usr/local/lib/python3.12/dist-packages", "C:\\\\venv\\\\Lib\\\\site-packages"])
def test_a_process_that_began_before_an_upgrade_is_restarted(ask, folder):
    (answer,) = ask(f"cannot import name 'cached_load' from 'tiny' ({folder}/tiny/__init__.py)", text="tiny-lib==1.0")

    assert "restart it, in a notebook the kernel" in answer.sentences[0]
    assert answer.commands == ("python -m pip install --force-reinstall --no-deps 'tiny-lib==1.0'",)


def test_a_module_that_is_not_the_packages(ask):
    (answer,) = ask("cannot import name 'cached_load' from 'tiny' (/home/u/job/tiny/__init__.py)")

    assert "Python loaded `tiny` from /home/u/job/tiny/__init__.py" in answer.sentences[0]
    assert not any("pip" in command for command in answer.commands)


def test_a_name_of_every_release(ask):
    (answer,) = ask("cannot import name 'solid' from 'tiny'")

    assert "another version will not help" in answer.sentences[0]
    assert not any("pip" in command for command in answer.commands)


def test_an_import_without_its_module_is_read_from_the_statement(ask):
    (answer,) = ask("cannot import name 'cached_load'", statements=("from tiny import other, cached_load",))

    assert answer.name == "tiny.cached_load"
    assert ask("cannot import name 'cached_load'") == ()
    assert ask("cannot import name 'cached_load'", statements=("from .utils import cached_load",)) == ()


def test_a_constructor_is_that_of_the_class_which_the_statement_calls(ask):
    message = "__init__() got an unexpected keyword argument 'evaluation'"

    (answer,) = ask(message, statements=("args = Arguments(evaluation=1)",))

    assert (answer.name, answer.is_guess) == ("tiny.Arguments.__init__(evaluation)", True)
    assert answer.sentences[0] == "If `Arguments` is the one of tiny-lib:"
    assert ask(message, statements=("super().__init__(evaluation=1)",)) == ()
    assert ask(message) == ()


def test_an_argument_that_older_releases_do_not_ask_for(ask):
    (answer,) = ask(
        "make_loader() missing 1 required positional argument: 'seed'", text="from tiny.trainer import make_loader"
    )

    assert (answer.name, answer.kind) == ("tiny.trainer.make_loader(seed)", "argument")
    assert (answer.first_with, answer.has, answer.is_exact) == ("2.0", ">=2.0", True)
    assert "`seed` came to `make_loader()` in tiny-lib 2.0; 1.2 does not have it yet." in answer.sentences
    assert answer.sentences[-1].startswith("Code for older releases does not give `seed`: give it, or install")
    assert answer.commands == ("python -m pip install 'tiny-lib==1.1'",) or answer.commands == (
        "python -m pip install 'tiny-lib<2.0'",
    )


def test_an_argument_of_a_constructor_in_an_old_python(ask):
    message = "__init__() missing 1 required positional argument: 'tokenizer'"

    (answer,) = ask(message, statements=("t = Trainer()",), text="from other import Trainer")

    assert (answer.package, answer.commands) == ("other", ("python -m pip install 'other<0.2'",))
    assert ask(message, statements=("super().__init__()",)) == ()


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("make_loader() missing 1 required positional argument: 'seed'", "tiny-lib==1.1"),  # it does not ask for it
        ("Trainer.__init__() missing 1 required positional argument: 'model'", "from tiny import Trainer"),  # all do
        ("make_loader() missing 1 required positional argument: 'seed'", "class make_loader:"),
        ("make_loader() missing 1 required positional argument: 'nothing'", ""),
    ],
)
def test_an_argument_that_is_not_new_is_the_callers_own_matter(ask, message, text):
    assert ask(message, text=text) == ()


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("x = tiny.cached_load(1)", "import tiny"),
        ("x = t.cached_load(1)", "import os, tiny as t\nimport tiny as t"),
    ],
)
def test_a_module_that_the_message_does_not_name_is_read_from_the_statement(ask, statement, text):
    message = "'module' object has no attribute 'cached_load'"

    (answer,) = ask(message, statements=(statement,), text=text)

    assert answer.name == "tiny.cached_load"
    assert ask(message, statements=("x = t.cached_load(1)",)) == ()
    assert ask(message, statements=("a.cached_load(b.cached_load)",), text=text) == ()
    assert ask(message) == ()


def test_a_function_of_c_that_does_not_say_its_name(ask):
    message = "'seed' is an invalid keyword argument for this function"

    (answer,) = ask(message, statements=("x = make_loader(seed=1)",), text="from tiny.trainer import make_loader")

    assert answer.name == "tiny.trainer.make_loader(seed)"
    assert ask(message, statements=("x = make_loader(f(1), seed=1)",)) == ()


def test_pythons_own_functions_are_no_packages(ask_with):
    ask = ask_with(OTHER + " open()\n  ( mode\t0.2..\n")

    assert ask("open() got an unexpected keyword argument 'mode'", packages=("other",)) == ()
    text = "from other import open"
    assert ask("open() got an unexpected keyword argument 'mode'", text=text)


def test_two_packages_with_such_a_class_are_both_told(ask):
    answers = ask("Trainer.__init__() got an unexpected keyword argument 'tokenizer'")

    assert {answer.package for answer in answers} == {"tiny-lib", "other"}
    assert all(answer.is_guess for answer in answers)


def test_an_import_decides_between_two_packages(ask):
    (answer,) = ask(
        "Trainer.__init__() got an unexpected keyword argument 'tokenizer'", text="from other import Trainer"
    )

    assert (answer.package, answer.is_guess, answer.first_with) == ("other", False, "0.2")


def test_the_frame_decides_between_two_packages(ask):
    message = "Trainer.__init__() got an unexpected keyword argument 'tokenizer'"

    (near,) = ask(message, packages=("torch", "tiny"))
    (handing,) = ask(message, packages=("tiny",), raising="tiny", statements=("return Trainer(**settings)",))

    assert (near.package, near.is_guess) == ("tiny-lib", True)
    assert (handing.package, handing.is_guess) == ("tiny-lib", False)


@pytest.mark.parametrize("statement", ["super().__init__(**kwargs)", "super().__init__(tokenizer=x)", "Trainer(a=1)"])
def test_a_package_knows_its_own_classes_so_another_one_is_meant(ask, statement):
    message = "Trainer.__init__() got an unexpected keyword argument 'tokenizer'"

    (answer,) = ask(message, packages=("tiny",), raising="tiny", statements=(statement,))

    assert (answer.package, answer.is_guess) == ("other", True)


def test_a_class_of_the_readers_own_is_no_packages(ask):
    assert ask("'Trainer' object has no attribute 'backend'", text="class Trainer:\n  def __init__") == ()
    assert ask("'Trainer' object has no attribute 'backend'", text="from mine import Trainer") == ()


@pytest.mark.parametrize(
    "message",
    [
        "Open.__init__() got an unexpected keyword argument 'k'",  # it takes any
        "Arguments.__init__() got an unexpected keyword argument 'nothing'",
        "make_loader() got an unexpected keyword argument 'nothing'",
        "train() got an unexpected keyword argument 'x'",  # a method, and nobody knows of which class
        "'Pilot' object has no attribute 'swim'",  # no paste says that it is the package's
        "'Nobody' object has no attribute 'x'",
        "cannot import name 'x' from 'nothing'",
        "No module named 'nothing.x'",
        "boom",
    ],
)
def test_where_nothing_is_known_nothing_is_said(ask, message):
    assert ask(message) == ()


def test_a_class_that_only_one_package_has_and_the_paste_names(ask):
    (answer,) = ask("'Pilot' object has no attribute 'swim'", packages=("other",))

    assert answer.is_guess
    assert "`Pilot` has no `swim` in any release of other from 0.1 to 0.2" in said([answer])[0]


def test_a_class_that_only_one_package_has_where_another_of_its_classes_has_the_name(ask):
    (answer,) = ask("'Pilot' object has no attribute 'steer'")

    assert (answer.package, answer.is_guess) == ("other", True)


def test_a_version_that_cannot_have_printed_it(ask):
    assert ask("'Pilot' object has no attribute 'fly'", text="other==0.1") == ()  # it has the name


def test_no_history_no_answer(tmp_path):
    assert answer_message("cannot import name 'x' from 'tiny'", Clues(), tmp_path) == ()


def test_a_class_made_of_pythons_own_is_known_whole(ask_with):
    ask = ask_with(OTHER.replace(" Pilot:\n", " Pilot:\n  <dict\n"))

    (answer,) = ask("'Pilot' object has no attribute 'swim'", packages=("other",))

    assert "has no `swim` in any release" in said([answer])[0]


def test_a_class_made_of_another_packages_may_have_any_name(ask_with):
    ask = ask_with(OTHER.replace(" Pilot:\n", " Pilot:\n  <torch.nn.Module\n"))

    assert ask("'Pilot' object has no attribute 'swim'", packages=("other",)) == ()


def test_a_class_at_the_top_is_meant_before_another_of_its_name_further_down(ask_with):
    ask = ask_with(OTHER + " parts/\n  Pilot:\n   sit()\n")
    (answer,) = ask("'Pilot' object has no attribute 'fly'")

    assert (answer.name, answer.last) == ("other.Pilot.fly", "0.1")


def test_two_classes_of_one_name_below_the_top_are_not_told_apart(ask_with):
    text = OTHER.replace("other/\n", "other/\n left/\n").replace(" Pilot:\n  fly()", "  Pilot:\n   fly()")
    ask = ask_with(text + " parts/\n  Pilot:\n   sit()\n")

    assert ask("'Pilot' object has no attribute 'fly'") == ()


def test_a_name_that_went_unseen_for_a_while_is_said_to_have_been_there_before(ask_with):
    (answer,) = ask_with(TINY + " dawn/\n  **\t1.1..1.1\n  late()\t1.0..1.0,1.2..\n")(
        "cannot import name 'late' from 'tiny.dawn'"
    )

    assert answer.sentences[0] == (
        "`late` is in `tiny.dawn` from tiny-lib 1.2 on, and was in earlier releases; of those between it is not known."
    )


def test_a_name_that_may_have_been_there_unseen_is_not_said_to_have_come(ask_with):
    hidden = " rush>._fast.\t0.2..\n _fast/\n  **\t0.1..0.1\n  rush()\t0.2..\n"
    ask = ask_with(OTHER + hidden)

    (answer,) = ask("cannot import name 'rush' from 'other'")

    assert answer.sentences == ("`rush` is in `other` from other 0.2 on; earlier releases may lack it.",)


def test_a_name_that_is_no_module_any_more_cannot_be_imported_as_one(ask_with):
    ask = ask_with(OTHER + " worker\t0.2..\n worker/\t0.1..0.1\n")

    (answer,) = ask("No module named 'other.worker'")

    assert (answer.last, answer.first_without) == ("0.1", "0.2")
    assert ask("cannot import name 'worker' from 'other'")[0].last is None


@pytest.mark.parametrize(("inner", "home"), [("sail()", "other.deep.boats"), ("swim()", None)])
def test_a_module_is_another_where_both_have_no_name_in_common(ask_with, inner, home):
    tree = f" boats/\t0.1..0.1\n  sail()\n deep/\t0.2..\n  boats/\n   {inner}\n"
    ask = ask_with(OTHER + tree)

    (answer,) = ask("No module named 'other.boats'")

    assert (answer.last, answer.replacement) == ("0.1", home)


PRIVATE = " _inside/\n  _start_up(task)\n   given=\t0.2..\n"


@pytest.mark.parametrize(
    ("clues", "count"),
    [
        ({"packages": ("other",)}, 1),
        ({"text": 'File "/x/other_runner.py", line 9, in main\n    _start_up(task)'}, 1),
        ({"text": "_start_up(task)"}, 0),  # anybody may call one of his own so
    ],
)
def test_a_private_function_is_one_of_a_package_that_the_paste_names(ask_with, clues, count):
    ask = ask_with(OTHER + PRIVATE)

    answers = ask("_start_up() missing 1 required positional argument: 'given'", **clues)

    assert [answer.first_with for answer in answers] == ["0.2"] * count
    assert all(answer.is_guess for answer in answers)


def test_a_function_is_found_with_arguments_and_without(ask_with):
    ask = ask_with(OTHER + " start_up()\t0.1..0.1\n start_up(k)\t0.2..\n run_down()\n")

    (answer,) = ask("start_up() got an unexpected keyword argument 'k'")

    assert (answer.name, answer.first_with) == ("other.start_up(k)", "0.2")


HIVE = "# tracefix history 5\n# package hive\n# imports hive\n"
FOUR = "# release 1.0\n# release 2.0\n# release 3.0\n# release 4.0\nhive/\n"


def test_a_name_whose_module_went_with_it(ask_with):
    text = FOUR + " comb/\t1.0..3.0\n  wax()\t2.0..3.0\n"

    (answer,) = ask_with(HIVE + text)("cannot import name 'wax' from 'hive.comb'")

    assert (answer.has, answer.commands) == (">=2.0,<=3.0", ("python -m pip install 'hive>=2.0,<=3.0'",))
    assert said([answer]) == ["`wax` is in `hive.comb` from hive 2.0 to 3.0; later releases have no `hive.comb`."]


def test_a_name_that_was_away_where_its_module_was_away_too(ask_with):
    text = FOUR + " comb/\t1.0..2.0,4.0..\n  wax()\t2.0..2.0,4.0..\n"

    (answer,) = ask_with(HIVE + text)("cannot import name 'wax' from 'hive.comb'")

    assert said([answer]) == ["`wax` came and went in `hive.comb`: only hive >=2.0,<3.0 or >=4.0 has it."]


def test_releases_before_the_oldest_that_was_read_may_have_a_name_too(ask_with):
    text = f"# release 0.9 unread\n{FOUR} hum()\t1.0..1.0,3.0..3.0\n"

    (answer,) = ask_with(HIVE + text)("cannot import name 'hum' from 'hive'")

    assert said([answer]) == ["`hum` came and went in `hive`: only hive <2.0 or >=3.0,<4.0 has it."]


TWO_SHAPES = """\
# release 1.0
# release 2.0
# release 3.0
# release 4.0
# release 5.0
hive/
 draw>.new.	4.0..
 new/
  draw()	4.0..
   size=	4.0..4.0
 old/
  draw(shape)
   size=	1.0..4.0
"""


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("from hive import draw", "draw(size=3)"),
        ("import hive", "x = hive.draw(size=3)"),
        ("import hive as h", "x = h.draw(size=3)"),
    ],
)
def test_a_callable_is_the_one_that_the_readers_code_names(ask_with, text, statement):
    message = "draw() got an unexpected keyword argument 'size'"

    (answer,) = ask_with(HIVE + TWO_SHAPES)(message, text=text, statements=(statement,))

    assert (answer.name, answer.last, answer.first_without) == ("hive.draw(size)", "4.0", "5.0")
    assert not answer.is_guess


def test_an_argument_that_was_taken_as_long_as_any_was(ask):
    message = "TypeError: Picky.__init__() got an unexpected keyword argument 'width'"
    (answer,) = ask(message, text="import tiny.trainer as t\npicky = t.Picky(\n")

    assert answer.sentences == (
        "`Picky` took any argument up to tiny-lib 1.2; 2.0 refuses `width`. Remove it, or install that release.",
        YANKED,
    )
    assert answer.kind == "argument"
    assert (answer.has, answer.last, answer.first_without) == ("<2.0", "1.2", "2.0")
    assert answer.commands == ("python -m pip install 'tiny-lib<2.0'",)
    assert answer.is_sure
    assert ask(message, text="import tiny.trainer as t\ntiny-lib==1.1\npicky = t.Picky(\n") == ()


OLD = "TypeError: __init__() got an unexpected keyword argument 'tokenizer'"
WRAPPER = "return fn(self, *args, **kwargs)"


def test_a_wrapper_that_hands_arguments_on_is_passed_over(ask):
    clues = {"text": "import tiny.trainer as t", "raising": "tiny", "packages": ("tiny",)}
    (answer,) = ask(OLD, statements=(WRAPPER, "t.Trainer(model, tokenizer=words)"), **clues)

    assert answer.sentences[0] == "tiny-lib 1.2 removed `tokenizer` from `Trainer`; 1.1 still has it."
    (taken,) = ask(OLD.replace("tokenizer", "width"), statements=(WRAPPER, "t.Picky(width=1)"), **clues)
    assert taken.sentences[0].startswith("`Picky` took any argument up to tiny-lib 1.2")
    assert ask(OLD, statements=(WRAPPER, "t.make(model, tokenizer=words)"), **clues) == ()
    assert ask(OLD, statements=("return Other(**kwargs)", "t.Trainer(model)"), **clues) == ()


@pytest.mark.parametrize("before", ["", "-> 2097     "])
def test_without_frames_the_quoted_import_says_the_module(ask, before):
    text = f"{before}from tiny import cached_load\n\nImportError: cannot import name 'cached_load'"
    (answer,) = ask("cannot import name 'cached_load'", text=text)

    assert answer.name == "tiny.cached_load"
    assert ask("cannot import name 'cached_load'", text=f"from big import cached_load\n{text}") == ()
    assert ask("cannot import name 'cached_load'", text=text, statements=("import tiny.tools",)) == ()
