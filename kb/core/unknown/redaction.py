"""Take secrets out of text before anybody else sees it: keys, passwords, tokens, random strings.

A table of RE2 patterns, as pasted text is hostile. Where a pattern cannot tell, it takes away: a word too many that is
gone costs a curator a guess, a secret that stays costs its owner more.

A secret is known by its own shape, or by the word before it. A plain word that nothing announces is neither.
"""

import unicodedata
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
        before, text = text, plain(text)
        for _, expression, replacement in _SECRETS:
            if expression.search(text):  # a fifth of the time of sub()
                text = expression.sub(replacement, text)
        text = str(_LONG.sub(_without_random, text))
        if text == before:
            break
    return text


def plain(text: str) -> str:
    r"""The text in the plain forms of its characters (NFKC), with two combining marks in a row at most.

    A key in full-width letters is a key, too, and a tower of marks covers the lines above it.

    >>> plain("ｈｆ＿ａｂｃ：　x\u0301\u0301\u0301\u0301") == "hf_abc: x\u0301\u0301"
    True
    """
    text = _MARKS.sub(r"\1", text)  # before, too: to sort a long row of marks takes the square of its length
    # `…` stays, which ends a message that is cut, and would be three characters
    return str(_MARKS.sub(r"\1", "…".join(unicodedata.normalize("NFKC", part) for part in text.split("…"))))


_MARKS = re2.compile(r"(\pM\pM)\pM+")

# ── shapes ─────────────────────────────────────────────────────────────────────────────────────────────────────

_TELLTALE = (  # `api_key`, `HF_TOKEN`, `db.password`, …
    r"[\w.-]*(?:passw(?:or)?d|pass[ _-]?(?:phrase|code)|pwd|secret|credentials?|token|cookie|"
    r"(?:api|access|private|secret|account|auth|ssh|encryption)[ _-]?key|密码|口令|令牌|密钥)"
)
_GIVEN = r"(?: (?:provided|given|used|entered|supplied))?"
_VALUE = r"""(?:\\?"[^"]*"?|\\?'[^']*'?|\S+)"""
_SAYS = r"\\?[\"']?\]? ?(?:=>|:=|=|:) ?"  # what stands between a key and its value
# Which pass, where it is no password: `error in the backward pass: …`
_PASSES = r"(?:forward|backward|first|second|last|next|each|every|single|prefill|decode)"
# A line of SQL that is cut is taken away to its end.
_ROW = r"\((?:[^'\"()]|'[^']*'?|\"[^\"]*\"?)*\)?"
_PEM = r"(?:KEY|PGP|CERTIFICATE|MESSAGE|PKCS|SIGNATURE)"
_SERVICES = (
    "(?:OPENAI|ANTHROPIC|HUGGINGFACE|HF|WANDB|COHERE|MISTRAL|DEEPSEEK|GEMINI|GROQ|REPLICATE|COMET|NEPTUNE|"
    "GITHUB|GITLAB|SLACK|AWS|AZURE|GCP|GOOGLE|STRIPE|TWILIO)"
)
# Whose variables are no secrets, and stand in much advice
_SETTING = re2.compile(
    r"^(?:TORCH[A-Z]*|PYTORCH|NCCL|CUDA|CUDNN|CUBLAS|NVIDIA|LD|OMP|MKL|KMP|RAY|VLLM|SGLANG|TRITON|TF|XLA|JAX|GLOO|UCX|HIP|"
    r"HSA|ROCM|ROCR|PYTHON[A-Z]*|TRANSFORMERS|TOKENIZERS|ACCELERATE|DEEPSPEED|MASTER|MAX|PATH|CC|CXX|CMAKE|PROTOCOL|GRADIO|"
    r"HF_[A-Z]+|WANDB_[A-Z]+)(?:_|$)"
)
_PLAIN_VALUE = re2.compile(r"^(?i:[\d.,:;*]+|true|false|on|off|yes|no|none|null|info|debug|auto|[.~$/{].*)[\pP]*$")
_PLAIN_TOKENS = ("pad", "eos", "bos", "unk", "sep", "cls", "mask", "image", "start", "end", "stop", "special", "first")


def words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


