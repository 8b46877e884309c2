"""What a paste puts into an article: any words into prose, into code only what reads back as the one word it is."""

import ast
import json
import re
import shlex
import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import every
from tests.published_articles import published_articles
from tracefix.articles import code_readers, filling
from tracefix.articles.filling import PLACEHOLDER, fill, problems, words

ARTICLES = published_articles()
TEXTS = {
    f"{article.slug}-{name}": "\n\n".join([text.summary, text.fix, text.body])
    for article in ARTICLES
    for name, text in {"en": article, **article.translations}.items()
    if "{{" in text.summary + text.fix + text.body
}
HOSTILE = [
    "data/$(touch pwned)/x.pkl", "`touch pwned`", "$HOME", "${IFS}", "a;reboot", "a&&b", "a|b", "a>b", "<b", "a&",
    "a\nb;c", "it's", 'a"b', "a' or 'b", "-rf", "--exec=x", "{{path|x}}", "{{x}}", "{x}", "%s", "%PATH%", "!!", "~/x",
    "a*", "a?", "[a]", "a#b", "a=b", "ａ/ｂ", "рath", "a\u202eb", "a\x1b[2Jb", "a\0b", "é", 
    "x" * 257, "a\\'", "a --b", "rm -rf /", "a\tb -c", "",
]  # fmt: skip
WINDOWS = r"D:\\new\\train.pkl"  # as Python's repr() prints it
STRICT = re.compile(r"[A-Za-z0-9_./@:+\\][A-Za-z0-9_./@:+\\-]{0,255}")

ordinary = st.from_regex(STRICT, fullmatch=True).filter(lambda value: "://" not in value)
anything = st.one_of(st.text(), ordinary, st.text(alphabet="ab./\\-$`'\" ;\n"))


def fence(language, code):
    return f"```{language}\n{code}\n```\n"


def block(language, code, **values):
    return fill(fence(language, code), values).split("\n", 1)[1].removesuffix("\n```\n")


def meant(value):
    """What a printed value stands for, without the blanks around it; None where it may not be code."""
    value = value.strip()
    if not STRICT.fullmatch(value) or "://" in value:
        return None
    return value.replace("\\\\", "\\") if re.fullmatch(r"(?:[^\\]|\\\\)*", value) else value


# ── ordinary values ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "code", "values", "filled"),
    [
        ("bash", "pip show {{x|einops}}", {"x": "flash-attn"}, "pip show flash-attn"),
        ("bash", "ss -ltnp 'sport = :{{x|29500}}'", {"x": "8000"}, "ss -ltnp 'sport = :8000'"),
        ("console", "$ python -m {{x|a.b}}", {"x": "trainer.cli"}, "$ python -m trainer.cli"),
        ("python", "import {{x|a}}", {"x": "apex.amp"}, "import apex.amp"),
        ("python", "model.{{x|shape}}(...)  # of {{x|shape}}", {"x": "get"}, "model.get(...)  # of get"),
        ("python", "f([{{x|argparse.Namespace}}])", {"x": "models.Net"}, "f([models.Net])"),
        ("bash", 'python3 -W error -c "import {{x|a}}; {{x|a}}.f()"', {"x": "b.c"}, 'python3 -W error -c "import b.c; b.c.f()"'),
        ("python", "m.version = {{x|N}}", {"x": "10"}, "m.version = 10"),
        ("python", "text[max(0, {{x|N}} - 40):{{x|N}} + 40]", {"x": "120"}, "text[max(0, 120 - 40):120 + 40]"),
        ("python", "f(a, {{x|N}})", {"x": "0.5"}, "f(a, 0.5)"),
        ("python", "f(a, {{x|N}})", {"x": "007"}, "f(a, N)"),
        ("python", "f({{x|N}}=1)", {"x": "10"}, "f(N=1)"),
        ("python", "x.{{x|N}}", {"x": "10"}, "x.N"),
        ("bash", 'python -c "print({{x|N}} + 1)"', {"x": "10"}, 'python -c "print(10 + 1)"'),
        ("bash", 'python -c "f(sys.argv[1])" "{{x|a}}"', {"x": "b-c"}, 'python -c "f(sys.argv[1])" "b-c"'),
        ("bash", "ls {{x|a}}  # don't mind", {"x": "b"}, "ls b  # don't mind"),
        ("bash", "pip install y#egg={{x|a}}", {"x": "b"}, "pip install y#egg=b"),
        ("json", '{"port": "{{x|1}}"}', {"x": "2"}, '{"port": "2"}'),
        ("toml", 'name = "{{x|a}}"', {"x": "b/c"}, 'name = "b/c"'),
        ("text", "KeyError: '{{x|a}}'", {"x": "b c"}, "KeyError: 'b c'"),
        ("text", "object '{{x|a}}'", {"x": "main.<locals>.<lambda>"}, "object 'main.<locals>.<lambda>'"),
        ("text", "exitcode: {{x|1}}", {"x": "-9"}, "exitcode: -9"),
    ],
)  # fmt: skip
def test_an_ordinary_value_takes_its_place(language, code, values, filled):
    assert block(language, code, **values) == filled


