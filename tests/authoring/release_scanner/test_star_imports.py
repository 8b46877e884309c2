"""What `from module import *` brings: of circles of modules, too, and in a number of steps that grows as they do."""

import random

import pytest

from authoring.release_scanner import star_imports
from authoring.release_scanner.star_imports import StarImports
from tests.authoring.release_scanner.archives import history_of, write_wheel
from tests.examples import every


def module(names="", imports="", exports=None, releases=1):
    """One file of a module: the releases that have it, and its facts."""
    entries = [[name, "", ""] for name in names]
    return releases, [entries, list(imports), [], None if exports is None else list(exports), [], []]


def taken(files, taker, star, releases=1):
    """The names with their releases, each once."""
    found = {}
    for label, within in StarImports(files).taken(taker, star, releases):
        found[label] = found.get(label, 0) | within
    return found


def test_a_name_comes_through_several_modules():
    files = {"a": [module(imports="b")], "b": [module("x", imports="c")], "c": [module("y")]}

    assert taken(files, "a", "b") == {"x": 1, "y": 1}


def test_a_name_comes_through_in_the_releases_in_which_each_module_on_the_way_hands_it_on():
    files = {
        "b": [module("x", imports="c", releases=0b0011), module("z", releases=0b0100)],
        "c": [module("y", releases=0b0110)],
    }

    assert taken(files, "a", "b", 0b0111) == {"x": 0b0011, "z": 0b0100, "y": 0b0010}


def test_a_name_of_two_ways_has_the_releases_of_both():
    files = {
        "b": [module(imports="c", releases=0b01), module(imports="d", releases=0b10)],
        "c": [module(imports="e", releases=0b11)],
        "d": [module(imports="e", releases=0b11)],
        "e": [module("y", releases=0b11)],
    }

    assert taken(files, "a", "b", 0b11) == {"y": 0b11}


def test_private_names_stay_and_an_all_decides_alone():
    files = {
        "b": [module(["x", "_x"])],
        "c": [module("xy", imports="b", exports=["y", "_z"])],
        "d": [module(exports=["*b", "**"])],
    }

    assert taken(files, "a", "b") == {"x": 1}
    assert taken(files, "a", "c") == {"y": 1, "_z": 1}
    assert taken(files, "a", "d") == {"x": 1, "**": 1}


def test_a_module_that_is_not_there_may_have_any_name():
    assert taken({}, "a", "b", 0b101) == {"**": 0b101}


def test_in_a_circle_what_is_the_takers_own_does_not_come_back():
    files = {"a": [module("x", imports="b")], "b": [module("y", imports="c")], "c": [module("z", imports="a")]}

    assert taken(files, "a", "b") == {"y": 1, "z": 1}


def imports_of(**homes):
    """A file that has these names from modules of the package p, or, where those are None, its own classes."""
    entries = [[name, ":", ""] if home is None else [name, ">", f"{home}.{name}"] for name, home in homes.items()]
    return 1, [entries, [], [], None, [], []]


@pytest.mark.parametrize(
    ("homes", "names"),
    [
        ({"y": None, "X": ".one"}, {"**": 1}),  # only a part of p.two is there, whenever p.one asks it
        ({"y": None, "z": ".one"}, {"y": 1, "z": 1}),  # which p.one may have before its star
        ({"y": None, "X": ".three"}, {"y": 1, "X": 1}),
    ],
)
def test_of_a_module_that_builds_on_the_takers_own_any_name_may_come(homes, names):
    files = {"p.one": [imports_of(X=None, z=".three")], "p.two": [imports_of(**homes)]}

    assert taken(files, "p.one", "p.two") == names


@pytest.mark.parametrize(
    ("home", "names"), [(".one", {"**": 1}), (".one.inner", {"**": 1}), (None, {"X": 1, "y": 1, "one": 1, "policy": 1})]
)
def test_of_a_package_that_imports_the_taker_in_it_any_name_may_come(home, names):
    files = {
        "p": [imports_of(X=".policy", y=None)],
        "p.policy": [imports_of(X=None, P=home)],
        "p.one": [module()],
        "p.one.inner": [imports_of(P=None)],
    }

    assert taken(files, "p.one", "p") == names


def test_a_package_has_all_names_of_a_module_in_it_that_builds_on_the_package():
    files = {"p": [imports_of(X=None)], "p.one": [imports_of(y=None, X="")]}

    assert taken(files, "p", "p.one") == {"y": 1, "X": 1}


def by_every_way(files, name, mask, seen):
    """The definition: each way from module to module, none twice in one way. It takes n! steps."""
    if name in seen or not mask:
        return
    if name not in files:
        yield "**", mask
    for other_mask, (entries, inner, _, exports, *_) in files.get(name, ()):
        within = mask & other_mask
        if within:
            labels = [entry[0] for entry in entries if not entry[0].startswith("_")] if exports is None else exports
            for label in labels:
                if label.startswith("*") and label != "**":
                    yield from by_every_way(files, label[1:], within, seen | {name})
                else:
                    yield label, within
            for star in inner if exports is None else ():
                yield from by_every_way(files, star, within, seen | {name})


@pytest.mark.parametrize("seed", every(6, range(60)))
def test_any_modules_give_what_every_way_between_them_gives(seed):
    chance = random.Random(seed)
    names = "abcdefg"

    def file(releases):
        exports = [*chance.sample("uvw", 1), "*" + chance.choice(names)] if chance.random() < 0.3 else None
        return module(
            chance.sample(["x", "y", "_z", "**"], 2), chance.sample(names, chance.randint(0, 3)), exports, releases
        )

    files = {name: [file(releases) for releases in (0b0011, 0b0100, 0b1010)] for name in names[:6]}

    for taker in names[:3]:
        for star in names[3:]:
            expected = {}
            for label, within in by_every_way(files, star, 0b1111, {taker}):
                expected[label] = expected.get(label, 0) | within
            assert taken(files, taker, star, 0b1111) == expected


def complete(count):
    """Modules each of which imports all from all others."""
    names = [f"m{number}" for number in range(count)]
    return {name: [module([f"of_{name}"], [other for other in names if other != name])] for name in names}


@pytest.mark.parametrize("count", [8, 16, 64])
def test_each_import_between_modules_is_followed_once(count):
    imports = StarImports(complete(count))

    found = dict(imports.taken("m0", "m1", 1))

    assert len(found) == count - 1
    assert imports.steps <= count * count


def test_when_too_many_imports_were_followed_any_name_may_be_there(monkeypatch):
    monkeypatch.setattr(star_imports, "_MOST_STEPS", 100)
    imports = StarImports(complete(40))

    first, second = dict(imports.taken("m0", "m1", 1)), dict(imports.taken("m0", "m2", 1))

    assert (first["**"], second) == (1, {"**": 1})
    assert imports.steps == 100


def test_a_package_whose_modules_all_import_all_from_each_other_is_read(tmp_path):
    names = [f"m{number}" for number in range(16)]
    files = {
        f"pkg/{name}.py": "".join(f"from .{other} import *\n" for other in names if other != name)
        + f"def f_{name}(): 1\n"
        for name in names
    }
    write_wheel(tmp_path, "pkg", "1.0", {"pkg/__init__.py": "from .m0 import *\n", **files})

    history = history_of(tmp_path, "pkg")

    assert all(history.life(f"pkg.f_{name}") for name in names)
    assert history.life("pkg.f_m16") is None
