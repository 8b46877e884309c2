"""Outlines: of models what they have from classes that are no models, of engines what they hand on."""

import pytest

from tests.authoring.release_scanner.archives import history_of, write_wheel

BASE = "class Mixin:\n    def to_half(self): pass\nclass Pipeline:\n    def save(self): pass\n"
NEWER = f"{BASE}    @property\n    def dtype(self): pass\n    def offload(self): pass\n"
FILES = {
    "diffusers/__init__.py": "from .pipelines import StillPipeline, MovingPipeline\n",
    "diffusers/pipelines/__init__.py": "from .still import StillPipeline, MovingPipeline\n",
    "diffusers/pipelines/pipeline_utils.py": BASE,
    "diffusers/pipelines/still/__init__.py": "from .pipeline_still import MovingPipeline, StillPipeline\n",
    "diffusers/pipelines/still/pipeline_still.py": """
import torch
from ..pipeline_utils import Mixin, Pipeline
class Between(Pipeline, Mixin):
    def offload(self): pass
    def only_here(self): pass
class StillPipeline(Between, torch.nn.Module):
    def __init__(self, unet): self.unet = unet
    def save(self, folder): pass
    def draw(self): pass
class MovingPipeline(StillPipeline):
    def draw(self): pass
""",
}


@pytest.fixture
def history(tmp_path):
    old = FILES["diffusers/pipelines/still/pipeline_still.py"].replace("    def offload(self): pass\n", "")
    write_wheel(tmp_path, "diffusers", "1.0", FILES | {"diffusers/pipelines/still/pipeline_still.py": old})
    write_wheel(tmp_path, "diffusers", "2.0", FILES)
    write_wheel(tmp_path, "diffusers", "3.0", FILES | {"diffusers/pipelines/pipeline_utils.py": NEWER})
    return history_of(tmp_path, "diffusers")


@pytest.mark.parametrize("owner", ["StillPipeline", "MovingPipeline"])
@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("save", "1.0"),
        ("to_half", "1.0"),
        ("dtype", "3.0"),
        ("offload", "2.0"),  # of a class that is cut, before the base had it
    ],
)
def test_what_a_base_has_is_known_of_a_model(history, owner, name, first):
    (around,) = history.neighbours(history.life(f"diffusers.{owner}.{name}"))

    assert (around.span.first, around.span.last) == (first, None)
    assert around.before is None or around.starts_exactly


@pytest.mark.parametrize("name", ["draw", "only_here", "unet", "nothing"])
def test_of_what_no_such_base_has_nothing_is_said(history, name):
    assert history.life(f"diffusers.StillPipeline.{name}") is None
    assert history.accepts_anything("diffusers.StillPipeline")


def test_of_a_method_that_a_model_makes_anew_the_arguments_are_not_known(history):
    assert history.life("diffusers.StillPipeline.save(folder)") is None
    assert history.accepts_anything("diffusers.StillPipeline.save")
    assert not history.accepts_anything("diffusers.StillPipeline.to_half")


def test_how_a_model_is_made_is_known_of_its_heirs(history):
    assert history.life("diffusers.MovingPipeline.__init__(unet)")


def test_what_left_a_model_but_is_imported_again_is_still_there(tmp_path):
    files = {
        "transformers/__init__.py": "from .models.deer import Deer\n",
        "transformers/helpers.py": "def shout(): pass\nclass Antler: pass\n",
        "transformers/models/__init__.py": "from . import deer\n",
        "transformers/models/deer/__init__.py": "from .modeling_deer import Deer\n",
        "transformers/models/deer/modeling_deer.py": "class Antler: pass\nclass Deer: pass\n",
    }
    moved = "from ...helpers import Antler, shout\nclass Deer: pass\n"
    write_wheel(tmp_path, "transformers", "1.0", files)
    write_wheel(tmp_path, "transformers", "2.0", files | {"transformers/models/deer/modeling_deer.py": moved})

    history = history_of(tmp_path, "transformers")
    module = "transformers.models.deer.modeling_deer"

    assert not history.life(f"{module}.Antler").is_over
    assert history.life(f"{module}.shout") is None
    assert history.accepts_anything(module)


