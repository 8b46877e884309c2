"""Where collected files are stored: WhiteNoise's storage, which can also be repaired."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed and compressed copies of the site's files, and a list of them.

    A list that is damaged counts as empty. Otherwise collectstatic, which writes a new one, would fail with it. A
    server does not start with such a list: kb/server/checks.py.
    """

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """The names of the files, and the hash of the list."""
        try:
            paths, digest = super().load_manifest()
        except (ValueError, AttributeError):
            return {}, ""
        return (paths, digest) if isinstance(paths, dict) else ({}, "")
