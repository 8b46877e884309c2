"""Replace the values in an error message with placeholders: `No such file or directory: '{path}'`.

The result may be shown to others, and is the same for everybody who meets the error. A table of RE2 patterns (_KINDS)
splits the message into tokens, and each kind of token has a function that generalises it.
"""

import sys
from collections.abc import Callable

import re2

from tracefix.linear_re import Expression, ExpressionSet
from tracefix.redaction.redaction import ORDINARY, REDACTED, Rules, plain, redact, words_of

_PLACEHOLDERS = (
    *("secret", "url", "email", "uuid", "hex", "address", "host", "path", "time", "number", "numbers", "size", "name"),
    *("command", "value"),
)
_MOST_ROUNDS = 5


def generalise(text: str) -> str:
    """The text in one line, with secrets redacted and values replaced by placeholders.

    Words and identifiers stay. Generalising the result again does not change it. Returns "" in the rare case that the
    text still changes after five rounds.

    >>> generalise("CUDA error on cuda:3: cannot open '/home/jane/x.pt' (0x7f3a1c0d5e80), got 12.5 GiB")
    "CUDA error on cuda:{number}: cannot open '{path}' ({hex}), got {size}"
    >>> generalise("cannot pickle 'PyCapsule' object")
    "cannot pickle 'PyCapsule' object"
    """
    text = " ".join(plain(text).split())
    if not text.isprintable():
        text = " ".join("".join(filter(str.isprintable, text)).split())
    for _ in range(_MOST_ROUNDS):
        before, text = text, _generalise_tokens(_replace_spans(redact(text)))
        if text == before:
            return text
    return ""  # a text that never settles may still contain a value


# ── kinds ───────────────────────────────────────────────────────────────────────────────────────────────────────