_AROUND = ".,;:!?)]}'\"`*"  # what stands beside a word
_HYPHENED = re2.compile(r"\pL-\pL")
_HEX = re2.compile(r"^[0-9a-fA-F]+$")
_NUMBER = re2.compile(r"^\d+(?:[eE]\d*)?$")
# What goes on after `password`, `user`, `host`, … where no name or secret follows
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
    """`pad_token` is a setting of a tokenizer, and no secret."""
    words = key.lower().replace("-", "_").rpartition(".")[2].split("_")
    return words[-1] == "token" and len(words) > 1 and words[-2] in _PLAIN_TOKENS


def _keep_key(found: "re2._Match") -> str:
    key, between = found["key"], found["between"]
    return found[0] if _is_plain_token(key) else f"{key}{between}{REDACTED}"


def _keep_operator(found: "re2._Match") -> str:
    """`Expected token ','` is an error of a parser."""
    return _keep_key(found) if any(map(str.isalnum, found["value"])) else str(found[0])


def _keep_pass(found: "re2._Match") -> str:
    return str(found[0]) if found["which"] else f"{found['before']}{found['key']}{found['between']}{REDACTED}"


def _keep_if_ordinary(found: "re2._Match") -> str:
    """`password is required` says something of passwords; `password swordfish` says the password."""
    word = found["value"].strip(_AROUND).lower()
    is_ordinary = word in ORDINARY or not any(map(str.isalnum, word)) or found["value"][0] in "{("
    return str(found[0]) if is_ordinary else f"{found['key']} {REDACTED}"


def _keep_if_plain(found: "re2._Match") -> str:
    """`token indices` are no secret; a value with digits and letters, or of words that hyphens join, is one."""
    word = found["value"].strip(_AROUND)
    is_mixed = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    if not (is_mixed or _HYPHENED.search(word)) or found["value"][0] in "{(<" or _is_plain_token(found["key"]):
        return str(found[0])
    return f"{found['key']} {REDACTED}"


def _keep_phrase(found: "re2._Match") -> str:
    """A passphrase is of several words: all of them go, to the end of what is said."""
    return str(found[0]) if found["value"].lower() in ORDINARY or found["value"][0] == "{" else f"{found[1]} {REDACTED}"


def _keep_row(found: "re2._Match") -> str:
    """`expected 2 values (got 3)` is no row of a table, and has no quotation."""
    has_quotation = "'" in found[2] or '"' in found[2]
    return f"{found[1]}({REDACTED})" if has_quotation else str(found[0])


def _keep_flag(found: "re2._Match") -> str:
    """`-p hunter2` says a password; `-p 8080:80`, `mkdir -p` and the `-p` of a sentence do not."""
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


def _keep_variable(found: "re2._Match") -> str:
    """`export NCCL_DEBUG=INFO` is advice, and so is whatever is a number, a switch or a path."""
    is_kept = _SETTING.match(found["name"]) or _PLAIN_VALUE.match(found["value"])
    return str(found[0]) if is_kept else f"{found['before']}{found['name']}={REDACTED}"


def _keep_hex(found: "re2._Match") -> str:
    """Sixteen digits of hex. A number is none (`1.2345678901234567e-05`), nor is `0x7f3a…`, a place in memory."""
    is_hex = _HEX.match(found[0]) and not _NUMBER.match(found[0])
    return REDACTED if is_hex else str(found[0])


def _keep_statement(found: "re2._Match") -> str:
    """`token is invalid` states something; `token is 3xY…` says the token."""
    value = found["value"]
    return f"{found['key']}{REDACTED}" if value[0] in "'\"" or any(char.isdigit() for char in value) else found[0]


