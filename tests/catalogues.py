"""The catalogues of locale/, as tests read them."""

from babel.messages import pofile


def read_po(path):
    """The messages of a .po file."""
    with path.open("rb") as file:
        return pofile.read_po(file, locale=path.parents[1].name, charset="utf-8")
