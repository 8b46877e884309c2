"""What a history leaves out: twice-said names, what bases define, the insides of models."""

import pytest

from authoring.release_scanner.inheritance import Homes, drop_inherited
from authoring.release_scanner.modules import module_of
from authoring.release_scanner.thinning import find_referenced, prune
from tests.authoring.release_scanner.archives import history_of, write_wheel
from tests.work import work
from tracefix.versions.history import History
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history
from tracefix.versions.model import Span

HEAD = "# tracefix history 5\n# package pkg\n# imports pkg\n# release 1.0\n# release 2.0\n# release 3.0\n"
MODELS = {
    "transformers/__init__.py": "from .models.bert import BertConfig, BertModel, bert_tool\nfrom .pipelines import pipeline\n",
    "transformers/models/__init__.py": "from . import bert\n",
    "transformers/models/helpers.py": "def helper(x): pass\n",
    "transformers/models/bert/__init__.py": "from .modeling_bert import BertConfig, BertModel, bert_tool\n",
    "transformers/models/bert/modular_bert.py": "class BertModel: pass\n",
    "transformers/models/bert/modeling_bert.py": """
def bert_tool(x): pass
class BertConfig:
    def __init__(self, hidden_size, **kwargs): self.hidden_size = hidden_size
class BertModel:
    def __init__(self, config, pooled=True): self.config = config
    def __call__(self, ids): pass
    def resize(self, size): pass
class BertLayer:
    def __init__(self, config): pass
""",
    "transformers/pipelines/__init__.py": "from .base import Pipeline\ndef pipeline(task, model=None): pass\n",
    "transformers/pipelines/base.py": "class Pipeline:\n    def __init__(self, model): pass\n",
}  # fmt: skip


@pytest.fixture
def models(tmp_path):
    write_wheel(tmp_path, "transformers", "1.0", MODELS)
    return history_of(tmp_path, "transformers")


def test_tests_beside_what_they_test_are_left_out(tmp_path):
    modules = ("core", "core_test", "_core_test", "app_test", "test", "speed/__init__", "speed_test/__init__")
    source = {f"pkg/{name}.py": "size = 1\n" for name in modules}
    write_wheel(tmp_path, "pkg", "1.0", {**source, "pkg/__init__.py": "def core_test(): pass\n"})
    history = history_of(tmp_path, "pkg")

    assert history.module_life("pkg.core_test") is history.module_life("pkg.speed_test") is None
    assert history.life("pkg.core_test")
    assert all(history.module_life(f"pkg.{name}") for name in ("core", "app_test", "speed"))


def drawn(tree, change):
    drawing = parse_history(HEAD + tree)
    change(drawing.roots)
    text = format_history(drawing)
    assert format_history(parse_history(text)) == text
    return text.removeprefix(HEAD)


@pytest.mark.parametrize(
    "name",
    [
        "transformers.BertModel",
        "transformers.BertModel.__init__(pooled)",
        "transformers.BertModel.__call__(ids)",
        "transformers.BertConfig",
        "transformers.models.bert.modeling_bert.BertLayer",
        "transformers.models.helpers.helper(x)",
        "transformers.pipeline(model)",
        "transformers.pipelines.base.Pipeline.__init__(model)",
    ],
)
def test_of_models_the_outline_is_kept(models, name):
    assert models.life(name)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("transformers.BertModel", "transformers.BertModel.resize"),
        ("transformers.BertModel", "transformers.BertModel.config"),
        ("transformers.BertConfig.__init__", "transformers.BertConfig.__init__(hidden_size)"),
        ("transformers.models.bert.modeling_bert.BertLayer", "transformers.models.bert.modeling_bert.BertLayer.x"),
        ("transformers.models.bert", "transformers.models.bert.modular_bert"),
        ("transformers.models.bert.modeling_bert", "transformers.models.bert.modeling_bert.no_such_name"),
    ],
)
def test_of_what_was_cut_nothing_is_said(models, owner, name):
    assert models.life(name) is None
    assert models.accepts_anything(owner)


def test_beside_the_models_what_is_missing_is_in_no_release(models):
    assert models.life("transformers.pipeline(modell)") is None
    assert not models.accepts_anything("transformers.pipeline")
    assert not models.accepts_anything("transformers.models.helpers")


