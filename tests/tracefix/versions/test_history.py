"""Names looked up in a small history that is written here."""

import pytest

from tests.tracefix.versions.histories import TINY
from tracefix.versions.browsing import find_names, group_lives, timeline
from tracefix.versions.history import History, find_history, packages, packages_of
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history
from tracefix.versions.model import Boundaries, Span

TEXT = """\
# tracefix history 5
# package tiny-lib
# imports tiny tinytools
# release 1.0
# release 1.1 yanked
# release 1.2 unread
# release 1.3
# release 2.0
tiny/
 Config>.config.
 Old>	1.0..1.1
 Old>.config.	2.0..
 config/
  Base:
   <torch.nn.Module	2.0..
   __init__(depth)+
   save()	1.0..1.1,2.0..
  Config:
   <.config.Base
   __init__()+
    fresh=	2.0..
    stale=	1.0..1.3	fresh
   fresh	2.0..
   run(speed)
    **	2.0..
  Old:
   leap()
 sub/	1.3..
tinytools/
 helper()
"""


@pytest.fixture
def history():
    return History(parse_history(TEXT))


def spans(life):
    return [(span.first, span.last) for span in life.spans]


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("tiny", "module", [("1.0", None)]),
        ("tiny.Config", "class", [("1.0", None)]),
        ("tiny.config.Config", "class", [("1.0", None)]),
        ("tiny.Config.save", "method", [("1.0", "1.1"), ("2.0", None)]),
        ("tiny.Config.__init__(stale)", "argument", [("1.0", "1.3")]),
        ("tiny.Config.__init__(fresh)", "argument", [("2.0", None)]),
        ("tiny.Config.__init__(depth)", "argument", [("1.0", None)]),
        ("tiny.Old", "class", [("1.0", "1.1"), ("2.0", None)]),
        ("tiny.Old.leap", "method", [("2.0", None)]),
        ("tiny.sub", "module", [("1.3", None)]),
        ("tinytools.helper", "function", [("1.0", None)]),
    ],
)
def test_a_name_has_a_life(history, name, kind, expected):
    life = history.life(name)

    assert (life.package, life.name, life.kind, spans(life)) == ("tiny-lib", name, kind, expected)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "tiny.",
        "other",
        "tiny.config.Config.jump",
        "tiny.Config(stale)",
        "tiny.Cоnfig",
        "tiny.sub.x",
        "t" * 9999,
    ],
)
def test_no_release_has_it(history, name):
    assert history.life(name) is None


def test_what_was_not_read_is_known(history):
    assert history.read_since is None
    assert History(parse_history(TEXT.replace("release 1.0", "release 0.9 unread\n# release 1.0"))).read_since == "1.0"


def test_a_deprecation_says_what_to_use_instead(history):
    assert history.life("tiny.Config.__init__(stale)").replacement == "fresh"
    assert history.life("tiny.Config.__init__(fresh)").replacement is None


def test_a_tail_finds_every_home_of_a_name(history):
    assert [life.name for life in history.ending_with("Config.save")] == ["tiny.Config.save", "tiny.config.Config.save"]
    assert [life.name for life in history.ending_with("Config.__init__(stale)")] == [
        "tiny.Config.__init__(stale)",
        "tiny.config.Config.__init__(stale)",
    ]
    assert [life.name for life in history.ending_with("helper")] == ["tinytools.helper"]
    assert history.ending_with("elper") == ()


def test_the_edges_of_a_life(history):
    assert history.neighbours(history.life("tiny.Config.__init__(stale)")) == (
        Boundaries(Span("1.0", "1.3"), None, "2.0", True, True),
    )
    assert history.neighbours(history.life("tiny.Config.save")) == (
        Boundaries(Span("1.0", "1.1"), None, "1.3", True, False),  # 1.2 was not read
        Boundaries(Span("2.0", None), "1.3", None, True, True),
    )


@pytest.mark.parametrize(
    ("name", "version", "answer"),
    [
        ("tiny.Config.save", "1.1", True),
        ("tiny.Config.save", "1.2", None),
        ("tiny.Config.save", "1.3", False),
        ("tiny.Config.save", "2.0+cu121", True),
        ("tiny.Config.run", "1.2", True),
        ("tiny.Config.save", "7.0", None),
        ("tiny.Config.save", "main", None),
    ],
)
def test_whether_a_release_has_it(history, name, version, answer):
    assert history.has(history.life(name), version) is answer


