"""Cut a text that is too long to show: "…" stands for what was left out."""


def cut(text: str, most: int) -> str:
    """The first `most` characters.

    >>> cut("CUDA out of memory", 8), cut("CUDA", 8)
    ('CUDA out…', 'CUDA')
    """
    return text if len(text) <= most else text[:most].rstrip() + "…"


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
    return line if len(line) <= most and len(text) <= 2 * most else line[:most].rstrip() + "…"
