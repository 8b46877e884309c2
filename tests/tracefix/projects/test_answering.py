"""An error kind and a project's card are a fix: the rows that fit, and no others."""

import pytest
from django.conf import settings

from tests.published_articles import published_articles
from tests.tracefix.projects.tools import HEADER, write_card
from tracefix.answers.choice import choose_answers
from tracefix.articles.did_you_mean import closest
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.projects.answering import Question, answer
from tracefix.projects.loading import load_all
from tracefix.projects.notes import load_notes
from tracefix.projects.shown import Projects

CARD = """\
install:
  - {command: pip install cellar-wine, brings: [cellar], source: issues/1}
  - {command: pip install other, brings: [other, einops], source: issues/1}
  - {command: pip install cellar-press, brings: [cellar.press], source: issues/1}
partners:
  - {package: numpy, needs: "<2", source: issues/2}
  - {package: torch, needs: ">=2", source: issues/2}
  - {package: scipy, needs: "<1.9", release: ">=3.0.dev0", source: issues/2}
logs:
  - {system: Windows, where: 'C:\\cellar.log', source: issues/3}
  - {system: Linux, where: /var/log/cellar.log, source: issues/3}
  - {if: it runs in Docker, command: docker logs CONTAINER, source: issues/3, zh: {if: 在 Docker 里运行}}
steps:
  - {command: cellar press, makes: ["barrels/*/wine.json"], source: issues/4}
  - {command: cellar label, makes: ["labels/*.png"], source: issues/4}
inputs:
  - {do: A barrel has a number., about: ["barrels/*/wine.json"], source: issues/5, zh: {do: 每个桶有编号。}}
start:
  - {command: cellar serve, source: issues/6}
"""
STACK = 'Traceback (most recent call last):\n  File "{}", line 3, in fill\n    x\n'
IN_CELLAR = STACK.format("/srv/venv/lib/python3.11/site-packages/cellar/store.py")
ON_WINDOWS = STACK.format(r"C:\venv\Lib\site-packages\cellar\store.py")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    root = tmp_path_factory.mktemp("projects")
    write_card(root, CARD, header=HEADER.replace("[cellar]", "[cellar]\n  ports: [11999]"))
    return Catalogue(published_articles(), projects=Projects(load_all(root)))


def project_of(catalogue, text):
    return explain(diagnose(text, catalogue)).project


def rows(catalogue, text):
    """The commands and sentences of the rows that answer a paste."""
    project = project_of(catalogue, text)
    return [" ".join((step.condition, step.do, *step.commands)).strip() for step in project.remedy.steps]


def test_a_missing_module_is_installed_as_its_project_says(catalogue):
    text = STACK.format("/home/u/train.py") + "ModuleNotFoundError: No module named 'cellar'\n"

    assert rows(catalogue, text) == ["Install Cellar. pip install cellar-wine"]
    assert project_of(catalogue, text).remedy.finding == "This Python has no `cellar`, which comes with Cellar"


CLONE = """\
install:
  - {commands: ["git clone https://github.com/house/cellar-net.git", cd cellar-net, pip install -r requirements.txt],
     brings: [cork], source: issues/1}
  - {command: pip install cellar-net, brings: [cellar], source: issues/1}
"""


@pytest.mark.parametrize(
    ("file", "module", "answered"),
    [
        ("/home/u/cellar-net/train.py", "einops", True),
        ("/home/u/cellar-net/train.py", "fill_barrels", False),  # perhaps a file of the clone itself
        ("/home/u/mine/train.py", "einops", False),
        ("/venv/lib/python3.11/site-packages/cellar/a.py", "einops", False),  # installed, and not as a clone
    ],
)
def test_a_library_that_a_clone_lacks_comes_with_all_that_the_clone_asks_for(tmp_path, file, module, answered):
    write_card(tmp_path, CLONE, header=HEADER.replace("[cellar]", "[cellar]\n  folders: [cellar-net]"))
    cards = Catalogue(published_articles(), projects=Projects(load_all(tmp_path)))
    text = STACK.format(file) + f"ModuleNotFoundError: No module named '{module}'\n"

    project = explain(diagnose(text, cards)).project

    found = [command for step in project.remedy.steps for command in step.commands] if project else []
    assert found == (["pip install -r requirements.txt"] if answered else [])


