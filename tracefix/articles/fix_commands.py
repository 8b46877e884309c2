"""The commands in a fix that can be run as they stand: an answer shows each in a block of its own, to be copied."""

import re
from collections.abc import Iterable, Iterator, Mapping

from tracefix.articles.filling import PLACEHOLDER, fill
from tracefix.lazy_pattern import lazy_pattern

_MOST = 2
# These run on our own articles only, never on a paste.
_SPAN = lazy_pattern(r"(?<![\\`])`([^`\n]+)`(?!`)")
_BLOCK = lazy_pattern(r"(?ms)^(~{3,}|`{3,}).*?^\1[ ]*$")
_PROGRAMS = (
    "accelerate|apt|apt-get|brew|conda|curl|deepspeed|df|dmesg|docker|export|fuser|git|grep|hf|huggingface-cli|ip|kubectl|"
    "ldd|lsof|mamba|mim|nvidia-smi|pip|pip3|poetry|py|python|python3|ray|ss|sudo|torchrun|ulimit|unset|uv|vllm"
)
_COMMAND = lazy_pattern(rf"(?:[A-Z][A-Z0-9_]*=\S+ +)*(?:{_PROGRAMS}) +\S.*")
_VARIABLES_ALONE = lazy_pattern(r"(?:[A-Z][A-Z0-9_]*=\S+ +)*[A-Z][A-Z0-9_]{3,}=\S+")  # no program sees them so

# What a sentence says of a command that it warns of or only mentions, before the command and right behind it
_WARNED_BEFORE = lazy_pattern(
    r"(?:(?i:\b(?:not|\w+n't|never|avoid|without|instead of|in place of|rather than|than|used|ran|raise|plain|bare|an?)"
    r"(?: (?:run|running|use|using|type|typing))?|\b(?:same|higher|lower))"
    r"|(?:不要|不能|不应|不必|切勿|别|不是|而非|避免|代替|调大|调高|用过|运行过)(?:再|用|使用|运行|执行)*|直接) *$"
)
_WARNED_BEHIND = lazy_pattern(
    r" *(?:(?:alone|by itself|on its own|is what|was what|is wrong|is not|was not|breaks|broke|makes no difference|"
    r"(?:does|do|did|will|would|can|could) not|cannot|ends with|fails with|(?:brings?|installs?|takes?|builds?|gives?) "
    r"(?:(?:you|an?|the|it|one) )*(?:CPU|build for|wrong|other|older|without))\b"
    r"|会以|会失败|会报错|会弄坏|会装上? ?CPU|装出来的|装的是|装上的是|没有用|没用|不起作用|弄坏)"
)
_REMOVAL = lazy_pattern(r"\b(?:uninstall|remove)\b")
_THEN = lazy_pattern(r"\bthen\b|再|然后")  # "`pip uninstall a`, then install the release that …"
_SENTENCE_END = lazy_pattern(r"[.?!](?=\s|$)|[。？！]")
_CONDITION = lazy_pattern(
    r"(?:(?i:\b(?:if|whether|where|when))|如果|若|假如) *$"
)  # "If `…` does not work": run it to see

# What is left to the reader: `…`, `pip install PACKAGE`, `docker run` without an image
_GAP = lazy_pattern(r"…|\.\.\.|XXX|(?i:path/to/)|/home/me/|<[a-z][\w-]*>")
_CAPITALS = lazy_pattern(
    r"(?<!\w)(?<!\W\$)(?<!^\$)(?<!\$\{)(?<!%)(?<![Ee]nv:)(?<!\benv=)(?<!\s-)(?<!--)"  # neither `$NAME` nor `-LO`
    r"[A-Z][A-Z_]*[A-Z](?:_?[0-9]+)?(?!\w| ?=(?!=))"  # nor `NAME=1`
)
_VARIABLES = lazy_pattern(r"\b(?:unset(?: (?!NAME\b|VARIABLE\b)[A-Z][A-Z0-9_]+)+|env(?: -u \w+)+)")  # taken away
_SHORT = frozenset({"ID", "IN", "ME", "NN"})  # stand-ins of two letters
_REAL = lazy_pattern(  # words in capitals that are meant as they stand
    "ARMV8|COCO|CPU|DEBUG|DETAIL|ECC|ERROR|FALSE|GET|GGUF|GPU|HEAD|INFO|LFS|NVIDIA|NVL|OCR|OFF|PHB|PIL|PIX|POST|PUT|"
    "PXB|RGB|SYS|TRACE|TRUE|TTS|UTC|UTF|WARN|WARNING|YES"
)
_ATTRIBUTE = lazy_pattern(r"(?:\b[A-Za-z_]\w*|[)\]])\.$|environ\[['\"]$")  # before a word: `cv2.INTER_NEAREST`
_STAND_IN_ATTRIBUTES = frozenset({"FIELD", "METHOD", "MODULE", "NAME", "NEXT_STEP"})
_STAND_IN_FUNCTIONS = frozenset({"CLASS", "FUNCTION", "MODEL"})  # where others are classes: `LSTM(8)`
_BARE = lazy_pattern(
    r"(?:[A-Z][A-Z0-9_]*=\S+ +)*(?:sudo +)?(?:"
    r"(?:(?:python[\d.]*|py)(?: -\w)* -m )?pip[\d.]*(?: (?:install|uninstall|download|show|wheel))?"
    r"|uv(?: pip)?(?: (?:add|install|pip|run|uninstall))?|(?:conda|mamba)(?: (?:create|install|remove|run))?"
    r"|(?:apt|apt-get|brew|dnf|yum)(?: (?:install|remove))?"
    r"|(?:docker|podman)(?: (?:build|exec|pull|push|run))?|kubectl(?: (?:apply|delete|describe|exec|get|logs))?"
    r"|git(?: (?:add|checkout|clone|restore|rm))?|(?:hf|huggingface-cli)(?: download)?|vllm(?: serve)?"
    r"|(?:python[\d.]*|py)(?: -X \S+)+|python[\d.]* -m torch\.distributed\.(?:launch|run)"
    r"|accelerate(?: launch)?|curl|deepspeed|export|grep|ldd|torchrun|unset|wget)"
    r"(?: +--(?:extra-)?index-url \S+| +--(?:find-links|gpus|memory|shm-size) \S+| +-(?!-version$|V$|-help$|h$)\S*)*"
)


