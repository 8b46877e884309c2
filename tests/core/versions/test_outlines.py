"""What classes of models have from classes that are no models: known, though of the models only an outline is kept."""

import pytest

from kb.core.versions.history import History
from kb.core.versions.scanning.scan import scan
from kb.core.versions.scanning.store import ScanStore
from kb.core.versions.tree import draw, undraw
from tests.core.versions.archives import FolderIndex, write_wheel

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
    store = ScanStore(tmp_path / "var" / "scan.sqlite3")
    drawing, _ = scan("diffusers", FolderIndex(tmp_path), store, tmp_path / "fetched")
    store.close()
    return History(undraw(draw(drawing)))


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
