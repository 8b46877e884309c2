"""Where collected files are stored: WhiteNoise's storage, which can also be repaired."""

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_REMARK = re.compile(rb"(?m)^ *//.*\n")


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed copies of the site's files, and a list of them.

    A list that is damaged counts as empty. Otherwise collectstatic, which writes a new one, would fail with it. A
    server does not start with such a list: kb/server/checks.py.

    A file that the list lacks, because the program was updated without collectstatic, has its plain name: WhiteNoise
    finds it in static/. Otherwise every page that names it would fail.
    """

    def stored_name(self, name: str) -> str:
        """The hashed name of a file; its plain name if the list lacks it."""
        try:
            return super().stored_name(name)
        except ValueError:
            return name

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """The names of the files, and the hash of the list."""
        try:
            paths, digest = super().load_manifest()
        except (ValueError, AttributeError):
            return {}, ""
        return (paths, digest) if isinstance(paths, dict) else ({}, "")

    def _save(self, name: str, content: Any) -> str:
        """Scripts are sent without the lines that are remarks, a sixth of them."""
        if name.endswith(".js"):
            content.seek(0)
            content = ContentFile(_REMARK.sub(b"", content.read()))
        return str(super()._save(name, content))