def test_a_clone_that_says_which_release_it_wants_answers_before_the_missing_package(tmp_path):
    write_card(tmp_path, CLONE, header=HEADER.replace("[cellar]", "[cellar]\n  folders: [cellar-net]"))
    header = HEADER.replace("Cellar", "Cork").replace("house/cellar", "house/cork").replace("[cellar]", "[cork]")
    write_card(
        tmp_path,
        "install:\n  - {command: pip install cork, brings: [cork], source: issues/1}\n",
        header=header,
        name="cork",
    )
    cards = Catalogue(published_articles(), projects=Projects(load_all(tmp_path)))

    def project(file):
        text = STACK.format(file) + "ModuleNotFoundError: No module named 'cork'\n"
        return explain(diagnose(text, cards)).project.id

    assert project("/home/u/cellar-net/train.py") == "cellar"
    assert project("/home/u/mine/train.py") == "cork"


PINS = """\
partners:
  - {package: transformers, needs: "==4.37.2", source: issues/1}
  - {package: torch, needs: "==2.1.2", source: issues/1}
  - {package: timm, needs: "==0.6.12", source: issues/1}
  - {package: einops, needs: ">=0.6", source: issues/1}
"""
IN_TRANSFORMERS = (
    'Traceback (most recent call last):\n  File "/w/cellar-net/run.py", line 3, in fill\n    x\n'
    '  File "/w/venv/lib/python3.11/site-packages/transformers/generation/utils.py", line 9, in generate\n    y\n'
)
IN_CLONE = 'Traceback (most recent call last):\n  File "/w/cellar-net/run.py", line 3, in fill\n    x\n'


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        # what the error went through; never a build for the GPU
        (
            f"{IN_TRANSFORMERS}TypeError: forward() got an unexpected keyword argument 'cache'\n",
            ["transformers==4.37.2"],
        ),
        # in the clone itself, the first that it pins to one release
        (f"{IN_CLONE}AttributeError: 'Block' object has no attribute 'x'\n", ["transformers==4.37.2"]),
        # the paste shows that release
        (f"timm==0.6.12\ntransformers==4.37.2\n{IN_CLONE}AttributeError: 'Block' object has no attribute 'x'\n", []),
        # no release is the cause of a None
        (f"{IN_CLONE}AttributeError: 'NoneType' object has no attribute 'x'\n", []),
        # another person's program
        (f"{IN_CLONE}AttributeError: 'Block' object has no attribute 'x'\n".replace("cellar-net", "mine"), []),
    ],
)
def test_what_a_clone_pins_is_a_row_where_a_name_or_an_argument_is_missing(tmp_path, text, commands):
    write_card(tmp_path, PINS, header=HEADER.replace("[cellar]", "[cellar]\n  folders: [cellar-net]"))
    cards = Catalogue(published_articles(), projects=Projects(load_all(tmp_path)))

    project = explain(diagnose(text, cards)).project

    steps = project.remedy.steps if project else ()
    assert [step.commands[0] for step in steps] == [f'python -m pip install "{command}"' for command in commands]
    assert all("another release of" in step.condition for step in steps)
    assert not (project and project.remedy.finding)


def test_a_partner_in_words_is_a_row_and_no_claim(tmp_path):
    words = "partners:\n  - {with: torch, needs: a build of one's own, when: 'paste has *unbuilt*', source: issues/1}\n"
    write_card(tmp_path, words)
    cards = Catalogue(published_articles(), projects=Projects(load_all(tmp_path)))
    text = f"unbuilt\n{IN_CELLAR}AttributeError: 'Block' object has no attribute 'x'\n"

    remedy = explain(diagnose(text, cards)).project.remedy

    assert [step.do for step in remedy.steps] == ["Cellar needs torch a build of one's own."]
    assert not remedy.finding


def test_the_card_answers_a_missing_module_that_python_m_was_to_run(catalogue):
    answer = choose_answers(diagnose("/usr/bin/python3: No module named cellar\n", catalogue)).answers[0]

    assert answer.finding == "This Python has no `cellar`, which comes with Cellar"
    assert answer.steps[0].commands == ("pip install cellar-wine",)


@pytest.mark.parametrize(
    ("row", "commands"),
    [
        ("command: pip install pressed", []),
        ("command: 'python -m pip install -U \"pressed[all]\"'", []),
        ("command: conda install pressed", [("conda install pressed",)]),
        (
            "commands: [git clone https://x.example/p, pip install ./p]",
            [("git clone https://x.example/p", "pip install ./p")],
        ),
        ("do: Take its wheel., zh: {do: 用它的 wheel。}", [()]),
    ],
)
def test_a_row_that_only_repeats_what_failed_to_build_is_none(tmp_path, row, commands):
    write_card(tmp_path, f"install: [{{{row}, brings: [pressed], source: issues/1}}]\n")
    (card,) = load_all(tmp_path)
    question = Question({}, {}, "ERROR: Failed building wheel for pressed\n")

    assert [step.commands for step in answer([card], ["install"], question)[1].steps] == commands


