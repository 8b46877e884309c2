"""Commands as the reader's system takes them."""

import pytest

from tracefix.articles.steps import Remedy, Step
from tracefix.explaining.shells import for_notebook, for_system


def commands(command, system="Windows"):
    return [step.commands for step in for_system(Remedy("x", (Step("Do it.", commands=(command,)),)), system).steps]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("export SOUP_HOME=a", "set SOUP_HOME=a"),
        ('export TORCH_CUDA_ARCH_LIST="8.6"', "set TORCH_CUDA_ARCH_LIST=8.6"),
        ("ls -la a/b c", 'dir "a/b c"'),
        ("grep -rnE --include='*.py' \"(def|self[.]|^) *spoon\" .", "findstr /s /n spoon *.py"),
        ("unset SOUP_HOME", "set SOUP_HOME="),
        ("grep -rn lid_size .", "findstr /s /n lid_size *"),
        ("grep -rnw e .", 'findstr /s /n /r "\\<e\\>" *'),
        ("mkdir -p a/b", 'mkdir "a/b"'),
        ("tail -n 50 a.log", 'powershell "Get-Content -Tail 50 a.log"'),
        ('grep -rn "self.spoon *[:=]" --include="*.py" .', 'findstr /s /n /r /c:"self.spoon *[:=]" *.py'),
        ('grep -rnw "spoon" --include="*.py" . | grep "="', 'findstr /s /n /r "\\<spoon\\>.*=" *.py'),
        ("python -m pip install ladle", "python -m pip install ladle"),
    ],
)
def test_windows_gets_the_commands_of_its_own_shell(command, expected):
    assert commands(command) == [(expected,)]
    assert commands(command, "Linux") == commands(command, "") == [(command,)]


@pytest.mark.parametrize(
    "command", ["sudo dmesg -T", "df -h /dev/shm", "grep -o -m1 -w avx2 /proc/cpuinfo", "export RANK=0 WORLD_SIZE=1"]
)
def test_a_command_that_windows_lacks_is_left_out_and_the_step_stays(command):
    assert commands(command) == [()]


def test_in_a_notebook_the_kernel_is_restarted_after_an_install():
    steps = (
        Step("Look.", commands=("ls",)),
        Step("Install.", commands=("python -m pip install ladle",)),
        Step("Rest."),
    )

    told = for_notebook(Remedy("x", steps)).steps
    kept = for_notebook(Remedy("x", (steps[1]._replace(note="Slowly."),))).steps

    assert ["restart the kernel" in str(step.note) for step in told] == [False, True, False]
    assert [step.note for step in kept] == ["Slowly."]
