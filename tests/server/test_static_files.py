"""How files are stored when they are collected (kb/server/static_files.py)."""

from django.core.files.base import ContentFile

from kb.server.static_files import StaticFiles


def test_a_style_sheet_is_stored_without_its_remarks_and_other_files_as_they_are(tmp_path):
    storage = StaticFiles(location=tmp_path)
    storage.save("a.css", ContentFile(b"/* why */\na { color: red; } /* a\n b */\n"))
    storage.save("a.js", ContentFile(b"/* why */ 1;"))

    assert (tmp_path / "a.css").read_text() == "\na { color: red; }\n"
    assert (tmp_path / "a.js").read_text() == "/* why */ 1;"
