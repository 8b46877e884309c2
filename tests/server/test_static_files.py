"""How files are stored when they are collected (kb/server/static_files.py)."""

from django.core.files.base import ContentFile

from kb.server.static_files import StaticFiles


def test_a_script_is_stored_without_the_lines_that_are_remarks_and_other_files_as_they_are(tmp_path):
    storage = StaticFiles(location=tmp_path)
    storage.save("a.js", ContentFile(b'// why\nif (a) {\n  // b\n  go("http://c"); // d\n}\n'))
    storage.save("a.css", ContentFile(b"// why\n"))

    assert (tmp_path / "a.js").read_text() == 'if (a) {\n  go("http://c"); // d\n}\n'
    assert (tmp_path / "a.css").read_text() == "// why\n"
