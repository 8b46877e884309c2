# /// script
# requires-python = ">=3.10"
# dependencies = ["transformers==4.57.6"]
# ///
"""The model brings its own Python code, and nobody allowed it to run."""

import json
import pathlib
import tempfile

from transformers import AutoConfig

folder = pathlib.Path(tempfile.mkdtemp()) / "my-model"
folder.mkdir()
(folder / "configuration_own.py").write_text(
    "from transformers import PretrainedConfig\n\n\nclass OwnConfig(PretrainedConfig):\n    model_type = 'own'\n"
)
auto_map = {"AutoConfig": "configuration_own.OwnConfig"}
(folder / "config.json").write_text(json.dumps({"model_type": "own", "auto_map": auto_map}))

config = AutoConfig.from_pretrained(folder, trust_remote_code=False)
print("known:", config.model_type)
