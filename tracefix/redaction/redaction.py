"""Replace secrets in text before anybody else sees it: keys, passwords, tokens, random strings.

A secret is recognised by its own shape, or by a word before it, such as `password`. A secret that is an ordinary word
without such a word before it is not recognised. When in doubt, text is replaced: a word replaced by mistake costs staff
a guess, but a secret that stays costs its owner more. The rules are a table of RE2 patterns, because pasted text is
hostile.
"""

import unicodedata
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import re2

from tracefix.linear_re import Expression

REDACTED = "{secret}"
_MOST_ROUNDS = 5  # redacting one secret may reveal that the text beside it is one, too

# What a rule recognises, its pattern, and the replacement
Replacement: TypeAlias = "str | Callable[[re2._Match], str]"
Rule = tuple[str, str, Replacement]


def redact(text: str) -> str:
    """Replace everything that looks like a secret with `{secret}`.

    >>> redact("401 for https://jane:hunter2@example.org with hf_abcdefghijklmnopqrstuvwxyz")
    '401 for https://{secret}@example.org with {secret}'
    """
    for _ in range(_MOST_ROUNDS):
        before, text = text, _STRINGS.apply(_SECRETS.apply(plain(text)))
        if text == before:
            break
    return text


_NAMES = re2.compile(r"\(\?P<\w+>")


class Rules:
    """A table of rules. Most texts need none of them, so one search for all patterns at once goes first."""

    def __init__(self, *rules: Rule) -> None:
        self._rules = rules
        self._any = Expression("|".join(f"(?:{_nameless(pattern)})" for _, pattern, _ in rules))

    @cached_property
    def _expressions(self) -> "tuple[tuple[re2._Regexp, Replacement], ...]":
        return tuple((re2.compile(pattern), replacement) for _, pattern, replacement in self._rules)

    def apply(self, text: str) -> str:
        """Apply the rules one after the other, each to the result of those before it."""
        if not self._any.search(text):
            return text
        for expression, replacement in self._expressions:
            if expression.search(text):  # takes a fifth of the time of sub(), and most rules find nothing
                text = expression.sub(replacement, text)
        return text


def _nameless(pattern: str) -> str:
    """The pattern without the names of its groups, because a name may occur only once in an expression."""
    return str(_NAMES.sub("(?:", pattern))


def plain(text: str) -> str:
    r"""Normalise the characters of a text (NFKC), and keep at most two combining marks in a row.

    A key in full-width letters is then recognised, and a pile of marks cannot cover the lines above it.

    >>> plain("ｈｆ＿ａｂｃ：　x\u0301\u0301\u0301\u0301") == "hf_abc: x\u0301\u0301"
    True
    """
    if text.isascii():
        return text
    text = _MARKS.sub(r"\1", text)  # also before normalize(), whose time grows with the square of a row of marks
    # Keep `…`, the end of a cut message, which NFKC would replace with three dots
    return str(_MARKS.sub(r"\1", "…".join(unicodedata.normalize("NFKC", part) for part in text.split("…"))))


_MARKS = re2.compile(r"(\pM\pM)\pM+")

# ── the parts of the patterns ───────────────────────────────────────────────────────────────────────────────────

