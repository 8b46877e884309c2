"""A byte that is no UTF-8, and the letter of the program's own path that it is in an encoding of Windows."""

from itertools import product

from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.report import Error

_NO_UTF8 = Expression(r"'utf-?8' codec can't decode byte (?P<byte>0x[89a-f][0-9a-f])")
_OF_WINDOWS = ("cp1251", "cp1252", "cp1250", "gb18030", "cp932", "cp949", "big5")


def restate_byte(error: Error) -> Remedy | None:
    """What to do where the byte stands for a letter of a folder in the stack; None for all else."""
    found = _NO_UTF8.search(error.message)
    if found is None:
        return None
    byte = bytes([int(found["byte"], 16)])
    letters = sorted({letter for frame in error.frames for letter in frame.file if letter > "\x7f"})
    for encoding, letter in product(_OF_WINDOWS, letters):
        if letter.encode(encoding, "ignore")[:1] == byte:
            return _remedy({"byte": found["byte"], "letter": letter, "encoding": encoding})
    return None


def _remedy(values: dict[str, str]) -> Remedy:
    return Remedy(
        Phrase("Byte `{byte}` is `{letter}` in the encoding `{encoding}`, and the program's folder has it", **values),
        (
            Step(
                Phrase("Move the project to a path of plain ASCII letters, and let it make its files again."),
                Phrase("the file that is read holds paths, such as a list of samples"),
            ),
            Step(
                Phrase('Read it with `encoding="{encoding}"`.', **values), Phrase("it is another text of this machine")
            ),
        ),
    )
