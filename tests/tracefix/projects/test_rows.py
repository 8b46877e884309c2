"""A card as the page of its project shows it: all of its facts, by list, each with what it is about."""

from tests.tracefix.projects.tools import write_card
from tracefix.projects.loading import load_card
from tracefix.projects.rows import sections_of

FACTS = """\
switches:
  - {name: CELLAR_HOME, value: /wine, do: Where it keeps bottles., source: issues/1, zh: {do: 酒瓶放在哪里。}}
  - {name: --dark, do: Puts the light out., source: issues/1, zh: {do: 关灯。}}
  - {name: --lamps, value: "2", do: Lights some., source: issues/1, zh: {do: 点几盏灯。}}
logs:
  - {where: /var/log/cellar.log, source: issues/3}
files:
  - {where: ~/barrels, do: It keeps barrels here., source: issues/3, zh: {do: 桶放在这里。}}
steps:
  - {command: cellar press, makes: ["barrels/*/wine.json", "*.txt"], source: issues/4}
  - {command: cellar label, do: Write labels., makes: ["labels/*.png"], source: issues/4, zh: {do: 写标签。}}
partners:
  - {package: numpy, needs: "<2", source: issues/2}
install:
  - {command: pip install cellar-wine, brings: [cellar], system: Linux, source: issues/1}
"""


def test_all_facts_are_told_with_what_they_are_about(tmp_path):
    sections = list(sections_of(load_card(write_card(tmp_path, FACTS))))

    assert [(section.heading, [str(row.do) for row in section.rows]) for section in sections] == [
        ("How it is installed", ["Install Cellar."]),
        ("Which releases go together", ["Cellar needs numpy <2."]),
        (
            "Which step makes which files",
            ["It makes `barrels/*/wine.json`, `*.txt`.", "Write labels. It makes `labels/*.png`."],
        ),
        ("Where its files are", ["`~/barrels`: It keeps barrels here."]),
        ("Where its logs are", ["`/var/log/cellar.log`"]),
        (
            "Its switches",
            [
                "`CELLAR_HOME=/wine`: Where it keeps bottles.",
                "`--dark`: Puts the light out.",
                "`--lamps 2`: Lights some.",
            ],
        ),
    ]
    (install,) = sections[0].rows
    assert (install.condition, install.commands) == ("your system is Linux", ("pip install cellar-wine",))
    assert install.source == "https://github.com/house/cellar/issues/1"


def test_a_card_without_facts_has_no_sections(tmp_path):
    assert not list(sections_of(load_card(write_card(tmp_path))))