_TELLTALE = (  # `api_key`, `HF_TOKEN`, `db.password`, …
    r"[\w.-]*(?:passw(?:or)?d|pass[ _-]?(?:phrase|code)|pwd|secret|credentials?|token|cookie|"
    r"(?:api|access|private|secret|account|auth|ssh|encryption)[ _-]?key|密码|口令|令牌|密钥|"
    r"kennwort|passwort|mot de passe|contrase(?:ñ|n)a|senha|пароль|パスワード|비밀번호)"
)
_GIVEN = r"(?: (?:provided|given|used|entered|supplied))?"
_VALUE = r"""(?:\\?"[^"]*"?|\\?'[^']*'?|\S+)"""
_SAYS = r"\\?[\"']?\]? ?(?:=>|:=|=|:) ?"  # the separator between a key and its value
# Words before `pass` after which it is no password: `error in the backward pass: …`
_PASSES = r"(?:forward|backward|first|second|last|next|each|every|single|prefill|decode)"
# The values of a row in SQL. A row that is cut off is replaced to its end.
_ROW = r"\((?:[^'\"()]|'[^']*'?|\"[^\"]*\"?)*\)?"
_PEM = r"(?:KEY|PGP|CERTIFICATE|MESSAGE|PKCS|SIGNATURE)"
_UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
# Addresses whose last part is all that a stranger needs to post in somebody's chat
_HOOKS = (
    r"open-apis/bot/(?:v\d/)?hook/|hooks\.slack\.com/[a-z]+/|/api/(?:v\d+/)?webhooks/|/webhookb2/|"
    r"hooks\.zapier\.com/hooks/|/with/key/|\.ftqq\.com/|//api\.day\.app/"
)
# Parameters of an address that are signatures or keys: WeCom, DingTalk, and the clouds' signed links
_SIGNED = r"(?:sig|sign|key|q-ak|\w*access_?key_?id|(?:[\w-]+-)?(?:signature|credential))"
_COOKIE = r"(?:[^\s;='\"]+=[^\s;'\"]*|(?i:httponly|secure|partitioned))"
_SERVICES = (
    "(?:OPENAI|ANTHROPIC|HUGGINGFACE|HF|WANDB|COHERE|MISTRAL|DEEPSEEK|GEMINI|GROQ|REPLICATE|COMET|NEPTUNE|"
    "GITHUB|GITLAB|SLACK|AWS|AZURE|GCP|GOOGLE|STRIPE|TWILIO)"
)
# The beginnings of variables that hold settings, not secrets
_SETTING = re2.compile(
    r"^(?:TORCH[A-Z]*|PYTORCH|NCCL|CUDA|CUDNN|CUBLAS|NVIDIA|LD|OMP|MKL|KMP|RAY|VLLM|SGLANG|TRITON|TF|XLA|JAX|GLOO|UCX|HIP|"
    r"HSA|ROCM|ROCR|PYTHON[A-Z]*|TRANSFORMERS|TOKENIZERS|ACCELERATE|DEEPSPEED|MASTER|MAX|PATH|CC|CXX|CMAKE|PROTOCOL|GRADIO|"
    r"HF_[A-Z]+|WANDB_[A-Z]+)(?:_|$)"
)
_PLAIN_VALUE = re2.compile(r"^(?i:[\d.,:;*]+|true|false|on|off|yes|no|none|null|info|debug|auto|[.~$/{].*)[\pP]*$")
_PLAIN_TOKENS = ("pad", "eos", "bos", "unk", "sep", "cls", "mask", "image", "start", "end", "stop", "special", "first")


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


_AROUND = ".,;:!?)]}'\"`*"  # punctuation that may follow or surround a word
_HYPHENED = Expression(r"\pL-\pL")
_HEX = re2.compile(r"^[0-9a-fA-F]+$")
_NUMBER = re2.compile(r"^\d+(?:[eE]\d*)?$")
# Words that may follow `password`, `user`, `host`, … without being a name or a secret
ORDINARY = words_of(
    "a about above accepts access according account accounts active added after again agent all allocation "
    "allowed already also always an and annotation any api are argument arguments as asked at attached auth "
    "authentication authorization available base based be because before being below bit blocked boundaries but "
    "by called calling calls can canceled cancelled cannot capacity change changed changes check checks class "
    "closed code command config configuration configured contains copy could count cpu created credentials "
    "currently data database decryption defined definition deleted denied depends detected device did directory "
    "disabled disconnected do does doesn't don't down driver due during each empty encoding encryption endpoint "
    "entered entry environment error errors exceeded exception exceptions exists expects expired failed failure "
    "field fields file files first flow folder for format found from function functions given got granted group "
    "groups guide had has hash hashes hashing have header headers her his home how id identifier ids if in "
    "incorrect index indices info information input inputs install installation installed instance instead "
    "interface interrupt interrupted into invalid is it its itself kernel key keys last left length level "
    "libthread_db limit limits list local locked lookup manager match matches matching may memory message "
    "messages met middleware might mismatch missing mode model module multiple must name named names needed needs "
    "never new no node none not note now object objects of off on one only option options or orders other output "
    "packages page pages parameter parameters part payload permission permissions pinned please plugin plural "
    "pointer policy port ports process processes profile program prompt prompts properties property protected "
    "protection provided ptr quota reached read rebuilt refused registered rejected rejects request requested "
    "requests require required requires reset resolution response returned returns role root run running runs "
    "said sampler says script section see seen selected sent server session sessions set sets setting settings "
    "shell should side since site site-packages size sizes so source space specific specified stack stage started "
    "state static status stop stopped stored stream string style such supplied support supports suspended table "
    "tensor tensors test text than that the their them then there these they this thread threads timed timeout to "
    "token tokens too tried type types unable unavailable undefined unexpected unknown unreachable unset until "
    "update url urls use used user username users using valid validation value values variable variables "
    "verification version versions via view views violation wait waiting wants was we were what when where "
    "whether which while who whose will with within without would write wrong wrote you your"
)


