"""The operating system that a paste is from, by what only one of them prints; and programs that are not Python's."""

from tracefix.linear_re import Expression

_SIGNS = {
    "Windows": Expression(
        r"(?m)\bPS [A-Za-z]:\\|(?:^|[\s\"'(=])[A-Za-z]:\\{1,2}\w|\bWinError \d|\.(?:dll|pyd)\b"
        r"|%(?:LOCALAPPDATA|APPDATA)%|\bWindows-1[01]-10\.|(?m:^[ \t*-]*(?:OS|Platform|System): ?Windows\b)"
        r"|\b0x[cC]0000[0-9a-fA-F]{3}\b|\b(?:code|status)[ :=]{1,3}(?:-1073|3221)\d{6}\b"  # a status of a crash
        r"|\bnot recognized as (?:an internal or external command|the name of a cmdlet)|不是内部或外部命令"
        r"|项识别为 cmdlet|\bno se reconoce como un comando interno|\bn'est pas reconnu en tant que commande interne"
        r"|\bnão é reconhecido como um comando interno|\bnon è riconosciuto come comando interno"
        r"|\bist entweder falsch geschrieben|не является внутренней или внешней"
    ),
    "macOS": Expression(
        r"(?:^|[\s\"'(=])/Users/\w|/opt/homebrew/|\.dylib\b|-darwin\.so\b|\bmacosx[_-]\d|\bapple-darwin|\bRosetta\b|\bMacBook"
        r"|\bmacOS-\d|(?m:^[ \t*-]*(?:OS|Platform|System): ?(?i:mac ?os)\b)"
        r"|\b(?:Illegal instruction|Segmentation fault|Abort trap|Bus error|Killed): \d{1,2}\b"  # its shells' wording
    ),
    "Linux": Expression(
        r"(?:^|[\s\"'(=])/(?:home|root)/\w|\blinux-gnu\b|\bmanylinux|\.so\.\d|/usr/lib/(?:python3|x86_64)|\bjournalctl\b"
        r"|\bapt(?:-get)? install\b|\bLinux-\d|(?m:^[ \t*-]*(?:OS|Platform|System): ?(?:Linux|Ubuntu|Debian)\b)"
        r"|\[\w+@[\w.-]+ [^\]\n]{1,80}\][$#] |\w@[\w.-]+:[~/][^\s$#]{0,200}[$#] "
    ),
}

# Programs that are written in C++, Go or the like, by the names under which they are started
_NATIVE = Expression(
    r"(?i)\b(?:llama-(?:server|cli|bench|run|quantize)|llama\.cpp|llama_(?:n_ctx|decode|model_load\w*|init\w*)|"
    r"LM ?Studio|ollama|whisper-cli|whisper\.cpp|sd-cli|stable-diffusion\.cpp|clinfo|rocminfo|tritonserver|darknet)\b|"
    r"\.exe: 0xC0000"
)
_PYTHON = Expression(
    r"(?i)\bpython|\.pyx?\b|\bTraceback \(most|\bpip3? install|\bimport \w|llama-cpp-python|\bjupyter|\bcolab"
)
_FAR = 20_000  # characters that are read


def is_native(text: str) -> bool:
    """Whether a paste is about a program that is not written in Python: it names one, and shows no Python.

    >>> is_native("llama-server crashed: Segmentation fault"), is_native("python x.py\\nollama: Segmentation fault")
    (True, False)
    """
    return bool(_NATIVE.search(text[:_FAR])) and not _PYTHON.search(text[:_FAR])


def read_system(text: str) -> str:
    """`Windows`, `Linux` or `macOS`; empty where the text shows none of them, or more than one.

    >>> read_system("PS C:\\\\Users\\\\u> python train.py"), read_system("/home/u/train.py"), read_system("train.py")
    ('Windows', 'Linux', '')
    """
    shown = [system for system, sign in _SIGNS.items() if sign.search(text)]
    return shown[0] if len(shown) == 1 else ""
