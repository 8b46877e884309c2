"""A secret does not come through, whatever its shape and wherever it stands; ordinary words do."""

import base64
import doctest
import hashlib
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core import redaction
from kb.core.redaction import REDACTED, is_random, redact

LETTERS = string.ascii_letters + string.digits
WORDS = st.text(st.sampled_from("abc .:,'\"()/=\n"), max_size=20)


def drawn(prefix="", alphabet=LETTERS, shortest=20, longest=40):
    return st.text(st.sampled_from(alphabet), min_size=shortest, max_size=longest).map(prefix.__add__)


# Of documented shape, whatever the letters: a monotonous one is a secret, too.
SHAPES = {
    "Hugging Face": drawn("hf_"),
    "OpenAI": drawn("sk-"),
    "OpenAI, of a project": drawn("sk-proj-", LETTERS + "-_"),
    "Anthropic": drawn("sk-ant-api03-", LETTERS + "-_"),
    "GitHub": drawn("ghp_", shortest=36),
    "GitHub, fine-grained": drawn("github_pat_", LETTERS + "_"),
    "GitLab": drawn("glpat-"),
    "Slack": drawn("xoxb-", string.digits + "-" + LETTERS),
    "AWS": drawn("AKIA", string.ascii_uppercase + string.digits, 16, 16),
    "Google": drawn("AIza", LETTERS + "-_", 35, 35),
    "npm": drawn("npm_", shortest=36),
    "NVIDIA": drawn("nvapi-", LETTERS + "-_"),
    "JSON web token": st.tuples(drawn("eyJ"), drawn("."), drawn(".")).map("".join),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_key_of_a_known_shape_is_taken_out_wherever_it_stands(shape):
    @given(WORDS, shape, WORDS)
    def check(before, secret, after):
        assert secret not in redact(f"{before} {secret} {after}")
        assert secret not in redact(f"'{secret}'")
        assert secret not in redact(f"x={secret}")

    check()


@settings(derandomize=True)  # of keys drawn by chance, one in 20,000 looks like a name
@given(st.binary(min_size=24, max_size=24), WORDS)
def test_a_long_random_string_is_taken_out(drawn_bytes, before):
    digest = base64.b64encode(hashlib.sha256(drawn_bytes).digest())
    secret = digest.decode().rstrip("=")

    assert secret not in redact(f"{before} {secret}")
    assert secret.replace("+", "-").replace("/", "_") not in redact(secret.replace("+", "-").replace("/", "_"))


VALUE = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="'\""), min_size=6, max_size=30)
PLACES = (
    *("password={}", "PASSWORD: {}", "'password': '{}'", '"api_key": "{}"', "--token {}", "--hf-token={}"),
    *("HF_TOKEN={}", "db.passwd = {}", "Authorization: Bearer {}", "authorization: Basic {}", "secret_key='{}'"),
    *("AWS_SECRET_ACCESS_KEY={}", "environ['HF_TOKEN']={}", "cookie: {}", "invalid token '{}'", 'password is "{}"'),
    *('{{\\"token\\": \\"{}\\"}}', "access_token=>{}", "密码：{}", "令牌={}", "api key: {}"),
)


@pytest.mark.parametrize("place", PLACES)
def test_what_is_called_a_secret_is_taken_out(place):
    @given(VALUE)
    def check(value):
        secret = f"x9{value}"
        assert secret not in redact(place.format(secret)), redact(place.format(secret))

    check()


@given(VALUE.filter(lambda value: "/" not in value), VALUE.filter(lambda value: "/" not in value))
def test_user_and_password_in_an_address_are_taken_out(user, password):
    said = redact(f"cannot reach postgresql://u{user}:p{password}@db.example/x")

    assert f"u{user}" not in said
    assert f"p{password}" not in said


def test_user_and_password_are_taken_out_without_a_scheme_too():
    assert redact("cannot reach jane:hunter2@db.example now") == f"cannot reach {REDACTED} now"


def test_a_private_key_is_taken_out_even_if_its_end_is_lost():
    said = redact("bad key: -----BEGIN RSA PRIVATE KEY----- MIIEow+IBA/AKC and so on")

    assert said == f"bad key: {REDACTED}"


@given(st.text(max_size=300))
def test_redacting_twice_changes_nothing(text):
    once = redact(text)

    assert redact(once) == once


ORDINARY = (
    "cannot pickle 'PyCapsule' object",
    "undefined symbol: _ZN2at4_ops5zeros4callEN3c108ArrayRefINS2_6SymIntEEENS2_8optionalINS2_10ScalarTypeEEE",
    "'DistributedDataParallelUnsupportedOperation' has no attribute '_sync_module_states_across_ranks'",
    "pad_token is None; eos_token=</s>, special_tokens_map",
    "torch.nn.parallel.distributed.DistributedDataParallel",
    "Token indices sequence length is longer than the specified maximum",
    "HF_TOKEN is not set",
    "the hf_hub_download function of huggingface_hub",
    "task-parallel-execution-mode",
    "NCCL_ASYNC_ERROR_HANDLING is deprecated, use TORCH_NCCL_ASYNC_ERROR_HANDLING",
    "expected scalar type BFloat16 but found Float8_e4m3fn",
    "CUDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH",
)


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_message_stays_as_it_is(text):
    assert redact(text) == text


def test_letters_alone_can_be_random():
    assert is_random("OzpEfMnTqLYwcse/WQDkj+hnzJnu+jEPZZnqKZHBuXo")


def test_names_are_not_random():
    assert not is_random("ProcessGroupNCCLWatchdogTimeout")
    assert not is_random("DistributedDataParallelUnsupportedOperationError")
    assert not is_random("convert_fp8_e4m3_to_bfloat16")


def test_the_examples_in_the_docstrings_are_true():
    assert doctest.testmod(redaction).failed == 0