def test_what_a_class_holds_is_inherited(history):
    assert [life.name.rpartition(".")[2] for life in history.members("tiny.Config")] == [
        "__init__",
        "fresh",
        "run",
        "save",
    ]
    assert [life.name.rpartition("__")[2] for life in history.members("tiny.Config.__init__")] == [
        "(depth)",
        "(fresh)",
        "(stale)",
    ]


def test_where_nothing_can_be_said_to_be_missing(history):
    assert history.accepts_anything("tiny.Config.run") == (Span("2.0", None),)
    assert history.accepts_anything("tiny.Config.__init__") == ()
    assert history.accepts_anything("tiny.Config") == (Span("2.0", None),)  # its base is of another package
    assert history.accepts_anything("tiny.Old") == (Span("1.0", "1.1"),)


def test_a_history_is_drawn_as_it_was_read():
    assert format_history(parse_history(TEXT)) == TEXT


def test_a_package_is_found_however_its_name_is_written(tmp_path):
    (tmp_path / "tiny-lib.tsv").write_text(TEXT)

    assert find_history("Tiny_Lib", tmp_path).package == "tiny-lib"
    assert packages(tmp_path) == ("tiny-lib",)
    assert packages_of("tiny.config", tmp_path) == ("tiny-lib",)
    assert packages_of("tinyconfig", tmp_path) == ()


@pytest.mark.parametrize(
    "name", ["nothing", "../tiny-lib", "tiny-lib.tsv", "", "a" * 300, "tiny-lib\n", "tiny\u2010lib"]
)
def test_any_other_name_finds_none(tmp_path, name):
    (tmp_path / "tiny-lib.tsv").write_text(TEXT)

    assert find_history(name, tmp_path) is None


@pytest.mark.parametrize(
    ("name", "starts", "ends"),
    [
        ("pkg.Plain.run(late)", True, True),
        ("pkg.Open.run(late)", False, True),  # before, it took anything
        ("pkg.Base.jump", False, True),  # before, it built on another package
        ("pkg.plain", True, False),
        ("pkg.after_a_gap", False, True),
        ("pkg.compiled", False, False),  # a stub tells of it
        ("pkg.Lent.__init__(depth)", True, False),  # afterwards, the constructor is one that nobody read
    ],
)
def test_an_edge_is_exact_where_nothing_unread_could_have_had_the_name(name, starts, ends):
    text = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0
# release 3.0
# release 4.0 unread
# release 5.0
pkg/
 Base:
  <torch.nn.Module	1.0..1.0
  jump()	2.0..
 Lent:
  <torch.nn.Module	3.0..
  __init__(depth)	1.0..2.0
 Open:
  run()
   **	1.0..1.0
   late=	2.0..
 Plain:
  run()
   late=	2.0..
 _C/
  compiled()	2.0..2.0
 after_a_gap()	5.0..
 compiled>._C.	2.0..2.0
 plain()	2.0..3.0
"""
    history = History(parse_history(text))
    (around,) = history.neighbours(history.life(name))

    assert (around.starts_exactly, around.ends_exactly) == (starts, ends)


STUBBED = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0
# release 3.0
pkg/
 **
 _fast/
  **	1.0..1.0
  inner/	2.0..
  rush()	2.0..
 grown/
  **	1.0..1.0
  inner/	2.0..
  known()
 later/	2.0..
 rush>._fast.	2.0..
 shown>	2.0..
"""


@pytest.mark.parametrize(
    ("name", "unsure"),
    [
        ("pkg.rush", {"1.0"}),  # a compiled module whose stub came later
        ("pkg.shown", set()),  # beside names of the same kind, it was not seen
        ("pkg._fast.inner", {"1.0"}),
        ("pkg.later", set()),  # a file is there or not
        ("pkg.grown.inner", set()),
    ],
)
def test_a_release_may_have_a_name_that_nobody_can_see_there(name, unsure):
    history = History(parse_history(STUBBED))
    life = history.life(name)

    assert history.unsure(life) == unsure
    assert history.neighbours(life)[0].starts_exactly is not bool(unsure)
    assert [stretch.has for stretch in timeline(history, life)] == [None if unsure else False, True]