@pytest.mark.parametrize(
    ("markdown", "value", "filled"),
    [
        ("`{{x|62.00 MiB}}` is free", "2.00 GiB", "`2.00 GiB` is free"),
        ("`pip install {{x|a}}`", "b-c", "`pip install b-c`"),
        ("`get_close_matches('{{x|a}}', dir(y))`", "b", "`get_close_matches('b', dir(y))`"),
        ("`+{{x|a}}=true`", "b", "`+b=true`"),
        ("`` `{{x|a}}` ``", "b", "`` `a` ``"),  # backquotes in a shell
        ("# {{x|cpu}}", "cuda:0", "# cuda:0"),
        ("No *{{x|a}}*", "b  c;\nd", "No *b c; d*"),
    ],
)
def test_so_it_does_within_a_line(markdown, value, filled):
    assert fill(markdown, {"x": value}) == filled


@pytest.mark.parametrize("printed", [WINDOWS, r"D:\new\train.pkl"])
@pytest.mark.parametrize(
    ("language", "code", "filled"),
    [
        ("bash", "ls {{x|a}}", r"ls D:\\new\\train.pkl"),
        ("bash", 'ls "{{x|a}}"', r'ls "D:\\new\\train.pkl"'),
        ("bash", "ls '{{x|a}}'", r"ls 'D:\new\train.pkl'"),
        ("bash", """python -c "open('{{x|a}}')" """, r"""python -c "open('D:\\\\new\\\\train.pkl')" """),
        ("bash", """python -c 'open("{{x|a}}")' """, r"""python -c 'open("D:\\new\\train.pkl")' """),
        ("bash", """python -c 'open(r"{{x|a}}")' """, r"""python -c 'open(r"D:\new\train.pkl")' """),
        ("bash", """python -c "open(r'{{x|a}}')" """, r"""python -c "open(r'D:\new\train.pkl')" """),
        ("python", "open('{{x|a}}')", r"open('D:\\new\\train.pkl')"),
        ("python", "open(r'{{x|a}}')", r"open(r'D:\new\train.pkl')"),
        ("json", '["{{x|a}}"]', r'["D:\\new\\train.pkl"]'),
        ("toml", 'a = "{{x|a}}"', r'a = "D:\\new\\train.pkl"'),
        ("toml", "a = '{{x|a}}'", r"a = 'D:\new\train.pkl'"),
        ("python", "import {{x|a}}", "import a"),
        ("python", "f()  # {{x|a}}", "f()  # a"),
    ],
)
def test_a_path_of_windows_is_quoted_for_where_it_stands(printed, language, code, filled):
    assert block(language, code, x=printed) == filled