def _is_plain_token(key: str) -> bool:
    """Whether the key is a setting of a tokenizer, such as `pad_token`, and not a secret."""
    words = key.lower().replace("-", "_").rpartition(".")[2].split("_")
    return words[-1] == "token" and len(words) > 1 and words[-2] in _PLAIN_TOKENS


def _redact_value(found: "re2._Match") -> str:
    key, between = found["key"], found["between"]
    return found[0] if _is_plain_token(key) else f"{key}{between}{REDACTED}"


def _redact_quoted_value(found: "re2._Match") -> str:
    """Redact `token 'abc'`, but not `Expected token ','`, the error of a parser."""
    return _redact_value(found) if any(map(str.isalnum, found["value"])) else str(found[0])


def _redact_pass(found: "re2._Match") -> str:
    """Redact `pass: abc`, but not `error in the backward pass: …`."""
    return str(found[0]) if found["which"] else f"{found['before']}{found['key']}{found['between']}{REDACTED}"


def _redact_unless_ordinary(found: "re2._Match") -> str:
    """Redact `password swordfish`, but not `password is required`."""
    word = found["value"].strip(_AROUND).lower()
    is_ordinary = word in ORDINARY or not any(map(str.isalnum, word)) or found["value"][0] in "{("
    return str(found[0]) if is_ordinary else f"{found['key']} {REDACTED}"


def _redact_unless_plain(found: "re2._Match") -> str:
    """Redact a word of letters and digits, or with a hyphen, after `token`; but not `token indices`."""
    word = found["value"].strip(_AROUND)
    is_mixed = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    if not (is_mixed or _HYPHENED.search(word)) or found["value"][0] in "{(<" or _is_plain_token(found["key"]):
        return str(found[0])
    return f"{found['key']} {REDACTED}"


def _redact_phrase(found: "re2._Match") -> str:
    """Redact all words of a passphrase, to the end of the clause."""
    return str(found[0]) if found["value"].lower() in ORDINARY or found["value"][0] == "{" else f"{found[1]} {REDACTED}"


def _redact_row(found: "re2._Match") -> str:
    """Redact a row that contains a quotation; but not `expected 2 values (got 3)`."""
    has_quotation = "'" in found[2] or '"' in found[2]
    return f"{found[1]}({REDACTED})" if has_quotation else str(found[0])


def _redact_flag(found: "re2._Match") -> str:
    """Redact `-p hunter2`, but not `-p 8080:80`, `mkdir -p` or a `-p` within a sentence."""
    word = found["value"].strip(_AROUND)
    is_glued = not found["between"]
    is_mixed = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    is_kept = (
        (is_glued and not is_mixed)
        or word.lower() in ORDINARY
        or not any(map(str.isalpha, word))
        or found["value"][0] in "-{/"
        or found["mkdir"]
    )
    return str(found[0]) if is_kept else f"{found['before']}{found['key']}{found['between']}{REDACTED}"


def _redact_log_in(found: "re2._Match") -> str:
    """Redact `curl -u jane:hunter2`, but not `docker run -u 1000:1000` or `-u https://…`."""
    is_kept = not any(map(str.isalpha, found["value"])) or found["password"][0] in "/\\"
    return str(found[0]) if is_kept else f"{found['before']}{found['key']}{REDACTED}"


def _redact_variable(found: "re2._Match") -> str:
    """Redact the value of an exported variable, but not settings (`NCCL_DEBUG=INFO`), numbers, switches or paths."""
    is_kept = _SETTING.match(found["name"]) or _PLAIN_VALUE.match(found["value"])
    return str(found[0]) if is_kept else f"{found['before']}{found['name']}={REDACTED}"


def _redact_hex(found: "re2._Match") -> str:
    """Redact 16 or more hexadecimal digits, but not decimals (`1.2345678901234567e-05`) or addresses (`0x7f3a…`)."""
    is_hex = _HEX.match(found[0]) and not _NUMBER.match(found[0])
    return REDACTED if is_hex else str(found[0])


def _redact_statement(found: "re2._Match") -> str:
    """Redact `token is 3xY…`, but not `token is invalid`."""
    value = found["value"]
    return f"{found['key']}{REDACTED}" if value[0] in "'\"" or any(char.isdigit() for char in value) else found[0]


