"""A secret does not come through, whatever its shape and wherever it stands; ordinary words do."""

import base64
import hashlib
import string

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import read_tables
from tracefix.redaction.redaction import REDACTED, is_random, plain, redact

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
    "PlanetScale": drawn("pscale_pw_", LETTERS + "-_"),
    "PlanetScale, of a service": drawn("pscale_tkn_", LETTERS + "-_"),
    "HPUA": drawn("HPUA", string.ascii_uppercase + string.digits),
    "Heroku": drawn("HRKU-", LETTERS + "-"),
    "Azure": st.tuples(drawn("", LETTERS, 3, 3), drawn("8Q~", LETTERS + "-_~", 30, 36)).map("".join),
    "Slack, of an app": drawn("xapp-1-", string.digits + "-" + LETTERS),
    "Alibaba": drawn("LTAI", LETTERS, 12, 20),
    "Tencent": drawn("AKID", LETTERS, 32, 32),
    "Volcengine": drawn("AKLT", LETTERS, 22, 43),
    "Baidu": drawn("ALTAK-", LETTERS, 10, 22),
    "Google, of storage": drawn("GOOG1", string.ascii_uppercase + string.digits, 19, 56),
    "ModelScope": st.uuids().map("ms-{}".format),
    "W&B": drawn("wandb_v1_", LETTERS + "_"),
    "Fireworks": drawn("fw_"),
    "Tailscale": drawn("tskey-auth-", LETTERS + "-"),
    "Telegram": drawn("123456789:AA", LETTERS + "-_", 33, 33),
    "Discord": st.tuples(drawn("M", shortest=24, longest=26), drawn(".", LETTERS, 6, 6), drawn(".", shortest=27)).map(
        "".join
    ),
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


# Whatever the value, and however plain it is
TABLES = read_tables(__file__)
SAID = TABLES["said"]
PLAIN_SECRETS = st.sampled_from(("hunter2", "swordfish", "correct-horse-battery", "Tr0ub4dor", "xX", "лосось"))


@pytest.mark.parametrize(("place", "expected"), SAID.values(), ids=SAID)
def test_a_secret_is_known_by_what_stands_before_it(place, expected):
    @given(PLAIN_SECRETS)
    def check(secret):
        assert redact(place.format(secret)) == expected

    check()


LOOKS = {
    "a token of words": ("token correct-horse-battery rejected", "token {secret} rejected"),
    "a token with digits": ("access token hunter2 rejected", "access token {secret} rejected"),
    "a passphrase of words": ("passphrase correct horse battery staple", "passphrase {secret}"),
    "a password that a program asked for": ("Password for user jane: hunter2", "Password for user jane: {secret}"),
    "a passphrase that ssh asked for": (
        "Enter passphrase for key '/h/id': hunter2",
        "Enter passphrase for key '/h/id': {secret}",
    ),
    "a password in German": ("Kennwort: hunter2", "Kennwort: {secret}"),
    "a password in French": ("mot de passe : hunter2", "mot de passe : {secret}"),
    "a password in Spanish": ("contraseña: hunter2", "contraseña: {secret}"),
    "a password in Japanese": ("パスワード: hunter2", "パスワード: {secret}"),
    "a flag without a space": ("mysql -phunter2", "mysql -p{secret}"),
    "hex of 16": ("deadbeefcafe0123 is bad", "{secret} is bad"),
    "hex of 16 in a name": ("x_DEADBEEFCAFEBABE", "x_{secret}"),
    "full-width hex": ("０１２３４５６７８９ａｂｃｄｅｆ", "{secret}"),
    "a full-width token": ("ｈｆ＿ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑ", "{secret}"),
    "what is encoded for an address": ("AbC%2Bd3F%2FgH1jK%3DlMn0P", "{secret}"),
}


@pytest.mark.parametrize(("text", "expected"), LOOKS.values(), ids=LOOKS)
def test_a_secret_is_known_by_its_look(text, expected):
    assert redact(text) == expected


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


ORDINARY = TABLES["ordinary"]


@pytest.mark.parametrize("text", ORDINARY)
def test_an_ordinary_message_stays_as_it_is(text):
    assert redact(text) == text


def test_what_is_left_alone_is_in_the_plain_form_of_its_characters():
    assert redact("ｅｒｒｏｒ：\u3000ﬁle") == "error: file"


MARKED = st.text(st.sampled_from("ae҈́̂กิ้\u0344\u1ab0\ufe0f x·{}<=>가\u11a8"), max_size=60)


@given(st.one_of(MARKED, st.text(max_size=300)))
def test_no_more_than_two_combining_marks_stand_in_a_row(text):
    assert not re2.search(r"\pM{3}", plain(text))
    assert not re2.search(r"\pM{3}", redact(text))


# Where rules meet: the one takes away what the other reads
PIECES = [
    "pass=", "pw:", "password", "passphrase", "token", "-p", "-phunter2", "export", "OPENAI=x", "VALUES", "(", "'", '"', ")",
    "hunter2", "a-b", "{secret}", "=", ":", ",", "deadbeefcafe0123", "sig=", "&", "?", "%", "~", "-----BEGIN", "PGP",
    "KEY-----", "-----END", "[parameters:", "]", "is", "ｐ", "：", "密码", "…",
]  # fmt: skip
TANGLED = st.lists(st.sampled_from(PIECES), max_size=12)


@given(TANGLED, st.sampled_from(("", " ", "\n")))
def test_redacting_tangled_text_twice_changes_nothing(pieces, between):
    once = redact(between.join(pieces))

    assert redact(once) == once


def test_letters_alone_can_be_random():
    assert is_random("OzpEfMnTqLYwcse/WQDkj+hnzJnu+jEPZZnqKZHBuXo")


def test_names_are_not_random():
    assert not is_random("ProcessGroupNCCLWatchdogTimeout")
    assert not is_random("DistributedDataParallelUnsupportedOperationError")
    assert not is_random("convert_fp8_e4m3_to_bfloat16")
