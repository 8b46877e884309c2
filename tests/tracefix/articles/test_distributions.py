"""The list of known distributions: what it is, that it is small, and what being near one of its names costs."""

import gzip
import re

import pytest
from rapidfuzz.distance import OSA

from tracefix.articles.distributions import FILE, is_known, known_distributions, near_module, normalised

MOST_BYTES = 200_000  # compressed


def test_the_list_says_what_it_is_and_its_date():
    head = FILE.read_text().partition("\n")[0]

    assert re.fullmatch(r"# Distributions .* downloaded most, .*: [\d,]+ of 20\d\d-\d\d-\d\d\.", head)
    assert f"{len(known_distributions()):,} of" in head


def test_the_list_is_small_and_its_names_are_normalised():
    names = [line for line in FILE.read_text().splitlines() if not line.startswith("#")]

    assert len(gzip.compress(FILE.read_bytes())) < MOST_BYTES
    assert len(names) == len(set(names)) > 10_000
    assert not [name for name in names if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name)]


@pytest.mark.parametrize("name", ["torch", "Flash_Attn", "vllm", "ruamel.yaml", "sentence-transformers", "deepspeed"])
def test_what_everybody_uses_is_known(name):
    assert is_known(name)


@pytest.mark.parametrize("name", ["", "torhc", "lab", "haystack", "awq_v2_ext", "torch; reboot", "# Distributions"])
def test_what_merely_exists_or_does_not_is_unknown(name):
    assert not is_known(name)


def test_of_several_near_names_the_nearest_is_taken_and_then_the_one_that_most_people_use():
    assert near_module("tensorfow") == "tensorflow"
    assert near_module("datasetz") == "datasets"
    assert near_module("fusebox", others=["fusebux", "fusebx"]) == "fusebux"
    assert near_module("fusebox", others=["fusebux", "fusebx"], never={"fusebux"}) == "fusebx"


@pytest.mark.parametrize("length", [6, 24, 96])
def test_few_names_are_compared_whatever_the_module(length, monkeypatch):
    compared = []
    distance = OSA.distance

    def count(*arguments, **options):
        compared.append(arguments)
        return distance(*arguments, **options)

    monkeypatch.setattr(OSA, "distance", count)

    assert near_module("p" * length) == ""
    assert 0 < len(compared) < len(known_distributions()) / 5
    assert near_module("") == near_module("é" * length) == ""


def test_names_are_compared_as_indexes_do():
    assert normalised("A_b.C-d") == "a-b-c-d"