def test_what_was_printed_is_shown_as_it_was_printed():
    assert block("text", "No such file: '{{x|a}}'", x=WINDOWS) == f"No such file: '{WINDOWS}'"
    assert fill("Where is {{x|a}}?", {"x": WINDOWS}) == f"Where is {WINDOWS}?"
    assert fill("`{{x|a}}`", {"x": WINDOWS}) == f"`{WINDOWS}`"
    assert fill("Where is {{x|a}}?", {"x": "C:/soup/__main__.py"}) == "Where is `C:/soup/__main__.py`?"


def test_a_name_in_the_statement_that_raises_is_no_value():
    assert words("{{x|a}}", {"x": '{folder}"'}) == ["a"]
    assert words("{{x|a}}", {"x": "{folder}"}) == ["{folder}"]


def test_prose_shows_the_beginning_of_a_long_value():
    assert words("{{x|a}}", {"x": "b " * 400}) == [("b " * 150).rstrip() + "…"]


@pytest.mark.parametrize(
    "code",
    ["f({{x|a}}=1)", "from y import {{x|a}}", "y().{{x|a}}", "{{x|a}} = 1", "def {{x|a}}(): ..."],
)
@pytest.mark.filterwarnings("ignore:invalid decimal literal")
@pytest.mark.parametrize(
    "value", every(3, ["a.b", "a/b", "if", "None", "1", "1or", "a-b", "a:b", "a@b", "lambda", "."])
)
def test_no_other_structure_takes_the_place_of_a_name(code, value):
    if (code, value) != ("{{x|a}} = 1", "a.b"):
        assert block("python", code, x=value) == block("python", code)


# ── hostile values ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("bash", "ls {{x|word}}"),
        ("bash", "ls '{{x|word}}' \"{{x|word}}\" --y={{x|word}}  # {{x|word}}"),
        ("bash", """python -c "open('{{x|word}}')" """),
        ("python", "open('{{x|word}}')  # {{x|word}}"),
        ("python", "{{x|word}}.f()"),
        ("json", '["{{x|word}}"]'),
        ("toml", 'a = "{{x|word}}"'),
        ("text", "KeyError: {{x|word}}"),
        ("yaml", "a: {{x|word}}"),
        ("", "{{x|word}}"),
    ],
)
def test_the_examples_words_stand_where_a_value_is_none_for_code(language, code):
    assert [value for value in HOSTILE if block(language, code, x=value) != block(language, code)] == []


@pytest.mark.parametrize("markdown", ["`ls {{x|word}}`", "`f('{{x|word}}')`", "`` ls {{x|word}} ``"])
def test_so_they_do_within_a_line(markdown):
    assert [value for value in HOSTILE if fill(markdown, {"x": value}) != fill(markdown)] == []


@pytest.mark.parametrize("value", ["https://x.example/a", "git+https://x.example/a.git", "file:///a"])
def test_no_address_is_put_where_a_program_could_fetch_it(value):
    assert block("bash", "pip install {{x|word}}", x=value) == "pip install word"
    assert block("text", "not found: {{x|word}}", x=value) == f"not found: {value}"


@pytest.mark.parametrize(
    "code",
    [
        'ls "$(cat {{x|a}})"',
        "ls `cat {{x|a}}`",
        "cat <<END\n{{x|a}}\nEND",
        "bash -c 'ls {{x|a}}'",
        "sed -i s/{{x|a}}/b/ c",
        "ls '{{x|a}}",
        "python -c 'f({{x|a}}'",
    ],
)
def test_a_place_without_a_known_quoting_keeps_its_example(code):
    assert block("bash", code, x="b") == code.replace("{{x|a}}", "a")


# ── whatever the value ──────────────────────────────────────────────────────────────────────────────────────────


@given(anything)
@example(WINDOWS)
@example("\\")
@pytest.mark.parametrize("code", ["ls {{x|word}}", "ls '{{x|word}}'", 'ls "{{x|word}}"', "ls --y={{x|word}}/z w"])
def test_a_shell_reads_the_same_value_or_the_example(code, value):
    read = shlex.split(block("bash", code, x=value))

    assert read in [
        [part.replace("{{x|word}}", one) for part in shlex.split(code)] for one in ("word", meant(value)) if one
    ]