@pytest.mark.parametrize("name", ["modular_bert", "convert_bert_to_pytorch"])
def test_what_nobody_imports_of_a_model_is_left_out(name):
    assert module_of(f"pkg/models/bert/{name}.py", is_sdist=False) is None
    assert module_of(f"pkg/bert/{name}.py", is_sdist=False)


def test_of_a_private_module_what_came_or_went_is_kept_and_what_public_ones_hand_on():
    tree = """\
pkg/
 Shown>._inside.
 _inside/
  Base:
   shared(value)
  Hidden:
   run(fast)
  Shown:
   <._inside.Base
   run(fast)
  always()
  gone(name)	1.0..1.0
  torch>
"""
    text = drawn(tree, lambda roots: prune(roots, find_referenced(roots)))
    history = History(parse_history(HEAD + text))

    assert [history.life(f"pkg._inside.{name}") for name in ("always", "torch", "Hidden")] == [None] * 3
    assert history.life("pkg._inside.gone").spans[0].last == "1.0"
    assert history.life("pkg._inside.gone(name)") is None
    assert history.life("pkg.Shown.run(fast)")
    assert history.life("pkg.Shown.shared(value)")


def test_a_private_module_that_a_public_one_hands_on_is_public():
    tree = """\
pkg/
 math>._api.
 _api/
  math/
   add>.far.
   deep/
    sub()
  other/
   gone()
 far/
  add(x)
"""
    text = drawn(tree, lambda roots: prune(roots, find_referenced(roots)))
    history = History(parse_history(HEAD + text))

    assert history.life("pkg.math.add(x)")
    assert history.life("pkg.math.deep.sub")
    assert history.life("pkg._api.other.gone") is None


def test_a_private_module_that_another_module_uses_stays_private_and_may_have_any_name():
    tree = """\
pkg/
 _src/
  core/
   always()
 random/
  core>._src.
"""
    text = drawn(tree, lambda roots: prune(roots, find_referenced(roots)))
    history = History(parse_history(HEAD + text))

    assert history.life("pkg.random.core")
    assert "always" not in text
    assert history.accepts_anything("pkg.random.core")


def test_the_folder_that_tensorflow_once_lay_in_is_read_as_tensorflow():
    assert module_of("tensorflow_core/python/ops/nn.py", is_sdist=False).place.module == "tensorflow.python.ops.nn"
    assert module_of("tensorflow_core.py", is_sdist=False).place.module == "tensorflow_core"


def test_private_names_that_live_as_long_as_their_module_go():
    tree = """\
pkg/
 Shown:
  <._Root
 _Lone:
 _Root:
 _Shared:	2.0..
 _Shared>.else.	1.0..1.0
 __version__
 _always()
 _both
 _gone()	1.0..1.0
"""
    text = drawn(tree, lambda roots: prune(roots, find_referenced(roots)))

    assert text == "pkg/\n Shown:\n  <._Root\n _Root:\n __version__\n _gone()\t1.0..1.0\n"


def test_a_small_package_keeps_its_private_functions():
    tree = """\
pkg/
 Other:
 _hidden(value)
 _inside/
  deeper/
   Class:
    run(fast)
   apart()
  helper(x)
   fast=	2.0..
  torch>
"""
    text = drawn(tree, lambda roots: prune(roots, find_referenced(roots), keeps_functions=True))

    kept = tree.replace("  torch>\n", "").replace("   Class:\n    run(fast)\n", "   *\n")
    assert text == kept.replace(" _inside/\n", " _inside/\n  *\n")
    assert "helper" not in drawn(tree, lambda roots: prune(roots, find_referenced(roots)))


def test_leaving_out_twice_leaves_out_no_more():
    tree = """\
pkg/
 Shown:
  <._Root
 _Base:
  run(fast)
 _Lone:
  <._Base
  stop(hard)
 _Root:
  start(soon)
"""

    def prune_once(roots):
        prune(roots, find_referenced(roots))

    once = drawn(tree, prune_once)

    assert once == "pkg/\n Shown:\n  <._Root\n _Root:\n  start(soon)\n"
    assert drawn(once, prune_once) == once


def test_a_method_that_a_base_has_alike_is_said_once():
    tree = """\
pkg/
 Base:
  run(fast, slow)
   late=	2.0..
  size
  stop(hard)
 Far:
  <.Near
  run(fast, late, slow)	2.0..
 Near:
  <.Base
  run(fast, slow)
   late=	2.0..
  size
  stop(soft)
  weight
"""
    text = drawn(tree, drop_inherited)

    history = History(parse_history(HEAD + text))
    assert text.partition(" Far:\n")[2] == "  <.Near\n Near:\n  <.Base\n  stop(soft)\n  weight\n"
    assert [span.first for span in history.life("pkg.Far.run(late)").spans] == ["2.0"]
    assert history.life("pkg.Near.size")


