"""A card is loaded whole, or refused with path, line and what to do."""

import datetime
import re

import pytest
from django.conf import settings

from tests.tracefix.projects.tools import HEADER, write_card
from tracefix.articles.card_parts import Part
from tracefix.articles.conditions import Facts
from tracefix.articles.model import ArticleError
from tracefix.projects.loading import load_all, load_card, load_sound, problems_between
from tracefix.projects.model import System, Words


def problems_of(load, *args):
    with pytest.raises(ArticleError) as caught:
        load(*args)
    return [(problem.line, problem.message) for problem in caught.value.problems]


def only_problem(folder):
    ((line, message),) = problems_of(load_card, folder)
    return line, message


def test_a_folder_becomes_a_card(tmp_path):
    card = load_card(write_card(tmp_path))

    assert (card.id, card.project, card.issues) == ("cellar", "Cellar", "https://github.com/house/cellar/issues")
    assert (card.names.modules, card.read) == (("cellar",), datetime.date(2026, 1, 31))
    assert card.of(Part.STEPS) == ()


def test_a_fact_has_its_words_in_both_languages_its_commands_and_its_address(tmp_path):
    (fact,) = load_card(
        write_card(
            tmp_path,
            """\
            install:
              - do: Install it.
                if: you have a key
                commands: [one, two]
                system: [Linux, macOS]
                brings: [cellar]
                when: ["{module} is cellar"]
                source: docs/install.md:7
                zh: {do: 安装它。, if: 有钥匙}
            """,
        )
    ).of(Part.INSTALL)

    assert fact.words == Words("Install it.", "you have a key")
    assert fact.translations == {"zh-hans": Words("安装它。", "有钥匙")}
    assert (fact.commands, fact.systems, fact.brings) == (("one", "two"), (System.LINUX, System.MACOS), ("cellar",))
    assert fact.source == f"https://github.com/house/cellar/blob/{'0123456789' * 4}/docs/install.md#L7"
    assert [condition.holds(Facts({"module": "cellar"})) for condition in fact.conditions] == [True]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("{command: a}", "install: the key 'source' is missing"),
        ("{command: a, source: somewhere}", "install: source: 'somewhere' is no place"),
        ("{command: a, source: 'a.py:x'}", "install: source: 'a.py:x' is no place"),
        ("{command: a, source: 'a.py:0'}", "install: source: 'a.py:0' is no place"),
        ("{command: a, comand: b, source: issues/1}", "install: unknown key 'comand': did you mean 'command'?"),
        ("{command: a, commands: [b], source: issues/1}", "install: has both `command` and `commands`"),
        ("{command: 1, source: issues/1}", "install: command: must be a list, not 1"),
        ("{if: you can, source: issues/1, zh: {if: 可以}}", "install: says nothing"),
        ("{do: Do it., source: issues/1}", "install: has no `zh: {do: …}`"),
        ("{do: Do it., source: issues/1, zh: {if: 好}}", "install: zh: unknown key 'if'"),
        ("{command: a, source: issues/1, system: Solaris}", "install: unknown system 'Solaris': choose from Windows"),
        ("{command: a, source: issues/1, system: linux}", "install: unknown system 'linux': did you mean 'Linux'?"),
        ("{command: a, source: issues/1, when: maybe}", "install: when: 'maybe' is no condition"),
        ("{command: a, source: issues/1, makes: ['*.bin']}", "install: unknown key 'makes'"),
    ],
)
def test_a_fact_that_cannot_be_used_says_its_line_and_what_to_do(tmp_path, fact, message):
    line, said = only_problem(write_card(tmp_path, f"install:\n  - {fact}\n"))

    assert line == HEADER.count("\n") + 2
    assert said.startswith(message)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("{package: torch, needs: new, source: issues/1}", "needs: 'new' is no PEP 440 specifier"),
        ("{with: a driver, needs: new, release: old, source: issues/1}", "release: 'old' is no PEP 440 specifier"),
        ("{needs: '>=2', source: issues/1}", "give either `package`"),
        ("{package: a, with: b, needs: '>=2', source: issues/1}", "give either `package`"),
    ],
)
def test_a_partner_is_a_distribution_with_its_releases_or_words(tmp_path, fact, message):
    assert only_problem(write_card(tmp_path, f"partners: [{fact}]\n"))[1].startswith(f"partners: {message}")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("read: 2026-01-31", "read: today", 4, "read: must be a date like 2026-01-31"),
        ("read: 2026-01-31", "raed: 2026-01-31", 4, "unknown key 'raed': did you mean 'read'?"),
        ("project: Cellar", "project: Cellar\nproject: Attic", 2, "the key 'project' stands in line 1, too"),
        ("0123456789\n", "\n", 3, "commit: "),
        ("modules: [cellar]", "modules: [cellar.wine]", 5, "names: modules: 'cellar.wine' is no top-level name"),
        ("modules: [cellar]", "ports: [99999]", 5, "names: ports: 99999 is no port"),
        ("modules: [cellar]", "module: [cellar]", 5, "names: unknown key 'module': did you mean 'modules'?"),
        ("house/cellar", "house/cellar/", 2, "repository: "),
        ("https://github.com", "ftp://github.com", 2, "repository: "),
        ("house/cellar", "house/cellar/tree/main", 2, "repository: "),
        ("house/cellar", "house", 2, "repository: "),
    ],
)
def test_a_head_that_cannot_be_used_says_its_line_and_what_to_do(tmp_path, old, new, line, message):
    found = problems_of(load_card, write_card(tmp_path, header=HEADER.replace(old, new)))

    assert any(where == line and said.startswith(message) for where, said in found), found


