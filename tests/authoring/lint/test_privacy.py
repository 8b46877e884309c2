"""A report says nothing of whose it is."""

import pytest

from authoring.lint.privacy import find_private, scrub
from tests.authoring.lint.tools import REPORT, complaints

TOKEN = "hf_" + "AbCdEfGhIjKlMnOpQrStUvWx"

PRIVATE = {
    "a token": (f"OSError: 401 for token={TOKEN}", "what looks like a secret"),
    "an e-mail address": (
        "logged in as jane.doe@acme.io",
        "the e-mail address jane.doe@acme.io: write jane@example.org",
    ),
    "an address": ("connect to 8.8.4.4 failed", "the address 8.8.4.4 of a machine: write 192.0.2.1"),
    "a token beside uv's folder": (f"archive-v0/CvUfPWbg6fC6Gt5x/a.py {TOKEN}", "what looks like a secret"),
    "a token in its place": (f"open archive-v0/{TOKEN}", "what looks like a secret"),
    "a home folder": ('File "/home/jdoe/train.py", line 1', "the home folder /home/jdoe: write /home/user"),
    "one of macOS": ('File "/Users/jdoe/train.py", line 1', "the home folder /Users/jdoe: write /Users/user"),
    "one of Windows": (r'File "C:\Users\jdoe\train.py", line 1', r"the home folder C:\Users\jdoe: write C:\Users\user"),
}
PUBLIC = [
    'File "/home/user/train.py", line 1, in <module>',
    "bind to 127.0.0.1:29500, 10.0.0.7 or 192.0.2.1 failed",
    "opencv-python==4.11.0.86 and torch 2.13.0",
    "git@github.com:owner/name.git and jane@example.org",
    "actor_id=e6d6554b0319228b8247986101000000, repr=<task.Loader object at 0x7f30fd519a50>",
    "sha256=16644d7d1d188fa452b73c09b1b441151a878ee2e0dd7c785413b398cda20a75",
    "pass a token by `token=<your_token>`",
    "File <ipython-input-2-2e5d208b1732>:2",
    "-f /home/user/.local/share/jupyter/runtime/kernel-5b2e1c7a-9d39-4c0e-8a4b-0f6c6f4f8f11.json",
    'File "/home/user/.cache/uv/environments-v2/look-ab3933f0c1d2e4a5/lib/python3.11/site-packages/fuse.py", line 1',
    "/home/user/.cache/uv/archive-v0/CvUfPWbg6fC6Gt5x/fuse.py and /home/user/.cache/uv/environments-v2/8b0cbae4892decd7",
    "huggingface_hub.errors.LocalTokenNotFoundError: Token is required (`token=True`)",
    "[SQL: SELECT id FROM jobs WHERE next_run_time <= ?] [parameters: (1796085586.702266,)]",
]


@pytest.mark.parametrize(("line", "message"), PRIVATE.values(), ids=PRIVATE)
def test_what_is_private_is_told_with_what_to_write_and_is_scrubbed(line, message):
    (found,) = find_private(line)

    assert message in found
    assert not list(find_private(scrub(line)))


def test_a_secret_is_not_repeated():
    assert TOKEN not in "".join(find_private(f"token={TOKEN}"))


@pytest.mark.parametrize("line", PUBLIC)
def test_what_tells_nothing_passes(line):
    assert list(find_private(line)) == []
    assert scrub(line) == line


@pytest.mark.parametrize(
    ("line", "scrubbed"),
    [
        ('File "/root/.pyenv/lib/python3.11/io.py"', 'File "/home/user/.pyenv/lib/python3.11/io.py"'),
        ("cannot open /tmp/run/a.py: no such file", "cannot open /home/user/run/a.py: no such file"),
        ("in /work/train", "in /home/user/train"),
        ("on acme-gpu-17: no space", "on host: no space"),
        ("from node7 and cuda-12, torch-2.13, gpu-0", "from node7 and cuda-12, torch-2.13, gpu-0"),
        ("[acme-h100-3.cluster.acme.io]:0", "[host]:0"),
        ("ip-10-0-3-17 died", "host died"),
        ("jane@box7:~/run$ python a.py", "user@host:~/run$ python a.py"),
        ("git@github.com:owner/name.git", "git@github.com:owner/name.git"),
        ("read '/mnt/features/acme/clicks.parquet'", "read '/mnt/data/clicks.parquet'"),
        ("read /data/clicks.parquet", "read /data/clicks.parquet"),
        (
            'File "/mnt/team/acmefeatures/io/schema.py", line 4\nacmefeatures.errors.Drift: clicks',
            'File "/mnt/data/acmefeatures/io/schema.py", line 4\nacmefeatures.errors.Drift: clicks',
        ),
        (
            'File "/nfs2/acme/env/lib/python3.11/site-packages/torch/a.py", line 1',
            'File "/nfs2/data/lib/python3.11/site-packages/torch/a.py", line 1',
        ),
        ("s3://acme/data/jane/x and /database/x/y", "s3://acme/data/jane/x and /database/x/y"),
        ('File "/home/user/tmp/a.py"', 'File "/home/user/tmp/a.py"'),
        ("roots of https://example.org/tmp/a", "roots of https://example.org/tmp/a"),
    ],
)
def test_a_path_of_the_machine_is_scrubbed_as_lint_asks(line, scrubbed):
    assert scrub(line) == scrubbed


def test_lint_names_the_line(folder):
    (folder / "pastes" / "two.txt").write_text(REPORT.replace("a.py", "/home/jdoe/a.py"), encoding="utf-8")

    assert complaints(folder) == [
        "boom/pastes/two.txt:2: holds the home folder /home/jdoe: write /home/user",
    ]