@given(anything)
@example(WINDOWS)
@pytest.mark.parametrize("code", ["'{{x|word}}'", '"{{x|word}}"', "r'{{x|word}}'", "'''{{x|word}}'''", "b'{{x|word}}'"])
def test_python_reads_the_same_value_or_the_example(code, value):
    read = ast.literal_eval(block("python", code, x=value))
    read = read.decode() if isinstance(read, bytes) else read

    assert read == "word" or read == meant(value)


@given(anything)
@example(WINDOWS)
@pytest.mark.parametrize("code", ["""python -c "y='{{x|word}}'" """, """python -c 'y="{{x|word}}"' """])
def test_python_within_a_shell_reads_the_same_value_or_the_example(code, value):
    program, option, inner = shlex.split(block("bash", code, x=value))
    read = ast.literal_eval(inner.removeprefix("y="))

    assert (program, option) == ("python", "-c")
    assert read == "word" or read == meant(value)


@given(anything)
@example(WINDOWS)
def test_json_and_toml_read_the_same_value_or_the_example(value):
    for read in (
        json.loads(block("json", '{"y": "{{x|word}}"}', x=value)),
        tomllib.loads(block("toml", 'y = "{{x|word}}"', x=value)),
    ):
        assert read == {"y": "word"} or read == {"y": meant(value)}


# A word of a command that reads its words as a program says nothing more of where the other words go
RUN_THEIR_WORDS = {"bash", "sh", "zsh", "eval", "ssh", "su", "xargs", "sed", "awk", "perl", "ruby", "node", "pwsh"}


@given(ordinary)
def test_a_value_that_may_be_code_reaches_a_quoted_place(value):
    assert block("python", "f('{{x|word}}')", x=value) != "f('word')" or value == "word"
    assert block("bash", "ls {{x|word}}", x=value) != "ls word" or value in {"word", *RUN_THEIR_WORDS}


@pytest.mark.parametrize("value", sorted(RUN_THEIR_WORDS))
def test_a_program_that_runs_its_words_is_never_put_into_a_command(value):
    assert block("bash", "ls {{x|word}}", x=value) == "ls word"
    assert block("python", "f('{{x|word}}')", x=value) == f"f('{value}')"


# ── the published articles ──────────────────────────────────────────────────────────────────────────────────────

CODE = re.compile(r"(?ms)^```(bash|sh|console|python|text)\n(.*?)^```$")
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def names(text):
    return {found[1] for found in PLACEHOLDER.finditer(text)}


def structure(language, code):
    """What code says, its texts and names all called x: as the standard library reads it, not as filling does."""
    if language == "python":
        dump = ast.dump(ast.parse(code))
        dump = re.sub(
            r"(?:Attribute\(value=)+(Name\(id='\w+', ctx=Load\(\)\))(?:, attr='\w+', ctx=(?:Load|Store)\(\)\))+",
            r"\1",
            dump,
        )
        dump = re.sub(r"'(?:[^'\\]|\\.)*'", "x", dump)
        return dump.replace("Constant(value=29500)", "Name(id=x, ctx=Load())")  # a number may stand for a name
    tokens = list(shlex.shlex(code, posix=True, punctuation_chars=True))
    lexed = shlex.split(code, comments=True)
    inner = [structure("python", lexed[at + 1]) for at, word in enumerate(lexed[:-1]) if word == "-c"]
    return len(lexed), inner, len([token for token in tokens if set(token) <= set("();<>|&")])


@pytest.mark.slow
def test_no_hostile_value_reaches_the_code_of_an_article():
    for name, text in TEXTS.items():
        plain = fill(text)
        codes, spans = CODE.findall(plain), SPAN.findall(CODE.sub("", plain))

        for value in HOSTILE:
            filled = fill(text, dict.fromkeys(names(text), value))
            assert CODE.findall(filled) == codes, (name, value)
            assert "`" in value or SPAN.findall(CODE.sub("", filled)) == spans, (name, value)


