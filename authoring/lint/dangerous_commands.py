"""Lint: commands that cost a reader something, each with the sentence that must stand beside it or the form to use.

Who reads an article runs what it says, at three in the morning, on a machine that others use. So each row of the table
is a command that a careful senior colleague would not say without a word on what it does besides.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from authoring.lint.lines import line_of
from tracefix.articles.files import read_file
from tracefix.articles.model import Article, Problem


class Danger(NamedTuple):
    """A row. `example` is caught, and `fine`, which looks like it, is not; `advice` says what to write."""

    command: str  # pattern of the command
    advice: str
    example: str
    fine: str
    unless: str = ""  # pattern of the command in its harmless form
    beside: str = ""  # pattern of the sentence, in any language, that must stand in the same passage
    sentence: str = ""  # pattern of what stands before the command in its sentence where the row holds


_INSTALL = r"(?:pip3?|uv) (?:pip )?install\b"
_TORCH = r"(?<![\w./-])[\"']?torch(?![\w./-])"
_LOST = (
    r"(?i)\b(?:los[et]|lost|moved?|(?:built|made|compiled|written|downloaded|filled|fetched) again|rebuil\w+|"
    r"re-?created?|backup)\b|丢|重新|移(?:走|开|到)|备份|再(?:次|下载|编译)"
)
_TRUSTED = r"(?i)\btrust(?:ed|s)?\b(?!_)|\bown files?\b|信任|可信|信得过|自己的文件|自己(?:存|写|保存)"
_TELLS = r"(?i)\b(?:pass|set|add|give|try|use)\b|传入|加上|设置|使用|传"

DANGERS = (
    # ── packages ────────────────────────────────────────────────────────────────────────────────────────────────
    Danger(
        rf"{_INSTALL}.*--force-reinstall",
        "reinstalls the newest release, whatever was there: pin it, `PACKAGE==VERSION`",
        "pip install --force-reinstall torch",
        'pip install --force-reinstall --no-deps "numpy==1.26.4"',
        unless=r"==|\s\.(?:\s|$)|\.whl",
    ),
    Danger(
        rf"{_INSTALL}.*--force-reinstall",
        "reinstalls all that it needs, too, at the newest releases, NumPy among them: add `--no-deps`",
        "pip install --force-reinstall opencv-python==4.10.0.84",
        "pip install --force-reinstall --no-deps opencv-python==4.10.0.84",
        unless=r"--no-deps|torch==|--only-binary",
    ),
    Danger(
        rf"{_INSTALL}(?=.*(?:--force-reinstall|--upgrade|-U\b|--index-url|torch[=<>~])).*{_TORCH}",
        "changes torch alone, and torchvision and torchaudio fit one torch only: name them, or say beside it that they "
        "follow",
        'pip install "torch==2.6.0"',
        'pip install "torch==2.6.0" "torchvision==0.21.0" --index-url https://download.pytorch.org/whl/cu124',
        beside=r"torchvision",
    ),
    Danger(
        rf"{_INSTALL}.*{_TORCH}",
        "brings a CPU build on Windows: give `--index-url`, or say beside it for which system it is",
        "pip install torch torchvision",
        "pip install torch torchvision --index-url https://download.pytorch.org/whl/cu128",
        unless=r"index-url",
        beside=r"(?i)index-url|\bLinux\b|CPU build|no GPU|without a GPU|CPU 版|CPU 构建|fresh|新建|torch-no-cuda",
    ),
    Danger(
        rf"{_INSTALL}.*llama-cpp-python",
        "builds for the CPU, also where a GPU build was: set CMAKE_ARGS, or give the wheels' `--extra-index-url`",
        "pip install --upgrade llama-cpp-python",
        'CMAKE_ARGS="-DGGML_CUDA=on" pip install --upgrade llama-cpp-python',
        unless=r"CMAKE_ARGS|index-url",
    ),
    Danger(
        rf"sudo (?:-H )?(?:python[\d.]* -m )?{_INSTALL}",
        "installs into the system's Python, which the system itself needs: use a virtual environment",
        "sudo pip install flash-attn",
        "sudo apt-get install python3-venv",
    ),
    Danger(
        r"--break-system-packages",
        "lets pip overwrite what the system's package manager owns: use a virtual environment",
        "pip install --break-system-packages torch",
        "python -m venv env",
    ),
    Danger(
        r"--trusted-host|GIT_SSL_NO_VERIFY|http\.sslVerify|verify=False|NODE_TLS_REJECT_UNAUTHORIZED",
        "lets anybody on the way change what is downloaded: name the company's certificate instead",
        "pip install --trusted-host index.example torch",
        "export REQUESTS_CA_BUNDLE=/etc/ssl/company.pem",
    ),
    Danger(
        r"\b(?:curl|wget)\b.*\|\s*(?:sudo )?(?:ba|z)?sh\b",
        "runs what nobody has read: download it, look at it, then run it",
        "curl -fsSL https://example.org/install.sh | sh",
        "curl -fsSLO https://example.org/install.sh",
    ),
    Danger(
        r"conda update --all|conda install .*--force-reinstall|apt(?:-get)? (?:autoremove|purge)",
        "changes packages that nobody named: say which, or name the one package",
        "conda update --all",
        "conda install -c conda-forge ffmpeg",
    ),
    # ── environment ─────────────────────────────────────────────────────────────────────────────────────────────
    Danger(
        r"\bLD_LIBRARY_PATH=[\"']?(?=[^\s\"'`])",
        "throws the old value away, or ends in a colon, which is the current folder: append "
        "`${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`",
        'export LD_LIBRARY_PATH="/usr/local/cuda/lib64:$LD_LIBRARY_PATH"',
        'export LD_LIBRARY_PATH="/usr/local/cuda/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"',
        unless=r"\$\{LD_LIBRARY_PATH:\+",
    ),
    Danger(
        r"unset CUDA_VISIBLE_DEVICES",
        "takes GPUs that were given to others on a shared machine: say that it is for one's own, and that a job asks "
        "the scheduler",
        "unset CUDA_VISIBLE_DEVICES",
        "echo $CUDA_VISIBLE_DEVICES",
        beside=r"(?i)own machine|machine of your own|scheduler|Slurm|shared|自己的(?:机器|电脑)|调度|共享|共用",
    ),
    Danger(
        r"\bVLLM_ATTENTION_BACKEND\b",
        "current releases of vLLM ignore: write `--attention-backend`, and say for which releases the variable is",
        "VLLM_ATTENTION_BACKEND=FLASHINFER vllm serve MODEL",
        "vllm serve MODEL --attention-backend FLASHINFER",
        beside=r"--attention-backend",
    ),
    Danger(
        r"\bVLLM_USE_V1\b",
        "current releases of vLLM ignore, which have one engine since 0.11: say for which releases it is",
        "VLLM_USE_V1=0 vllm serve MODEL",
        "VLLM_LOGGING_LEVEL=DEBUG vllm serve MODEL",
        beside=r"0\.(?:8|9|10|11)\b",
    ),
    Danger(
        r"\bHF_HUB_ENABLE_HF_TRANSFER\b",
        "huggingface_hub ignores since 1.0: write `HF_XET_HIGH_PERFORMANCE=1`, or say for which releases it is",
        "export HF_HUB_ENABLE_HF_TRANSFER=1",
        "export HF_XET_HIGH_PERFORMANCE=1",
        beside=r"HF_XET_HIGH_PERFORMANCE",
    ),
    Danger(
        r"\bTRANSFORMERS_CACHE\b",
        "transformers gave up with 5.0: write `HF_HOME`, or say for which releases it is",
        "export TRANSFORMERS_CACHE=/data/hf",
        "export HF_HOME=/data/hf",
        beside=r"HF_HOME|HF_HUB_CACHE",
    ),
    Danger(
        r"^(?:export|unset|apt(?:-get)?|yum|dnf|ldd|lsof|ss|dmesg|ulimit|head|tail|chmod|kill|readelf|nm) ",
        "does not exist on Windows: give the command of PowerShell or of Python",
        "On Windows, run `export HF_HOME=D:\\hf`.",
        "On Linux, run `export HF_HOME=/data/hf`.",
        sentence=r"(?:[Oo]n|[Uu]nder|[Ff]or) Windows|Windows:|在 ?Windows|Windows ?(?:上|下|：)",
    ),
    # ── deletions ───────────────────────────────────────────────────────────────────────────────────────────────
    Danger(
        r"(?:^|[;&|]\s*|sudo |-exec )rm |\bfind\b.* -delete\b|shutil\.rmtree\(|os\.(?:remove|unlink)\(|"
        r"\bRemove-Item\b|\brmdir /s|(?:^|[;&|]\s*)del /",
        "deletes: say what is lost or comes again by itself, or move it away",
        "rm -rf ~/.cache/huggingface",
        "python train.py --rm-old 3",
        unless=r"touch (\S+) && rm \1",  # to see whether a folder can be written to
        beside=_LOST,
    ),
    Danger(
        r"docker (?:system|volume|image|builder|container) prune|docker volume rm",
        "deletes what other projects left there, volumes with data among it: say so, and name what to delete",
        "docker system prune -a",
        "docker system df",
        beside=_LOST,
    ),
    Danger(
        r"(?:conda clean|pip cache purge|uv cache clean|huggingface-cli delete-cache|hf cache (?:rm|delete))",
        "empties a cache of all projects: say what is downloaded again",
        "conda clean --all",
        "pip cache dir",
        beside=_LOST,
    ),
    Danger(
        r"git (?:checkout|restore) .*--(?:ours|theirs)",
        "throws away the edits of the other side, and a rebase swaps the two: say both",
        "git checkout --theirs FILE.py",
        "git checkout main",
        beside=r"(?i)rebase|变基",
    ),
    Danger(
        r"git (?:reset .*--hard|clean -|checkout (?:--|\.)(?: |$)|restore |stash drop|push .*(?:--force|-f)\b)",
        "throws away work that was not committed: say so, or `git stash` first",
        "git reset --hard origin/main",
        "git stash",
        beside=r"(?i)\blos[et]\b|\blost\b|git stash|thrown? away|uncommitted|丢|未提交",
    ),
    # ── processes, permissions, the machine ─────────────────────────────────────────────────────────────────────
    Danger(
        r"chmod (?:-R )?(?:0?777|a\+rwx)",
        "lets everybody on the machine change the files: give them to their owner or group",
        "chmod -R 777 /data",
        "chmod u+w FILE",
    ),
    Danger(
        r"\b(?:pkill|killall)\b(?! -0)",
        "ends programs of other people and your own notebooks: name one process by its number",
        "pkill -f python",
        "kill PID",
    ),
    Danger(
        r"\bfuser\b.* -[a-z]*k|\bfuser -[a-z]*k",
        "ends whoever holds it, of whatever user: look at who it is, then end one by its number",
        "fuser -k /dev/nvidia0",
        "fuser -v /dev/nvidia0",
    ),
    Danger(
        r"\bkill (?:-9|-KILL|-s KILL)|\btaskkill\b.*/F",
        "lets a program clean nothing up, nor save: ask it to end first, and say so",
        "kill -9 PID",
        "kill PID",
        beside=r"(?i)if it (?:stays|does not)|first|only (?:yours|your own)|yours only|先|只(?:结束|杀)|还在|不退出",
    ),
    Danger(
        r"nvidia-smi (?:--gpu-reset|-r\b)|\brmmod nvidia|modprobe -r nvidia",
        "ends what everybody runs on the card: say so, and ask them",
        "nvidia-smi --gpu-reset -i 0",
        "nvidia-smi -L",
        beside=r"(?i)nobody|everybody|every program|others|no other|别人|其他人|所有程序|没有程序",
    ),
    Danger(
        r"drop_caches|swapoff|\bmkfs|setenforce 0|iptables -F|ufw disable|systemctl (?:stop|disable) (?:firewalld|ufw)",
        "changes the whole machine, for everybody on it: narrow it, and say how to take it back",
        "sudo setenforce 0",
        "sudo ufw allow from 10.0.0.0/24",
    ),
    # ── code of strangers ───────────────────────────────────────────────────────────────────────────────────────
    Danger(
        r"\(.*trust_remote_code=True|--trust-remote-code|TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD=",
        "runs code of whoever wrote the model: say that it is for a source that one trusts",
        'AutoModel.from_pretrained("a/b", trust_remote_code=True)',
        'AutoModel.from_pretrained("a/b")',
        beside=_TRUSTED,
    ),
    Danger(
        r"^trust_remote_code=True$",
        "runs code of whoever wrote the model: say that it is for a source that one trusts",
        "If the model has its own code, pass `trust_remote_code=True`.",
        "The model was loaded without `trust_remote_code=True`.",
        beside=_TRUSTED,
        sentence=_TELLS,
    ),
    Danger(
        r"\(.*weights_only=False",
        "runs what the file says: say that it is for a file that one trusts",
        'torch.load("a.pt", weights_only=False)',
        'torch.load("a.pt", weights_only=True)',
        beside=_TRUSTED,
    ),
    Danger(
        r"^weights_only=False$",
        "runs what the file says: say that it is for a file that one trusts",
        "Pass `weights_only=False`.",
        "It is not the same as `weights_only=False`.",
        beside=_TRUSTED,
        sentence=_TELLS,
    ),
)

# Passages: a text of the front matter, or what stands below a heading
_SHOWN_KEYS = ("summary", "finding", "fix", "steps", "cases", "affects", "notes", "fixes")
_KEY = re.compile(r"^(?P<key>[a-z_]+):")
_HEADING = re.compile(r"^#{1,4} ")
_NOT_A_FIX = re.compile(r"(?i)do(?:es)? not (?:fix|cure|help)|无效|没用|没有用|不起作用|不管用|解决不了|不能解决")
_FENCE = re.compile(r"^\s*(?P<fence>```+|~~~+)\s*(?P<language>\w*)")
_SPAN = re.compile(r"(?s)(`+)(?P<code>.+?)(?<!`)\1(?!`)")
_SENTENCE_END = re.compile(r"[.!?:;](?=\s)|[。！？；]|\n\s*\n")
_OUTPUT = {"text", "pytb"}


class Passage(NamedTuple):
    """A text that is read as one: its first line in the file, and whether it says what does not help."""

    line: int
    text: str
    is_warning: bool = False


class _Command(NamedTuple):
    line: int
    code: str
    before: str  # of its sentence


def check(article: Article) -> Iterator[Problem]:
    """No command stands in an article, in any language, without its word of warning."""
    paths = [article.path, *(article.folder / f"article.{language}.md" for language in article.translations)]
    for path in paths:
        for passage in passages(read_file(path)):
            for line, danger in find_dangers(passage):
                yield Problem(path, line, f"a command that {danger.advice}")
    for language in ("en", *article.translations):  # the commands of rows have no backticks in the file
        for row in article.in_language(language).rows:
            for _, danger in find_dangers(Passage(1, row.text)):
                yield Problem(paths[0], line_of(paths[0], "steps"), f"a command of a row that {danger.advice}")


def find_dangers(passage: Passage) -> Iterator[tuple[int, Danger]]:
    """The rows that a passage breaks, each with its line."""
    if passage.is_warning:
        return
    for command in _commands(passage):
        for danger in DANGERS:
            if (
                re.search(danger.command, command.code)
                and not (danger.unless and re.search(danger.unless, command.code))
                and not (danger.beside and re.search(danger.beside, passage.text))
                and (not danger.sentence or re.search(danger.sentence, command.before))
            ):
                yield command.line, danger


def passages(text: str) -> Iterator[Passage]:
    """The passages of a file of an article."""
    lines: list[str] = []
    begun, shown, fences, is_fenced = 1, False, 0, False
    for number, line in enumerate([*text.split("\n"), None], 1):
        key = _KEY.match(line) if line is not None and fences < 2 else None
        is_fenced ^= line is not None and bool(_FENCE.match(line)) and fences == 2
        starts = (
            line is None
            or (fences < 2 and (line == "---" or key is not None or line.startswith("  - ")))
            or (fences == 2 and not is_fenced and _HEADING.match(line) is not None)
        )
        if starts:
            if lines and shown:
                yield Passage(begun, "\n".join(lines), bool(_NOT_A_FIX.search(lines[0])) and fences == 2)
            lines, begun = [], number
            fences += line == "---" and fences < 2
            shown = fences == 2 or (shown if key is None else key["key"] in _SHOWN_KEYS)
        lines.append(line or "")


def _commands(passage: Passage) -> Iterator[_Command]:
    """The lines of blocks of code, and the spans of code, of a passage."""
    prose: list[str] = []
    fence = language = ""
    for number, line in enumerate(passage.text.split("\n")):
        found = _FENCE.match(line)
        if fence:
            if line.strip() == fence:
                fence = ""
            elif language not in _OUTPUT and not line.strip().startswith("#"):
                yield _Command(passage.line + number, line.strip().partition("  #")[0], _sentence("\n".join(prose)))
            prose.append("")
        elif found:
            fence, language = found["fence"], found["language"]
            prose.append("")
        else:
            prose.append(line)
    text = "\n".join(prose)
    for span in _SPAN.finditer(text):
        line_number = passage.line + text.count("\n", 0, span.start())
        yield _Command(line_number, " ".join(span["code"].split()), _sentence(text[: span.start()]))


def _sentence(before: str) -> str:
    """The sentence that a text ends with, or that introduces what follows it."""
    return _SENTENCE_END.split(before.rstrip().rstrip(":："))[-1]