def test_what_is_left_out_of_the_automatic_models_is_not_denied(tmp_path):
    files = {
        "transformers/__init__.py": "",
        "transformers/helpers.py": "def shout(): pass\n",
        "transformers/models/__init__.py": "",
        "transformers/models/auto/__init__.py": "",
        "transformers/models/auto/modeling_auto.py": "from ...helpers import shout\nclass AutoModel: pass\n",
        "transformers/models/auto/modeling_tf_auto.py": "class TFAutoModel:\n    size = 1\nMAPPING = {}\n",
        "transformers/models/auto/configuration_auto.py": "class AutoConfig: pass\n",
    }
    write_wheel(tmp_path, "transformers", "1.0", files)

    history = history_of(tmp_path, "transformers")
    modules = [f"transformers.models.auto.{name}_auto" for name in ("modeling", "modeling_tf", "configuration")]

    assert [bool(history.accepts_anything(module)) for module in modules] == [True, True, False]
    assert history.life("transformers.models.auto.modeling_tf_auto.TFAutoModel")


@pytest.fixture
def engine(tmp_path):
    files = {
        "vllm/__init__.py": "from .engine import LLM\nVERSION = 1\n",
        "vllm/engine/__init__.py": "from .llm import LLM, Base\nfrom .worker import Worker\n",
        "vllm/engine/llm.py": """
import torch
from .worker import Worker
class Base:
    def stop(self): pass
class LLM(Base):
    def __init__(self, model): self.model = model
class Aside:
    def run(self, fast): pass
""",
        "vllm/engine/worker.py": """
from .llm import Base
class Worker(Base): pass
def work(hard): pass
def _rest(): pass
""",
        "vllm/engine/parts/small/kernels/fast.py": "class Kernel: pass\n",
    }
    later = "from .llm import Worker\ndef work(hard): pass\ndef idle(): pass\n"
    write_wheel(tmp_path, "vllm", "1.0", files)
    write_wheel(tmp_path, "vllm", "2.0", files | {"vllm/engine/worker.py": later})
    return history_of(tmp_path, "vllm")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("vllm.LLM.__init__(model)", "argument"),
        ("vllm.LLM.model", "attribute"),
        ("vllm.LLM.stop", "method"),  # of its base
        ("vllm.engine.llm.Base", "class"),
        ("vllm.engine.llm.Aside", "class"),
        ("vllm.engine.Base", "class"),
        ("vllm.engine.worker.work", "attribute"),
        ("vllm.engine.parts.small.kernels.fast", "module"),
    ],
)
def test_of_an_engine_what_it_hands_on_is_known_and_what_else_is_there(engine, name, kind):
    assert engine.life(name).kind == kind


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("vllm.engine.llm.Aside", "run"),
        ("vllm.engine.llm", "torch"),
        ("vllm.engine.worker", "_rest"),
        ("vllm.engine.worker.work", "hard"),
        ("vllm.engine.parts.small.kernels.fast", "Kernel"),
    ],
)
def test_of_what_else_an_engine_has_nothing_is_said(engine, owner, name):
    assert engine.life(f"{owner}.{name}") is None
    assert engine.accepts_anything(owner)


def test_what_an_engine_is_seen_to_have_was_not_left_out_before(engine):
    life = engine.life("vllm.engine.worker.idle")

    assert engine.unsure(life) == frozenset()
    assert [around.before for around in engine.neighbours(life)] == ["1.0"]


def test_what_an_engine_imports_where_it_was_defined_is_still_there(engine):
    assert not engine.life("vllm.engine.worker.Worker").is_over
    assert not engine.accepts_anything("vllm")
    assert not engine.accepts_anything("vllm.engine")
