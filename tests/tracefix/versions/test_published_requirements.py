"""What history/requires/ says of real packages: it reads well, is of many, and contradicts no card."""

import pytest
from django.conf import settings
from packaging.markers import Marker
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from tracefix.articles.card_parts import Part
from tracefix.projects.loading import load_all
from tracefix.versions.history import FOLDER, find_history
from tracefix.versions.requirements import (
    SUBFOLDER,
    find_requirement,
    format_requirements,
    in_order,
    parse_requirements,
)

FILES = sorted((FOLDER / SUBFOLDER).glob("*.tsv"))
KNOWN = [
    ("transformers", "4.40.0", "tokenizers", ">=0.19,<0.20"),
    ("transformers", "4.30.2", "huggingface-hub", ">=0.14.1,<1.0"),
    ("torchvision", "0.16.0", "torch", "==2.1.0"),
    ("torchaudio", "2.1.0", "torch", "==2.1.0"),
    ("scikit-learn", "1.3.2", "numpy", ">=1.17.3,<2.0"),
    ("peft", "0.10.0", "accelerate", ">=0.21.0"),
    ("fastapi", "0.100.0", "starlette", ">=0.27.0,<0.28.0"),
    ("pydantic", "2.5.0", "pydantic-core", "==2.14.1"),
    ("tensorflow", "2.15.0", "keras", ">=2.15.0,<2.16"),
    ("xformers", "0.0.22", "torch", "==2.0.1"),
]


def test_at_least_forty_packages_say_what_they_ask_for():
    assert len(FILES) >= 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_line_can_be_read(path):
    text = path.read_text(encoding="utf-8")
    requirements = list(parse_requirements(text))

    assert text == format_requirements(path.stem, requirements)
    for each in requirements:
        assert Version(each.first) <= Version(each.last)
        assert in_order(SpecifierSet(each.wanted)) == each.wanted
        assert not each.marker or Marker(each.marker)


@pytest.mark.parametrize(("caller", "version", "called", "wanted"), KNOWN)
def test_a_release_asks_for_what_its_metadata_say(caller, version, called, wanted):
    assert in_order(find_requirement(caller, version, called)) == wanted


def test_no_card_is_contradicted():
    asked = list(told_twice())

    assert len(asked) > 10
    for card, version, package, needs, wanted in asked:
        releases = [each.version for each in find_history(package).releases]
        assert list((SpecifierSet(needs) & wanted).filter(releases)), (card, version, package, needs, str(wanted))


def told_twice():
    """The partners of cards that history/requires/ knows, too, with what each says of the releases of the card."""
    for card in load_all(settings.PROJECTS_DIR):
        for fact in card.of(Part.PARTNERS):
            name = canonicalize_name(fact.package or "")
            path = FOLDER / SUBFOLDER / f"{card.id}.tsv"
            if not name or not path.exists() or not find_history(name):
                continue
            lines = [each for each in parse_requirements(path.read_text(encoding="utf-8")) if each.package == name]
            ends = {version for each in lines for version in (each.first, each.last)}
            of_card = SpecifierSet(fact.release or "").filter(ends)
            for version in of_card if fact.release else sorted(ends, key=Version)[-1:]:
                yield card.id, version, name, fact.needs, find_requirement(card.id, version, name)