def commands_in(fix: str, values: Mapping[str, str] = {}) -> tuple[str, ...]:
    """The commands in a fix, filled as they may be filled in code. One that has to be completed first is left out.

    >>> commands_in("Run `pip install {{name|PACKAGE}}`, or `pip install PACKAGE`.", {"name": "einops"})
    ('pip install einops',)
    """
    return every_command_in(fix, values)[:_MOST]


def every_command_in(fix: str, values: Mapping[str, str] = {}) -> tuple[str, ...]:
    """Like commands_in(), with those that are too many to be shown."""
    return tuple(dict.fromkeys(_commands(_BLOCK.sub("", fix), values)))


def _commands(fix: str, values: Mapping[str, str]) -> Iterator[str]:
    spans = [(span, "" if _is_warned_of(fix, span) else _ready(span[1], values)) for span in _SPAN.finditer(fix)]
    for number, (span, command) in enumerate(spans):
        if command and not (_REMOVAL.search(command) and _lacks_next_step(fix, span, spans[number + 1 :])):
            yield command


def _ready(code: str, values: Mapping[str, str]) -> str:
    """The command that a span of code holds, filled; "" if it holds none that can be run as it stands."""
    filled = finished(code, values)
    if _VARIABLES_ALONE.fullmatch(filled):
        return f"export {filled}"
    return filled if _COMMAND.fullmatch(filled) else ""


def _lacks_next_step(fix: str, removal: re.Match[str], later: Iterable[tuple[re.Match[str], str]]) -> bool:
    """Whether the sentence goes on with what replaces the removed package, and not with a command to be copied."""
    prose, end = "", removal.end()
    for span, command in later:
        between = fix[end : span.start()]
        if _SENTENCE_END.search(between):
            break
        prose, end = prose + between, span.end()
        if command:
            return False
    return bool(_THEN.search(prose + _SENTENCE_END.split(fix[end:])[0]))


def _is_warned_of(fix: str, span: re.Match[str]) -> bool:
    """Whether the sentence says not to run this command, or what came of it."""
    before = fix[: span.start()]
    return bool(
        _WARNED_BEFORE.search(before) or (_WARNED_BEHIND.match(fix, span.end()) and not _CONDITION.search(before))
    )


def finished(command: str, values: Mapping[str, str] = {}) -> str:
    """A command with its placeholders filled; "" if the reader has to complete it.

    >>> finished("pip install {{name|PACKAGE}}", {"name": "einops"}), finished("pip install {{name|PACKAGE}}")
    ('pip install einops', '')
    """
    names = [found[1] for found in PLACEHOLDER.finditer(command)]
    filled = fill(f"`{command}`", values)[1:-1].strip()  # the span alone: what a paste says in prose is no command
    is_filled = all(name in values for name in names) and (not names or filled != fill(f"`{command}`")[1:-1].strip())
    return filled if is_filled and not is_unfinished(PLACEHOLDER.sub("x", command)) else ""


def is_unfinished(command: str) -> bool:
    """Whether a command without placeholders has to be completed: it has a stand-in, or lacks what it is about.

    >>> [is_unfinished(command) for command in ("pip install", "pip install PACKAGE", "NCCL_DEBUG=INFO python a.py")]
    [True, True, False]
    """
    return bool(_GAP.search(command) or _BARE.fullmatch(command)) or any(
        _is_stand_in(word) for word in _CAPITALS.finditer(_VARIABLES.sub("", command))
    )


def _is_stand_in(word: re.Match[str]) -> bool:
    """Whether a word in capitals stands for another one: `VERSION`, but neither `TRUE` nor `cv2.INTER_NEAREST`."""
    if _ATTRIBUTE.search(word.string[: word.start()]):
        return word[0] in _STAND_IN_ATTRIBUTES
    if word.string.startswith("(", word.end()):
        return word[0] in _STAND_IN_FUNCTIONS
    return not _REAL.fullmatch(word[0]) and (len(word[0]) > len("ID") or word[0] in _SHORT)