def test_a_card_whose_sources_have_tags_or_addresses_needs_no_commit(tmp_path):
    header = re.sub("commit: .*\n", "", HEADER)
    facts = "install:\n  - {command: pip install cellar, brings: [cellar], source: SOURCE}\n"

    for source in ("README.md:3@v2", "issues/1", "https://example.org/docs"):
        assert load_card(write_card(tmp_path, facts.replace("SOURCE", source), header=header)).facts
    folder = write_card(tmp_path, facts.replace("SOURCE", "README.md:3"), header=header)
    assert "give its tag behind @, or `commit`" in only_problem(folder)[1]


def test_yaml_that_grows_is_refused(tmp_path):
    bomb = "aliases: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n" for before, name in zip("abcdef", "bcdefg", strict=True)
    )

    assert "aliases (`*name`) are written out" in only_problem(write_card(tmp_path, bomb))[1]


@pytest.mark.parametrize(
    ("old", "new", "line", "claimed"),
    [
        ("modules: [winery]", "modules: [winery]", 0, ""),
        ("modules: [winery]", "modules: [cellar]", 5, "module 'cellar'"),
        ("modules: [winery]", "programs: ['cellar_*']", 5, "program 'cellar_*'"),
        ("modules: [winery]", "paths: ['casks/*']", 5, "path 'casks/*'"),
        ("project: Winery", "project: CELLAR", 1, "project 'cellar'"),
        ("house/winery", "house/cellar", 2, "repository 'https://github.com/house/cellar'"),
    ],
)
def test_what_two_cards_claim_is_told_on_both(tmp_path, old, new, line, claimed):
    mine = HEADER.replace("modules: [cellar]", "modules: [cellar]\n  programs: ['cellar_*']\n  paths: ['casks/*']")
    yours = HEADER.replace("Cellar", "Winery").replace("house/cellar", "house/winery")
    yours = yours.replace("modules: [cellar]", "modules: [winery]").replace(old, new)
    write_card(tmp_path, header=mine)
    write_card(tmp_path, header=yours, name="winery")

    found = load_sound(tmp_path)[0]
    assert [(problem.path.parent.name, problem.line, problem.message) for problem in problems_between(found)] == [
        (one, line, f"the {claimed} is {other!r}'s, too: leave it to the project that it belongs to")
        for one, other in (("winery", "cellar"), ("cellar", "winery"))
        if claimed
    ]


def test_a_broken_card_does_not_stop_the_others(tmp_path):
    write_card(tmp_path)
    write_card(tmp_path, header="project: 1\n", name="attic")

    cards, problems = load_sound(tmp_path)

    assert [card.id for card in cards] == ["cellar"]
    assert {problem.path.parent.name for problem in problems} == {"attic"}


def test_a_folder_without_cards_has_none(tmp_path):
    assert load_all(tmp_path / "missing") == ()


def test_every_card_of_the_library_can_be_read():
    assert load_all(settings.PROJECTS_DIR)