def test_a_case_that_knows_better_has_no_rows_of_a_card(catalogue):
    text = f"{IN_CELLAR}ModuleNotFoundError: No module named 'einops'\n"

    assert rows(catalogue, text) == ["Install Cellar. pip install other"]
    assert project_of(catalogue, text).remedy.finding == "This Python has no `einops`, which Cellar uses"
    assert rows(catalogue, text.replace("site-packages/cellar/", "site-packages/cellar/custom_nodes/")) == []


def test_the_file_of_a_reader_whose_project_is_unknown_has_no_project(catalogue):
    text = (
        STACK.format("/home/u/x.py") + "FileNotFoundError: [Errno 2] No such file or directory: 'barrels/7/wine.json'"
    )

    assert project_of(catalogue, text) is None


MISSING_FILE = "FileNotFoundError: [Errno 2] No such file or directory: "
NO_RANK = "AttributeError: module '{}' has no attribute 'rank'"
NEEDS_SCIPY = 'Cellar >=3.0.dev0 needs scipy <1.9. python -m pip install "scipy<1.9"'
SERVER = "requests.exceptions.HTTPError: {} Server Error: no for url: http://localhost:11999/api/generate\n"


ROWS = {
    "a submodule that a row names whole": (
        f"{STACK.format('/home/u/train.py')}ModuleNotFoundError: No module named 'cellar.press'",
        ["Install Cellar. pip install cellar-press"],
    ),
    "one that no row names": (f"{IN_CELLAR}ModuleNotFoundError: No module named 'cellar.racks'", []),
    "a module of a name that begins alike": (f"{IN_CELLAR}ModuleNotFoundError: No module named 'cellars'", []),
    "a module that no row brings": (f"{IN_CELLAR}ModuleNotFoundError: No module named 'wine'", []),
    "a file that a step makes": (
        f"{IN_CELLAR}{MISSING_FILE}'/data/barrels/7/wine.json'",
        ["Run the step that makes this file. cellar press", "A barrel has a number."],
    ),
    "a file elsewhere": (f"{IN_CELLAR}{MISSING_FILE}'/data/wine.json'", []),
    "a file of another name": (f"{IN_CELLAR}{MISSING_FILE}'barrels/7/wine.yaml'", []),
    "a file of another folder": (f"{IN_CELLAR}{MISSING_FILE}'/data/oldbarrels/7/wine.json'", []),
    "a path of Windows": (
        f"{ON_WINDOWS}{MISSING_FILE}'D:\\\\data\\\\labels\\\\a.png'",
        ["Run the step that makes this file. cellar label"],
    ),
    "a request that was wrong": (SERVER.format(404).replace("Server Error", "Client Error"), []),
    "a model that is not there": (
        f"http://localhost:11999 {IN_CELLAR}ollama._types.ResponseError: model 'x' not found",
        [],
    ),
    "a server that is not up": (
        "HTTPConnectionPool(host='localhost', port=11999): Max retries: [Errno 111] Connection refused",
        ["Start Cellar. cellar serve"],
    ),
    "a partner that lacks a name": (
        f"{IN_CELLAR}ImportError: cannot import name 'rank' from 'numpy'",
        ['Cellar needs numpy <2. python -m pip install "numpy<2"'],
    ),
    "… as an attribute": (
        f"{IN_CELLAR}{NO_RANK.format('numpy')}",
        ['Cellar needs numpy <2. python -m pip install "numpy<2"'],
    ),
    "a partner whose version fits": (f"numpy==1.26.4\n{IN_CELLAR}{NO_RANK.format('numpy')}", []),
    "a partner whose version does not fit": (
        f"torch==1.13.1\n{IN_CELLAR}TypeError: fill() got an unexpected keyword argument 'rack'",
        ["Cellar needs torch >=2."],
    ),
    "what some releases need": (f"{IN_CELLAR}{NO_RANK.format('scipy')}", [NEEDS_SCIPY]),
    "what this release needs": (f"cellar==3.1.2\n{IN_CELLAR}{NO_RANK.format('scipy')}", [NEEDS_SCIPY]),
    "what another release needs": (f"cellar==2.9.1\n{IN_CELLAR}{NO_RANK.format('scipy')}", []),
}