@pytest.mark.parametrize(
    ("releases", "told"),
    [
        (("1.0", "1.1 unread", "1.2"), [None, None, None, True]),
        (("1.0", "1.1 unread"), [None, None, True]),  # the next one has it
        (("1.0 unread", "1.1"), [None, None, True]),
    ],
)
def test_a_release_that_was_not_read_is_not_denied_a_name_that_its_neighbours_may_have(releases, told):
    read = [each for each in releases if "unread" not in each]
    head = "".join(f"# release {each}\n" for each in (*releases, "2.0"))
    names = f"pkg/\n _fast/\n  **\t{read[0]}..{read[-1]}\n  rush()\t2.0..\n rush>._fast.\t2.0..\n"
    history = History(parse_history(f"# tracefix history 5\n# package pkg\n# imports pkg\n{head}{names}"))
    stretches = timeline(history, history.life("pkg.rush"))

    assert [stretch.has for stretch in stretches for _ in range(stretch.count)] == told


CUT = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0
pkg/
 inner/
  *
  came()	2.0..
  went()	1.0..1.0
 open/
  *
  **
  came()	2.0..
"""


def test_what_is_listed_of_a_module_is_listed_whole_though_other_names_were_left_out():
    history = History(parse_history(CUT))
    unsure = {
        name: history.unsure(history.life(name)) for name in ("pkg.inner.came", "pkg.inner.went", "pkg.open.came")
    }

    assert unsure == {"pkg.inner.came": set(), "pkg.inner.went": set(), "pkg.open.came": {"1.0"}}
    assert history.accepts_anything("pkg.inner")


BUILT_ON_OTHERS = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0
# release 3.0
pkg/
 Foreign:
  <torch.nn.NoSuchClass
  jump()	2.0..2.0
 Given>.Made
 Handed>	2.0..
 Handed:	1.0..1.0
  pull()
 Heir:
  <.Handed
 Late:
  <other.Base	2.0..
  pull()	1.0..1.0
 Headers:
  <typing.Mapping
  get()	1.0..1.0
  keys()	3.0..
 Lent:
  <torch.nn.Module
  ahead	2.0..2.0
  colour	1.0..1.0
  jump()	2.0..2.0
  twice()	1.0..1.0,3.0..
 Loud:
  <str
  shout()	3.0..
  upper()	3.0..
 Made	1.0..1.0
 Made:	2.0..
  <google.protobuf.message.Message
  field	2.0..
 Wide:
  <gymnasium.Wrapper
  jump()	2.0..2.0
 Module:
  <torch.nn.Module
  bend()	1.0..1.0
  zero_grad()	1.0..1.0
 deep/
  **
  shown()	2.0..2.0
 moved>.New	2.0..
 moved>.Old	1.0..1.0
 New:
  **
 Old:
  **
  shown()
 lazy	2.0..
 lazy>.deeper	1.0..1.0
 deeper/
  inner/
 loaded/
  **
  New>.	1.0..1.0
  gone>.	1.0..1.0
  own()	1.0..1.0
 gone()	1.0..2.0
 hub/
  **	2.0..
  deeper>.	1.0..1.0
  inner/	1.0..1.0
  shown()
"""


