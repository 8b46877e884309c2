"""Take secrets out of text before anybody else sees it: keys, passwords, tokens, random strings.

A table of RE2 patterns, as pasted text is hostile. Where a pattern cannot tell, it takes away: a word too many that is
gone costs a curator a guess, a secret that stays costs its owner more.
"""

from collections.abc import Callable
from itertools import pairwise

import re2

REDACTED = "{secret}"
_MOST_ROUNDS = 5  # what stands beside a secret may be seen for part of it only when that is gone


def redact(text: str) -> str:
    """The text with `{secret}` in the place of whatever looks like one: keys, passwords, tokens, random strings.

    >>> redact("401 for https://jane:hunter2@example.org with hf_abcdefghijklmnopqrstuvwxyz")
    '401 for https://{secret}@example.org with {secret}'
    """
    for _ in range(_MOST_ROUNDS):
        before = text
        for _, expression, replacement in _SECRETS:
            text = expression.sub(replacement, text)
        text = str(_LONG.sub(_without_random, text))
        if text == before:
            break
    return text


# ── shapes ─────────────────────────────────────────────────────────────────────────────────────────────────────

_TELLTALE = (  # `api_key`, `HF_TOKEN`, `db.password`, …
    r"[\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|credentials?|token|cookie|"
    r"(?:api|access|private|secret|account|auth|ssh|encryption)[ _-]?key|密码|口令|令牌|密钥)"
)
_VALUE = r"""(?:\\?"[^"]*"?|\\?'[^']*'?|\S+)"""
_PLAIN_TOKENS = ("pad", "eos", "bos", "unk", "sep", "cls", "mask", "image", "start", "end", "stop", "special", "first")


def _is_plain_token(key: str) -> bool:
    """`pad_token` is a setting of a tokenizer, and no secret."""
    words = key.lower().replace("-", "_").rpartition(".")[2].split("_")
    return words[-1] == "token" and len(words) > 1 and words[-2] in _PLAIN_TOKENS


def _keep_key(found: "re2._Match") -> str:
    key, between = found["key"], found["between"]
    return found[0] if _is_plain_token(key) else f"{key}{between}{REDACTED}"


def _keep_statement(found: "re2._Match") -> str:
    """`token is invalid` states something; `token is 3xY…` says the token."""
    value = found["value"]
    return f"{found['key']}{REDACTED}" if value[0] in "'\"" or any(char.isdigit() for char in value) else found[0]


# What it is, how it looks, and what stands in its place. In this order: what holds others comes first.
_SECRETS: tuple[tuple[str, "re2._Regexp", "str | Callable[[re2._Match], str]"], ...] = tuple(
    (name, re2.compile(pattern), replacement)
    for name, pattern, replacement in (
        (
            "a private key",
            r"-----BEGIN [A-Z ]{0,30}KEY-----[^-]*(?:-----END [A-Z ]{0,30}KEY-----)?",
            REDACTED,
        ),
        ("user and password in an address", r"://[^\s/]*:\S*@", f"://{REDACTED}@"),
        ("… or a token alone", r"://[^\s/]+@", f"://{REDACTED}@"),
        ("user and password without one", r"[^\s:/@'\"]+:[^\s/@'\"]+@[\w.-]+", REDACTED),
        ("an authorization header", rf"(?i)(authorization[\"']? ?[:=] ?)[\"']?(?:[a-z]+ )?{_VALUE}", rf"\1{REDACTED}"),
        ("a bearer's token", r"(?i)\b(bearer |basic )([\w.~+/=-]{8,})", rf"\1{REDACTED}"),
        ("a JSON web token", r"eyJ[\w-]{5,}(?:\.[\w-]*){0,4}", REDACTED),
        # https://docs.github.com/code-security/secret-scanning lists the shapes of many providers
        ("a token of Hugging Face", r"(?:hf|api_org)_[A-Za-z0-9]{16,}", REDACTED),
        (
            "of OpenAI, Anthropic and others",
            r"(^|[^A-Za-z0-9])(?:[sprg]k|rk_live|sk_live|pk_live)[-_][\w-]{12,}",
            rf"\1{REDACTED}",
        ),
        ("of GitHub", r"(?:gh[a-z]_|github_pat_)\w{10,}", REDACTED),
        ("of GitLab", r"gl[a-z]{2,5}-[\w-]{10,}", REDACTED),
        ("of Slack", r"xox[a-z]-[\w-]{8,}", REDACTED),
        ("of AWS", r"(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{12,}", REDACTED),
        ("of Google", r"AIza[\w-]{20,}|ya29\.[\w-]{10,}|GOCSPX-[\w-]{10,}", REDACTED),
        ("of registries", r"(?:npm_|pypi-|dckr_pat_|nvapi-|r8_|dapi|gsk_|xai-|tgp_v1_|SG\.)[\w.-]{16,}", REDACTED),
        ("key=value", rf"(?i)(?P<key>{_TELLTALE})(?P<between>\\?[\"']?\]? ?(?:=>|:=|=|:|：) ?){_VALUE}", _keep_key),
        ("--key value", rf"(?i)(?P<key>--?{_TELLTALE})(?P<between> ){_VALUE}", _keep_key),
        ("key 'value'", rf"(?i)(?P<key>{_TELLTALE})(?P<between> )(?:\"[^\"]*\"?|'[^']*'?)", _keep_key),
        ("key is value", rf"(?i)(?P<key>{_TELLTALE} (?:is|was) )(?P<value>{_VALUE})", _keep_statement),
    )
)
_LONG = re2.compile(r"[A-Za-z0-9+/_=-]{20,}")  # where random strings are looked for
_MANGLED = re2.compile(r"^_?_Z[A-Z]{0,3}\d+[A-Za-z_]\w*$")  # a symbol of C++: long, but the error itself
_UUID = re2.compile(r"^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$")  # names something, and opens nothing
_SINGLE_CASE = re2.compile(r"[a-z]{28,}|[A-Z]{28,}")  # no word is as long
_RUNS = re2.compile(r"[A-Za-z0-9]+")


def _without_random(found: "re2._Match") -> str:
    return REDACTED if is_random(found[0]) else str(found[0])


def is_random(text: str) -> bool:
    """Whether a long string without spaces looks drawn by chance.

    Names change between small letters, capitals and digits seldom; random strings at every other character.

    >>> is_random("Xq3vB9kTz1LmW8pRj5Ny"), is_random("DistributedDataParallelError")
    (True, False)
    """
    if _MANGLED.match(text) or _UUID.match(text):
        return False
    runs = _RUNS.findall(text)
    longest = max(runs, key=len, default="")
    letters = sum(map(len, runs))
    if _SINGLE_CASE.search(text) or (len(text) >= 40 and "/" not in text and any(char.isdigit() for char in text)):
        return True
    if len(longest) >= 16 and _changes(longest) >= len(longest) / 5:
        return True
    rarest = 8 if letters >= 36 else 6  # letters for one change: the longer, the less is chance
    are_names = "+" not in text and letters / len(runs) <= 6  # many short ones, joined
    return letters >= 20 and not are_names and sum(map(_changes, runs)) >= letters / rarest


def _changes(run: str) -> int:
    """How often another kind of character follows; a capital that begins a word counts once with it."""
    kinds = ["0" if char.isdigit() else "A" if char.isupper() else "a" for char in run]
    return sum(before != here and (before, here) != ("A", "a") for before, here in pairwise(kinds))
