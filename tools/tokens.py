"""How many tokens an answer for a program costs: a model that reads it pays for each. Four characters are one token.

And the pastes that cost most: a job of many ranks, and one that means harm.
"""

import json
from collections.abc import Sequence
from typing import Any

CHARACTERS = 4  # of a token, about


def tokens(answer: Any) -> int:
    """The tokens of a text, or of a value as compact JSON."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return -(-len(text) // CHARACTERS)


def job(ranks: int, stack: Sequence[str], error: str) -> str:
    """The output of a job in which every rank prints the same traceback."""
    lines = ("Traceback (most recent call last):", *stack, error)
    return "".join(f"[rank{rank}]: {line}\n" for rank in range(ranks) for line in lines)


STACK = [
    line
    for number in range(14)
    for line in (
        f'  File "/opt/venv/lib/python3.11/site-packages/torch/part_{number}.py", line {number + 70}, in step_{number}',
        f"    return self.inner_{number}(batch, state)",
    )
]
OWN_STACK = ['  File "/home/me/train.py", line 31, in main', "    trainer.fit(model)", *STACK]


def hostile() -> str:
    """A paste of many unlike errors, each with long names and a long message."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    frame = '  File "/opt/{0}/{1}.py", line 7, in {1}\n'
    return "".join(
        "Traceback (most recent call last):\n"
        + "".join(frame.format(letter * 150, other * 180) for other in letters)
        + f"{letter.upper() * 90}Error: {letter * 1500} you should try {letter * 900}.\n\n"
        for letter in letters
    )
