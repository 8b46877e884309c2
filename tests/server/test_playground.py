"""Which packages a script can have in the browser."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from kb.server import playground
from tracefix.articles.model import Script


def script(*dependencies):
    quoted = ", ".join(f'"{each}"' for each in dependencies)
    return Script(
        "repro.py", Path("repro.py"), f'# /// script\n# requires-python = ">=3.8"\n# dependencies = [{quoted}]\n# ///\n'
    )


@pytest.fixture(autouse=True)
def wheels(settings, tmp_path):
    """A playground with two wheels: one needs the other, and what no browser can have."""
    settings.PLAYGROUND_DIR = tmp_path
    add_wheel(tmp_path, "fuse_box", "2.1", "fuses>=1; extra == 'never'", "Wire", "winreg; sys_platform == 'win32'")
    add_wheel(tmp_path, "wire", "1.0")
    playground._wheels.cache_clear()
    yield
    playground._wheels.cache_clear()


def add_wheel(folder, name, version, *requires):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        f"Version: {version}",
        *(f"Requires-Dist: {each}" for each in requires),
    ]
    with ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}-{version}.dist-info/METADATA", "\n".join(lines) + "\n")


def test_a_script_without_packages_needs_no_wheel():
    assert playground.wheels_for(script()) == ()


def test_a_package_comes_with_those_that_it_needs_in_a_browser():
    assert playground.wheels_for(script("Fuse.Box==2.1")) == (
        "fuse_box-2.1-py3-none-any.whl",
        "wire-1.0-py3-none-any.whl",
    )


@pytest.mark.parametrize("wanted", ["torch", "wire==1.1"])
def test_what_cannot_be_had_is_named(wanted):
    with pytest.raises(LookupError, match=f"needs {wanted}"):
        playground.wheels_for(script("fuse-box", wanted))


def test_a_script_without_a_header_is_refused():
    with pytest.raises(LookupError, match="header"):
        playground.wheels_for(Script("repro.py", Path("repro.py"), "1 / 0\n"))


def test_a_folder_that_lacks_a_part_is_no_playground():
    playground.version.cache_clear()

    assert playground.version() == ""
