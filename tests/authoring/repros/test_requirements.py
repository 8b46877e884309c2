"""What a script wants installed, at other versions than its header says."""

from authoring.repros.requirements import (
    applicable_pins,
    at_version,
    differing_packages,
    find_unpinned,
    lift_versions,
    read_pins,
    with_more,
)


def test_one_package_at_one_version():
    assert at_version(["ray[serve]>=2; python_version > '3'", "numpy"], "RAY", "2.9.0")[0].startswith(
        "ray[serve]==2.9.0"
    )
    assert at_version(["ray_x"], "ray", "1") == ("ray_x", "ray==1")
    assert at_version(["Huggingface.Hub"], "huggingface_hub", "1") == ("Huggingface.Hub==1",)


def test_versions_are_lifted():
    assert lift_versions(["torch<2.4", "ray[serve]==2.60.0", "numpy"]) == ("torch", "ray[serve]", "numpy")
    assert lift_versions(["MarkupSafe==2.1.5", "Jinja2==2.11.3"], kept=["jinja2"]) == ("MarkupSafe", "Jinja2==2.11.3")


def test_a_fix_that_is_another_version_is_told():
    assert differing_packages(["Jinja2==2.11.3", "MarkupSafe==2.1.5"], ["jinja2==3.1.6", "markupsafe==2.1.5"]) == (
        "jinja2",
    )
    assert differing_packages(["torch==2.13.0"], ["torch==2.13.0", "peft"]) == ("peft",)
    assert differing_packages([], []) == ()


def test_further_packages_replace_what_the_header_says():
    assert with_more(["numpy==2.4.6", "torch"], ["NumPy<2"]) == ("NumPy<2", "torch")


def test_pins_are_read_without_comments(tmp_path):
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("# pinned\ntinypkg==1.0  # for the others\n\nother==3\n", encoding="utf-8")

    assert read_pins(constraints) == ("tinypkg==1.0", "other==3")
    assert read_pins(tmp_path / "nothing") == ()


def test_a_version_that_a_script_asks_for_stands_above_the_pins():
    pins = ("tinypkg==1.0", "other==3 ; python_version >= '3.8'")

    assert applicable_pins(pins, ["tinypkg==2.0"]) == pins[1:]
    assert applicable_pins(pins, ["tinypkg", "Other==4"]) == pins[:1]


def test_a_package_is_pinned_by_the_script_or_by_the_constraints():
    asked = ["numpy==2.0", "torch>=2", "py-yaml", "rich<15", "attrs"]

    assert [str(each) for each in find_unpinned(asked, ["Py_YAML==6"])] == ["torch>=2", "attrs"]
    assert [str(each) for each in find_unpinned(asked, [])] == ["torch>=2", "py-yaml", "attrs"]
