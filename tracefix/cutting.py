"""Cut a text that is too long to show: "…" stands for what was left out. No word is cut where the text has others."""

_FAR = 40  # characters: a longer word is cut


def cut(text: str, most: int) -> str:
    """The first `most` characters, or fewer up to the end of a word.

    >>> cut("CUDA out of memory", 8), cut("CUDA out of memory", 10), cut("CUDA", 8)
    ('CUDA out…', 'CUDA out…', 'CUDA')
    """
    return text if len(text) <= most else _whole_words(text, most) + "…"


def cut_beginning(text: str, most: int) -> str:
    """The last `most` characters: the end of a long path names the file.

    >>> cut_beginning("/home/me/train.py", 9)
    '…/train.py'
    """
    return text if len(text) <= most else "…" + text[-most:]


def one_line(text: str, most: int) -> str:
    """The text on one line, cut. Of a very long text only the beginning is read.

    >>> one_line("CUDA error:\\n  device-side assert", 30)
    'CUDA error: device-side assert'
    """
    line = " ".join(text[: 2 * most].split())
    return line if len(line) <= most and len(text) <= 2 * most else _whole_words(line, most) + "…"


def _whole_words(text: str, most: int) -> str:
    """The words that end within the first `most` characters."""
    if not text[most : most + 1].strip():
        return text[:most].rstrip()
    end = text.rfind(" ", max(0, most - _FAR), most)
    return text[: end if end > 0 else most].rstrip(" ,;")
