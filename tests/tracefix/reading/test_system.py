"""The system of a paste is read from what only one system prints; where two are shown, none is."""

import pytest

from tracefix.reading.system import read_system


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ("PS D:\\work> python train.py", "Windows"),
        ('  File "C:\\Users\\u\\train.py", line 3', "Windows"),
        ("OSError: [WinError 126] no module", "Windows"),
        ("Error loading c10.dll", "Windows"),
        ("process exited: 0xC0000005", "Windows"),
        ("Process finished with exit code -1073741819", "Windows"),
        ("ladle failed with status: 3221225477", "Windows"),
        ("'ladle' is not recognized as an internal or external command,", "Windows"),
        ("The term 'ladle' is not recognized as the name of a cmdlet, function", "Windows"),
        ("'ladle' 不是内部或外部命令，也不是可运行的程序", "Windows"),
        ('Der Befehl "ladle" ist entweder falsch geschrieben oder', "Windows"),
        ('"ladle" no se reconoce como un comando interno o externo', "Windows"),
        ("'ladle' n'est pas reconnu en tant que commande interne", "Windows"),
        ('  File "/home/u/train.py", line 3', "Linux"),
        ("ImportError: libcuda.so.1: cannot open shared object file", "Linux"),
        ("u@host:~/work$ python train.py", "Linux"),
        ("[u@node01 work]$ sbatch job.sh", "Linux"),
        ('  File "/Users/u/train.py", line 3', "macOS"),
        ("dlopen(libomp.dylib, 0x0002)", "macOS"),
        ("zsh: Illegal instruction: 4  python x.py", "macOS"),
        ("it runs under Rosetta", "macOS"),
        ("creating build/lib.macosx-12.0-arm64-3.10", "macOS"),
        ("- Platform: macOS-14.5-arm64-arm-64bit", "macOS"),
        (" - OS: macOS Big Sur", "macOS"),
        ("- Platform: Linux-6.6.1-x86_64-with-glibc2.35", "Linux"),
        ("OS: Ubuntu 22.04", "Linux"),
        ("- Platform: Windows-10-10.0.19045-SP0", "Windows"),
    ],
)
def test_a_sign_of_one_system_tells_it(text, system):
    assert read_system(f"before\n{text}\nafter") == system


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ValueError: no",
        '  File "train.py", line 3',
        "C:\\Users\\u\\train.py in a container of /home/u",
        "a windows function of the linux kernel on a mac",
        "it works with macOS and Ubuntu",
        "OS: macOS\nOS: Ubuntu",
        "ratio: 3",
        "the loss is not recognized as a scalar",
        "Killed: 2048 tokens",
        "goroutine 1 at 0xc000012005",
        "allocated 3221225472 bytes, exit code 139",
        "http://example.org/home/page",
    ],
)
def test_what_tells_no_system_or_two_is_unknown(text):
    assert read_system(text) == ""