@pytest.mark.filterwarnings("ignore:invalid decimal literal")
def test_the_code_of_an_article_keeps_its_structure():
    for name, text in TEXTS.items():
        plain = CODE.findall(fill(text))
        marked = [at for at, (language, code) in enumerate(CODE.findall(text)) if "{{" in code and language != "text"]
        structures = {at: structure(*plain[at]) for at in marked}

        for value in ["a.b", "a/b.pkl", "name", "29500", WINDOWS, r"C:\models\x", "git+x@1:2", "1or"]:
            filled = CODE.findall(fill(text, dict.fromkeys(names(text), value)))
            assert len(filled) == len(plain), (name, value)
            assert {at: structure(*filled[at]) for at in marked} == structures, (name, value)


def test_an_article_is_filled_with_a_path_of_windows():
    (article,) = [article for article in ARTICLES if article.slug == "input-file-not-found"]
    filled = fill(article.body, {"path": WINDOWS})
    commands = [shlex.split(code, comments=True) for language, code in CODE.findall(filled) if language == "bash"]

    assert r"D:\new\train.pkl" in commands[0]
    assert any(r"abspath('D:\\new\\train.pkl')" in word for words in commands for word in words)


# ── what lint is told ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        (fence("yaml", "a: {{x|b}}"), "is of yaml: make it one of bash, console, json, python, sh, text, toml"),
        (fence("", "{{x|b}}"), "is of no language: make it one of"),
        (fence("bash", "ls '{{x|b}}"), "has a quote that is not closed"),
        (fence("bash", 'ls "$(cat {{x|b}})"'), "holds $(, within which quoting is another"),
        (fence("bash", "cat <<E\n{{x|b}}\nE").replace("cat", "\ncat"), "holds <<"),
        (fence("bash", "sudo sed s/{{x|b}}/c/ d"), "calls sed"),
        (fence("bash", "python -c 'f({{x|b}}'"), "cannot be read ('('"),
        (fence("python", "f('{{x|b}}"), "cannot be read (unterminated string"),
        (fence("python", "f({{x|b/c}})"), "code takes one word or name there, and 'b/c' is none"),
        (fence("bash", "ls {{x|b c}}"), "and 'b c' is none: write one in capitals, such as {{x|X}}"),
        ("`ls '{{x|b}}`", "has a quote that is not closed"),
    ],
)
def test_a_mark_that_nothing_could_fill_is_told(markdown, said):
    ((line, message),) = problems(f"Text.\n\n{markdown}")

    assert line == f"Text.\n\n{markdown}".splitlines().index(
        next(one for one in f"{markdown}".splitlines() if "{{" in one)
    )
    assert message.startswith("{{x|…}}")
    assert said in message


@pytest.mark.parametrize(
    "markdown",
    [
        "{{x|any words; 'at all}}",
        "`{{x|62.00 MiB}}`",
        fence("text", "it's {{x|a, b}}"),
        fence("bash", "# it's {{x|b}}"),
    ],
)
def test_a_mark_that_can_be_filled_is_not(markdown):
    assert list(problems(markdown)) == []


def cache_sizes():
    caches = [thing for module in (filling, code_readers) for thing in vars(module).values()]
    return [cache.cache_info().currsize for cache in caches if hasattr(cache, "cache_info")]


def test_nothing_of_a_value_is_kept():
    """What is remembered between calls is of the articles alone."""
    before = cache_sizes()
    markdown = fence("bash", "ls {{nothing_kept|a}}")

    for number in range(5):
        assert words(markdown, {"nothing_kept": f"secret{number}"}) == [f"secret{number}"]

    assert len(before) >= 2
    assert max(late - early for early, late in zip(before, cache_sizes(), strict=True)) == 1