# What it is, how it looks, and what stands in its place. In this order: what holds others comes first.
_SECRETS: tuple[tuple[str, "re2._Regexp", "str | Callable[[re2._Match], str]"], ...] = tuple(
    (name, re2.compile(pattern), replacement)
    for name, pattern, replacement in (
        (
            "a private key, or another block of PEM or PGP",
            rf"(?s)-{{4,5}} ?BEGIN [A-Z0-9 ]*{_PEM}[A-Z0-9 ]*-{{4,5}}.*?"
            rf"(?:-{{4,5}} ?END [A-Z0-9 ]*{_PEM}[A-Z0-9 ]*-{{4,5}}|\z)",
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
        ("of PlanetScale", r"pscale_[a-z]{2,8}_[\w.=-]{8,}", REDACTED),
        # Of capitals and digits, as `HPUAttention` is a class of vLLM
        ("of Heroku and its kind", r"(?:HPUA|HRKU)[-_0-9A-Z][\w-]{7,}", REDACTED),
        ("of Azure", r"[\w.-]{3,4}\dQ~[\w.~-]{20,}", REDACTED),
        ("a signature of Azure", r"(?i)([?&;]sig=)[^\s&'\"]+", rf"\1{REDACTED}"),
        ("of registries", r"(?:npm_|pypi-|dckr_pat_|nvapi-|r8_|dapi|gsk_|xai-|tgp_v1_|SG\.)[\w.-]{16,}", REDACTED),
        ("key=value", rf"(?i)(?P<key>{_TELLTALE}{_GIVEN})(?P<between>{_SAYS}){_VALUE}", _keep_key),
        (
            "pass=value",
            rf"(?i)(?P<before>^|[^\pL\pN])(?P<which>\b{_PASSES} )?(?P<key>(?:[\w.-]*[_.-])?(?:pass|pw))"
            rf"(?P<between>{_SAYS}){_VALUE}",
            _keep_pass,
        ),
        ("--key value", rf"(?i)(?P<key>--?{_TELLTALE})(?P<between> ){_VALUE}", _keep_key),
        ("key 'value'", rf"(?i)(?P<key>{_TELLTALE})(?P<between> )(?P<value>\"[^\"]*\"?|'[^']*'?)", _keep_operator),
        # Before `password word`, which would take its first word alone
        ("passphrase words", r"(?i)(pass[ _-]?phrase) (?P<value>[^\s,.;:()]+)[^,.;:()]*", _keep_phrase),
        (
            "password word",
            rf"(?i)(?P<key>(?:[\w.-]*(?:passw(?:or)?d|passcode|pwd)|\bpw|密码|口令){_GIVEN}) +(?P<value>{_VALUE})",
            _keep_if_ordinary,
        ),
        ("token 3xY…", rf"(?i)(?P<key>{_TELLTALE}{_GIVEN}) +(?P<value>\S+)", _keep_if_plain),
        (
            "-p value",
            rf"(?P<before>^|[^\w\[-])(?P<mkdir>mkdir )?(?P<key>-p(?:w|ass)?)(?P<between> +|=|)(?P<value>{_VALUE})",
            _keep_flag,
        ),
        (
            "export NAME=value",
            rf"(?P<before>(?:^|[^\w.-])export |setx? |\$?(?i:env):)(?P<name>[A-Z]\w*) ?= ?(?P<value>{_VALUE})",
            _keep_variable,
        ),
        ("OPENAI=value", rf"\b({_SERVICES})=(?:{_VALUE})", rf"\1={REDACTED}"),
        ("a row of SQL", rf"(?i)\b(values ?)({_ROW}(?:, ?{_ROW})*)", _keep_row),
        ("a row of SQLAlchemy", r"(?i)(\[parameters: )[^\]]*", rf"\1{REDACTED}"),
        ("a user's password in SQL", r"(?i)(identified by )(?:'[^']*'?|\"[^\"]*\"?)", rf"\1{REDACTED}"),
        ("hex of 16", r"[0-9A-Za-z]{16,}", _keep_hex),
        ("key is value", rf"(?i)(?P<key>{_TELLTALE} (?:is|was) )(?P<value>{_VALUE})", _keep_statement),
    )
)
_LONG = re2.compile(r"[A-Za-z0-9+/_=~%-]{20,}")  # where random strings are looked for
_MANGLED = re2.compile(r"^_?_Z[A-Z]{0,3}\d+[A-Za-z_]\w*$")  # a symbol of C++: long, but the error itself
_UUID = re2.compile(r"^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$")  # names something, and opens nothing
_SINGLE_CASE = re2.compile(r"[a-z]{28,}|[A-Z]{28,}")  # no word is as long
_ENCODED = re2.compile(r"[+%~]")
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
    are_names = not _ENCODED.search(text) and letters <= 6 * len(runs)  # many short ones, joined
    return letters >= 20 and not are_names and sum(map(_changes, runs)) >= letters / rarest


def _changes(run: str) -> int:
    """How often another kind of character follows; a capital that begins a word counts once with it."""
    kinds = ["0" if char.isdigit() else "A" if char.isupper() else "a" for char in run]
    return sum(before != here and (before, here) != ("A", "a") for before, here in pairwise(kinds))
