"""How files are stored when they are collected (kb/server/static_files.py)."""

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command

from kb.server.static_files import StaticFiles


def test_a_script_is_stored_without_the_lines_that_are_remarks_and_other_files_as_they_are(tmp_path):
    storage = StaticFiles(location=tmp_path)
    storage.save("a.js", ContentFile(b'// why\nif (a) {\n  // b\n  go("http://c"); // d\n}\n'))
    storage.save("a.css", ContentFile(b"// why\n"))

    assert (tmp_path / "a.js").read_text() == 'if (a) {\n  go("http://c"); // d\n}\n'
    assert (tmp_path / "a.css").read_text() == "// why\n"


def test_a_folder_that_cannot_be_written_is_told_in_one_line(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "file"
    settings.STATIC_ROOT = settings.VAR_DIR / "static"
    settings.VAR_DIR.write_text("")

    with pytest.raises(CommandError) as caught:
        call_command("collectstatic", "--noinput", verbosity=0)

    told = str(caught.value)
    assert told.startswith(f"TRACEFIX_VAR is '{settings.VAR_DIR}': {settings.STATIC_ROOT}")
    assert "cannot be written (Not a directory). Each server needs a folder of its own" in told
    assert len(told.splitlines()) == 1