_ENDINGS = words_of(  # of file names
    "py pyx pyc pyi ipynb sh bash json jsonl yaml yml toml ini cfg conf txt md csv tsv parquet arrow feather pt "
    "pth bin ckpt safetensors onnx gguf ggml h5 hdf5 pkl pickle npy npz msgpack tar gz zip zst xz bz2 whl egg cc cpp "
    "cu cuh hpp so dll dylib pyd png jpg jpeg gif webp mp4 wav mp3 sqlite pem crt"
)
# Where several kinds match, the first one is taken.
_KINDS: tuple[tuple[str, str], ...] = (
    ("words", r"(?:[A-Za-z]+ )+"),  # first, because most of a message is words
    ("placeholder", rf"\{{(?:{'|'.join(_PLACEHOLDERS)})\}}"),
    ("contraction", r"[A-Za-z]+'(?:t|s|re|ve|ll|d)\b"),  # else its apostrophe would open a quotation
    ("quotation", r"\"[^\"]*\"|'[^']*'|“[^”]*”"),
    ("url", r"[A-Za-z][A-Za-z0-9+.-]*://\S*"),
    ("email", r"[\pL\pN_.+-]+@[\pL\pN_-]+(?:\.[\pL\pN_-]+)*"),
    ("uuid", r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"),
    ("hex", r"0[xX][0-9a-fA-F]+\b"),
    (
        "time",
        r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?\b"
        r"|\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b",
    ),
    ("qualified", r"[A-Za-z_]\w*(?:::~?[A-Za-z_]\w*)+"),
    (
        "ip",
        r"\d{1,3}(?:\.\d{1,3}){3}\b"
        r"|(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}\b|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}\b",
    ),
    ("path", r"(?:[A-Za-z]:)?[^\s'\"<>|,;:()\[\]{}=]*[/\\][^\s'\"<>{}]*"),
    ("host", r"[A-Za-z0-9][\w.-]*:\d{4,5}\b"),
    ("library", r"lib[\w+-]+\.so[.\d]*\b"),
    ("hyphened", r"[\pL_][\pL\pN_]*(?:(?:\.|--?)[\pL\pN_]+)*--?[\pL\pN_]+(?:(?:\.|--?)[\pL\pN_]+)*"),
    ("word", r"[\pL_][\pL\pN_]*(?:\.[\pL\pN_]+)*"),
    ("number", r"[+-]?\.?\d[\w.,]*%?"),
)
_TOKEN = Expression("|".join(pattern for _, pattern in _KINDS))  # without groups, which cost RE2 ten times as much
# Windows folders may have spaces in their names. So may files, but only if they end with a known extension.
_PART = r"[^\s\\/:*?'\"<>|,;{}]+"
_WINDOWS_PATHS = (
    r"(?P<before>^|[^\pL\pN_\\])(?P<path>(?:\b[A-Za-z]:[\\/]+|\\\\+)"
    rf"(?:(?i:users)[\\/]+{_PART}(?: \p{{Lu}}[\pL\pN_-]*)+[\\/]*)?"
    rf"(?:{_PART}(?: {_PART}){{0,3}}[\\/]+)*"
    rf"(?:{_PART}(?: {_PART}){{0,2}}\.(?:{'|'.join(sorted(_ENDINGS))})\b)?[^\s'\"<>{{}}]*)"
)
# Names after a word that announces them: `user 'jane'`, `user=jane`, `user jane`, `用户名:王小明`
_QUOTED_OR_NOT = r"(?:\"[^\"]*\"|'[^']*'|[^\s\"',;()<>\[\]。、]+)"
_OWNED = (
    r"(?P<key>(?i:user|username|login|account|account[ _]?name|host|hostname|server|role|bucket|entity|team|project|"
    r"project[ _]?id|subscription|tenant|workspace|owner|author))"
    rf"(?: (?:\"[^\"]*\"|'[^']*')|={_QUOTED_OR_NOT})"
)
_OWNED_IN_CHINESE = (
    r"(?P<key>用户名?|账[号户]|帐[号户]|主机名?|服务器|存储桶|姓名|作者)"
    rf"(?P<between> ?[:=] ?| )(?P<value>{_QUOTED_OR_NOT})"
)
_NAMED = (  # singular only, because of `users reported it`; the longer of two words first
    r"(?P<key>\b(?i:user ?name|user|login|account[ _]?name|account|host ?name|host|bucket ?name|bucket|"
    r"on node|on machine|(?:logged in|log in|login|signed in|authenticated|connected|running) as)|"
    r"(?:^|\s)(?:-u|--user(?:name)?))"
    r"(?P<between>: ?| )(?P<value>[\pL_][\pL\pN_.@\\-]*)"
)
# What a cluster is told apart by: `pods "llama" not found`, `pod=llama`, `in namespace acme`
_RESOURCES = (
    r"(?:pod|namespace|container|deployment|statefulset|daemonset|replicaset|job|cronjob|service|configmap|ingress|"
    r"persistentvolumeclaim|serviceaccount|queue|cluster)"
)
_DEPLOYED = rf"(?P<key>\b(?i:{_RESOURCES}(?:e?s)?)(?:\.[a-z0-9.]+)?) \"[^\"]*\""
_IN_CLUSTER = r"(?P<key>\b(?:(?i:pod|namespace)(?:: ?|=| )|container=))(?P<value>[\pL_][\pL\pN_./-]*)(?P<after>['\"]?)"
# Shell commands, because a stranger's message could tell readers to run one.
_COMMAND_END = r"(?:[^`'\".]|\.[^\s`'\"]|\"[^\"]*\"|'[^']*')*"  # to the end of the sentence or of the quotation
_PLAIN_OPERAND = (
    r"(?:--?[A-Za-z]|[\w+.-]+://|[\w.~-]*[/\\]|\$|\{(?:url|path|host|address|command)\}"
    r"|\S+\.(?:sh|py|ps1|bat|exe|js|pl|rb)\b)"
)
_OPERAND = rf"(?:{_PLAIN_OPERAND}|[\"']{_PLAIN_OPERAND}[^\"']*[\"']?)"
_HOST_OPERAND = r"(?:[\w-]+@)?[A-Za-z][\w-]*(?:[.:]\w|\S*\{)"
_COMMANDS = (
    r"(?i)(?P<before>^|[^\pL\pN_.-])(?:[^\s'\"`()]*[/\\])?(?:"
    # programs that run or download something, or delete files
    r"(?:curl|wget|iwr|irm|(?:ba)?sh|zsh|dash|ksh|fish|powershell|pwsh|cmd(?:\.exe)?|certutil|mshta|regsvr32|rundll32|"
    r"bitsadmin|n?cat|netcat|nc|ssh|scp|rsync|sftp|sudo|doas|su|git|docker|podman|kubectl|helm|rm|mv|cp|dd|chmod|chown|"
    r"mkfs[.\w]*|kill|pkill|killall|crontab|systemctl|eval|exec|source|tee|base64|nohup|env|xargs|python[\d.]*|py|perl|"
    rf"ruby|php|lua|node|deno|bun|npx|uvx|pipx|tar|unzip|make) +{_OPERAND}"
    rf"|(?:curl|wget|iwr|irm|ssh|scp|ncat|netcat|nc|ping|telnet|nslookup) +{_HOST_OPERAND}"
    # package managers: a misspelt package name may be an attack
    r"|(?:(?:uv )?pip[\d.]*|pipx|uv|conda|mamba|micromamba|poetry|npm|yarn|pnpm|gem|cargo|go|apt|apt-get|yum|dnf|brew|"
    r"apk|pacman|snap|choco|winget|helm)(?: +-\S+)* +(?:install|add|uninstall|remove|update|upgrade|run|exec|get) +"
    r"(?:[\"'][^\"']*[\"']|[^\s`'\"])"
    r"|git +(?:clone|pull|submodule|checkout)|docker +(?:run|pull|exec|login|build)|sudo +[a-z]+ +[^\s`'\"]"
    r"|(?:invoke-(?:webrequest|restmethod|expression)|start-(?:process|bitstransfer)|iex)\b"
    r"|(?:echo|printf|cat) +[^|`]*\|"
    rf"|\$\(|(?:\||&&|;) *(?:sudo +)?(?:ba|z|da|k)?sh\b|\| *(?:sudo|python[\d.]*|perl|ruby|node|iex|base64)\b"
    rf"){_COMMAND_END}"
)
_EACH = ExpressionSet((pattern for _, pattern in _KINDS), whole=True)
_UNITS = r"[KMGTP]i?B|[kKMGTBb]|bytes?|[munµ]?s|sec|min|h|%|x|[dD]|st|nd|rd|th|-?bits?|Hz|W"
_NUMBER = Expression(rf"^[+-]?\.?\d[\d_]*(?:[.,]\d+)*(?:[eE][+-]?\d+)?(?P<unit>{_UNITS})?$")
_SIZES = Expression(r"^\d+(?:x\d+)+$")
_HEX = Expression(r"^[0-9a-fA-F]{6,}$")
_SIZE = re2.compile(r"\{number\} ?(?:[KMGTP]i?B|[Bb]ytes)\b")
_PATHS = re2.compile(r"\{path\}(?:\{secret\}(?:\{path\})?)+")  # a path that contained a secret
_SERIES = re2.compile(r"(?:\{numbers?\})(?:(?:, ?| ?x ?|-|)\{numbers?\})+,?")
_COUNTED = Expression(  # numbered names: rank0, node17, layer12
    r"^(?i:(?P<name>.*(?:^|_)(?:rank|worker|node|gpu|host|process|proc|thread|layer|actor|replica|step|epoch|batch|block|"
    r"card|device|job|task|shard|part|pod|stage|expert|engine)_?))\d+$"
)
# Identifiers, placeholders, and `--local-rank={number}`. Other quoted text is a value.
_QUOTED_NAME = Expression(r"^[\pL\pN_.:={}\[\]-]+$")
_TRAILING = ".,;:!?)]}"
_MAYBE_ENDINGS = words_of("lock log out err env key db c h o")  # but math.log and _thread.lock are not files
_KNOWN_FILES = words_of(  # many models and projects have them, so they identify nobody
    "config.json tokenizer.json tokenizer_config.json generation_config.json preprocessor_config.json vocab.json "
    "special_tokens_map.json adapter_config.json model_index.json model.safetensors adapter_model.safetensors "
    "model.safetensors.index.json pytorch_model.bin pytorch_model.bin.index.json adapter_model.bin vocab.txt "
    "merges.txt setup.py requirements.txt pyproject.toml tokenizer.model"
)
_DOMAINS = words_of(
    "com org net edu gov mil int io ai dev app cloud local localdomain internal lan corp intra home cn de uk fr jp eu "
    "ru su ua nl br au kr tw hk sg vn ir cz dk fi ch us biz xyz tk cf gq cc me tv ly gg moe onion site online "
    "shop club icu top click link tech"  # without `to`, `at`, `info`, `store`, `space`, which are names of attributes
)
_PACKAGES = sys.stdlib_module_names | words_of(  # a dotted name that begins with one is a module: torchvision.io
    "torch torchvision torchaudio transformers numpy np scipy pandas pd tensorflow tf keras jax sklearn ray vllm "
    "google nn self cls"
)
_OF_CLUSTERS = words_of(  # what follows `pod` and `namespace` in sentences about any, or in C++
    "affinity anti-affinity aten c10 cidr conditions creating crashed died disruption evicted eviction exited ip "
    "isolation killed lifecycle network object oomkilled overhead package pending phase prims priority restart "
    "restarted restarting restarts sandbox scheduled security spec std template terminated topology torch uid"
)
_NO_HOSTS = words_of("line pid rank cuda errno error code step epoch batch port size length index iter iteration")
_EITHER = words_of("and/or i/o n/a input/output read/write send/recv in/out tcp/ip true/false yes/no on/off")
_LONGEST_NAME = 160  # characters; C++ symbols are long


def _replace_spans(text: str) -> str:
    """Replace values that span several tokens: commands, Windows paths, and names after a word such as `user`."""
    return _SPANS.apply(text)


def _replace_windows_path(found: "re2._Match") -> str:
    return str(found["before"]) + _path(found["path"])


def _replace_owner(found: "re2._Match") -> str:
    key, value = found["key"], found[0][len(found["key"]) :]
    quote = value[1] if value[1] in "'\"" else ""
    return f"{key}{value[0]}{quote}{{value}}{quote}"


def _replace_named(found: "re2._Match") -> str:
    """Replace the name in `user jane`, but not the word in `user code`."""
    value = found["value"].rstrip(".-")
    rest = found["value"][len(value) :]
    return str(found[0]) if value.lower() in ORDINARY else f"{found['key']}{found['between']}{{value}}{rest}"


def _replace_deployed(found: "re2._Match") -> str:
    """Replace the name in `pod llama failed`, but not the word in `pod sandbox changed` or `namespace='x'`."""
    value = found["value"].rstrip(".-")
    rest = found["value"][len(value) :] + found["after"]
    is_kept = found["after"] or value.lower() in _OF_CLUSTERS or value.lower() in ORDINARY
    return str(found[0]) if is_kept else f"{found['key']}{{value}}{rest}"


_SPANS = Rules(
    ("command", _COMMANDS, r"\g<before>{command}"),
    ("Windows path", _WINDOWS_PATHS, _replace_windows_path),
    ("user 'jane'", _OWNED, _replace_owner),
    ("用户名:王小明", _OWNED_IN_CHINESE, r"\g<key>\g<between>{value}"),
    ("user jane", _NAMED, _replace_named),
    ('pods "llama" not found', _DEPLOYED, r'\g<key> "{value}"'),
    ("pod llama", _IN_CLUSTER, _replace_deployed),
)


def _generalise_tokens(text: str) -> str:
    pieces: list[str] = []
    end = 0
    for found in _TOKEN.finditer(text):  # takes a quarter of the time of sub()
        start, after = found.span()
        pieces += text[end:start], _generalise_token(text[start:after])
        end = after
    return _join_placeholders("".join((*pieces, text[end:])))


def _generalise_token(token: str) -> str:
    if token[-1] == " " or token.isalpha():
        return token
    if fitting := _EACH.found_in(token):
        return _GENERALISERS[_KINDS[fitting[0]][0]](token)
    return "{value}" if any(char.isalnum() for char in token) else token  # its kind depends on the text after it


def _quotation(text: str) -> str:
    """Keep a quoted identifier, which tells errors apart. Any other quotation is a value."""
    inner = text[1:-1]
    if len(inner) <= 3 and not any(char.isalnum() for char in inner):  # an operator
        return text
    general = _generalise_tokens(inner)
    return text[0] + (general if _QUOTED_NAME.match(general) else "{value}") + text[-1]


def _path(text: str) -> str:
    kept = text.rstrip(_TRAILING)
    if kept.lower() in _EITHER or not kept.strip("/\\"):
        return text
    return "{path}" + text[len(kept) :]


def _url(text: str) -> str:
    text = text.replace(REDACTED, "x")  # a placeholder within a URL is part of it
    return "{url}" + text[len(text.rstrip(_TRAILING + "'\"`>")) :]


def _host(text: str) -> str:
    name, _, _ = text.rpartition(":")
    if name.lower() in _NO_HOSTS:
        return f"{name}:{{number}}"
    if _is_file(name):
        return "{path}:{number}"
    return "{host}:{number}"


def _mask_qualified(text: str) -> str:
    parts = text.split("::")
    if all(_HEX.match(part) or len(part) <= 4 for part in parts) and all(
        char in "0123456789abcdefABCDEF:" for char in text
    ):
        return "{address}"
    return text[:_LONGEST_NAME]


def _mask_hyphened(text: str) -> str:
    if not any(char.isdigit() for char in text):
        return "{host}" if _is_host(text) else text
    name, _, number = text.rpartition("-")
    if number.isdigit() and (name.lower() == "utf" or (name.isalpha() and not name.islower() and not name.isupper())):
        return text if name.lower() == "utf" else f"{name}-{{number}}"  # Thread-3
    return "{host}" if _is_host(text) else "{name}"


def _word(text: str) -> str:
    if text.lower() in _KNOWN_FILES:
        return text
    if "." in text:
        if _is_file(text):
            return "{path}"
        if _is_host(text):
            return "{host}"
        return ".".join("{number}" if part.isdigit() else _replace_number(part) for part in text.split("."))
    if _HEX.match(text) and sum(char.isdigit() for char in text) >= 2:
        return "{hex}"
    return _replace_number(text) if len(text) <= _LONGEST_NAME else "{value}"


def _replace_number(name: str) -> str:
    numbered = _COUNTED.match(name) if name[-1:].isdigit() else None
    return f"{numbered['name']}{{number}}" if numbered else name


def _is_file(text: str) -> bool:
    first, _, rest = text.partition(".")
    ending = rest.rpartition(".")[2].lower()
    return ending in _ENDINGS or (ending in _MAYBE_ENDINGS and first not in _PACKAGES)


def _is_host(text: str) -> bool:
    first, _, rest = text.partition(".")
    ending = rest.rpartition(".")[2].lower()
    return (ending in _DOMAINS and first not in _PACKAGES) or first.lower() == "www" or ".xn--" in f".{text.lower()}"


def _number(text: str) -> str:
    kept = text.rstrip(".,")
    rest = text[len(kept) :]
    if _SIZES.match(kept):
        return "{numbers}" + rest
    number = _NUMBER.match(kept)
    if number:
        return "{number}" + (number["unit"] or "") + rest
    return ("{hex}" if _HEX.match(kept) else "{value}") + rest


def _join_placeholders(text: str) -> str:
    """Join neighbouring placeholders: the pieces of a path, a number and its unit of bytes, a series of numbers."""
    if "{" not in text:
        return text
    return str(_SERIES.sub("{numbers}", _SIZE.sub("{size}", _PATHS.sub("{path}", text))))


_GENERALISERS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("words", "placeholder", "contraction", "library"), str),
    **{kind: lambda _, kind=kind: f"{{{kind}}}" for kind in ("email", "uuid", "hex", "time")},  # type: ignore[misc]
    "ip": lambda _: "{address}",
    "quotation": _quotation,
    "url": _url,
    "qualified": _mask_qualified,
    "path": _path,
    "host": _host,
    "hyphened": _mask_hyphened,
    "word": _word,
    "number": _number,
}