@pytest.mark.parametrize(("text", "answered"), ROWS.values(), ids=ROWS)
def test_the_rows_of_a_card_that_fit_answer_and_no_others(catalogue, text, answered):
    assert rows(catalogue, f"{text}\n") == answered


@pytest.mark.parametrize(
    ("stack", "paths"),
    [
        (IN_CELLAR + "  File '/home/u/x.py'\n", ["Read its log, `/var/log/cellar.log`."]),
        (ON_WINDOWS, [r"Read its log, `C:\cellar.log`."]),
    ],
)
def test_a_failed_server_has_its_log_where_the_readers_system_keeps_it(catalogue, stack, paths):
    assert rows(catalogue, stack + SERVER.format(500)) == [
        *paths,
        "it runs in Docker Read its log. docker logs CONTAINER",
    ]


def test_a_log_is_named_for_each_system_where_the_paste_does_not_tell(catalogue):
    assert rows(catalogue, SERVER.format(500))[:2] == [
        r"your system is Windows Read its log, `C:\cellar.log`.",
        "your system is Linux Read its log, `/var/log/cellar.log`.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "message",
    [
        "HTTPConnectionPool(host='hub.example', port=443): Max retries: [Errno 111] Connection refused",
        "requests.exceptions.HTTPError: 500 Server Error: no for url: http://hub.example:80/api/generate",
    ],
)
def test_the_server_of_somebody_else_is_not_the_projects(tmp_path, message):
    write_card(tmp_path, CARD)
    every = Catalogue(published_articles(), projects=Projects(load_all(tmp_path)))
    other = STACK.format("/srv/venv/lib/python3.11/site-packages/requests/api.py").partition("\n")[2]

    assert project_of(every, f"{IN_CELLAR}{other}{message}\n").name == "Cellar"
    assert rows(every, f"{IN_CELLAR}{other}{message}\n") == []


def test_an_error_of_a_kind_that_no_card_answers_names_the_project_alone(catalogue):
    project = project_of(catalogue, f"{IN_CELLAR}ZeroDivisionError: division by zero\n")

    assert (project.name, project.remedy.steps) == ("Cellar", ())


def test_the_searches_lead_to_the_projects_own_issues(catalogue):
    explanation = explain(diagnose(f"{IN_CELLAR}ValueError: the rack of the barrel is full\n", catalogue))

    assert explanation.searches[0].url.startswith("https://github.com/house/cellar/issues?q=is%3Aissue")


PUBLISHED = [
    (
        STACK.format("/home/u/run.py") + "ModuleNotFoundError: No module named 'batchgenerators'",
        "nnunet",
        "pip install nnunetv2",
    ),
    (
        STACK.format("/opt/conda/lib/python3.10/site-packages/nnunetv2/inference/predict.py")
        + "FileNotFoundError: [Errno 2] No such file or directory: '/r/nnUNetTrainer__nnUNetPlans__2d/fold_0/"
        "checkpoint_final.pth'",
        "nnunet",
        "nnUNetv2_train DATASET_ID CONFIGURATION FOLD",
    ),
    (
        STACK.format("/home/u/gaussian-splatting/scene/dataset_readers.py")
        + "FileNotFoundError: [Errno 2] No such file or directory: '/home/u/room/sparse/0/images.txt'",
        "gaussian-splatting",
        "python convert.py -s LOCATION",
    ),
    (
        STACK.format("/home/u/gaussian-splatting/train.py") + "ModuleNotFoundError: No module named 'simple_knn'",
        "gaussian-splatting",
        "pip install ./submodules/simple-knn",
    ),
    (
        "PS C:\\Users\\u> ollama run x\nError: 500 Internal Server Error: llama runner process has terminated: exit 2\n",
        "ollama",
        r"explorer %LOCALAPPDATA%\Ollama",
    ),
    (
        "ConnectionError: HTTPConnectionPool(host='localhost', port=11434): [Errno 111] Connection refused",
        "ollama",
        "ollama serve",
    ),
]


@pytest.fixture(scope="module")
def published():
    """All that is published: the cards take their time to read."""
    return Catalogue(published_articles(), projects=Projects(load_all(settings.PROJECTS_DIR)))