# ── random strings ──────────────────────────────────────────────────────────────────────────────────────────────

_MANGLED = re2.compile(r"^_?_Z[A-Z]{0,3}\d+[A-Za-z_]\w*$")  # a mangled C++ symbol: long, but not a secret
_ID = re2.compile(rf"^{_UUID}$")  # not a secret by itself
_SINGLE_CASE = re2.compile(r"[a-z]{28,}|[A-Z]{28,}")  # longer than any word
_ENCODED = re2.compile(r"[+%~]")
_RUNS = re2.compile(r"[A-Za-z0-9]+")


def _redact_random(found: "re2._Match") -> str:
    return REDACTED if is_random(found[0]) else str(found[0])


def is_random(text: str) -> bool:
    """Whether a long string without spaces looks random.

    Names seldom change between lower case, upper case and digits; random strings do at every other character.

    >>> is_random("Xq3vB9kTz1LmW8pRj5Ny"), is_random("DistributedDataParallelError")
    (True, False)
    """
    if _MANGLED.match(text) or _ID.match(text):
        return False
    runs = _RUNS.findall(text)
    longest = max(runs, key=len, default="")
    letters = sum(map(len, runs))
    if _SINGLE_CASE.search(text) or (len(text) >= 40 and "/" not in text and any(char.isdigit() for char in text)):
        return True
    if len(longest) >= 16 and _changes(longest) >= len(longest) / 5:
        return True
    rarest = 8 if letters >= 36 else 6  # characters per change; a long text may change less often by chance
    are_names = not _ENCODED.search(text) and letters <= 6 * len(runs)  # many short words, joined
    return letters >= 20 and not are_names and sum(map(_changes, runs)) >= letters / rarest


def _changes(run: str) -> int:
    """How often the kind of character changes. A capital and the small letters after it count as one kind."""
    kinds = ["0" if char.isdigit() else "A" if char.isupper() else "a" for char in run]
    return sum(before != here and (before, here) != ("A", "a") for before, here in pairwise(kinds))


# ── the rules ───────────────────────────────────────────────────────────────────────────────────────────────────


