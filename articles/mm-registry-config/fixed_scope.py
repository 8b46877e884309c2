# /// script
# requires-python = ">=3.8"
# dependencies = ["mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""A library registers its classes in a registry of its own, as mmdet does; the config names its scope."""

import pathlib
import sys
import tempfile

from mmengine.config import Config
from mmengine.runner import Runner

folder = pathlib.Path(tempfile.mkdtemp())
sys.path.insert(0, str(folder))
library = folder / "mylab"
library.mkdir()
(library / "__init__.py").touch()
(library / "registry.py").write_text("""
from mmengine.registry import MODELS as ROOT, Registry

MODELS = Registry("model", parent=ROOT, scope="mylab", locations=["mylab.models"])
""")
(library / "models.py").write_text("""
from mmengine.model import BaseModel
from mylab.registry import MODELS

@MODELS.register_module()
class Detector(BaseModel):
    def forward(self, inputs, mode="tensor"):
        return inputs
""")
(folder / "config.py").write_text(f"""
default_scope = "mylab"
work_dir = {str(folder)!r}
log_level = "ERROR"
model = dict(type="Detector")
""")

runner = Runner.from_cfg(Config.fromfile(folder / "config.py"))
print(type(runner.model).__module__)
