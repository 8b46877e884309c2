# /// script
# requires-python = ">=3.8"
# dependencies = ["mmengine==0.10.7", "torch==2.13.0", "numpy"]
# ///
"""The config imports the file of the class."""

import pathlib
import sys
import tempfile

from mmengine.config import Config
from mmengine.registry import MODELS

folder = pathlib.Path(tempfile.mkdtemp())
sys.path.insert(0, str(folder))
(folder / "my_net.py").write_text("""
from mmengine.model import BaseModel
from mmengine.registry import MODELS

@MODELS.register_module()
class MyNet(BaseModel):
    def forward(self, inputs, mode="tensor"):
        return inputs
""")
(folder / "config.py").write_text("""
custom_imports = dict(imports=["my_net"], allow_failed_imports=False)
model = dict(type="MyNet")
""")

config = Config.fromfile(folder / "config.py")
print(type(MODELS.build(config.model)).__name__)