# The order matters: a secret that may contain another one comes first.
_SECRETS = Rules(
    (
        "a private key, or another block of PEM or PGP",
        rf"(?s)-{{4,5}} ?BEGIN [A-Z0-9 ]*{_PEM}[A-Z0-9 ]*-{{4,5}}.*?"
        rf"(?:-{{4,5}} ?END [A-Z0-9 ]*{_PEM}[A-Z0-9 ]*-{{4,5}}|\z)",
        REDACTED,
    ),
    ("the hook of a chat", rf"(?i)({_HOOKS})[^\s'\"<>{{}}]+", rf"\1{REDACTED}"),
    ("the address of a bot of Telegram", r"(/bot\d{6,12}:|\b\d{6,12}:AA)[\w-]{20,}", rf"\1{REDACTED}"),
    ("user and password in an address", r"://[^\s/]*:\S*@", f"://{REDACTED}@"),
    ("a token in an address", r"://[^\s/]+@", f"://{REDACTED}@"),
    ("user and password without an address", r"[^\s:/@'\"]+:[^\s/@'\"]+@[\w.-]+", REDACTED),
    (
        "curl -u user:password",
        r"(?P<before>^|[\s\[('\",])(?P<key>(?:-[uU]|--(?:proxy-)?user(?:name)?[ =]?)(?:['\"], ?| ?))"
        r"(?P<value>['\"]?[^\s:'\"-][^\s:'\"]*:(?P<password>[^\s'\"]+)['\"]?)",
        _redact_log_in,
    ),
    # Before `key=value`, which would take the first pair alone
    ("cookies", rf"(?i)(cookies?2?: ?){_COOKIE}(?:; ?{_COOKIE})+", rf"\1{REDACTED}"),
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
    ("of Slack", r"(?:xox[a-z]|xapp)-[\w-]{8,}", REDACTED),
    ("of a bot of Discord", r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}", REDACTED),
    ("of ModelScope", rf"(^|[^A-Za-z0-9])ms-{_UUID}", rf"\1{REDACTED}"),
    ("of AWS", r"(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{12,}", REDACTED),
    (
        "of Alibaba, Tencent, Volcengine and Baidu",
        r"(^|[^A-Za-z0-9])(?:(?:LTAI|AKID|AKLT)[0-9A-Za-z]{8,}|(?:bce-v3/)?ALTAK-?[0-9A-Za-z]{8,}(?:/\w+)?)",
        rf"\1{REDACTED}",
    ),
    ("of Google", r"GOOG1[0-9A-Z]{10,}|AIza[\w-]{20,}|ya29\.[\w-]{10,}|GOCSPX-[\w-]{10,}", REDACTED),
    ("of PlanetScale", r"pscale_[a-z]{2,8}_[\w.=-]{8,}", REDACTED),
    # No small letter after the prefix, because `HPUAttention` is a class of vLLM
    ("of Heroku and its kind", r"(?:HPUA|HRKU)[-_0-9A-Z][\w-]{7,}", REDACTED),
    ("of Azure", r"[\w.-]{3,4}\dQ~[\w.~-]{20,}", REDACTED),
    ("a signature or a key in an address", rf"(?i)([?&;]{_SIGNED}=)[^\s&'\"<>]+", rf"\1{REDACTED}"),
    (
        "of registries",
        r"(?:npm_|pypi-|dckr_pat_|nvapi-|r8_|dapi|gsk_|xai-|tgp_v1_|SG\.|fw_|wandb_v1_|tskey-)[\w.-]{16,}",
        REDACTED,
    ),
    ("password for somebody: value", r"(?i)(pass(?:word|phrase) for [^\n:]{1,120}: ?)\S+", rf"\1{REDACTED}"),
    ("key=value", rf"(?i)(?P<key>{_TELLTALE}{_GIVEN})(?P<between>{_SAYS}){_VALUE}", _redact_value),
    (
        "pass=value",
        rf"(?i)(?P<before>^|[^\pL\pN])(?P<which>\b{_PASSES} )?(?P<key>(?:[\w.-]*[_.-])?(?:pass|pw))"
        rf"(?P<between>{_SAYS}){_VALUE}",
        _redact_pass,
    ),
    ("--key value", rf"(?i)(?P<key>--?{_TELLTALE})(?P<between> ){_VALUE}", _redact_value),
    (
        "key 'value'",
        rf"(?i)(?P<key>{_TELLTALE})(?P<between> )(?P<value>\"[^\"]*\"?|'[^']*'?)",
        _redact_quoted_value,
    ),
    # Before `password word`, which would take its first word alone
    ("passphrase words", r"(?i)(pass[ _-]?phrase) (?P<value>[^\s,.;:()]+)[^,.;:()]*", _redact_phrase),
    (
        "password word",
        rf"(?i)(?P<key>(?:[\w.-]*(?:passw(?:or)?d|passcode|pwd)|\bpw|密码|口令){_GIVEN}) +(?P<value>{_VALUE})",
        _redact_unless_ordinary,
    ),
    ("token 3xY…", rf"(?i)(?P<key>{_TELLTALE}{_GIVEN}) +(?P<value>\S+)", _redact_unless_plain),
    (
        "-p value",
        rf"(?P<before>^|[^\w\[-])(?P<mkdir>mkdir )?(?P<key>-p(?:w|ass)?)(?P<between> +|=|)(?P<value>{_VALUE})",
        _redact_flag,
    ),
    (
        "export NAME=value",
        rf"(?P<before>(?:^|[^\w.-])export |setx? |\$?(?i:env):)(?P<name>[A-Z]\w*) ?= ?(?P<value>{_VALUE})",
        _redact_variable,
    ),
    ("OPENAI=value", rf"\b({_SERVICES})=(?:{_VALUE})", rf"\1={REDACTED}"),
    ("a row of SQL", rf"(?i)\b(values ?)({_ROW}(?:, ?{_ROW})*)", _redact_row),
    ("a row of SQLAlchemy", r"(?i)(\[parameters: )[^\]]*", rf"\1{REDACTED}"),
    ("a user's password in SQL", r"(?i)(identified by )(?:'[^']*'?|\"[^\"]*\"?)", rf"\1{REDACTED}"),
)
# Applied last: these patterns also match text that is no secret, and the replacement function decides.
_STRINGS = Rules(
    ("hex of 16", r"[0-9A-Za-z]{16,}", _redact_hex),
    ("key is value", rf"(?i)(?P<key>{_TELLTALE} (?:is|was) )(?P<value>{_VALUE})", _redact_statement),
    ("a random string", r"[A-Za-z0-9+/_=~%-]{20,}", _redact_random),
)
