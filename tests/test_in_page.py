"""The files that stand in the pages themselves (kb/in_page.py)."""

from base64 import b64decode
from hashlib import sha256

from kb import in_page


def test_they_stand_there_without_remarks_and_indentation():
    for text in in_page.FILES.values():
        assert "/*" not in text
        assert not [line for line in text.splitlines() if line.startswith((" ", "//"))]


def test_they_are_whole_otherwise():
    source = (in_page._FOLDER / "site.css").read_text(encoding="utf-8")

    assert in_page.FILES["site.css"].count("{") == source.count("{")
    assert in_page.FILES["site.css"].count("}") == source.count("}")
    assert "classList.add(" in in_page.FILES["theme.js"]


def test_a_style_sheet_keeps_the_blanks_that_mean_something():
    sheet = in_page.FILES["site.css"]

    assert ".foot nav a{" in sheet
    assert ":is(h2,h3,h4):hover > .anchor," in sheet
    assert 'content:" <" attr(href) ">"' in sheet
    assert "calc(100% + 0.25rem)" in sheet
    assert "@media (max-width:44rem){" in sheet


def test_the_policy_has_the_hash_of_each_and_of_no_other():
    styles, scripts = in_page.policy_sources(".css").split(), in_page.policy_sources(".js").split()

    assert [b64decode(source.removeprefix("'sha256-").removesuffix("'")) for source in scripts] == [
        sha256(in_page.FILES["theme.js"].encode()).digest()
    ]
    assert len({*styles}) == len([name for name in in_page.FILES if name.endswith(".css")])
    assert not {*styles} & {*scripts}
