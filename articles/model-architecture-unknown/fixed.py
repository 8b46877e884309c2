# /// script
# requires-python = ">=3.10"
# dependencies = ["transformers==4.57.6"]
# ///
"""The same with a release that knows the model."""

import json
import pathlib
import sys
import tempfile
import traceback

from transformers import AutoConfig

folder = pathlib.Path(tempfile.mkdtemp())
(folder / "config.json").write_text(json.dumps({"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3"}))

try:
    config = AutoConfig.from_pretrained(folder)
except ValueError as error:
    traceback.print_exception(error, chain=False)
    sys.exit(1)
print("known:", config.model_type)