@pytest.mark.parametrize(
    ("name", "unsure"),
    [
        ("pkg.Lent.jump", set()),  # no release of PyTorch's class has it
        ("pkg.Lent.ahead", {"1.0", "3.0"}),  # but a base sets values
        ("pkg.Foreign.jump", {"1.0"}),  # the class may have inherited it; once it was seen, it is seen to go
        ("pkg.Wide.jump", {"1.0"}),  # its base makes names while it runs
        ("pkg.Lent.twice", set()),  # it went, and came back
        ("pkg.Lent.colour", {"2.0", "3.0"}),  # a base sets values, too
        ("pkg.Headers.get", {"2.0", "3.0"}),  # every mapping has it
        ("pkg.Headers.keys", {"1.0", "2.0"}),
        ("pkg.Loud.upper", {"1.0", "2.0"}),
        ("pkg.Loud.shout", set()),  # no string has it
        ("pkg.Given.field", {"1.0"}),  # a value may have anything
        ("pkg.Module.zero_grad", {"2.0", "3.0"}),  # PyTorch's own
        ("pkg.Module.bend", set()),
        ("pkg.Heir.pull", {"2.0", "3.0"}),  # its base is another package's since
        ("pkg.Late.pull", {"2.0", "3.0"}),
        ("pkg.deep.shown", {"1.0"}),
        ("pkg.moved.shown", {"2.0", "3.0"}),  # of the class that it is since, nothing is kept
        ("pkg.lazy.inner", {"2.0", "3.0"}),  # a module, by an object that imports it
        ("pkg.deeper.inner", set()),
        ("pkg.loaded.New", {"2.0", "3.0"}),  # it is still there, and may be handed on in another way
        ("pkg.loaded.gone", {"2.0"}),
        ("pkg.loaded.own", set()),
        ("pkg.hub.deeper", {"2.0", "3.0"}),  # a module that another one hands on is a name like others
        ("pkg.hub.inner", set()),  # its own is there, or not
    ],
)
def test_what_another_package_or_python_may_have_given_is_not_denied(name, unsure):
    history = History(parse_history(BUILT_ON_OTHERS))

    assert history.unsure(history.life(name)) == unsure


MOVED = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0
pkg/
 Box>.new.	2.0..
 Box>.old.	1.0..1.0
 Jar>.new.	2.0..
 Jar>.old.	1.0..1.0
 Base:
  **
  load()
 new/	2.0..
  Box:
   <.Base
   **
  Jar:
   <.Base
   *
 old/	1.0..1.0
  Box:
   <.Base
   lid()
  Jar:
   <.Base
   lid()
"""


@pytest.mark.parametrize(
    ("name", "unsure"),
    [
        ("pkg.Box.lid", {"2.0"}),  # of the class where it is since, not all is kept
        ("pkg.Jar.lid", set()),  # a base that looks names up had it beside, and what was cut is listed nowhere
    ],
)
def test_a_class_that_moved_to_where_less_of_it_is_kept_may_have_its_names_still(name, unsure):
    history = History(parse_history(MOVED))

    assert history.unsure(history.life(name)) == unsure


def test_a_constructor_made_of_fields_may_take_those_of_a_base_in_another_package(tmp_path):
    head = "# tracefix history 5\n# package {0}\n# imports {0}\n# release 1.0\n# release 2.0\n{0}/\n"
    (tmp_path / "other.tsv").write_text(head.format("other") + " Args:\n  __init__(lr, old)+\n")
    text = (
        " Config:\n  <other.Args\t2.0..\n  __init__(beta)+\n   lr=\t1.0..1.0\n Own:\n  <other.Args\n  __init__(beta)\n"
    )
    history = History(parse_history(head.format("pkg") + text), tmp_path)

    assert history.may_have("pkg.Config.__init__(old)") == {"2.0"}
    assert history.unsure(history.life("pkg.Config.__init__(lr)")) == {"2.0"}  # its own only in 1.0
    assert not history.may_have("pkg.Config.__init__(olt)")  # no release of the base has it
    assert not history.may_have("pkg.Config.__init__(beta)")
    assert not history.may_have("pkg.Own.__init__(old)")  # it has a constructor of its own
    assert not history.may_have("pkg.Config.old")


RUN = """\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
# release 2.0
# release 3.0
pkg/
 Frame:
  size()
  turn(angle)
   where=?	2.0..2.0
 Picture:	1.0..2.0
  <.Frame
 call?	1.0..2.0
 call()	3.0..
 made?	2.0..2.0
 parts/?	1.0..1.0
 plain()	2.0..2.0
