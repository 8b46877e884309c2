"""Lint of the scripts: pairs, headers, and how much a fix changes."""

import pytest

from tests.authoring.lint.tools import FIXED, HEADER, REPRO, complaints, edit


def test_a_repro_without_its_fix_is_told(folder):
    (folder / "repro_ray.py").write_text(REPRO, encoding="utf-8")

    assert "boom/repro_ray.py:1: has no fixed_ray.py beside it: add it, or remove this one" in complaints(folder)


def test_a_fix_without_its_repro_is_told(folder):
    (folder / "fixed_ray.py").write_text(FIXED, encoding="utf-8")

    assert complaints(folder) == ["boom/fixed_ray.py:1: has no repro_ray.py beside it: add it, or remove this one"]


def test_a_script_of_another_name_is_told(folder):
    (folder / "helper.py").write_text(FIXED, encoding="utf-8")

    assert complaints(folder) == [
        "boom/helper.py:1: is neither a repro nor a fix: name it repro.py, fixed.py, repro_<name>.py or fixed_<name>.py"
    ]


def test_an_article_has_a_repro(folder):
    (folder / "repro.py").unlink()
    (folder / "fixed.py").unlink()

    assert "boom/article.md:1: the folder has no repro.py: add the smallest script that shows the error" in complaints(
        folder
    )


def test_a_sourced_article_needs_no_repro(folder):
    for path in [*folder.glob("*.py"), *folder.glob("runs/*.txt")]:
        path.unlink()
    edit(folder / "article.md", "created:", "proof: sourced\ncreated:")

    assert not [problem for problem in complaints(folder) if "repro.py" in problem]


def test_a_script_without_header_is_told(folder):
    edit(folder / "fixed.py", HEADER, "")

    assert "boom/fixed.py:1: has no `# /// script` header: begin the script with one (PEP 723)" in complaints(folder)


def test_a_fix_that_changes_nothing_is_told(folder):
    (folder / "fixed.py").write_text(REPRO + "\n# fixed\n", encoding="utf-8")

    assert complaints(folder) == ["boom/fixed.py:1: does the same as repro.py: fix it"]


def test_a_fix_may_be_another_version_in_the_header(folder):
    (folder / "fixed.py").write_text(REPRO.replace("[]", '["fuse==2.0"]'), encoding="utf-8")

    assert complaints(folder) == []


def test_a_fix_that_changes_nearly_everything_hides_the_lesson(folder):
    (folder / "fixed.py").write_text(HEADER + "".join(f"x{number} = 1\n" for number in range(9)), encoding="utf-8")

    (found,) = complaints(folder)

    assert found.startswith("boom/fixed.py:1: differs from repro.py in 67% of the lines: keep to 40%")


def test_a_fix_that_leaves_its_process_group_open_is_told(folder):
    opening = "\nimport torch.distributed as dist\n\ndist.init_process_group('gloo')\n"
    (folder / "fixed.py").write_text(FIXED + opening, encoding="utf-8")
    line = FIXED.count("\n") + 4

    assert (
        f"boom/fixed.py:{line}: opens a process group that nobody closes: end with `dist.destroy_process_group()`"
        in complaints(folder)
    )

    (folder / "fixed.py").write_text(FIXED + opening + "dist.destroy_process_group()\n", encoding="utf-8")

    assert not [line for line in complaints(folder) if "process group" in line]


def test_the_version_that_was_recorded_is_named(folder):
    edit(folder / "repro.py", "dependencies = []", 'dependencies = ["Fuse"]')
    edit(folder / "runs" / "py3.11.7.txt", "packages: ", "packages: fuse==3.1.1")

    (told,) = [line for line in complaints(folder) if "pinned" in line]
    assert told.endswith("will run with another version next year: write Fuse==3.1.1, as it ran")


def test_a_folder_without_constraints_has_those_of_the_repository(folder):
    edit(folder / "repro.py", "dependencies = []", 'dependencies = ["numpy"]')

    assert [line for line in complaints(folder) if "pinned" in line] == []


def test_a_dependency_that_is_not_pinned_is_told(folder):
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "dependencies = []", 'dependencies = ["fuse", "wire>=2"]')

    assert [line for line in complaints(folder) if "pinned" in line] == [
        f"boom/{name}:1: '{wanted}' is not pinned, so the script will run with another version next year: write "
        f"{wanted[:4]}==… with your version"
        for name in ("fixed.py", "repro.py")
        for wanted in ("fuse", "wire>=2")
    ]


@pytest.mark.parametrize("dependency", ["fuse==2.0", "fuse<2.4", "fuse~=2.1"])
def test_a_dependency_with_an_upper_bound_is_pinned(folder, dependency):
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "dependencies = []", f'dependencies = ["{dependency}"]')

    assert not [line for line in complaints(folder) if "pinned" in line]


def test_what_the_constraints_pin_is_pinned(folder):
    (folder.parent / "constraints.txt").write_text("fuse==2.0\n", encoding="utf-8")
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "dependencies = []", 'dependencies = ["fuse"]')

    assert not [line for line in complaints(folder) if "pinned" in line]