@pytest.mark.parametrize(("text", "project", "command"), PUBLISHED)
def test_the_cards_of_the_library_answer(published, text, project, command):
    found = project_of(published, text)

    assert found.id == project
    assert command in [command for step in found.remedy.steps for command in step.commands]


def test_conditions_name_cards_that_there_are():
    ids = [card.id for card in load_all(settings.PROJECTS_DIR)]
    conditions = (
        condition for article in published_articles() for case in article.cases for condition in case.conditions
    )
    named = {name for condition in conditions for name in getattr(condition, "projects", ())}

    assert not {name: closest(name, ids) for name in named - {*ids}}


GRADIENT = "RuntimeError: Function _RasterizeGaussiansBackward returned an invalid gradient at index 2 - got [{}] but expected shape compatible with [{}]"
SHARD = (
    'Traceback (most recent call last):\n  File "/opt/x/text_generation_server/models/custom_modeling/a_modeling.py", '
    "line 4, in f\n    x = {}\nZeroDivisionError: integer division or modulo by zero"
)
LLAMA = (
    'Traceback (most recent call last):\n  File "/srv/{}", line 4, in f\n    from llama import load_quant\n'
    "ModuleNotFoundError: No module named 'llama'"
)
NOTES_AND_THEIR_LIKE = [
    # the bytes of a file, and a path in bytes
    ("ERROR - Audio file not found: b'ID3\\x04\\x00\\x00'", "contents-as-path"),
    ("ERROR - Audio file not found: b'/data/a.wav'", ""),
    # whisper.cpp's number, and another program's
    ("whisper: transcription failed with code -4", "full-too-many-decoders"),
    ("sona: conversion failed with code -4", ""),
    # a program of another step, where a log only speaks of whisper
    ("DEBUG: Running Whisper.cpp: D:\\Whisper -m a.bin\nDEBUG: Transcription error: [WinError 2] Not found", ""),
    ("whisper: load_audio\nDEBUG: Transcription error: [WinError 2] Not found", "ffmpeg-missing"),
    # the parser that read nothing, and an input of it that is none
    (
        "x.cpp::addConcatenation::9, condition: nbInputs > 0 && nbInputs < MAX_CONCAT_INPUTS\nSegmentation fault",
        "concat-no-inputs",
    ),
    # a key on a tensor in an export, and a shape in training
    ("torch.onnx.export(model, x)\nIndexError: too many indices for tensor of dimension 4", "export-wants-a-dict"),
    ("IndexError: too many indices for tensor of dimension 4", ""),
    ("ERROR: Parameter check failed at: x.cpp::addConcatenation::9, condition: (inputs[j]) != nullptr", ""),
    # a module of Unix on Windows, and elsewhere
    ("  File \"C:\\venv\\a.py\", line 2\nModuleNotFoundError: No module named 'fcntl'", "unix-only-module"),
    ("  File \"/srv/a.py\", line 2\nModuleNotFoundError: No module named 'fcntl'", ""),
    ("  File \"C:\\venv\\a.py\", line 2\nModuleNotFoundError: No module named 'resources'", ""),
    # no Gaussians, and Gaussians of another width
    (GRADIENT.format("0, 0, 3", "0, 16, 3"), "no-gaussians-left"),
    (GRADIENT.format("182, 4", "182, 3"), ""),
    # heads divided by shards, and another count that is 0 in the same file
    (SHARD.format("self.num_heads // self.num_key_value_heads"), "fewer-kv-heads-than-shards"),
    (SHARD.format("total // len(batch)"), ""),
    # a file of the web UI's other repository, and of another program
    (LLAMA.format("text-generation-webui/modules/models.py"), "gptq-not-cloned"),
    (LLAMA.format("chat/server.py"), ""),
]


NOTED = ["gaussian-splatting", "python", "pytorch", "tensorrt", "text-generation-inference", "text-generation-webui"]
NOTED += ["whisper", "whisper-cpp"]


@pytest.fixture(scope="module")
def with_notes():
    """What is published, and the notes of some projects."""
    files = (settings.PROJECTS_DIR / name / "notes.yaml" for name in NOTED)
    return Catalogue((*published_articles(), *(note.article for file in files for note in load_notes(file))))


@pytest.mark.parametrize(("text", "note"), NOTES_AND_THEIR_LIKE)
def test_a_note_of_the_library_answers_its_own_and_not_what_only_looks_like_it(with_notes, text, note):
    found = [match.article for match in diagnose(text, with_notes).matches[:1]]

    assert [each.slug.rpartition("/")[2] for each in found if each.note_of] == [note] * bool(note)