"""


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("pkg.made", "attribute", [None, True, None]),
        ("pkg.call", "function", [True]),
        ("pkg.parts", "module", [True, None]),
        ("pkg.Frame.turn(where)", "argument", [None, True, None]),
        ("pkg.Picture.turn(where)", "argument", [None, True, False]),  # without the class, it lacks the method
        ("pkg.plain", "function", [False, True, False]),  # a neighbour that only source shows
    ],
)
def test_of_a_name_that_a_running_release_had_no_release_is_said_to_lack_it(name, kind, told):
    history = History(parse_history(RUN))
    life = history.life(name)

    assert life.kind == kind
    assert [stretch.has for stretch in timeline(history, life)] == told
    assert all(edge.before is None for edge in history.neighbours(life)) is (False not in told[:1])


def test_what_a_running_release_had_in_another_life_of_its_owner_may_be_there():
    handed = RUN.replace(" made?", " Old>.Frame\t3.0..\n made?")
    history = History(parse_history(handed))

    assert history.life("pkg.Old.turn(where)") is None
    assert history.may_have("pkg.Old.turn(where)") == {"3.0"}
    assert history.may_have("pkg.Old.turn(what)") == frozenset()


def test_below_a_name_that_a_running_release_had_anything_may_be():
    history = History(parse_history(RUN))

    assert [span.first for span in history.accepts_anything("pkg.made")] == ["2.0"]
    assert history.accepts_anything("pkg.parts") == (Span("1.0", "1.0"),)
    assert not history.accepts_anything("pkg.plain")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pkg.names.thing", "pkg.others.names.others.nothing", "pkg.names", "pkg.Round.step"])
def test_names_that_lead_round_in_circles_are_looked_up_at_once(name):
    ways = "".join(
        f"  {label}>.{to}.{label}\n" for to in ("names", "others", "names.names") for label in ("names", "others")
    )
    text = f"""\
# tracefix history 5
# package pkg
# imports pkg
# release 1.0
pkg/
 names>.others.
 others>.names.
 Round:
  <.Round
  <.names.Round
 names/
  Round>.
{ways}  thing()
 others/
  thing>.names.
{ways}"""
    history = History(parse_history(text))
    life = history.life(name)

    assert (life is None) == name.endswith(("nothing", "step"))
    assert history.accepts_anything(name) is not None
    assert history.members(name) is not None


def test_a_class_that_became_a_compiled_one_is_not_said_to_have_lost_names():
    moved = " Offset:\t1.0..1.0\n  <torch.nn.Module\n  roll()\n Offset>._libs.\t2.0..\n"
    history = History(parse_history(RUN.replace(" plain()", f"{moved} plain()", 1)))

    assert history.unsure(history.life("pkg.Offset.roll")) == {"2.0", "3.0"}


def test_what_only_leads_round_in_a_circle_may_have_any_name():
    circle = " Round>.parts.\n parts/\n  Round>.\t1.0..2.0\n  Round:\t3.0..\n   roll()\n"
    history = History(parse_history(RUN.replace(" plain()", f"{circle} plain()", 1)))

    assert history.accepts_anything("pkg.Round") == (Span("1.0", "2.0"),)
    assert history.unsure(history.life("pkg.Round.roll")) == {"1.0", "2.0"}


def test_a_name_means_what_the_module_that_made_it_means(tmp_path):
    handed = TINY.replace(" tools/\n", " tools/\n  Trainer>.trainer.\t2.0..\n")
    (tmp_path / "tiny-lib.tsv").write_text(handed)
    history = find_history("tiny-lib", tmp_path)

    assert history.definition("tiny.tools.Trainer.train") == "tiny.trainer.Trainer.train"
    assert history.definition("tiny.Trainer") == history.definition("tiny.trainer.Trainer") == "tiny.trainer.Trainer"
    assert history.definition("tiny.nothing") == "tiny.nothing"
    (of_one,) = group_lives(history, find_names(history, "Trainer"))
    assert [[life.name for life in lives] for lives in of_one] == [
        ["tiny.Trainer", "tiny.trainer.Trainer"],
        ["tiny.tools.Trainer"],
    ]


def test_a_name_of_python_between_underscores_is_denied_nowhere():
    history = History(parse_history(TEXT.replace("tiny/\n", "tiny/\n __version__\t1.0..1.0\n version\t1.0..1.0\n")))

    unsure = [history.unsure(history.life(name)) for name in ("tiny.__version__", "tiny.version")]

    assert unsure == [{"1.1", "1.3", "2.0"}, set()]
