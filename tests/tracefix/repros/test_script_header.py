"""The header of a script says what it wants, or is refused."""

import pytest
from packaging.specifiers import SpecifierSet

from tests.tracefix.repros.tools import HEADER, script
from tracefix.repros.script_header import ScriptError, read_header


def test_the_header_says_what_a_script_wants():
    header = read_header(HEADER.format('["torch==2.13.0", "numpy"]'))

    assert header.requires_python == SpecifierSet(">=3.8")
    assert header.dependencies == ("torch==2.13.0", "numpy")


BROKEN = {
    "none": "print(1)",
    "no end": '# /// script\n# requires-python = ">=3.8"\nprint(1)\n',
    "no dependencies": '# /// script\n# requires-python = ">=3.8"\n# ///\n',
    "no python": "# /// script\n# dependencies = []\n# ///\n",
    "not toml": "# /// script\n# dependencies = [\n# ///\n",
    "not a requirement": HEADER.format('["torch = 2"]'),
    "not a specifier": '# /// script\n# requires-python = "new"\n# dependencies = []\n# ///\n',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_header_is_refused(text):
    with pytest.raises(ScriptError):
        read_header(text)


@pytest.mark.parametrize(("name", "is_fix"), [("fixed.py", True), ("fixed_pair.py", True), ("repro.py", False)])
def test_the_name_of_a_script_tells_whether_it_is_a_fix(name, is_fix):
    assert script("", name).is_fix is is_fix
