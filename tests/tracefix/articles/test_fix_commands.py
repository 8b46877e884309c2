"""The commands in a fix that can be copied (tracefix/articles/fix_commands.py)."""

import pytest

from tracefix.articles.fix_commands import commands_in, finished


@pytest.mark.parametrize(
    ("fix", "commands"),
    [
        ("Run `pip install einops`.", ("pip install einops",)),
        (
            "Set `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`.",
            ("export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",),
        ),
        ("Set `RANK=0 WORLD_SIZE=1` for one process.", ("export RANK=0 WORLD_SIZE=1",)),
        ("Run `export RANK=0`.", ("export RANK=0",)),
        ("`RANK=0 MASTER_PORT=29501 python train.py`", ("RANK=0 MASTER_PORT=29501 python train.py",)),
        ("`sudo dmesg -T`, then `nvidia-smi -L`, then `df -h`", ("sudo dmesg -T", "nvidia-smi -L")),
        ("`pip install einops`, again `pip install einops`", ("pip install einops",)),
        ("Remove it: `pip uninstall apex`. Then start again.", ("pip uninstall apex",)),
        ("First `pip uninstall a`, then `pip install b`.", ("pip uninstall a", "pip install b")),
        ("先 `pip uninstall a`，再安装 `b`，例如 `pip install b`。", ("pip uninstall a", "pip install b")),
        ("If `python -c 'import numpy'` does not fail, go on.", ("python -c 'import numpy'",)),
        ("`pip install 'tensorflow[and-cuda]'` brings both.", ("pip install 'tensorflow[and-cuda]'",)),
        ("如果 `python -m pip check` 没有用，", ("python -m pip check",)),
        ("Run `pip install a`, which takes a minute.", ("pip install a",)),
        ("Keep `loss.item()`, not `loss`.", ()),
        ("Set `num_workers=0`.", ()),
        ("Unset `RANK`, see `torchrun`.", ()),
        ("Write `x = x.to(device)`.", ()),
        ("", ()),
    ],
)
def test_commands_are_told_from_other_code(fix, commands):
    assert commands_in(fix) == commands


@pytest.mark.parametrize(
    "command",
    [
        "python -m pip install …",
        "docker run --shm-size=8g ...",
        "python -m PACKAGE.MODULE",
        "python -m torch.MODULE",
        "pip install PACKAGE",
        'pip install "torch==VERSION"',
        "pip install protobuf~=VERSION",
        'pip install "torchvision==0.MINOR.*"',
        "pip install torch --index-url https://download.pytorch.org/whl/CUDA",
        "pip install torch --index-url https://download.pytorch.org/whl/cuXXX",
        "export HF_HOME=FOLDER",
        "HF_HOME=/PATH/TO/CACHE",
        "export HF_HOME=/path/to/cache",
        "curl http://HOST:11434/api/tags",
        "git clone https://github.com/OWNER/NAME",
        "hf cache rm ID",
        "LD_PRELOAD=PATH_TO_FILE python train.py",
        "unset NAME",
        "docker run -e HOME=/tmp IMAGE",
        "pip install",
        "python -m pip install --no-build-isolation",
        "pip install --index-url https://download.pytorch.org/whl/cu126",
        "python -m pip",
        "py -m pip",
        "sudo pip",
        "sudo apt-get install -y",
        "docker run",
        "docker run --gpus all",
        "docker build",
        "docker run --memory",
        "curl -i",
        "deepspeed --no_local_rank",
        "python -m torch.distributed.run",
        "python -X faulthandler",
        "CUDA_HOME=/usr/local/cuda pip install",
    ],
)
def test_a_command_to_be_completed_is_left_out(command):
    assert commands_in(f"Run `{command}`.") == ()
    assert finished(command) == ""


