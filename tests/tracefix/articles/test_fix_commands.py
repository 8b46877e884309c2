"""The commands in a fix that can be copied (tracefix/articles/fix_commands.py)."""

import pytest

from tracefix.articles.fix_commands import commands_in


@pytest.mark.parametrize(
    ("fix", "commands"),
    [
        ("Run `pip install einops`.", ("pip install einops",)),
        (
            "Set `PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True`.",
            ("PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",),
        ),
        ("`RANK=0 MASTER_PORT=29501 python train.py`", ("RANK=0 MASTER_PORT=29501 python train.py",)),
        ("`sudo dmesg -T`, then `nvidia-smi -L`, then `df -h`", ("sudo dmesg -T", "nvidia-smi -L")),
        ("`pip install einops`, again `pip install einops`", ("pip install einops",)),
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
    "fix",
    [
        "`python -m pip install …`",
        "`docker run --shm-size=8g ...`",
        "`python -m PACKAGE.MODULE`",
        "`pip install PACKAGE`",
    ],
)
def test_a_command_to_be_completed_is_left_out(fix):
    assert commands_in(fix) == ()


@pytest.mark.parametrize(
    "fix",
    [
        "Use pip, not `pip install x`.",
        "never `sudo pip install x`",
        "不要 `pip install x`",
        "a, instead of `pip install x`",
    ],
)
def test_a_command_that_is_warned_of_is_left_out(fix):
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
