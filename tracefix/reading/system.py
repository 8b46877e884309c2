"""The operating system that a paste is from, by what only one of them prints."""

from tracefix.linear_re import Expression

_SIGNS = {
    "Windows": Expression(
        r"(?m)\bPS [A-Za-z]:\\|(?:^|[\s\"'(=])[A-Za-z]:\\{1,2}\w|\bWinError \d|\.(?:dll|pyd)\b"
        r"|%(?:LOCALAPPDATA|APPDATA)%"
    ),
    "macOS": Expression(r"(?:^|[\s\"'(=])/Users/\w|/opt/homebrew/|\.dylib\b|-darwin\.so\b|\bmacosx_\d|\bapple-darwin"),
    "Linux": Expression(
        r"(?:^|[\s\"'(=])/(?:home|root)/\w|\blinux-gnu\b|\bmanylinux|\.so\.\d|/usr/lib/(?:python3|x86_64)|\bjournalctl\b"
        r"|\bapt(?:-get)? install\b|\[\w+@[\w.-]+ [^\]\n]{1,80}\][$#] |\w@[\w.-]+:[~/][^\s$#]{0,200}[$#] "
    ),
}


def read_system(text: str) -> str:
    """`Windows`, `Linux` or `macOS`; empty where the text shows none of them, or more than one.

    >>> read_system("PS C:\\\\Users\\\\u> python train.py"), read_system("/home/u/train.py"), read_system("train.py")
    ('Windows', 'Linux', '')
    """
    shown = [system for system, sign in _SIGNS.items() if sign.search(text)]
    return shown[0] if len(shown) == 1 else ""