@pytest.mark.parametrize(
    "command",
    [
        "FLASH_ATTENTION_FORCE_BUILD=TRUE MAX_JOBS=4 pip install flash-attn",
        "export LANG=C.UTF-8 LC_ALL=C.UTF-8",
        "export PATH=/usr/local/cuda/bin:$PATH CUDA_HOME=/usr/local/cuda",
        'export LD_LIBRARY_PATH="$CONDA_PREFIX/lib:${LD_LIBRARY_PATH}"',
        'sudo usermod -aG video "$USER"',
        "unset HTTP_PROXY HTTPS_PROXY",
        "git clone https://github.com/NVIDIA/apex",
        "git restore --source=HEAD :/",
        "curl -LO https://bootstrap.pypa.io/get-pip.py",
        "pip install -DUSE_CUDA=ON .",
        "pip install --no-build-isolation -e .",
        "pip install -r requirements.txt",
        "python -m pip --version",
        "python -m pip list",
        "python -V",
        "docker ps",
        "df -h",
        "nvidia-smi -L",
        "apt-get update && apt-get install -y ffmpeg",
        "python -c \"import os; print(os.environ['HF_HOME'])\"",
        'python -c "import torch; print(torch.nn.LSTM(1, 1))"',
        "mim install mmcv",
    ],
)
def test_a_finished_command_may_have_words_in_capitals_and_no_object(command):
    assert commands_in(f"Run `{command}`.") == (command,)
    assert finished(command) == command


@pytest.mark.parametrize("command", ["x = cv2.resize(a, b, cv2.INTER_AREA)", "SMOTE(k_neighbors=2)", "N_JOBS = 2"])
def test_python_may_have_constants_and_classes(command):
    assert finished(command) == command


@pytest.mark.parametrize("command", ["df['COLUMN'].sum()", "FUNCTION(x)", "f(loss=LOSS)", "self.next(self.NEXT_STEP)"])
def test_python_with_a_stand_in_is_unfinished(command):
    assert finished(command) == ""


def test_a_value_in_capitals_is_no_stand_in():
    assert finished("ls {{path|PATH}}", {"path": "/DATA/RUN"}) == "ls /DATA/RUN"


@pytest.mark.parametrize(
    "fix",
    [
        "Use pip, not `pip install x`.",
        "never `sudo pip install x`",
        "Never run `sudo pip install x`.",
        "Don't use `pip install x`.",
        "不要 `pip install x`",
        "不要再运行 `pip install x`",
        "a, instead of `pip install x`",
        "one, in place of `pip install x`",
        "用这个代替 `pip install x`",
        "Somebody used `sudo pip install x` in it.",
        "有人用过 `sudo pip install x`",
        "A `docker build .` has no GPU.",
        "Try the same `pip install x` there.",
        "Raise `ulimit -n` in the shell.",
        "调大 `ulimit -n`",
        "A higher `ulimit -n` makes no difference.",
        "Plain `pip install torch` is a build for the CPU.",
        "`pip install x` alone builds it without its compiled part.",
        "`pip install x` is what broke it.",
        "`pip install x` brings a CPU build.",
        "`pip install x` does not help.",
        "直接 `pip install x` 会换掉 torch",
        "`pip install x` 没有用",
        "`pip install x` 会装上 CPU 版",
    ],
)
def test_a_command_that_is_warned_of_is_left_out(fix):
    assert commands_in(fix) == ()


@pytest.mark.parametrize(
    "fix",
    [
        "Remove it (`pip uninstall -y mmcv`), then install one of that range: `mim install mmcv==VERSION`.",
        "Run `pip uninstall -y torch` with this Python, then the command that the page gives.",
        "先 `pip uninstall -y torch`，再执行官网给出的命令。",
    ],
)
def test_a_removal_is_left_out_if_what_replaces_it_cannot_be_copied(fix):
    assert commands_in(fix) == ()


def test_a_block_of_code_has_its_own_button():
    assert commands_in("Run:\n\n```bash\n`pip install x`\n```\n") == ()


def test_a_name_of_the_paste_is_filled_in():
    assert commands_in("`pip install {{name|PACKAGE}}`", {"name": "opencv-python"}) == ("pip install opencv-python",)


@pytest.mark.parametrize("value", ["", "x; reboot", "$(reboot)", "https://example.org/x", "x" * 300])
def test_a_value_that_may_not_stand_in_code_leaves_no_command(value):
    assert commands_in("`pip install {{name|einops}}`", {"name": value}) == ()


def test_what_a_paste_says_in_prose_is_no_command():
    assert commands_in("Look at {{key|a key}} first.", {"key": "`sudo reboot now`"}) == ()