@pytest.mark.parametrize(
    "inner",
    [
        "  run(fast)\n",  # other arguments
        "  run(fast, late, slow)\n",  # the same, in more releases
        "  run(fast, slow)\n   late=\t2.0..\tsoon\n",  # says what to use instead
        "  run\n",
        "  run(fast, slow)+\n",
    ],
)
@pytest.mark.parametrize("base", [".Base", "other.Base"])
def test_a_method_that_differs_from_the_base_or_whose_base_is_not_known_is_kept(inner, base):
    tree = f"pkg/\n Base:\n  run(fast, slow)\n   late=\t2.0..\n Near:\n  <{base}\n{inner}"

    assert drawn(tree, drop_inherited) == tree


def test_each_base_is_searched_once_however_many_ways_lead_to_it():
    """Nine layers of classes, each of which has all classes of the layer above it as bases: 6**8 ways."""
    layers = [
        "".join(
            f" C{layer}_{number}:\n" + "".join(f"  <.C{layer - 1}_{above}\n" for above in range(6) if layer)
            for number in range(6)
        )
        for layer in range(9)
    ]
    homes = Homes(parse_history(HEAD + "pkg/\n" + "".join(layers)).roots)
    lowest = next(node for node in homes.classes if node.name == "C8_0")

    assert work(lambda: list(homes.find_inherited(lowest, "missing", lowest.mask))) < 10_000


def test_modules_of_other_packages_that_one_hands_on_are_not_known(tmp_path):
    files = {
        "requests/__init__.py": "from . import packages\n",
        "requests/packages/__init__.py": "",
        "requests/packages/urllib3/__init__.py": "def connect(): pass\n",
    }
    write_wheel(tmp_path, "requests", "2.15.0", files)
    history = history_of(tmp_path, "requests")

    assert history.module_life("requests.packages")
    assert not history.life("requests.packages.urllib3")
    assert history.accepts_anything("requests.packages")


def test_what_is_left_of_a_package_that_nobody_can_import_is_not_that_package(tmp_path):
    left = {"tensorflow/__init__.py": "", "tensorflow_core/contrib/__init__.py": ""}
    write_wheel(tmp_path, "tensorflow", "1.15.0", left | {"tensorflow_core/contrib/layers/__init__.py": ""})
    write_wheel(tmp_path, "tensorflow", "2.0.0", left)
    history = history_of(tmp_path, "tensorflow")

    assert history.module_life("tensorflow.contrib").spans == (Span("1.15.0", "1.15.0"),)
    assert history.accepts_anything("tensorflow.contrib")


def test_a_root_that_a_compiled_module_fills_may_have_any_name_and_types_of_a_stub_are_none(tmp_path):
    files = {
        "cv2/__init__.py": "def bootstrap(): pass\n",
        "cv2/cv2.abi3.so": "",
        "cv2/__init__.pyi": "LINE_4: int\nLineTypes = int\ndef line(img): ...\n",
    }
    write_wheel(tmp_path, "opencv_python", "4.10.0.84", files)
    history = history_of(tmp_path, "opencv-python")

    assert history.life("cv2.line(img)")
    assert history.life("cv2.LINE_4")
    assert not history.life("cv2.LineTypes")
    assert history.accepts_anything("cv2")


def test_of_a_root_that_other_packages_fill_only_the_names_are_known_that_it_hands_on(tmp_path):
    older = {
        "llama_index/__init__.py": "from llama_index.indices import Index\n",
        "llama_index/indices.py": "class Index:\n    def ask(self): pass\n",
    }
    write_wheel(tmp_path, "llama_index", "0.9", older)
    write_wheel(tmp_path, "llama_index", "0.10", {"llama_index/_bundle/__init__.py": ""})
    history = history_of(tmp_path, "llama-index")
    (around,) = history.neighbours(history.life("llama_index.Index"))

    assert (around.span.last, around.after, around.ends_exactly) == ("0.9", "0.10", True)
    assert history.life("llama_index.indices") is None
    assert history.accepts_anything("llama_index")
