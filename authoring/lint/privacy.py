"""Find in a report what says whose it is: secrets, e-mail addresses, addresses of machines, home folders.

The secrets are those of the redaction (tracefix/redaction/redaction.py), by which a report can be scrubbed as well.
"""

import re
from collections.abc import Callable, Container, Iterator
from ipaddress import AddressValueError, IPv4Address

from tracefix.redaction.redaction import REDACTED, plain, redact

# These run on files of articles, and on a report that their author begins one with; never on a paste of a reader.
_EMAIL = re.compile(r"(?<![\w.+/:-])[A-Za-z0-9][\w.+-]*@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}\b")
_NOBODY = re.compile(r"(?i:^git@|@(?:[\w-]+\.)*example(?:\.\w+)?$|\.(?:local|localdomain|internal|invalid|test)$)")
_IP = re.compile(r"(?<![\w.=+-])(?:\d{1,3}\.){3}\d{1,3}(?![\w.+-])")
_HOME = re.compile(r"((?:/home/|/Users/|\b[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/)))([\w.@ -]+?)(?=[\\/\"'\s:,;)\]]|$)")
# What the redaction replaces, to be safe, and what tells nobody anything: colours, ids in hexadecimal digits, names in
# uv's cache, long names in code, OpenCV's `0@0.021`, numbers of SQL, Jupyter's connection files, classes of errors, and
# words in place of a key. Behind `key=`, digits are a key.
_HARMLESS = re.compile(
    r"\x1b\[[\d;]*m"
    r"|(?<![=\w-])[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b"
    r"|\b(?:actor_id|task_id|node_id|job_id|uid|id|sha256|md5|Root)=[0-9a-f;-]{8,}"
    r"|_[0-9a-f]{32}\b"
    r"|\b[A-Za-z][A-Za-z0-9]{0,14}(?:_+[A-Za-z0-9]{1,14}){3,}\b"
    r"|<ipython-input[\w-]*>|\\x[0-9a-f]{2}"
    r"|\b\d+@\d+\.\d+|\[parameters: \((?:\d+(?:\.\d+)?,? ?)+\)\]"
    r"|\b(?:archive|builds|environments)-v\d+[/\\](?:[\w.-]*-)?[\w-]{16}(?=[/\\'\"\s]|$)"
    r"|\bkernel-[0-9a-f]{8}(?:-[0-9a-f]{4,})+|\b(?:[A-Z][a-z]+){2,}(?:Error|Exception|Warning)\b|=(?:True|False)\b"
    r"|=[\"']?(?:<[^<>]*>|not [^\"']*|EMPTY|None|x+|hf_x+|\*+|\.\.\.)[\"']?(?=[\s,)`]|$)"
)
_OF_A_KEY = re.compile(r"(?i)(?:key|token|secret|passw\w*|auth\w*)[\"']?\s*[:=]\s*[\"']?$")  # before hexadecimal digits
# Folders in which no reader's project lies: where a report was made, and nothing else, is told by them.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:root|work|opt|tmp)(?:/|\b(?!\w))[^\s\"',:)]*")
_MACHINE_ROOT = re.compile(r"^/\w+")
# What only scrub() replaces: often nobody's, so lint does not ask for it. Names of machines in clusters and prompts,
# and the folders of a mounted disk, up to where Python's begin or to the file.
_PROMPT = re.compile(r"\b[\w.-]+@[\w.-]+(?=:[~/])")
_HOST = re.compile(
    r"\bip(?:-\d{1,3}){4}\b"
    r"|\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:gpu|cpu|node|host|worker|dgx|login|compute|head|[abhv]\d{2,3})-?\d+\b(?:\.[a-z][\w.-]*\w)?"
)
_MOUNTED = re.compile(
    r"(?<![\w.~-])(/(?:mnt|nfs|data|scratch|shared|storage|srv|lustre|gpfs)\d*/)((?:[^/\s\"',:)]+/)+?)"
    r"(?=lib/python|site-packages/|[^/\s\"',:)]*(?![^\s\"',:)]))"
)
_MODULE = re.compile(r"(?m)(?<![\w./\\])([A-Za-z_]\w+)(?=(?:\.\w+)*\.[A-Z]\w*\b)")  # of a class: `acme.errors.Drift`
_ANYBODY = frozenset("user me you jane ann ada u x public runner ubuntu bentoml name username 用户名".split())  # noqa: SIM905


def find_private(line: str) -> Iterator[str]:
    """Yield what a line of a report must not contain, each with what to write instead."""
    text = plain(_without_harmless(line))
    if (redacted := redact(text)) != text:
        yield f"holds what looks like a secret (“{_context(redacted)}” without it): write a word such as hf_xxx"
    for found in _IP.finditer(line):
        if _is_somebodys(found[0]):
            yield f"holds the address {found[0]} of a machine: write 192.0.2.1"
    yield from find_personal(line)


def find_personal(line: str) -> Iterator[str]:
    """The e-mail addresses and home folders alone: in prose, a dotted number is a release, and a key is talked of."""
    for found in _EMAIL.finditer(line):
        if not _NOBODY.search(found[0]):
            yield f"holds the e-mail address {found[0]}: write jane@example.org"
    for found in _HOME.finditer(line):
        if found[2].lower() not in _ANYBODY:
            yield f"holds the home folder {found[0]}: write {found[1]}user"


def scrub(text: str) -> str:
    """The text without what find_private() finds, and without names and paths of the machine it was made on."""
    modules = frozenset(_MODULE.findall(text))
    for _ in range(3):  # two that touch are not found at once
        text = "\n".join(_scrub_line(line, modules) for line in text.split("\n"))
    return text


def _scrub_line(line: str, modules: Container[str]) -> str:
    text = plain(_without_harmless(line))
    line = line if redact(text) == text else redact(line)
    line = _EMAIL.sub(_unless(lambda found: bool(_NOBODY.search(found)), "jane@example.org"), line)
    line = _IP.sub(_unless(lambda found: not _is_somebodys(found), "192.0.2.1"), line)
    line = _PROMPT.sub("user@host", line)
    line = _HOST.sub("host", line)
    line = _MOUNTED.sub(lambda found: f"{found[1]}data/{_package_in(found[2], modules)}", line)
    line = _HOME.sub(lambda found: found[1] + "user", line)
    return MACHINE_PATH.sub(lambda found: _MACHINE_ROOT.sub("/home/user", found[0]), line)


def _without_harmless(line: str) -> str:
    """The line without what the redaction replaces to be safe; what follows the name of a key stays."""
    return _HARMLESS.sub(lambda found: found[0] if _OF_A_KEY.search(line[: found.start()]) else " ", line)


def _package_in(folders: str, modules: Container[str]) -> str:
    """The end of a path that begins with a module which the report names: a package, as signatures ask for it."""
    parts = folders.split("/")
    start = next((place for place, part in enumerate(parts) if part in modules), len(parts))
    return "/".join(parts[start:])


def _unless(is_harmless: Callable[[str], bool], replacement: str) -> "Callable[[re.Match[str]], str]":
    return lambda found: found[0] if is_harmless(found[0]) else replacement


def _is_somebodys(text: str) -> bool:
    """Whether these are the numbers of a machine that anybody could reach."""
    try:
        return IPv4Address(text).is_global
    except AddressValueError:
        return False


def _context(redacted: str) -> str:
    """The place of the secret in the redacted line, with a few words on both sides."""
    place = redacted.find(REDACTED)
    return redacted[max(0, place - 20) : place + len(REDACTED) + 10].strip()
