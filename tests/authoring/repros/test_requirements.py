"""What a script wants installed, at other versions than its header says."""

from authoring.repros.requirements import at_version, differing_packages, lift_versions, with_more


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
